import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { CallExpectation, Case, Expectations } from './cases/case-format.js';
import { scratchFolder } from './tools/projects.js';
import { plainEnvironment, runProcess, type ProcessResult } from './tools/run-process.js';

const model = fileURLToPath(new URL('./cases/base-path-kept/', import.meta.url));
const original = JSON.parse(readFileSync(join(model, 'expect.json'), 'utf8')) as Case;

/** Puts a case that is known to pass into a folder under another name, with something altered. */
function putCase(
  folder: string,
  id: string,
  altered: Partial<Expectations> & { readonly [key: string]: unknown } = {},
): void {
  cpSync(model, join(folder, id), { recursive: true });
  writeFileSync(
    join(folder, id, 'expect.json'),
    JSON.stringify({ ...original, id, expect: { ...original.expect, ...altered } }),
  );
}

function altered(change: Partial<CallExpectation>): Partial<Expectations> {
  return {
    call: (original.expect.call ?? []).map((call, index) => (index === 0 ? { ...call, ...change } : call)),
  };
}

function run(...commandArguments: readonly string[]): Promise<ProcessResult> {
  const program = fileURLToPath(new URL('./cases/run.ts', import.meta.url));
  const tsx = import.meta.resolve('tsx');
  return runProcess(process.execPath, ['--import', tsx, program, ...commandArguments], {
    cwd: tmpdir(),
    env: plainEnvironment(),
    timeoutMs: 300_000,
  });
}

// What each check can see is tested beside it, and with the run of every case. Here stands what the command does with it.
suite('npm run cases', () => {
  test('says how each case came out, and fails on each that it did not expect', async () => {
    const folder = scratchFolder(join(tmpdir(), 'openapi2mcp-tests'));
    putCase(folder, 'as-it-is', { process: { stdinChunkBytes: 5, stdoutOnlyMessages: true } });
    putCase(folder, 'changed-path', altered({ request: { method: 'GET', path: '/ping' } }));
    putCase(folder, 'changed-result', altered({ result: { isError: true } }));
    putCase(folder, 'put-off', altered({ tool: 'pong' }));
    putCase(folder, 'put-off-but-right');
    putCase(folder, 'not-an-api', { generate: 'error' });
    writeFileSync(join(folder, 'pending.txt'), 'put-off 3 the name\nput-off-but-right 4 the rest\n');
    const { stdout, stderr, status } = await run(folder);
    const lines = stdout.trimEnd().split('\n');
    const after = (line: string): string => (lines[lines.indexOf(line) + 1] ?? '').trim();
    assert.ok(lines.includes('ok      as-it-is'), stdout + stderr);
    assert.match(after('FAIL    changed-path'), /call 1: request: path is "\/api\/v3\/ping", not "\/ping"/);
    assert.match(after('FAIL    changed-result'), /call 1: result: isError is "false with .*", not true/);
    assert.equal(after('pending put-off'), 'issue 3: the name');
    assert.match(after('MENDED  put-off-but-right'), /strike it/);
    assert.match(after('FAIL    not-an-api'), /generate ended with 0/);
    assert.equal(
      lines.at(-1),
      '6 cases: 1 passed, 3 failed, 1 pending, 1 mended but still listed as pending',
    );
    assert.equal(status, 1);
  });

  const nothing = (): void => undefined;
  const onePassing = (folder: string): void => putCase(folder, 'a');
  const mistakes: readonly (readonly [
    of: string,
    prepare: (folder: string) => void,
    options: readonly string[],
    message: RegExp,
  ])[] = [
    ['a key that is not described', (folder) => putCase(folder, 'a', { extra: 1 }), [], /no case.*extra/],
    [
      'a case under another id',
      (folder) => cpSync(model, join(folder, 'b'), { recursive: true }),
      [],
      /id is/,
    ],
    ['a folder without expect.json', (folder) => mkdirSync(join(folder, 'a')), [], /a\/expect\.json/],
    ['no case at all', nothing, [], /no cases/],
    ['a case that is asked for and not there', onePassing, ['--only', 'c'], /no case 'c'/],
    ['an option that is not there', onePassing, ['--all'], /Usage/],
    [
      'a pending case that is not there',
      (folder) => {
        onePassing(folder);
        writeFileSync(join(folder, 'pending.txt'), 'c 3 reason');
      },
      [],
      /pending\.txt/,
    ],
  ];
  for (const [of, prepare, options, message] of mistakes) {
    test(`refuses ${of}`, async () => {
      const folder = scratchFolder(join(tmpdir(), 'openapi2mcp-tests'));
      prepare(folder);
      const result = await run(folder, ...options);
      assert.match(result.stderr, message);
      assert.equal(result.stdout, '');
      assert.equal(result.status, 1);
    });
  }
});
