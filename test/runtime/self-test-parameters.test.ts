import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ParameterBinding } from '../../src/runtime/binding.js';
import { pairsOf, parameterProblem } from '../../src/runtime/self-test/parameters.js';

function problemOf(parameter: Partial<ParameterBinding>, sent: string, value: unknown): string | undefined {
  const bound = { property: 'q', name: 'q', in: 'querystring', ...parameter } as ParameterBinding;
  const isCookie = bound.in === 'cookie';
  const received = {
    path: new Map<string, string>(),
    query: isCookie ? [] : pairsOf(sent, '&'),
    querystring: isCookie ? '' : sent,
    headers: {},
    cookies: isCookie ? pairsOf(sent, '; ') : [],
  };
  return parameterProblem(received, bound, value);
}

suite('the self-test of an emitted server finds', () => {
  const json = { mediaType: 'application/json' };
  const form = { mediaType: 'application/x-www-form-urlencoded' };
  const cookie = { in: 'cookie', style: 'cookie', explode: true } as const;
  const cases: readonly [
    of: string,
    parameter: Partial<ParameterBinding>,
    sent: string,
    value: unknown,
    isThere: boolean,
  ][] = [
    ['JSON that is the query', json, '%7B%22a%22%3A1%7D', { a: 1 }, true],
    ['JSON before a credential', json, '%5B1%5D&key=s', [1], true],
    ['text that is the query', { mediaType: 'text/plain' }, 'a%20b', 'a b', true],
    ['a form that is the query', form, 'a=1&b%5Bc%5D=2&e=3', { a: 1, b: { c: 2 }, d: { e: 3 } }, true],
    ['other JSON', json, '%7B%22a%22%3A2%7D', { a: 1 }, false],
    ['a form that lacks a member', form, 'a=1', { a: 1, b: 2 }, false],
    ['nothing', json, '', [1], false],
    ['a cookie that is not decoded', cookie, 'q=a%20b', 'a%20b', true],
    ['a cookie that was encoded', cookie, 'q=a%20b', 'a b', false],
  ];
  for (const [of, parameter, sent, value, isThere] of cases) {
    test(`${of}: ${isThere ? 'right' : 'wrong'}`, () => {
      assert.equal(problemOf(parameter, sent, value) === undefined, isThere);
    });
  }
});
