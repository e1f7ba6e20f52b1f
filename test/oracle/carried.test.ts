import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { canCarry, canCarryForm } from './carried.js';

suite('what a request can carry', () => {
  const cases: readonly [of: string, place: string, value: unknown, expected: boolean, style?: string][] = [
    ['a word in a path', 'path', 'a/b', true],
    ['nothing in a path', 'path', '', false],
    ['a dot segment (RFC 3986, 5.2.4)', 'path', '..', false],
    ['an empty word in a query', 'query', '', true],
    ['null in a query', 'query', null, false],
    ['an empty list', 'query', [], false],
    ['a list of lists', 'query', [['a']], false],
    ['an object in an object', 'query', { a: { b: 1 } }, false],
    ['a deep object', 'query', { a: { b: 1 } }, true, 'deepObject'],
    ['white space around a header (RFC 9110, 5.5)', 'header', ' a', false],
    ['a letter that a header has not', 'header', 'Grüße', false],
    ['the separator in a header', 'header', ['a,b'], false],
    ['a semicolon in a cookie (RFC 6265, 4.1.1)', 'cookie', 'a;b', false],
  ];
  for (const [of, place, value, expected, style] of cases) {
    const parameter = { in: place, name: 'p', required: false, schema: true, hasContent: false, style };
    test(of, () => assert.equal(canCarry(parameter, value), expected));
  }

  test('JSON as the content of a parameter', () => {
    const parameter = {
      in: 'query',
      name: 'p',
      required: false,
      schema: true,
      hasContent: true,
      style: undefined,
    };
    assert.equal(canCarry(parameter, { a: [null] }), true);
  });

  test('members of a form', () => {
    assert.equal(canCarryForm({ a: ['x'], b: '' }), true);
    assert.equal(canCarryForm({ a: [] }), false);
    assert.equal(canCarryForm({ a: null }), false);
    assert.equal(canCarryForm({ a: { b: {} } }), true);
    assert.equal(canCarryForm({ a: { b: {} } }, ['a']), false);
    assert.equal(canCarryForm({ a: { b: 'x' }, c: 1 }, ['a', 'c']), true);
  });
});
