import assert from 'node:assert/strict';
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { readEnvFile, withVariable, writeEnvVariable } from '../../src/runtime/env-file.js';
import { SettingError } from '../../src/runtime/settings.js';

suite('the text of a .env file', () => {
  const cases: readonly [of: string, before: string, value: string, after: string][] = [
    ['an empty one', '', 'v', 'TOKEN=v\n'],
    ['one without it', 'A=1\n', 'v', 'A=1\nTOKEN=v\n'],
    ['one that does not end its last line', 'A=1', 'v', 'A=1\nTOKEN=v\n'],
    ['one that has it', 'A=1\nTOKEN=old\nB=2\n', 'v', 'A=1\nTOKEN=v\nB=2\n'],
    ['one that has it empty', '# x\nTOKEN=\n', 'v', '# x\nTOKEN=v\n'],
    ['one that has it twice, of which the last counts', 'TOKEN=1\nTOKEN=2\n', 'v', 'TOKEN=1\nTOKEN=v\n'],
    ['one that has it as a comment', '# TOKEN=x\nA=1\n', 'v', '# TOKEN=x\nA=1\nTOKEN=v\n'],
    ['one that exports it', 'export TOKEN = "old"\n', 'v', 'TOKEN=v\n'],
    ['one with other ends of lines', 'A=1\r\nTOKEN=old\r\n', 'v', 'A=1\r\nTOKEN=v\r\n'],
    ['one that lacks it, with other ends of lines', 'A=1\r\n', 'v', 'A=1\r\nTOKEN=v\r\n'],
    ['one whose value has several lines', 'TOKEN="a\nb"\nA=1\n', 'v', 'TOKEN=v\nA=1\n'],
    [
      'one in which another value has a line like it',
      'KEY="-----\nTOKEN=no\n-----"\nA=1\n',
      'v',
      'KEY="-----\nTOKEN=no\n-----"\nA=1\nTOKEN=v\n',
    ],
    ['one that has a longer name', 'MY_TOKEN=1\nTOKEN_URL=2\n', 'v', 'MY_TOKEN=1\nTOKEN_URL=2\nTOKEN=v\n'],
    ['one with a mark before its text', '\uFEFFTOKEN=old\nA=1\n', 'v', 'TOKEN=v\nA=1\n'],
    ['a value that would be cut at a #', 'A=1\n', 'v#1', "A=1\nTOKEN='v#1'\n"],
    ['a value with a quote', '', "it's #1", 'TOKEN="it\'s #1"\n'],
    ['the characters of tokens', '', 'a-._~+/=B9', 'TOKEN=a-._~+/=B9\n'],
  ];
  for (const [of, before, value, wanted] of cases) {
    test(`gives a variable a value in ${of}`, () => {
      const text = withVariable(before, 'TOKEN', value);
      assert.equal(text, wanted);
      assert.equal(parseEnv(text)['TOKEN'], value);
    });
  }

  for (const [of, before, value] of [
    ['a value with a line end', '', 'a\nB=1'],
    ['a value with every kind of quote', '', `'"\`#`],
    ['a file whose quote nothing closes', 'A="x\n', 'v'],
  ] as const) {
    test(`refuses ${of}, and says nothing of it`, () => {
      try {
        const text = withVariable(before, 'TOKEN', value);
        // Where it is taken after all, nothing else may have changed.
        assert.deepEqual({ ...parseEnv(text) }, { ...parseEnv(before), TOKEN: value });
      } catch (error) {
        assert.ok(error instanceof SettingError, String(error));
        assert.doesNotMatch(error.message, /B=1|x/);
      }
    });
  }
});

suite('a .env file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'env-file-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, '.env');
  const file = pathToFileURL(path);

  test('is made for its owner alone', async () => {
    await writeEnvVariable(file, 'TOKEN', 's3cret');
    assert.deepEqual([...(await readEnvFile(file))], [['TOKEN', 's3cret']]);
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  test('that others can read is its owner’s alone afterwards, and nothing is left beside it', async () => {
    writeFileSync(path, 'A=1\n');
    chmodSync(path, 0o644);
    await writeEnvVariable(file, 'TOKEN', 's3cret');
    assert.equal(readFileSync(path, 'utf8'), 'A=1\nTOKEN=s3cret\n');
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder), ['.env']);
  });

  test('that is a link stays one', async () => {
    const target = join(folder, 'elsewhere');
    writeFileSync(target, 'A=1\n');
    rmSync(path);
    symlinkSync(target, path);
    await writeEnvVariable(file, 'TOKEN', 's3cret');
    assert.ok(lstatSync(path).isSymbolicLink());
    assert.equal(readFileSync(target, 'utf8'), 'A=1\nTOKEN=s3cret\n');
  });

  test('that cannot be written is told without its values', async () => {
    const nowhere = pathToFileURL(join(folder, 'no', 'such', '.env'));
    await assert.rejects(writeEnvVariable(nowhere, 'TOKEN', 's3cret'), (error: unknown) => {
      assert.ok(error instanceof SettingError);
      assert.match(error.message, /cannot be written \(ENOENT\)/);
      assert.doesNotMatch(error.message, /s3cret/);
      return true;
    });
    assert.deepEqual([...(await readEnvFile(nowhere))], []);
  });
});
