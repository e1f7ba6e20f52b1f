import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildProject, type BuiltProject } from '../runtime/built-project.js';
import { madeManifest, madeTool } from '../runtime/made-manifest.js';
import { scratchFolder } from '../tools/projects.js';
import { runProcess } from '../tools/run-process.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

suite('samples/call.ts', { timeout: 120_000 }, () => {
  const cwd = scratchFolder(tmpdir());
  let project: BuiltProject;
  let folder = '';

  before(async () => {
    project = await buildProject(madeManifest([madeTool({ name: 'listBoats' })]));
    folder = relative(cwd, project.folder);
    mkdirSync(join(cwd, 'empty'));
    writeFileSync(join(cwd, 'a.txt'), 'a');
  });
  after(() => project.remove());

  async function call(...args: readonly string[]) {
    const command = ['--import', import.meta.resolve('tsx'), join(root, 'samples/call.ts'), ...args];
    return await runProcess(process.execPath, command, { cwd, timeoutMs: 60_000 });
  }

  test('lists the tools of a project that is named by a relative path', async () => {
    const { status, stdout, stderr } = await call(folder);
    assert.equal(stdout.trim(), 'listBoats', stderr);
    assert.equal(status, 0);
  });

  for (const flag of ['--help', '-h']) {
    test(`${flag}: how it is used, on standard output`, async () => {
      const { status, stdout, stderr } = await call(flag);
      assert.match(stdout, /^Usage: npx tsx samples\/call\.ts <project> /);
      assert.equal(stderr, '');
      assert.equal(status, 0);
    });
  }

  test('lists the tools where the one that was named is none', async () => {
    const { status, stderr } = await call(folder, 'listShips');
    assert.match(stderr, /There is no tool 'listShips'; these are there:\nlistBoats\n/);
    assert.doesNotMatch(stderr, /Usage/);
    assert.equal(status, 2);
  });

  const cases: readonly (readonly [args: readonly string[], told: RegExp, isUsage: boolean])[] = [
    [[], /^Name the folder/, true],
    [['<project>', 'listBoats', '{', 'a}'], /^The arguments of a tool are one word/, true],
    [['<project>', '--sav', 'x'], /^Unknown option '--sav'/, true],
    [['<project>', 'listBoats', '{a}'], /^The arguments are no JSON \(.*\): \{a\}\n/, false],
    [['<project>', 'listBoats', '[1]'], /^The arguments have to be a JSON object/, false],
    [['<project>', 'listBoats', '{"a": ["@nofile.png"]}'], /^There is no such file: nofile\.png\n/, false],
    [['empty', 'listBoats'], /^empty holds no built server/, false],
  ];
  for (const [args, told, isUsage] of cases) {
    test(`${args.join(' ')}: ${isUsage ? 'usage' : 'what is wrong alone'}`, async () => {
      const { status, stderr } = await call(...args.map((arg) => (arg === '<project>' ? folder : arg)));
      assert.match(stderr, told);
      assert.equal(/^Usage: /m.test(stderr), isUsage);
      assert.equal(status, 2);
    });
  }
});
