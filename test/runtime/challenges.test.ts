import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readChallenges } from '../../src/runtime/credentials/challenges.js';

type Read = readonly (readonly [scheme: string, parameters: Readonly<Record<string, string>>])[];

suite('WWW-Authenticate (RFC 9110 11.6.1)', () => {
  const cases: readonly [of: string, fields: string | readonly string[] | undefined, expected: Read][] = [
    ['no field', undefined, []],
    ['an empty field', ['', ' , ,'], []],
    ['a scheme alone', 'Negotiate', [['negotiate', {}]]],
    [
      'schemes alone',
      'Negotiate,NTLM , Basic',
      [
        ['negotiate', {}],
        ['ntlm', {}],
        ['basic', {}],
      ],
    ],
    ['parameters', 'Basic realm="a b", charset=UTF-8', [['basic', { realm: 'a b', charset: 'UTF-8' }]]],
    [
      'the example of the standard',
      'Basic realm="simple", Newauth realm="apps", type=1, title="Login to \\"apps\\""',
      [
        ['basic', { realm: 'simple' }],
        ['newauth', { realm: 'apps', type: '1', title: 'Login to "apps"' }],
      ],
    ],
    [
      'several fields',
      ['Basic realm="a"', 'Digest realm="b"'],
      [
        ['basic', { realm: 'a' }],
        ['digest', { realm: 'b' }],
      ],
    ],
    [
      'a token68, alone and before others',
      'Negotiate YWJj==, Digest realm="b"',
      [
        ['negotiate', {}],
        ['digest', { realm: 'b' }],
      ],
    ],
    ['space around =', 'Digest realm = "a" , nonce\t=\tb', [['digest', { realm: 'a', nonce: 'b' }]]],
    ['names in any case', 'DIGEST Realm="a", NONCE="b"', [['digest', { realm: 'a', nonce: 'b' }]]],
    [
      'commas and schemes in quotes',
      'Digest realm="a, Basic realm=x", qop="auth,auth-int"',
      [['digest', { realm: 'a, Basic realm=x', qop: 'auth,auth-int' }]],
    ],
    ['the first of two of one name', 'Digest nonce="a", nonce="b"', [['digest', { nonce: 'a' }]]],
    [
      'a value with = that should be quoted',
      'Digest nonce=abc==, realm="b"',
      [['digest', { nonce: 'abc==', realm: 'b' }]],
    ],
    [
      'names as members of objects have',
      'Digest __proto__="a", constructor="b"',
      [
        [
          'digest',
          Object.fromEntries([
            ['__proto__', 'a'],
            ['constructor', 'b'],
          ]),
        ],
      ],
    ],
    ['parameters of no scheme', 'realm="a", Basic realm="b"', [['basic', { realm: 'b' }]]],
    [
      'an open quote',
      'Basic realm="a", Digest realm="b',
      [
        ['basic', { realm: 'a' }],
        ['digest', {}],
        ['realm', {}],
      ],
    ],
  ];
  for (const [of, fields, expected] of cases) {
    test(of, () => {
      const read = readChallenges(fields).map(({ scheme, parameters }) => [
        scheme,
        Object.fromEntries(parameters),
      ]);
      assert.deepEqual(read, expected);
    });
  }

  test('is read in time that grows with its length', () => {
    const start = performance.now();
    for (const part of ['a ', 'a=', 'a=" ', '\\"', ', ', 'a="b" ', '=', 'Digest a', '"\\']) {
      readChallenges(part.repeat(100_000));
    }
    assert.ok(performance.now() - start < 2_000);
  });
});
