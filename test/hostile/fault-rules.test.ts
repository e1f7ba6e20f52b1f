import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { faultResult } from './fault-clients.js';
import {
  all,
  differs,
  either,
  fails,
  failsWith,
  gives,
  hides,
  isClean,
  says,
  takes,
  tells,
  type Rule,
} from './fault-rules.js';

interface Given {
  readonly isError?: true;
  readonly structuredContent?: unknown;
  readonly text?: string;
}

const succeeded = 'The call to the API succeeded and must not be repeated; its answer does not fit';

suite('what a fault may come to', () => {
  const cases: readonly [of: string, rule: Rule, given: Given, isRight: boolean][] = [
    ['a failure', fails('x', /why/), { isError: true, text: 'why [x]' }, true],
    ['a success in place of a failure', fails('x', /why/), { text: 'why [x]' }, false],
    ['another failure', fails('x', /why/), { isError: true, text: 'why [y]' }, false],
    ['a failure without words', fails('x', /why/), { isError: true, text: '[x]' }, false],
    [
      'a failure with a structure',
      fails('x', /why/),
      { isError: true, text: 'why [x]', structuredContent: {} },
      false,
    ],
    ['a status', failsWith(429, /slow/), { isError: true, text: '429 x [upstream-status]\nslow' }, true],
    ['another status', failsWith(429), { isError: true, text: '503 x [upstream-status]' }, false],
    ['a value', gives({ a: 1 }, /one/), { structuredContent: { a: 1, b: 2 }, text: 'one' }, true],
    ['another value', gives({ a: 1 }), { structuredContent: { a: 2 } }, false],
    ['no value', gives({}), { text: 'one' }, false],
    ['a value that failed', gives({ a: 1 }), { isError: true, structuredContent: { a: 1 } }, false],
    ['a value for older clients', gives({ a: 1 }), { structuredContent: { result: { a: 1 } } }, true],
    ['a text', tells(/one/), { text: 'one' }, true],
    ['a text with a structure', tells(/one/), { text: 'one', structuredContent: {} }, false],
    ['a text that failed', tells(/one/), { isError: true, text: 'one' }, false],
    ['another answer than promised', differs(/one/), { isError: true, text: `${succeeded}\none` }, true],
    ['one that is called a success', differs(/one/), { text: `${succeeded}\none` }, false],
    ['one that may be repeated', differs(/one/), { isError: true, text: 'one' }, false],
    ['either', either(says(/one/), says(/two/)), { text: 'two' }, true],
    ['neither', either(says(/one/), says(/two/)), { text: 'three' }, false],
    ['one of all', all(says(/one/), says(/two/)), { text: 'one' }, false],
    ['what is to be hidden', hides(/secret/), { structuredContent: { a: 'secret' } }, false],
    ['a clean result', isClean(['the-secret']), { text: 'fine, ünï', structuredContent: { a: '\n' } }, true],
    ['a secret', isClean(['the-secret']), { structuredContent: { a: 'the-secret' } }, false],
    ['a hidden character', isClean([]), { text: 'a\u{e0041}' }, false],
    ['a hidden character in an escape', isClean([]), { text: '"\\udb40\\udc41"' }, false],
    ['a mark of direction', isClean([]), { structuredContent: { a: '\u202e' } }, false],
    ['a control', isClean([]), { text: '\u001b[31m' }, false],
    ['a stack', isClean([]), { isError: true, text: 'x\n    at run (file:///a.js:1:2)' }, false],
    ['what was smuggled', isClean([]), { text: 'PWNED' }, false],
    ['a fault of the server', isClean([]), { isError: true, text: 'x [internal-error]' }, false],
  ];
  for (const [of, rule, { text = '', ...given }, isRight] of cases) {
    test(`${isRight ? 'takes' : 'refuses'} ${of}`, () => {
      const problems = rule(faultResult({ ...given, content: [{ type: 'text', text }] }, 0));
      assert.equal(problems.length === 0, isRight, problems.join('\n'));
    });
  }

  const times: readonly [milliseconds: number, isRight: boolean][] = [
    [9, false],
    [10, true],
    [20, true],
    [21, false],
  ];
  for (const [milliseconds, isRight] of times) {
    test(`${isRight ? 'takes' : 'refuses'} ${milliseconds} ms of 10 to 20`, () => {
      assert.equal(takes(10, 20)(faultResult({ content: [] }, milliseconds)).length === 0, isRight);
    });
  }
});
