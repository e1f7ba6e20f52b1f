import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { toldOnce } from '../../src/plan/schemas/retold.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';

const members = (width: number, words: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Array.from({ length: width }, (_, at) => [`member${at}`, { type: 'string', maxLength: at, ...words }]),
  );

const large = members(12, { description: 'A word or two on it.' });
const object = (properties: JsonSchema): JsonSchema => ({ type: 'object', properties });

suite('what an argument holds a second time', () => {
  test('is listed with all that limits it, the words on its members left out', () => {
    const twice = object({
      a: { ...object(large), description: 'One.' },
      b: { ...object(large), description: 'Two.' },
    });
    assert.deepEqual(
      toldOnce(twice),
      object({
        a: { ...object(large), description: 'One.' },
        b: { ...object(members(12, {})), description: 'Two.' },
      }),
    );
  });

  test('is found below lists, maps and branches', () => {
    const list = { type: 'array', items: object(large) };
    const json = object({
      a: list,
      b: { anyOf: [list, { type: 'null' }] },
      c: { ...object({}), additionalProperties: list },
    });
    const text = JSON.stringify(toldOnce(json));
    assert.equal(text.split('A word or two on it.').length, 13);
    assert.equal(text.split('"maxLength":11').length, 4);
  });

  test('is listed again where it is small', () => {
    const small = members(2, { description: 'A word or two on it.' });
    const json = object({ a: object(small), b: object(small) });
    assert.equal(toldOnce(json), json);
  });

  test('is not what stands there once', () => {
    const json = object({ a: object(large), b: object(members(11, { description: 'Another word.' })) });
    assert.equal(toldOnce(json), json);
  });
});
