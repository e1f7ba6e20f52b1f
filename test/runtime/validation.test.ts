import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { loadPatternEngine } from '../../src/runtime/patterns.js';
import { createValidators, describeViolation } from '../../src/runtime/validation.js';

async function problemOf(schema: JsonSchema, value: unknown): Promise<string | undefined> {
  const violation = (await createValidators()(schema))(value);
  return violation === undefined ? undefined : describeViolation(violation);
}

const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
});

suite('valid values', () => {
  const cases: readonly [of: string, schema: JsonSchema, value: unknown][] = [
    [
      'a format is an annotation (2020-12 validation 7.2.1)',
      { type: 'string', format: 'date-time' },
      'tomorrow',
    ],
    ['an absent `constructor` is absent', object({ constructor: { type: 'integer' } }), {}],
    ['keywords of other dialects mean nothing', { type: 'string', nullable: true, 'x-mcp-header': 'A' }, 'a'],
    ['`prefixItems` is 2020-12', { prefixItems: [{ type: 'string' }], items: { type: 'integer' } }, ['a', 1]],
    ['a pattern is searched, not anchored', { type: 'string', pattern: 'b' }, 'abc'],
    ['white space is ECMA-262’s', { type: 'string', pattern: '^\\s\\s[\\s]$' }, '\u00a0\u2003\ufeff'],
    ['look-ahead is not checked', { type: 'string', pattern: '^(?=a)b$' }, 'anything'],
    ['a negated space in a class is not checked', { type: 'string', pattern: '^[^\\S]$' }, 'a'],
    ['a broken pattern is not checked', { type: 'string', pattern: '[' }, 'x'],
    ['an integer may be written 1.0', { type: 'integer' }, 1.0],
    ['`uniqueItems` with different items', { uniqueItems: true }, [1, '1', [1], { a: 1 }, [['a', 1]]]],
    ['a schema that cannot be compiled', { $ref: '#/$defs/none' }, 1],
  ];
  for (const [of, schema, value] of cases) {
    test(of, async () => assert.equal(await problemOf(schema, value), undefined));
  }
});

suite('violations name the place and the rule', () => {
  const cases: readonly [schema: JsonSchema, value: unknown, problem: string][] = [
    [{ type: 'integer' }, 'secret', 'must be integer'],
    [object({ a: { type: 'array', items: { type: 'string' } } }), { a: ['x', 5] }, "'a/1' must be string"],
    [{ type: 'object', required: ['b'] }, {}, "'b' is required"],
    [{ type: 'object', required: ['constructor'] }, {}, "'constructor' is required"],
    [
      object({ a: { ...object({}), additionalProperties: false } }),
      { a: { 'x/y': 1 } },
      "'a/x~1y' is not a known property",
    ],
    [{ enum: ['a', 'b'] }, 'secret', 'must be one of ["a","b"]'],
    [{ const: 'a' }, 'secret', 'must be "a"'],
    [{ type: 'string', pattern: '^a+$' }, 'secret', 'must match pattern "^a+$"'],
    [{ type: 'string', pattern: '^[^\\s]$' }, '\u00a0', 'must match pattern "^[^\\s]$"'],
    [{ type: 'string', maxLength: 2 }, 'secret', 'must NOT have more than 2 characters'],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'secret', 'must be integer'],
    [
      { anyOf: [object({ a: { type: 'integer' } }), { type: 'null' }] },
      { a: 'secret' },
      "'a' must be integer",
    ],
    [
      { anyOf: [{ type: 'integer' }, { type: 'boolean' }] },
      'secret',
      'fits none of the forms that are allowed',
    ],
    [
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      'must not have equal items',
    ],
    [{ type: 'object', propertyNames: { maxLength: 1 } }, { ab: 1 }, "'ab' has a name that is not allowed"],
    [
      object(JSON.parse('{"__proto__":{"type":"string"}}') as Record<string, JsonSchema>),
      JSON.parse('{"__proto__":1}'),
      "'__proto__' must be string",
    ],
  ];
  for (const [schema, value, problem] of cases) {
    test(problem, async () => {
      assert.equal(await problemOf(schema, value), problem);
      assert.doesNotMatch(problem, /secret/);
    });
  }

  test('two patterns are two patterns', async () => {
    const schema = object({ a: { type: 'string', pattern: '^a$' }, b: { type: 'string', pattern: '^b$' } });
    assert.equal(await problemOf(schema, { a: 'a', b: 'b' }), undefined);
    assert.match((await problemOf(schema, { a: 'a', b: 'a' })) ?? '', /'b' must match pattern/);
  });

  test('a property called __proto__ is a known one', async () => {
    const properties = JSON.parse('{"__proto__":{"type":"string"}}') as Record<string, JsonSchema>;
    const schema = { ...object(properties), additionalProperties: false };
    assert.equal(await problemOf(schema, JSON.parse('{"__proto__":"a"}')), undefined);
  });
});

suite('several violations at once', () => {
  const text = { type: 'string' };
  const integer = { type: 'integer' };
  const none = { type: 'null' };
  const cases: readonly (readonly [
    of: string,
    schema: JsonSchema,
    value: unknown,
    all: readonly string[],
  ])[] = [
    ['nothing', object({ a: integer }), { a: 1 }, []],
    [
      'members in their order',
      { ...object({ a: integer, b: text }), required: ['c'], additionalProperties: false },
      { a: 'x', b: 1, d: 1 },
      ["'c' is required", "'d' is not a known property", "'a' must be integer", "'b' must be string"],
    ],
    [
      'all of the branch that was meant',
      object({ a: { anyOf: [object({ b: integer, c: text }), none] } }),
      { a: { b: 'x', c: 1 } },
      ["'a/b' must be integer", "'a/c' must be string"],
    ],
    [
      'a union by itself where several branches were meant',
      object({ a: { anyOf: [integer, { type: 'boolean' }] }, b: integer }),
      { a: 'x', b: 'y' },
      ["'a' fits none of the forms that are allowed", "'b' must be integer"],
    ],
    [
      'a union in a union',
      object({ a: { anyOf: [object({ b: { anyOf: [integer, none] }, c: text }), none] } }),
      { a: { b: 'x', c: 1 } },
      ["'a/b' must be integer", "'a/c' must be string"],
    ],
    [
      'values in place of their type',
      object({ a: { type: 'string', enum: ['x'] }, b: { type: 'string', minLength: 2, pattern: '^a' } }),
      { a: 1, b: 'b' },
      [
        '\'a\' must be one of ["x"]',
        "'b' must NOT have fewer than 2 characters",
        '\'b\' must match pattern "^a"',
      ],
    ],
    [
      'the first of a value with thousands of parts',
      { type: 'array', items: integer },
      Array<string>(5_000).fill('x'),
      ["'0' must be integer"],
    ],
  ];
  for (const [of, schema, value, all] of cases) {
    test(of, async () => {
      const validate = await createValidators()(schema);
      assert.deepEqual(validate.all(value).map(describeViolation), all);
    });
  }
});

suite('hostile values end in time', () => {
  const cases: readonly [of: string, schema: JsonSchema, value: () => unknown][] = [
    ['nested quantifiers', { type: 'string', pattern: '^(a+)+$' }, () => `${'a'.repeat(50_000)}!`],
    ['alternatives that overlap', { type: 'string', pattern: '^(a|a)*$' }, () => `${'a'.repeat(50_000)}!`],
    ['a long run of spaces', { type: 'string', pattern: '^\\s+|\\s+$' }, () => `x${' '.repeat(100_000)}x`],
    [
      'many texts',
      { items: { type: 'string', pattern: '^(\\w+\\s?)*$' } },
      () => Array<string>(100_000).fill('aaaaaaaaaaaaaaaaaaaaaaa!'),
    ],
    ['equal items', { uniqueItems: true }, () => Array.from({ length: 200_000 }, (_, index) => ({ index }))],
    ['depth', object({}), () => JSON.parse(`${'[{"a":'.repeat(100_000)}1${'}]'.repeat(100_000)}`) as unknown],
  ];
  for (const [of, schema, value] of cases) {
    test(of, async () => {
      const validate = await createValidators()(schema);
      const made = value();
      validate(of);
      const start = performance.now();
      validate(made);
      // Generous, since other work shares the machine; the language's own engine would take years.
      assert.ok(performance.now() - start < 2_000);
    });
  }
});

test('what one validation may match is bounded, and the next starts anew', async () => {
  const { compile, reset } = await loadPatternEngine();
  const pattern = compile('^a*$');
  assert.equal(pattern.test('b'), false);
  assert.equal(pattern.test('a'.repeat(200_000)), true);
  assert.equal(pattern.test('b'), true, 'beyond the budget nothing is refused');
  reset();
  assert.equal(pattern.test('b'), false);
});

test('every validation has the whole budget', async () => {
  const validate = await createValidators()({ type: 'string', pattern: '^a*$' });
  for (const text of ['a'.repeat(90_000), 'b']) assert.equal(validate(text) === undefined, text !== 'b');
  assert.equal(validate('a'.repeat(90_000)), undefined);
  assert.notEqual(validate(`${'a'.repeat(90_000)}b`), undefined);
});

test('a schema is compiled once', async () => {
  const validatorOf = createValidators();
  const schema = { type: 'string' };
  assert.equal(await validatorOf(schema), await validatorOf(schema));
});
