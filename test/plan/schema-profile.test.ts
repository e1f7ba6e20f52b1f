import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { passes, passSetOf, portable } from '../../src/plan/schema-profile.js';
import type { Annotations } from '../../src/plan/schemas/flatten.js';
import { anything, readShape, type Shape } from '../../src/plan/schemas/shape.js';
import { typeBits } from '../../src/plan/schemas/types.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';

function shapeOf(schema: JsonSchema): Shape {
  return readShape(schema) ?? anything;
}

type ShapePass = {
  [Name in keyof typeof passes]: (typeof passes)[Name]['on'] extends 'shape' ? Name : never;
}[keyof typeof passes];

suite('a pass on a shape', () => {
  const cases: readonly [pass: ShapePass, of: string, schema: JsonSchema, expected: Partial<Shape>][] = [
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
    ['portablePatterns', 'drops what hosts cannot read', { pattern: '(?=a)' }, { limits: {} }],
    ['portablePatterns', 'keeps what others can', { pattern: '(?:a)' }, { limits: { pattern: '(a)' } }],
    ['portablePatterns', 'drops what forbids nothing', { pattern: '^.*' }, { limits: {} }],
    [
      'portablePatterns',
      'keeps the lengths of what it drops',
      { pattern: '^.{2,4000}$', maxLength: 30 },
      { limits: { minLength: 2, maxLength: 30 } },
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
      { enum: Array.from({ length: 60 }, (_, at) => at * 2) },
      { limits: { minimum: 0, maximum: 118 } },
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
    [
      'describedValues',
      'says nothing that the range says',
      { enum: [2, 0, 1] },
      { values: undefined, limits: { minimum: 0, maximum: 2 }, notes: [] },
    ],
    [
      'describedValues',
      'says nothing beside one number',
      { const: 1.5 },
      { limits: { minimum: 1.5, maximum: 1.5 }, notes: [] },
    ],
    [
      'describedValues',
      'tells what numbers mean (x-enum-varnames)',
      { enum: [0, 5], 'x-enum-varnames': ['Low', 'High'] },
      { notes: ['0: Low; 5: High.'] },
    ],
    [
      'toldMeanings',
      'tells what texts mean (x-enum-descriptions)',
      { enum: ['a', 'b'], 'x-enum-descriptions': { a: 'The first', b: 'The second.' } },
      { values: ['a', 'b'], notes: ['a: The first; b: The second.'] },
    ],
    [
      'toldMeanings',
      'tells what texts mean (x-ms-enum)',
      {
        enum: ['a', 'b'],
        'x-ms-enum': {
          values: [
            { value: 'b', name: 'Bee' },
            { value: 'a', name: 'Ay' },
          ],
        },
      },
      { notes: ['a: Ay; b: Bee.'] },
    ],
    [
      'toldMeanings',
      'leaves words that repeat the values',
      { enum: ['a', 'b'], 'x-enumNames': ['A', 'B'] },
      { notes: [] },
    ],
    [
      'toldMeanings',
      'leaves what is told in part',
      { enum: ['a', 'b'], 'x-enumNames': ['First'] },
      { notes: [] },
    ],
    [
      'toldMeanings',
      'leaves lines of over 200 characters',
      { enum: ['a', 'b'], 'x-enumNames': ['First '.repeat(20), 'Second '.repeat(20)] },
      { notes: [] },
    ],
    [
      'impliedLengths',
      'drops lengths that the pattern holds',
      { pattern: '^AC[\\da-f]{32}$', minLength: 34, maxLength: 40 },
      { limits: { pattern: '^AC[\\da-f]{32}$' } },
    ],
    [
      'impliedLengths',
      'keeps those that are tighter',
      { pattern: '^a{1,9}$', minLength: 2, maxLength: 8 },
      { limits: { pattern: '^a{1,9}$', minLength: 2, maxLength: 8 } },
    ],
    [
      'impliedLengths',
      'keeps those beside a pattern that fits a part',
      { pattern: 'a{2}', minLength: 2, maxLength: 8 },
      { limits: { pattern: 'a{2}', minLength: 2, maxLength: 8 } },
    ],
    [
      'tellingLimits',
      'drops what every value keeps',
      { minLength: 0, minItems: 0, minimum: 0 },
      { limits: { minimum: 0 } },
    ],
    ['readableEnums', 'leaves lists that fit', { enum: ['a', 'b'] }, { values: ['a', 'b'] }],
    [
      'readableEnums',
      'tells lists that fill a tool',
      { enum: Array.from({ length: 2000 }, (_, at) => `value-${at}`) },
      { values: undefined },
    ],
  ];
  for (const [pass, of, schema, expected] of cases) {
    test(`${pass} ${of}`, () => {
      const shape = shapeOf(schema);
      const before = structuredClone(shape);
      const passed = passes[pass].apply(shape);
      assert.deepEqual({ ...passed, ...expected }, passed);
      assert.deepEqual(shape, before, 'it changed its argument');
    });
  }

  test('readableEnums says how many values there are', () => {
    const { notes } = passes.readableEnums.apply(
      shapeOf({ enum: Array.from({ length: 2000 }, (_, at) => `value-${at}`) }),
    );
    assert.match(notes[0] ?? '', /^One of "value-0", .* … \(2000 in all\)\.$/);
  });
});

suite('a pass on the alternatives of a place', () => {
  const cases: readonly [
    pass: 'joinNumbers' | 'dropTaken',
    of: string,
    schemas: readonly JsonSchema[],
    expected: readonly Partial<Shape>[],
  ][] = [
    [
      'joinNumbers',
      'makes constants one',
      [{ const: 1 }, { const: 3 }, { const: 'a' }],
      [{ values: [1, 3] }, { values: ['a'] }],
    ],
    [
      'joinNumbers',
      'leaves ranges',
      [{ const: 1 }, { type: 'integer', minimum: 3 }],
      [{ values: [1] }, { limits: { minimum: 3 } }],
    ],
    [
      'dropTaken',
      'drops what another takes',
      [{ type: 'string' }, { enum: ['a'] }],
      [{ notes: ['Such as "a".'] }],
    ],
    [
      'dropTaken',
      'keeps one of two that are the same',
      [{ type: 'string' }, { type: 'string' }],
      [{ types: typeBits.string }],
    ],
    [
      'dropTaken',
      'keeps what a limit may refuse',
      [{ type: 'string', maxLength: 2 }, { enum: ['abc'] }],
      [{ limits: { maxLength: 2 } }, { values: ['abc'] }],
    ],
    [
      'dropTaken',
      'drops values among others',
      [{ enum: ['a', 'b'] }, { enum: ['a'] }],
      [{ values: ['a', 'b'], notes: [] }],
    ],
    [
      'dropTaken',
      'keeps objects with members',
      [{ type: 'object' }, { type: 'object', properties: { a: true } }],
      [{ members: undefined }, { types: typeBits.object }],
    ],
  ];
  for (const [pass, of, schemas, expected] of cases) {
    test(`${pass} ${of}`, () => {
      const shapes = schemas.map(shapeOf);
      const passed = passes[pass].apply(shapes);
      assert.equal(passed.length, expected.length);
      for (const [at, shape] of passed.entries()) assert.deepEqual({ ...shape, ...expected[at] }, shape);
    });
  }
});

suite('joinCostly makes one of objects', () => {
  const cases: readonly [of: string, apart: number, joined: number, isJoined: boolean][] = [
    ['that repeat each other', 2000, 1100, true],
    ['that are small not, so that each is told apart', 400, 200, false],
    ['that have little in common not', 3000, 2200, false],
    ['that take more than a model reads at once', 6001, 5900, true],
    ['that would take no less not', 7000, 7000, false],
  ];
  for (const [of, apart, joined, isJoined] of cases) {
    test(of, () => assert.equal(passes.joinCostly.apply({ apart, joined }), isJoined));
  }
});

suite('a pass on a written schema', () => {
  const named = (description: string): JsonSchema => ({ type: 'string', description });
  const cases: readonly [
    pass: 'plainNull' | 'onceDescribed' | 'withoutSoleDefault',
    of: string,
    schema: JsonSchema,
    expected: JsonSchema,
  ][] = [
    [
      'plainNull',
      'says nothing of null',
      { anyOf: [named('A.'), { type: 'null', description: 'B.' }] },
      { anyOf: [named('A.'), { type: 'null' }] },
    ],
    [
      'plainNull',
      'leaves other branches',
      { anyOf: [named('A.'), named('B.')] },
      { anyOf: [named('A.'), named('B.')] },
    ],
    [
      'onceDescribed',
      'says once what branches say',
      { anyOf: [named('A.'), { type: 'integer', description: 'A.' }] },
      { anyOf: [named('A.'), { type: 'integer' }] },
    ],
    [
      'onceDescribed',
      'says once what the whole says',
      { description: 'A.', anyOf: [named('A.'), named('B.')] },
      { description: 'A.', anyOf: [{ type: 'string' }, named('B.')] },
    ],
    [
      'onceDescribed',
      'says once what the list says',
      { type: 'array', description: 'A.', items: named('A.') },
      { type: 'array', description: 'A.', items: { type: 'string' } },
    ],
    [
      'onceDescribed',
      'leaves what items say of their own',
      { type: 'array', description: 'A.', items: named('B.') },
      { type: 'array', description: 'A.', items: named('B.') },
    ],
    ['withoutSoleDefault', 'drops the only value', { enum: ['a'], default: 'a' }, { enum: ['a'] }],
    [
      'withoutSoleDefault',
      'leaves one of two',
      { enum: ['a', 'b'], default: 'a' },
      { enum: ['a', 'b'], default: 'a' },
    ],
  ];
  for (const [pass, of, schema, expected] of cases) {
    test(`${pass} ${of}`, () => assert.deepEqual(passes[pass].apply(schema), expected));
  }
});

suite('a pass on what the document says of a member', () => {
  const offers: readonly [annotations: Annotations, isOffered: boolean][] = [
    [{ readOnly: true }, false],
    [{ readOnly: false }, true],
    [{ writeOnly: true, default: 1 }, true],
    [{}, true],
  ];
  for (const [annotations, isOffered] of offers) {
    test(`withoutReadOnly offers ${JSON.stringify(annotations)}: ${isOffered}`, () => {
      assert.equal(passes.withoutReadOnly.apply(annotations), isOffered);
    });
  }

  const texts: readonly [of: string, text: string, limit: number, expected: string][] = [
    ['keeps whole sentences', 'One is short. Two is not so short.', 20, 'One is short.'],
    ['keeps what fits', 'One is short.', 13, 'One is short.'],
    ['takes markup out', 'One **is** short.', 40, 'One is short.'],
  ];
  for (const [of, text, limit, expected] of texts) {
    test(`shortTexts ${of}`, () => assert.equal(passes.shortTexts.apply(text, limit), expected));
  }
});

test('a set of passes applies those that it is made of, and no other', () => {
  const none = passSetOf([]);
  const shapes = [shapeOf({ type: 'string', format: 'int32', minLength: 0 })];
  assert.deepEqual(none.toShapes(shapes), shapes);
  assert.equal(none.offers({ readOnly: true }), true);
  assert.equal(none.toText('A **long** text.', 4), 'A **long** text.');
  assert.equal(none.joins({ apart: 1e6, joined: 1 }), false);
  assert.deepEqual(passSetOf(['tellingFormats']).toShapes(shapes)[0]?.limits, { minLength: 0 });
  assert.deepEqual(passSetOf(portable).toShapes(shapes)[0]?.limits, {});
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
