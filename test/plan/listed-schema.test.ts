import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import type { Pool } from './schema-judge.js';
import { planOne, requestBody, response, schemaPool } from './documents.js';

type Json = JsonSchema | boolean;

function listedBody(json: Json, pool: Pool = {}): JsonSchema | undefined {
  const body = requestBody({ 'application/json': json });
  const tool = planOne({ method: 'POST', requestBody: body }, { schemas: schemaPool(pool) });
  return tool.inputSchema.properties['body'];
}

function listedOutput(json: Json, pool: Pool = {}): JsonSchema | undefined {
  const responses = [response('200', { 'application/json': json })];
  return planOne({ responses }, { schemas: schemaPool(pool) }).outputSchema;
}

const open = { properties: {}, additionalProperties: true };
const text = { type: 'string' };

suite('a schema is listed in the profile portable', () => {
  const cases: readonly [of: string, json: Json, expected: JsonSchema][] = [
    ['true as anything', true, {}],
    ['false as anything, which is more', false, {}],
    ['an object without properties as a map', { type: 'object' }, { type: 'object', ...open }],
    ['an array without items with items', { type: 'array' }, { type: 'array', items: {} }],
    ['properties without a type, without a type', { properties: { a: text } }, { properties: { a: text } }],
    [
      'a typed map with its values',
      { type: 'object', additionalProperties: { type: 'integer' } },
      { type: 'object', properties: {}, additionalProperties: { type: 'integer' } },
    ],
    [
      'a closed object closed',
      { type: 'object', properties: { a: text }, additionalProperties: false },
      { type: 'object', properties: { a: text }, additionalProperties: false },
    ],
    [
      'pattern properties as a map of what they may be',
      { type: 'object', additionalProperties: false, patternProperties: { '^x-': text } },
      { type: 'object', properties: {}, additionalProperties: text },
    ],
    [
      'a tuple as a list of all its items',
      { type: 'array', prefixItems: [text, { type: 'null' }], items: false },
      {
        type: 'array',
        items: { anyOf: [text, { type: 'null' }] },
      },
    ],
    ['a list of types as branches', { type: ['string', 'integer'] }, { anyOf: [text, { type: 'integer' }] }],
    ['a nullable member with null', { type: ['string', 'null'] }, { anyOf: [text, { type: 'null' }] }],
    ['an unknown type as anything', { type: 'file' }, {}],
    ['a constant as an enum of one', { const: 'a' }, { type: 'string', enum: ['a'] }],
    ['an enum of text', { enum: ['a', 'b'] }, { type: 'string', enum: ['a', 'b'] }],
    [
      'an enum without the null that its type has',
      { type: ['string', 'null'], enum: ['a'] },
      { type: 'string', enum: ['a'] },
    ],
    [
      'an enum with null',
      { type: ['string', 'null'], enum: ['a', null] },
      { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
    ],
    [
      'an enum of all numbers of a range as that range',
      { enum: [1, 3, 2] },
      { type: 'integer', minimum: 1, maximum: 3 },
    ],
    [
      'an enum of numbers with gaps as a range, with the values in words',
      { enum: [1, 5, 3] },
      { type: 'integer', minimum: 1, maximum: 5, description: 'One of 1, 5, 3.' },
    ],
    [
      'an enum of one boolean in words',
      { type: 'boolean', enum: [true] },
      { type: 'boolean', description: 'Always true.' },
    ],
    [
      'an enum of objects in words',
      { const: { a: 1 } },
      { type: 'object', description: 'Always {"a":1}.', ...open },
    ],
    [
      'an enum with hidden characters in words',
      { enum: ['a\u200bb'] },
      { type: 'string', description: 'Always "ab".' },
    ],
    [
      'a bound of fractions as an inclusive one',
      { type: 'number', exclusiveMinimum: 0 },
      { type: 'number', minimum: 0 },
    ],
    [
      'a bound of integers moved',
      { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 2.5 },
      { type: 'integer', minimum: 1, maximum: 2 },
    ],
    [
      'limits of other types without them',
      { type: 'integer', maxLength: 3, items: text },
      { type: 'integer' },
    ],
    [
      'limits of the wrong type without them',
      { type: 'string', maxLength: '3', pattern: 5, minLength: -1 },
      text,
    ],
    ['a plain pattern', { type: 'string', pattern: '^[a-z]+$' }, { type: 'string', pattern: '^[a-z]+$' }],
    ['a pattern with look-around without it', { type: 'string', pattern: '^(?!a)' }, text],
    ['a pattern with a back-reference without it', { type: 'string', pattern: '(a)\\1' }, text],
    [
      'a pattern that is none under the flag u as one that is',
      { type: 'string', pattern: '^\\-$' },
      { type: 'string', pattern: '^-$' },
    ],
    [
      'a pattern beyond ASCII as the length that it asks for',
      { type: 'string', pattern: '^ä$' },
      { type: 'string', minLength: 1, maxLength: 1 },
    ],
    ['a long pattern without it', { type: 'string', pattern: 'a'.repeat(121) }, text],
    [
      'a format that tells something',
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date-time' },
    ],
    ['a format of storage without it', { type: 'integer', format: 'int64' }, { type: 'integer' }],
    ['a default of its type', { type: 'integer', default: 5 }, { type: 'integer', default: 5 }],
    ['a default that is not finite without it', { type: 'number', default: Infinity }, { type: 'number' }],
    ['a default of another type without it', { type: 'integer', default: '5' }, { type: 'integer' }],
    ['a default out of the enum without it', { enum: ['a'], default: 'b' }, { type: 'string', enum: ['a'] }],
    [
      'a default that is no scalar without it',
      { type: 'array', items: text, default: ['a'] },
      { type: 'array', items: text },
    ],
    [
      'a default beside branches without it',
      { type: ['string', 'integer'], default: 'a' },
      { anyOf: [text, { type: 'integer' }] },
    ],
    [
      'binary content by its keyword alone',
      { type: 'string', contentEncoding: 'base64' },
      { type: 'string', contentEncoding: 'base64' },
    ],
    [
      'keywords that it does not have without them',
      { type: 'string', title: 'A', examples: ['a'], deprecated: true, xml: {}, 'x-a': 1 },
      text,
    ],
    [
      'a description',
      { type: 'string', description: 'A  <b>name</b>.' },
      { type: 'string', description: 'A name.' },
    ],
    [
      'a description that only restates the name without it',
      { type: 'object', properties: { user_id: { type: 'string', description: 'The user ID.' } } },
      { type: 'object', properties: { user_id: text } },
    ],
    [
      'members called like inherited ones',
      { type: 'object', properties: { constructor: text }, required: ['constructor'] },
      { type: 'object', properties: { constructor: text }, required: ['constructor'] },
    ],
    [
      'an object with a member called __proto__ open, since validators overlook it',
      {
        type: 'object',
        properties: JSON.parse('{"__proto__":{"type":"string"}}') as JsonSchema,
        additionalProperties: false,
      },
      { type: 'object', properties: JSON.parse('{"__proto__":{"type":"string"}}') as JsonSchema },
    ],
    [
      'a member with hidden characters in its name without it',
      {
        type: 'object',
        properties: { 'a\u200b': text, b: text },
        required: ['a\u200b'],
        additionalProperties: false,
      },
      { type: 'object', properties: { b: text } },
    ],
  ];
  for (const [of, json, expected] of cases) test(of, () => assert.deepEqual(listedBody(json), expected));
});

suite('combinators', () => {
  const cases: readonly [of: string, json: Json, expected: JsonSchema][] = [
    [
      'allOf is one object that asks for all',
      {
        allOf: [
          { type: 'object', properties: { a: text }, required: ['a'] },
          { properties: { b: text }, required: ['b'] },
        ],
      },
      { type: 'object', properties: { a: text, b: text }, required: ['a', 'b'] },
    ],
    [
      'conflicting limits become the tighter ones',
      {
        allOf: [
          { type: 'string', maxLength: 5, minLength: 1 },
          { maxLength: 3, minLength: 2 },
        ],
      },
      { type: 'string', maxLength: 3, minLength: 2 },
    ],
    [
      'enums become what they share',
      { allOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] },
      { type: 'string', enum: ['b'] },
    ],
    [
      'number and integer are integer',
      { allOf: [{ type: 'number' }, { type: 'integer' }] },
      { type: 'integer' },
    ],
    [
      'types that exclude each other leave anything, which is more',
      { allOf: [{ type: 'string' }, { type: 'object' }] },
      {},
    ],
    [
      'a closed part closes the whole, and knows its own members alone',
      {
        allOf: [
          { type: 'object', properties: { a: text }, additionalProperties: false },
          { type: 'object', properties: { b: text } },
        ],
      },
      { type: 'object', properties: { a: text }, additionalProperties: false },
    ],
    [
      'a closed part closes the whole, wherever it stands',
      {
        allOf: [
          { type: 'object', properties: { b: text } },
          { type: 'object', properties: { a: text }, additionalProperties: false },
        ],
      },
      { type: 'object', properties: { a: text }, additionalProperties: false },
    ],
    [
      'a member of two parts has to fit both',
      {
        allOf: [
          { type: 'object', properties: { a: { type: 'string', minLength: 1 } } },
          { properties: { a: { maxLength: 2 } } },
        ],
      },
      { type: 'object', properties: { a: { type: 'string', minLength: 1, maxLength: 2 } } },
    ],
    ['oneOf is anyOf', { oneOf: [text, { type: 'integer' }] }, { anyOf: [text, { type: 'integer' }] }],
    [
      'one branch is no choice',
      { anyOf: [text], description: 'Mine.' },
      { type: 'string', description: 'Mine.' },
    ],
    ['the same branch twice is no choice', { oneOf: [text, { type: 'string', format: 'byte' }] }, text],
    [
      'a nullable branch says once what it is',
      { anyOf: [{ type: 'string', description: 'Mine.' }, { type: 'null' }] },
      {
        anyOf: [text, { type: 'null' }],
        description: 'Mine.',
      },
    ],
    [
      'constants with meanings are one enum',
      {
        oneOf: [
          { const: 'a', description: 'First' },
          { const: 'b', description: 'Second' },
        ],
      },
      { type: 'string', enum: ['a', 'b'], description: 'a: First; b: Second.' },
    ],
    [
      'numbers with meanings are one number (pass 2)',
      {
        oneOf: [
          { const: 1, title: 'LOW' },
          { const: 2, title: 'HIGH' },
        ],
      },
      { type: 'integer', minimum: 1, maximum: 2, description: '1: LOW; 2: HIGH.' },
    ],
    [
      'a branch that another takes wholly is told in words',
      { anyOf: [text, { type: 'string', enum: ['a', 'b', 'c', 'd'] }], description: 'Mine.' },
      { type: 'string', description: 'Mine. Such as "a", "b", "c" (4 known).' },
    ],
    [
      'integer beside number is number',
      { anyOf: [{ type: 'integer' }, { type: 'number' }] },
      { type: 'number' },
    ],
    [
      'null in branches of branches is listed once',
      { anyOf: [{ anyOf: [text, { type: 'null' }] }, { anyOf: [{ type: 'boolean' }, { type: 'null' }] }] },
      { anyOf: [text, { type: 'null' }, { type: 'boolean' }] },
    ],
    [
      'objects that repeat each other are one, which asks for what all ask for',
      {
        anyOf: ['a', 'b'].map((tag) => ({
          type: 'object',
          properties: {
            tag: { const: tag },
            ...Object.fromEntries(
              'klmnopqrst'.split('').map((name) => [name, { type: 'string', maxLength: 9 }]),
            ),
          },
          required: ['tag', tag === 'a' ? 'k' : 'l'],
        })),
      },
      {
        type: 'object',
        properties: {
          tag: { type: 'string', enum: ['a', 'b'] },
          ...Object.fromEntries(
            'klmnopqrst'.split('').map((name) => [name, { type: 'string', maxLength: 9 }]),
          ),
        },
        required: ['tag'],
      },
    ],
    [
      'branches that differ in what is required are told in words',
      { type: 'object', properties: { a: text, b: text }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      { type: 'object', properties: { a: text, b: text }, description: 'Give `a`, or `b`.' },
    ],
    [
      'a base is part of each branch',
      {
        type: 'object',
        properties: { a: text },
        oneOf: [{ properties: { b: text } }, { properties: { c: text } }],
      },
      {
        anyOf: [
          { type: 'object', properties: { a: text, b: text } },
          { type: 'object', properties: { a: text, c: text } },
        ],
      },
    ],
    [
      'more than six branches are one object with the members of all',
      {
        oneOf: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({
          type: 'object',
          properties: { kind: text, [name]: { type: 'integer', description: `It is ${name} times x.` } },
          required: ['kind'],
          additionalProperties: false,
        })),
      },
      {
        type: 'object',
        properties: Object.fromEntries([
          ['kind', text],
          ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [
            name,
            { type: 'integer', description: `It is ${name} times x.` },
          ]),
        ]) as JsonSchema,
        required: ['kind'],
        additionalProperties: false,
      },
    ],
    [
      'not, if and dependencies are the API’s to check',
      { type: 'string', not: { const: 'a' }, if: {}, then: false },
      text,
    ],
  ];
  for (const [of, json, expected] of cases) test(of, () => assert.deepEqual(listedBody(json), expected));
});

suite('references', () => {
  const pool: Pool = {
    Name: { type: 'string', description: 'A name.' },
    Tree: { type: 'object', properties: { name: text, left: { $ref: '#/$defs/Tree' } } },
    A: { type: 'object', properties: { b: { $ref: '#/$defs/B' } } },
    B: { type: 'object', properties: { a: { $ref: '#/$defs/A' } } },
    Self: { $ref: '#/$defs/Self' },
    Loop: { allOf: [{ $ref: '#/$defs/Loop' }, { type: 'object', properties: { a: text } }] },
    'a/b~c': { type: 'integer' },
    'a~1b': text,
  };
  const cases: readonly [of: string, json: Json, expected: JsonSchema][] = [
    ['are spelt out', { $ref: '#/$defs/Name' }, { type: 'string', description: 'A name.' }],
    [
      'keep what stands beside them',
      { $ref: '#/$defs/Name', description: 'Yours.', maxLength: 3 },
      { type: 'string', maxLength: 3, description: 'Yours.' },
    ],
    ['are read with escapes (RFC 6901)', { $ref: '#/$defs/a~1b~0c' }, { type: 'integer' }],
    ['are read with escapes of escapes', { $ref: '#/$defs/a~01b' }, text],
    ['that lead nowhere take anything', { $ref: '#/$defs/Nope' }, {}],
    [
      'to what encloses them are cut',
      { $ref: '#/$defs/Tree' },
      {
        type: 'object',
        properties: {
          name: text,
          left: { type: 'object', description: 'Same shape as the enclosing Tree.', ...open },
        },
      },
    ],
    [
      'in a circle are cut where it closes',
      { $ref: '#/$defs/A' },
      {
        type: 'object',
        properties: {
          b: {
            type: 'object',
            properties: { a: { type: 'object', description: 'Same shape as the enclosing A.', ...open } },
          },
        },
      },
    ],
    ['to themselves alone take anything', { $ref: '#/$defs/Self' }, {}],
    [
      'to themselves on one level say what else they say',
      { $ref: '#/$defs/Loop' },
      { type: 'object', properties: { a: text } },
    ],
  ];
  for (const [of, json, expected] of cases)
    test(of, () => assert.deepEqual(listedBody(json, pool), expected));

  test('are written alike whatever was written before, be it below what they enclose', () => {
    const below = { type: 'object', properties: { b: { $ref: '#/$defs/B' } } };
    const listed = (...names: readonly ('x' | 'y')[]): Readonly<Record<string, JsonSchema>> => {
      const all = { x: { $ref: '#/$defs/A' }, y: below };
      const properties = Object.fromEntries(names.map((name) => [name, all[name]]));
      return listedBody({ type: 'object', properties }, pool)?.['properties'] as Readonly<
        Record<string, JsonSchema>
      >;
    };
    const alone = { ...listed('x'), ...listed('y') };
    assert.deepEqual(listed('x', 'y'), alone);
    assert.deepEqual(listed('y', 'x'), alone);
  });
});

suite('a parent with a discriminator', () => {
  const pool: Pool = {
    Vessel: {
      type: 'object',
      required: ['kind'],
      properties: { kind: text },
      discriminator: { propertyName: 'kind' },
    },
    Sail: { allOf: [{ $ref: '#/$defs/Vessel' }, { properties: { masts: { type: 'integer' } } }] },
    Motor: { allOf: [{ $ref: '#/$defs/Vessel' }, { properties: { power: { type: 'number' } } }] },
  };

  const vessel = { $ref: '#/$defs/Vessel' };
  const branch = (kind: JsonSchema, more: JsonSchema): JsonSchema => ({
    type: 'object',
    properties: { kind, ...more },
    required: ['kind'],
  });
  const named = (words: string): JsonSchema => ({ ...text, description: words });
  const power = { power: { type: 'number' } };
  const masts = { masts: { type: 'integer' } };

  test('is listed with its children, each by its name (OpenAPI, Discriminator Object)', () => {
    assert.deepEqual(listedBody(vessel, pool), {
      anyOf: [branch(named('`Motor`'), power), branch(named('`Sail`'), masts), branch(text, {})],
    });
  });

  const mapped = (mapping: object, own: object = {}): Pool => ({
    ...pool,
    Vessel: { ...(pool['Vessel'] as JsonSchema), discriminator: { propertyName: 'kind', mapping }, ...own },
  });

  test('names a child as its mapping does, and each other one by its own name', () => {
    assert.deepEqual(listedBody(vessel, mapped({ wind: '#/$defs/Sail', sail: '#/$defs/Sail' })), {
      anyOf: [branch(named('`Motor`'), power), branch(named('`wind`, `sail`'), masts), branch(text, {})],
    });
    assert.deepEqual(
      listedBody({ $ref: '#/$defs/Sail' }, mapped({ wind: '#/$defs/Sail' })),
      branch(named('`wind`'), masts),
    );
  });

  test('says before what the document says of the member which value it has', () => {
    const properties = { kind: { ...text, description: 'How it moves.' } };
    assert.deepEqual(
      listedBody({ $ref: '#/$defs/Sail' }, mapped({ wind: '#/$defs/Sail' }, { properties })),
      branch(named('`wind`. How it moves.'), masts),
    );
  });

  test('has no words for what an enum says, and leaves out those that it does not have', () => {
    const listed = (values: readonly string[]): JsonSchema | undefined =>
      listedBody(
        { $ref: '#/$defs/Sail' },
        mapped({ wind: '#/$defs/Sail' }, { properties: { kind: { enum: values } } }),
      );
    assert.deepEqual(listed(['wind']), branch({ ...text, enum: ['wind'] }, masts));
    assert.deepEqual(listed(['a', 'b']), branch({ ...text, enum: ['a', 'b'] }, masts));
    assert.deepEqual(listed(['a', 'wind']), branch({ ...named('`wind`'), enum: ['a', 'wind'] }, masts));
  });

  test('has children of children too', () => {
    const Yacht = { allOf: [{ $ref: '#/$defs/Sail' }, { properties: { cabins: { type: 'integer' } } }] };
    const properties = listedBody(vessel, { ...pool, Yacht })?.['properties'] as JsonSchema;
    assert.deepEqual(Object.keys(properties), ['kind', 'power', 'masts', 'cabins']);
    assert.deepEqual(properties['kind'], named('`Motor`, `Sail`, `Yacht`'));
  });

  test('beside a choice tells the branches apart, and names all values of objects that are listed as one', () => {
    const kinds = Array.from({ length: 9 }, (_, at) => `K${at}`);
    const schemas = Object.fromEntries(
      kinds.map((name, at) => [name, { type: 'object', properties: { kind: text, [`m${at}`]: text } }]),
    );
    const listed = (count: number): JsonSchema =>
      listedBody(
        {
          oneOf: kinds.slice(0, count).map((name) => ({ $ref: `#/$defs/${name}` })),
          discriminator: { propertyName: 'kind', mapping: { zero: '#/$defs/K0' } },
        },
        schemas,
      ) ?? {};
    const kindOf = ({ properties }: JsonSchema): unknown => (properties as JsonSchema)['kind'];
    assert.deepEqual((listed(2)['anyOf'] as readonly JsonSchema[]).map(kindOf), [
      named('`zero`'),
      named('`K1`'),
    ]);
    assert.deepEqual(
      kindOf(listed(9)),
      named(['zero', ...kinds.slice(1)].map((kind) => `\`${kind}\``).join(', ')),
    );
  });

  test('as part of a child is the parent alone', () => {
    assert.equal('anyOf' in (listedBody({ $ref: '#/$defs/Sail' }, pool) ?? {}), false);
  });
});

test('a child of a parent that lists it has what the parent asks for, be it met below the parent first', () => {
  const pool: Pool = {
    Parent: {
      type: 'object',
      properties: { kind: text },
      required: ['kind'],
      oneOf: [{ $ref: '#/$defs/Child' }],
    },
    Child: { allOf: [{ $ref: '#/$defs/Parent' }, { properties: { own: text } }] },
  };
  const json = {
    type: 'object',
    properties: { a: { $ref: '#/$defs/Parent' }, b: { $ref: '#/$defs/Child' } },
  };
  const properties = listedBody(json, pool)?.['properties'] as Readonly<Record<string, JsonSchema>>;
  assert.deepEqual(properties['b'], {
    type: 'object',
    properties: { kind: text, own: text },
    required: ['kind'],
  });
});

test('names of branches are no values where one of them has a value of its own', () => {
  const branch = (kind: JsonSchema): JsonSchema => ({ type: 'object', properties: { kind } });
  const json = {
    oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }],
    discriminator: { propertyName: 'kind' },
  };
  const listed = listedBody(json, { Cat: branch({ const: 'cat' }), Dog: branch(text) });
  assert.doesNotMatch(JSON.stringify(listed), /`/);
});

test('joins and intersects 20,000 values in under a second', () => {
  const values = (first: number): readonly string[] =>
    Array.from({ length: 20_000 }, (_, at) => `v${first + at}`);
  const start = process.cpuUsage();
  listedBody({ anyOf: [{ enum: values(0) }, { enum: values(10_000) }] });
  listedBody({ allOf: [{ enum: values(0) }, { enum: values(10_000) }] });
  listedBody({ anyOf: values(0).map((value) => ({ const: value })) });
  assert.ok(process.cpuUsage(start).user < 1e6);
});

suite('members that are named beside the properties', () => {
  const cases: readonly [of: string, json: JsonSchema, expected: JsonSchema][] = [
    [
      'as required are listed with what any member may be',
      {
        type: 'object',
        properties: { a: text },
        required: ['a', 'b'],
        additionalProperties: { type: 'integer' },
      },
      {
        type: 'object',
        properties: { a: text, b: { type: 'integer' } },
        required: ['a', 'b'],
        additionalProperties: { type: 'integer' },
      },
    ],
    [
      'as required alone are listed',
      { type: 'object', required: ['a'] },
      { type: 'object', properties: { a: {} }, required: ['a'] },
    ],
    [
      'under a condition are listed without what it asks of them',
      {
        type: 'object',
        properties: { a: text },
        if: { properties: { a: { const: 'x' } } },
        then: { properties: { b: { type: 'integer', description: 'Rooms in it.' } } },
        else: { properties: { c: { type: 'integer' }, no: false } },
        dependentSchemas: { a: { properties: { d: text } } },
      },
      {
        type: 'object',
        properties: { a: text, b: { description: 'Rooms in it.' }, c: {}, d: {} },
      },
    ],
    [
      'under a condition are not listed where nothing more is taken',
      {
        type: 'object',
        properties: { a: text },
        then: { properties: { b: text } },
        additionalProperties: false,
      },
      { type: 'object', properties: { a: text }, additionalProperties: false },
    ],
  ];
  for (const [of, json, expected] of cases) test(of, () => assert.deepEqual(listedBody(json), expected));
});

suite('readOnly and writeOnly (OpenAPI, Schema Object)', () => {
  const pool: Pool = { Id: { type: 'string', readOnly: true } };
  const json = {
    type: 'object',
    required: ['id', 'name', 'secret', 'deep'],
    properties: {
      id: { $ref: '#/$defs/Id' },
      also: { allOf: [{ $ref: '#/$defs/Id' }], description: 'Own.' },
      name: text,
      secret: { type: 'string', writeOnly: true },
      deep: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'string', readOnly: true }, size: text },
        },
      },
    },
  };

  test('readOnly members are in no input, also deep, also when required', () => {
    assert.deepEqual(listedBody(json, pool), {
      type: 'object',
      properties: {
        name: text,
        secret: text,
        deep: { type: 'array', items: { type: 'object', properties: { size: text } } },
      },
      required: ['name', 'secret', 'deep'],
    });
  });

  test('a part of allOf may ask for them', () => {
    const parts = {
      allOf: [
        { type: 'object', properties: { id: { type: 'string', readOnly: true } } },
        { required: ['id'] },
      ],
    };
    assert.deepEqual(listedBody(parts), { type: 'object', ...open });
  });

  test('writeOnly members are in no output', () => {
    const properties = listedOutput(json, pool)?.['properties'];
    assert.deepEqual(Object.keys(properties ?? {}), ['id', 'also', 'name', 'deep']);
  });
});

suite('an output is relaxed', () => {
  const cases: readonly [of: string, json: Json, expected: JsonSchema | undefined][] = [
    [
      'nothing is required, members may be null, and there may be more',
      {
        type: 'object',
        properties: { id: { type: 'integer', format: 'int32', minimum: 1 } },
        required: ['id'],
        additionalProperties: false,
      },
      { type: 'object', properties: { id: { type: ['integer', 'null'] } } },
    ],
    [
      'limits, values and formats are gone',
      {
        type: 'array',
        minItems: 1,
        items: { type: 'string', enum: ['a'], format: 'uuid', description: 'A.' },
      },
      { type: ['array', 'null'], items: { type: ['string', 'null'] } },
    ],
    [
      'a root that can be null says so',
      { anyOf: [{ type: 'object', properties: { a: text } }, { type: 'null' }] },
      {
        type: ['object', 'null'],
        properties: { a: { type: ['string', 'null'] } },
      },
    ],
    ['a scalar', { type: 'integer', minimum: 0, maximum: 3 }, { type: ['integer', 'null'] }],
    ['a bare type is no promise worth its risk', { type: 'object' }, undefined],
    ['and so is a list of anything', { type: 'array' }, undefined],
    ['anything is nothing to list', true, undefined],
  ];
  for (const [of, json, expected] of cases) test(of, () => assert.deepEqual(listedOutput(json), expected));
});
