import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createAllows, scopeChallenge, wantedScopes } from '../../src/runtime/authorization/scopes.js';
import { madeCaller } from './callers.js';

suite('scopes of a tool and of a token', () => {
  const implies = JSON.parse(
    `{ "admin": ["write"], "write": ["read"], "a": ["b"], "b": ["a", "c"],
       "__proto__": ["constructor"], "constructor": ["toString"] }`,
  ) as Record<string, string[]>;
  const allows = createAllows(implies);

  const cases: readonly [of: string, granted: readonly string[], sets: string[][], expected: boolean][] = [
    ['the scope itself', ['read'], [['read']], true],
    ['another scope', ['list'], [['read']], false],
    ['no scope', [], [['read']], false],
    ['one of two in a set', ['read'], [['read', 'write2']], false],
    ['both of two in a set', ['read', 'write2'], [['write2', 'read']], true],
    ['the second of two sets', ['other'], [['read', 'write'], ['other']], true],
    [
      'halves of two sets',
      ['x', 'y'],
      [
        ['x', 'b2'],
        ['y', 'a2'],
      ],
      false,
    ],
    ['a set of nothing', [], [['read'], []], true],
    ['a broader scope', ['write'], [['read']], true],
    ['one that is broader by two steps', ['admin'], [['read']], true],
    ['one that is narrower', ['read'], [['write']], false],
    ['a broader one for both of a set', ['admin'], [['write', 'read']], true],
    ['one of a ring', ['a'], [['c']], true],
    ['the other of a ring', ['b'], [['a']], true],
    ['one that a ring implies', ['c'], [['a']], false],
    ['the same in another case', ['READ'], [['read']], false],
    ['a longer one', ['read:all'], [['read']], false],
    ['a name of every object', [], [['constructor']], false],
    ['such a name as the broader one', ['__proto__'], [['toString']], true],
    ['the narrower of such names', ['toString'], [['__proto__']], false],
  ];
  for (const [of, granted, sets, expected] of cases) {
    test(`${of} ${expected ? 'is' : 'is not'} enough`, () => {
      assert.equal(allows(madeCaller(granted), sets), expected);
    });
  }

  test('a tool that asks for nothing is everybody’s', () => {
    assert.equal(allows(madeCaller([]), undefined), true);
    assert.equal(allows(madeCaller([]), []), true);
  });

  test('a token without scopes, and nobody, may do everything', () => {
    assert.equal(allows(madeCaller(undefined), [['read']]), true);
    assert.equal(allows(undefined, [['read']]), true);
  });

  test('a long chain is followed to its end', () => {
    const chain = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`s${at}`, [`s${at + 1}`]]));
    const follows = createAllows(chain);
    assert.equal(follows(madeCaller(['s0']), [['s20000']]), true);
    assert.equal(follows(madeCaller(['s20000']), [['s0']]), false);
  });
});

suite('what is asked for', () => {
  test('is the first set, whole (MCP authorization "Scope Challenge Handling")', () => {
    assert.deepEqual(wantedScopes([['a', 'b'], ['c']]), ['a', 'b']);
    assert.deepEqual(scopeChallenge([['a', 'b'], ['c']]), {
      scopes: ['a', 'b'],
      errorDescription: 'This tool needs the scopes a b.',
    });
  });

  test('is every scope once, and none that no answer can name (RFC 6749 3.3)', () => {
    assert.deepEqual(wantedScopes([['a', 'a', 'b c', 'd"', '\\', 'é', '', 'ok!~']]), ['a', 'ok!~']);
    assert.equal(scopeChallenge([['b c']]), undefined);
    assert.equal(scopeChallenge(undefined), undefined);
  });
});
