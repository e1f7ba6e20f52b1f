import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pathProblems } from './path-values.js';

suite('what a path value may come to', () => {
  const cases: readonly [
    of: string,
    expect: string,
    value: string,
    isError: boolean,
    sent: string[],
    right: boolean,
  ][] = [
    ['exactly the path', '/v1/users/a%2Fb/posts', 'a/b', false, ['/v1/users/a%2Fb/posts?k=1'], true],
    ['another path', '/v1/users/a%2Fb/posts', 'a/b', false, ['/v1/users/a/b/posts'], false],
    ['the path twice', '/v1/x', 'x', false, ['/v1/x', '/v1/x'], false],
    ['nothing', '/v1/x', 'x', false, [], false],
    ['an error in place of a path', '/v1/x', 'x', true, [], false],
    ['an error that was expected', 'ERROR', '..', true, [], true],
    ['an error after a request', 'ERROR', '..', true, ['/v1/posts'], false],
    ['a request in place of an error', 'ERROR', '..', false, ['/v1/posts'], false],
    ['either', 'ERROR or /v1/a%00b', 'x', false, ['/v1/a%00b'], true],
    ['an encoded value', 'ERROR or fully encoded', 'a\r\n', false, ['/v1/users/a%0D%0A/posts'], true],
    ['a half encoded value', 'ERROR or fully encoded', 'a/\n', false, ['/v1/users/a/%0A/posts'], false],
  ];
  for (const [of, expect, value, isError, sent, right] of cases) {
    test(`${right ? 'takes' : 'refuses'} ${of}`, () => {
      const requests = sent.map((target) => ({
        method: 'GET',
        target,
        headers: new Map<string, string>(),
        body: Buffer.alloc(0),
      }));
      const problems = pathProblems({ value, expect }, { called: { isError, line: '{}' }, requests });
      assert.equal(problems.length === 0, right, problems.join('\n'));
    });
  }
});
