import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, suite, test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { keepRefreshTokens, replaceRefreshToken } from '../../src/runtime/keep-refresh-tokens.js';
import type { RefreshTokenKeeper } from '../../src/runtime/credentials/refresh-tokens.js';

const folder = mkdtempSync(join(tmpdir(), 'refresh-tokens-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, '.env');
const file = pathToFileURL(path);

const write = (text: string): void => writeFileSync(path, text);
const read = (): string => readFileSync(path, 'utf8');

/** Hands over `to` in place of `from`. */
async function replace(keeper: RefreshTokenKeeper, from: string, to: string, variable = 'T'): Promise<void> {
  await keeper.keep({ schemeName: 'desk', variable, usedUp: from, refreshToken: to });
}

suite('a new refresh token', () => {
  beforeEach(() => rmSync(path, { force: true }));

  const cases: readonly [of: string, before: string, wanted: string][] = [
    ['that is used up', '# mine\nT=old\nA=1\n', '# mine\nT=new\nA=1\n'],
    ['in quotes', "T='old'\n", 'T=new\n'],
    ['the last, which counts', 'T=x\nT=old\n', 'T=x\nT=new\n'],
    ['of another person by now', 'T=other\n', 'T=other\n'],
    ['that is only a part of it', 'T=older\n', 'T=older\n'],
    ['that is not there', 'A=old\n', 'A=old\n'],
    ['in a comment', '# T=old\n', '# T=old\n'],
    ['in a file of its own', 'T_FILE=/run/secrets/old\n', 'T_FILE=/run/secrets/old\n'],
  ];
  for (const [of, before, wanted] of cases) {
    test(`takes the place of the one ${of}: ${before === wanted ? 'no' : 'yes'}`, async () => {
      write(before);
      const token = { variable: 'T', usedUp: 'old', refreshToken: 'new' };
      assert.equal(await replaceRefreshToken(file, token), before !== wanted);
      assert.equal(read(), wanted);
    });
  }

  test('makes no file', async (t) => {
    listen(t);
    await replace(keepRefreshTokens(file), 'old', 'new');
    assert.throws(read, /ENOENT/);
  });

  test('of one scheme does not undo that of another', async () => {
    write('A=a0\nB=b0\n');
    const keeper = keepRefreshTokens(file);
    await Promise.all([replace(keeper, 'a0', 'a1', 'A'), replace(keeper, 'b0', 'b1', 'B')]);
    assert.equal(read(), 'A=a1\nB=b1\n');
  });
});

suite('the successor of a refresh token', () => {
  test('is what stands in its place by now', async () => {
    write('T=t0\n');
    const [one, other] = [keepRefreshTokens(file), keepRefreshTokens(file)];
    assert.equal(await one.successorOf('T', 't0'), undefined);
    await replace(one, 't0', 't1');
    assert.equal(await other.successorOf('T', 't0'), 't1');
    await replace(other, 't1', 't2');
    assert.equal(await one.successorOf('T', 't1'), 't2');
    assert.equal(await one.successorOf('T', 't2'), undefined);
  });

  test('is that of a login while the server ran, also where the last one could not be kept', async () => {
    write('T=t0\n');
    const keeper = keepRefreshTokens(file);
    assert.equal(await keeper.successorOf('T', 't0'), undefined);
    write('T=login\n');
    await replace(keeper, 't0', 't1');
    assert.equal(read(), 'T=login\n');
    assert.equal(await keeper.successorOf('T', 't1'), 'login');
  });

  test('is none for a token that came from elsewhere: another one may stand for another person', async (t) => {
    listen(t);
    write('T=of-another\n');
    const keeper = keepRefreshTokens(file);
    assert.equal(await keeper.successorOf('T', 'of-the-environment'), undefined);
    await replace(keeper, 'of-the-environment', 'next');
    assert.equal(await keeper.successorOf('T', 'next'), undefined);
    assert.equal(read(), 'T=of-another\n');
  });

  for (const [of, text] of [
    ['nothing', 'T=\n'],
    ['no line', 'A=1\n'],
  ] as const) {
    test(`is none where ${of} is left`, async () => {
      write('T=t0\n');
      const keeper = keepRefreshTokens(file);
      assert.equal(await keeper.successorOf('T', 't0'), undefined);
      write(text);
      assert.equal(await keeper.successorOf('T', 't0'), undefined);
    });
  }
});

/** What is told on stderr in a test. */
function listen(t: TestContext): () => string {
  const { mock } = t.mock.method(console, 'error', () => undefined);
  return () => mock.calls.map(({ arguments: words }) => words.join(' ')).join('\n');
}

/** A keeper of a file that it has read, and that cannot be read and written any more. */
async function keeperWithoutFile(text: string): Promise<RefreshTokenKeeper> {
  write(text);
  const keeper = keepRefreshTokens(file);
  await keeper.successorOf('T', 'none');
  rmSync(path);
  // A folder can neither be read as a file nor be written as one, whoever tries.
  mkdirSync(path);
  return keeper;
}

suite('a refresh token that is used up (RFC 6749 6)', () => {
  beforeEach(() => rmSync(path, { force: true, recursive: true }));

  test('follows no other where that could not be written, and gives way once it can', async (t) => {
    const said = listen(t);
    const keeper = await keeperWithoutFile('T=t0\n');
    await replace(keeper, 't0', 't1');
    rmSync(path, { recursive: true });
    write('T=t0\n');
    assert.equal(await keeper.successorOf('T', 't1'), undefined);
    await replace(keeper, 't1', 't2');
    assert.equal(read(), 'T=t2\n');
    assert.equal(said().split('\n').length, 1);
  });

  for (const by of ['one', 'other'] as const) {
    test(`follows no other where another process has undone the write: ${by}`, async () => {
      write('T=t0\n');
      const keepers = { one: keepRefreshTokens(file), other: keepRefreshTokens(file) };
      assert.equal(await keepers.other.successorOf('T', 't0'), undefined);
      await replace(keepers.one, 't0', 't1');
      assert.equal(await keepers.other.successorOf('T', 't0'), 't1');
      write('T=t0\n');
      assert.equal(await keepers[by].successorOf('T', 't1'), undefined);
      await replace(keepers[by], 't1', 't2');
      assert.equal(read(), 'T=t2\n');
    });
  }

  test('is remembered as long as it stands in the file', async (t) => {
    listen(t);
    const keeper = await keeperWithoutFile('T=t0\n');
    await replace(keeper, 't0', 't1');
    rmSync(path, { recursive: true });
    for (let count = 1; count < 1100; count += 1) {
      write('T=t0\n');
      assert.equal(await keeper.successorOf('T', `t${count}`), undefined);
      rmSync(path);
      await replace(keeper, `t${count}`, `t${count + 1}`);
    }
  });
});

suite('a login that the next start is without', () => {
  beforeEach(() => rmSync(path, { force: true, recursive: true }));

  const lost: readonly [of: string, text: string, isTold: boolean][] = [
    ['of the environment', 'A=1\n', true],
    ['of the environment, before that of `.env`', 'T=of-another\n', true],
    ['of a file of its own', 'T_FILE=/run/secrets/t\n', true],
    ['of `.env`', 'T=secret-0\n', false],
  ];
  for (const [of, text, isTold] of lost) {
    test(`is told once for each variable: ${of}`, async (t) => {
      const said = listen(t);
      write(text);
      const keeper = keepRefreshTokens(file);
      await replace(keeper, 'secret-0', 'secret-1');
      await replace(keeper, 'secret-1', 'secret-2');
      const lines = said().split('\n').filter(Boolean);
      assert.equal(lines.length, isTold ? 1 : 0);
      assert.doesNotMatch(said(), /secret-\d/);
      if (isTold) assert.match(said(), /^T: .*not stand in \.env.*Take T and T_FILE out.*npm run login/);
      await replace(keeper, 'secret-0', 'secret-1', 'U');
      assert.match(said(), /^U: /m);
    });
  }

  test('is told where `.env` cannot be written', async (t) => {
    const said = listen(t);
    const keeper = await keeperWithoutFile('T=secret-0\n');
    await replace(keeper, 'secret-0', 'secret-1');
    await replace(keeper, 'secret-1', 'secret-2');
    assert.match(said(), /^T: [^\n]*\.env cannot be written[^\n]*npm run login[^\n]*$/);
    assert.doesNotMatch(said(), /secret-\d/);
  });

  test('is none where a person has signed in meanwhile', async (t) => {
    const said = listen(t);
    write('T=t0\n');
    const keeper = keepRefreshTokens(file);
    await keeper.successorOf('T', 't0');
    write('T=login\n');
    await replace(keeper, 't0', 't1');
    assert.equal(said(), '');
  });
});
