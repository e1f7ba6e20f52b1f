import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createRetelling, type Retelling } from '../../src/plan/schemas/retold.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';

const both = new Set<Retelling>(['without-words', 'as-the-first']);

const members = (width: number, words: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Array.from({ length: width }, (_, at) => [`member${at}`, { type: 'string', maxLength: at, ...words }]),
  );

const large = members(12, { description: 'A word or two on it.' });
const object = (properties: JsonSchema): JsonSchema => ({ type: 'object', properties });

suite('what an argument holds a second time', () => {
  const twice = object({
    a: { ...object(large), description: 'One.' },
    b: { ...object(large), description: 'Two.' },
  });

  test('is listed whole, its words left out', () => {
    const retold = createRetelling('without-words', both)('body', twice);
    assert.deepEqual(
      retold,
      object({
        a: { ...object(large), description: 'One.' },
        b: { ...object(members(12, {})), description: 'Two.' },
      }),
    );
  });

  test('is told in words', () => {
    const retold = createRetelling('as-the-first', both)('body', twice);
    const second = (retold['properties'] as Readonly<Record<string, JsonSchema>>)['b'];
    const description = 'Two. Same shape as `body.a`.';
    assert.deepEqual(second, { type: 'object', description, properties: {}, additionalProperties: true });
  });

  test('is found below lists, maps and branches', () => {
    const list = { type: 'array', items: object(large) };
    const json = object({
      a: list,
      b: { anyOf: [list, { type: 'null' }] },
      c: { ...object({}), additionalProperties: list },
    });
    const text = JSON.stringify(createRetelling('as-the-first', both)('body', json));
    assert.equal(text.split('Same shape as `body.a`.').length, 3);
  });

  test('is listed again where it is small', () => {
    const small = object({ a: object(members(2, {})), b: object(members(2, {})) });
    assert.equal(createRetelling('as-the-first', both)('body', small), small);
  });

  test('is listed again where no pass says otherwise', () => {
    assert.equal(createRetelling('as-the-first', new Set())('body', twice), twice);
    const words = createRetelling('without-words', both)('body', twice);
    assert.deepEqual(
      createRetelling('as-the-first', new Set<Retelling>(['without-words']))('body', twice),
      words,
    );
  });
});
