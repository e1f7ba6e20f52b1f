import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, suite, test } from 'node:test';
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

  test('makes no file', async () => {
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

  test('is none for a token that came from elsewhere: another one may stand for another person', async () => {
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
