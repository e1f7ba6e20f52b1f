import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runHere, documentOf } from '../cli/command-line.js';
import { put, scratch, snapshot } from '../write/scratch.js';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const node = [process.execPath, '--import', import.meta.resolve('tsx'), main].map(quoted).join(' ');

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A shell whose mounts nobody else sees, and that ends with them; Linux only, where users may have name spaces. */
const ownMounts = ['unshare', '--map-root-user', '--mount', 'sh', '-c'];

const canMount = spawnSync('unshare', [...ownMounts.slice(1), 'mount -t tmpfs tmpfs /mnt']).status === 0;

/** Runs a script; with `mounts` in a shell that may mount. */
function shell(script: string, cwd: string, mounts: boolean) {
  const [command = 'sh', ...args] = mounts ? ownMounts : ['sh', '-c'];
  return spawnSync(command, [...args, script], { cwd, encoding: 'utf8', timeout: 60_000 });
}

/** A project in `out` and, in `api.json`, the document of another. */
async function prepare(cwd: string): Promise<Readonly<Record<string, string>>> {
  put(cwd, { 'api.json': documentOf('/pets') });
  assert.equal((await runHere(['api.json', '-o', 'out'], cwd)).exitCode, 0);
  put(cwd, { 'api.json': documentOf('/cats'), 'out/.env': 'PETS_KEY=mine\n' });
  return snapshot(cwd);
}

suite('a disk that takes no more', { skip: process.platform === 'win32' }, () => {
  test('because files may not grow: exit 5, and the old project is as it was', async (t) => {
    const cwd = scratch(t);
    const before = await prepare(cwd);
    const { status, stderr } = shell(`ulimit -f 8; exec ${node} api.json -o out`, cwd, false);
    assert.equal(status, 5);
    assert.match(stderr, /^error: out\/\S+ cannot be written: .*\(EFBIG\)/);
    assert.deepEqual(snapshot(cwd), before);
  });

  // The first few fail at the run lock, at staging and at the journal; room for some kilobytes is seen to be too little.
  const disks: readonly [left: string, fill: string][] = [
    ['no bytes', 'cat /dev/zero > filler'],
    ['12 kB', 'head -c 12288 /dev/zero > room; cat /dev/zero > filler; rm room'],
    ['no names', 'fill 0'],
    ['3 names', 'fill 3'],
    ['9 names', 'fill 9'],
  ];
  for (const [left, fill] of disks) {
    test(`because it has ${left} left: exit 5, and the old project is as it was`, async (t) => {
      if (!canMount)
        return t.diagnostic('mounts are not allowed here: only the limit on file sizes was tried');
      const cwd = scratch(t);
      const before = await prepare(cwd);
      // The project is copied to a small disk, a run fails there, and what it left is copied back.
      const script = `
        fill() {
          mkdir names; count=0
          while touch names/$count; do count=$((count + 1)); done
          while test $1 -gt 0; do set -- $(($1 - 1)); rm names/$((count - 1)); count=$((count - 1)); done
        }
        mkdir disk && mount -t tmpfs -o size=6m,nr_inodes=340 tmpfs disk || exit 99
        cp -R out api.json disk && cd disk || exit 98
        { ${fill}; } 2>/dev/null
        ${node} api.json -o out; status=$?
        rm -rf ../out && cp -R out ../out && cd .. && umount disk && rmdir disk; exit $status`;
      const { status, stderr } = shell(script, cwd, true);
      assert.equal(status, 5, stderr);
      assert.match(stderr, /^error: out\S* cannot be written: no space is left on the disk \(ENOSPC\)/);
      assert.deepEqual(snapshot(cwd), before);
    });
  }
});

suite('a folder that cannot be written', { skip: process.platform === 'win32' }, () => {
  test('by its mount: exit 5, and the message names it', async (t) => {
    if (!canMount) return t.diagnostic('mounts are not allowed here: only permissions were tried');
    const cwd = scratch(t);
    const before = await prepare(cwd);
    const script = `mount --bind out out && mount -o remount,bind,ro out || exit 99; ${node} api.json -o out`;
    const { status, stderr } = shell(script, cwd, true);
    assert.equal(status, 5, stderr);
    assert.match(
      stderr,
      /^error: out\/.openapi2mcp\S* cannot be written: the file system is read-only \(EROFS\)/,
    );
    assert.deepEqual(snapshot(cwd), before);
  });

  for (const [of, mode] of [
    ['reading alone', 0o555],
    ['nothing but names', 0o666],
  ] as const) {
    test(`by its permissions, which allow ${of}: exit 5, and the message names it`, async (t) => {
      const cwd = scratch(t);
      const before = await prepare(cwd);
      chmodSync(cwd, 0o755);
      chmodSync(join(cwd, 'out'), mode);
      // Permissions do not bind root, but they bind whoever root becomes.
      const asUser = process.getuid?.() === 0 ? 'exec setpriv --reuid=65534 --clear-groups ' : 'exec ';
      writeFileSync(join(cwd, 'run.sh'), `${asUser}${node} api.json -o out`);
      const { status, stderr } = shell('. ./run.sh', cwd, false);
      // Before anything can fail, or the folder could not be removed.
      chmodSync(join(cwd, 'out'), 0o755);
      assert.equal(status, 5, stderr);
      assert.match(stderr, /^error: out\S* cannot be written: permission is denied \(EACCES\)/);
      assert.deepEqual({ ...snapshot(cwd), 'run.sh': undefined }, { ...before, 'run.sh': undefined });
    });
  }

  test('because its parent cannot: exit 5, and no folder', async (t) => {
    if (!canMount) return t.diagnostic('mounts are not allowed here: only permissions were tried');
    const cwd = scratch(t);
    const before = await prepare(cwd);
    const script = `mount --bind . . && mount -o remount,bind,ro . || exit 99; cd "$PWD"; ${node} api.json -o new/one`;
    const { status, stderr } = shell(script, cwd, true);
    assert.equal(status, 5, stderr);
    assert.match(stderr, /^error: new cannot be written: the file system is read-only/);
    assert.deepEqual(snapshot(cwd), before);
  });
});
