import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { model, operation, parameter, plan, schemaPool } from './documents.js';

const codes = new Set([
  'default-not-listed',
  'pattern-not-checked',
  'pattern-not-listed',
  'pattern-translated',
]);

function findingsOf(json: JsonSchema): readonly string[] {
  const api = model([operation({ parameters: [parameter('p', json)] })], {
    schemas: schemaPool({ Size: { type: 'integer' }, Choice: { enum: ['a'] } }),
  });
  return plan(api).found.flatMap(([code]) => (codes.has(code) ? [code] : []));
}

suite('what is not listed of a schema is reported', () => {
  const cases: readonly [of: string, json: JsonSchema, found: readonly string[]][] = [
    ['a pattern of another dialect', { pattern: '\\Aa' }, ['pattern-translated']],
    ['a pattern that is none', { pattern: '[' }, ['pattern-not-checked']],
    ['a pattern with look-around', { items: { pattern: '(?!a)' } }, ['pattern-not-listed']],
    ['not a pattern that is written another way', { pattern: '\\-' }, []],
    ['not an empty pattern', { pattern: '' }, []],
    ['a default of another type', { $ref: '#/$defs/Size', default: 'a' }, ['default-not-listed']],
    [
      'a default out of the enum',
      { allOf: [{ $ref: '#/$defs/Choice' }], default: 'b' },
      ['default-not-listed'],
    ],
    ['not a default that fits', { $ref: '#/$defs/Choice', default: 'a' }, []],
    ['not the default null, which says that there is none', { type: 'string', default: null }, []],
    ['not a default of what takes nothing', { type: 'string', allOf: [false], default: 1 }, []],
  ];
  for (const [of, json, found] of cases) test(of, () => assert.deepEqual(findingsOf(json), found));
});
