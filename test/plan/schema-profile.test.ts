import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { passes } from '../../src/plan/schema-profile.js';
import { anything, readShape, typeBits, type Shape } from '../../src/plan/schema-shape.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';

function shapeOf(schema: JsonSchema): Shape {
  return readShape(schema) ?? anything;
}

suite('a pass', () => {
  const cases: readonly [
    pass: keyof typeof passes,
    of: string,
    schema: JsonSchema,
    expected: Partial<Shape>,
  ][] = [
    [
      'inclusiveBounds',
      'keeps the tighter bound',
      { minimum: 5, exclusiveMinimum: 3 },
      { limits: { minimum: 5 } },
    ],
    [
      'inclusiveBounds',
      'moves a bound of integers up',
      { type: 'integer', exclusiveMinimum: 1.5 },
      { limits: { minimum: 2 } },
    ],
    [
      'inclusiveBounds',
      'leaves other limits',
      { minimum: 5, maxLength: 1 },
      { limits: { minimum: 5, maxLength: 1 } },
    ],
    ['portablePatterns', 'drops what hosts cannot read', { pattern: '(?<n>a)' }, { limits: {} }],
    [
      'portablePatterns',
      'keeps groups that capture nothing',
      { pattern: '(?:a)' },
      { limits: { pattern: '(?:a)' } },
    ],
    ['tellingFormats', 'drops storage', { format: 'double' }, { limits: {} }],
    ['tellingFormats', 'keeps dates', { format: 'date' }, { limits: { format: 'date' } }],
    ['describedValues', 'leaves text', { enum: ['a'] }, { values: ['a'], notes: [] }],
    [
      'describedValues',
      'tells numbers with their range',
      { enum: [3, 1] },
      { values: undefined, limits: { minimum: 1, maximum: 3 }, notes: ['One of 3, 1.'] },
    ],
    [
      'describedValues',
      'tells how many there are where they are too many',
      { enum: Array.from({ length: 60 }, (_, at) => at) },
      { limits: { minimum: 0, maximum: 59 } },
    ],
    [
      'describedValues',
      'leaves out numbers that JSON has not',
      { enum: [1, Infinity, NaN, 'a'] },
      { values: undefined, limits: { minimum: 1, maximum: 1 }, notes: ['One of 1, "a".'] },
    ],
    [
      'describedValues',
      'says nothing where no number of JSON is left',
      { const: -Infinity },
      { values: undefined, limits: {}, notes: [] },
    ],
    ['readableEnums', 'leaves lists that fit', { enum: ['a', 'b'] }, { values: ['a', 'b'] }],
    [
      'readableEnums',
      'tells lists that fill a tool',
      { enum: Array.from({ length: 900 }, (_, at) => `value-${at}`) },
      { values: undefined },
    ],
    [
      'ownMembers',
      'drops members that every object inherits, and what others may be',
      { properties: { toString: { type: 'integer' }, id: true }, additionalProperties: { type: 'string' } },
      { members: { properties: new Map([['id', true]]), required: new Set(), additional: undefined } },
    ],
    [
      'ownMembers',
      'leaves what has none of those',
      { properties: { id: true }, additionalProperties: false },
      { members: { properties: new Map([['id', true]]), required: new Set(), additional: false } },
    ],
    [
      'openMembers',
      'asks for nothing',
      { properties: {}, required: ['a'], additionalProperties: false },
      {
        members: { properties: new Map(), required: new Set(), additional: undefined },
      },
    ],
    [
      'unlimited',
      'drops limits and values',
      { type: 'string', maxLength: 2, enum: ['a'] },
      { limits: {}, values: undefined },
    ],
  ];
  for (const [pass, of, schema, expected] of cases) {
    test(`${pass} ${of}`, () => {
      const shape = shapeOf(schema);
      const before = structuredClone(shape);
      const passed = passes[pass](shape);
      assert.deepEqual({ ...passed, ...expected }, passed);
      assert.deepEqual(shape, before, 'it changed its argument');
    });
  }

  test('readableEnums says how many values there are', () => {
    const { notes } = passes.readableEnums(
      shapeOf({ enum: Array.from({ length: 900 }, (_, at) => `value-${at}`) }),
    );
    assert.match(notes[0] ?? '', /^One of "value-0", .* … \(900 in all\)\.$/);
  });
});

suite('a shape', () => {
  test('of a number is an integer or a fraction', () => {
    assert.equal(shapeOf({ type: 'number' }).types, typeBits.integer | typeBits.fraction);
    assert.equal(shapeOf({ type: 'integer' }).types, typeBits.integer);
  });

  test('has the types of its values', () => {
    assert.equal(shapeOf({ enum: [1, 'a'] }).types, typeBits.integer | typeBits.string);
    assert.equal(readShape({ type: 'string', enum: [1] }), undefined);
    assert.equal(readShape({ const: 'a', enum: ['b'] }), undefined);
  });
});
