import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readHostNames, readHostRules } from '../../src/host-data.js';
import { defaultHosts, lintHosts } from '../../src/plan/hosts/check.js';
import { ruleNames } from '../../src/plan/hosts/rules.js';
import { profileNames } from '../../src/plan/hosts/profile-names.js';
import { mostBytes } from '../../src/plan/schemas/listing-steps.js';
import type { JsonSchema, ObjectSchema } from '../../src/runtime/json-schema.js';
import type { ToolDefinition } from '../../src/runtime/manifest.js';

const sound: ToolDefinition = {
  name: 'listPets',
  description: 'Lists pets.',
  inputSchema: {
    type: 'object',
    properties: { id: { type: 'string' } },
    required: ['id'],
    additionalProperties: false,
  },
  request: { method: 'GET', path: '/pets', parameters: [], accept: [], security: [] },
};

function named(name: string): readonly ToolDefinition[] {
  return [{ ...sound, name }];
}

function root(inputSchema: JsonSchema): readonly ToolDefinition[] {
  // Samples break what the type promises too.
  return [{ ...sound, inputSchema: inputSchema as ObjectSchema }];
}

function argument(schema: JsonSchema): readonly ToolDefinition[] {
  return root({ type: 'object', properties: { id: schema }, required: ['id'], additionalProperties: false });
}

function nested(levels: number): JsonSchema {
  return levels === 0 ? { type: 'string' } : { type: 'array', items: nested(levels - 1) };
}

function nestedInUnions(levels: number): JsonSchema {
  return levels === 0
    ? { type: 'string' }
    : { anyOf: [{ type: 'object', properties: { a: nestedInUnions(levels - 1) } }, { type: 'null' }] };
}

interface Sample {
  readonly limit?: unknown;
  readonly pass: readonly ToolDefinition[];
  readonly fail: readonly ToolDefinition[];
  /** Where the rule is broken. */
  readonly at?: string;
}

/** One tool that keeps each rule, and one that does not. */
const samples: Readonly<Record<string, readonly Sample[]>> = {
  'tool-name': [{ limit: '^[a-z_]{1,8}$', pass: named('get_pets'), fail: named('getPets') }],
  'served-name': [
    {
      limit: { form: 'mcp__{server}__{tool}', length: 16 },
      pass: named('abcde'),
      fail: named('abcdef'),
    },
    // `$&` of a replacement text is a name like any other.
    { limit: { form: '{tool}', length: 2 }, pass: named('$&'), fail: named('$&$') },
  ],
  'description-bytes': [
    { limit: 4, pass: [{ ...sound, description: 'éé' }], fail: [{ ...sound, description: 'ééa' }] },
  ],
  'result-characters': [
    {
      limit: 100,
      pass: [{ ...sound, _meta: { 'anthropic/maxResultSizeChars': 100 } }],
      fail: [{ ...sound, _meta: { 'anthropic/maxResultSizeChars': 101 } }],
    },
  ],
  'schema-bytes': [
    {
      limit: 60,
      pass: root({ type: 'object', properties: {} }),
      fail: root({ type: 'object', properties: { id: { description: 'é'.repeat(20) } } }),
    },
    // What is listed counts, not what arguments are checked against.
    {
      limit: 60,
      pass: [{ ...sound, listedSchema: { type: 'object', properties: {} } }],
      fail: [sound],
    },
  ],
  'enum-values-in-all': [
    {
      limit: 3,
      pass: argument({ type: 'object', properties: { a: { enum: ['a'] }, b: { enum: ['b', 'c'] } } }),
      fail: argument({ type: 'object', properties: { a: { enum: ['a', 'd'] }, b: { enum: ['b', 'c'] } } }),
    },
  ],
  'valid-schema': [
    { pass: [sound], fail: argument({ type: 'text' }) },
    {
      pass: argument({ type: 'string', pattern: '^a$' }),
      fail: argument({ type: 'string', pattern: '\\_' }),
    },
    { pass: [sound], fail: root({ type: 'object', properties: {}, required: 'id' }) },
    { pass: [sound], fail: root({ type: 'object', properties: { id: 'string' } }) },
    { pass: [{ ...sound, outputSchema: {} }], fail: [{ ...sound, outputSchema: { properties: [] } }] },
    { pass: argument({ type: 'array', items: {} }), fail: argument({ type: 'array', items: [{}] }) },
  ],
  'root-object': [
    { pass: [sound], fail: root({ type: 'object' }) },
    { pass: [sound], fail: root({ properties: {} }) },
  ],
  'root-keywords': [
    {
      limit: ['anyOf'],
      pass: argument({ anyOf: [] }),
      fail: root({ type: 'object', properties: {}, anyOf: [] }),
    },
  ],
  keywords: [
    {
      limit: ['oneOf', 'constructor'],
      pass: argument({ type: 'object', properties: { oneOf: { type: 'string' } } }),
      fail: argument({ type: 'array', items: { oneOf: [] } }),
      at: '/properties/id/items',
    },
  ],
  'argument-names': [
    {
      limit: '^[a-z]+$',
      pass: argument({ type: 'object', properties: { 'a[]': { type: 'string' } } }),
      fail: root({ type: 'object', properties: { 'a[]': { type: 'string' } } }),
    },
  ],
  'single-type': [
    {
      pass: argument({}),
      fail: argument({ anyOf: [{ type: ['string', 'null'] }] }),
      at: '/properties/id/anyOf/0',
    },
  ],
  'array-items': [
    { pass: argument({ type: 'array', items: {} }), fail: argument({ type: 'array' }), at: '/properties/id' },
  ],
  'object-properties': [
    {
      pass: argument({ type: 'object', properties: {} }),
      fail: argument({ type: 'object' }),
      at: '/properties/id',
    },
  ],
  'named-members': [
    {
      pass: root({ type: 'object', properties: {} }),
      fail: argument({ type: 'object', properties: {} }),
      at: '/properties/id',
    },
    {
      pass: argument({ type: 'object', properties: { a: {} } }),
      fail: argument({ type: 'array', items: { type: 'object' } }),
      at: '/properties/id/items',
    },
  ],
  'named-types': [
    { pass: argument({ anyOf: [{ type: 'string' }] }), fail: argument({}), at: '/properties/id' },
  ],
  'required-listed': [
    {
      pass: argument({ type: 'object', properties: { a: {} }, required: ['a'] }),
      fail: argument({ type: 'object', properties: { a: {} }, required: ['a', 'b'] }),
      at: '/properties/id',
    },
    // A name that every object inherits is no member.
    { pass: [sound], fail: root({ type: 'object', properties: {}, required: ['constructor'] }) },
  ],
  'string-enums': [
    { pass: argument({ enum: ['a'] }), fail: argument({ enum: ['a', 1] }), at: '/properties/id' },
    { pass: argument({ type: 'string' }), fail: argument({ enum: [null] }), at: '/properties/id' },
  ],
  'enum-values': [
    { limit: 1, pass: argument({ enum: ['a'] }), fail: argument({ enum: ['a', 'b'] }), at: '/properties/id' },
  ],
  'null-branches': [
    {
      pass: argument({ type: 'string', nullable: true }),
      fail: argument({ anyOf: [{ type: 'string' }, { type: 'null' }] }),
      at: '/properties/id',
    },
  ],
  levels: [
    // A union beside members is about the same value.
    {
      limit: 2,
      pass: argument({ type: 'object', properties: {}, anyOf: [{ type: 'object', properties: {} }] }),
      fail: argument({ anyOf: [{ type: 'object', properties: { a: { type: 'array', items: {} } } }] }),
      at: '/properties/id/anyOf/0/properties/a',
    },
    // The arguments as a whole are the first level.
    {
      limit: 3,
      pass: argument(nested(2)),
      fail: argument(nested(3)),
      at: '/properties/id/items/items',
    },
    {
      limit: 3,
      pass: argument(nestedInUnions(2)),
      fail: argument(nestedInUnions(3)),
      at: '/properties/id/anyOf/0/properties/a/anyOf/0/properties/a/anyOf/0',
    },
  ],
  'closed-objects': [
    {
      pass: argument({ type: 'object', properties: {}, additionalProperties: false }),
      fail: argument({ type: 'object', properties: {} }),
      at: '/properties/id',
    },
  ],
  'all-required': [
    {
      pass: argument({ type: 'object', properties: { a: {} }, required: ['a'] }),
      fail: argument({
        type: 'object',
        properties: { 'a/b': { type: 'object', properties: { c: {} } } },
        required: ['a/b'],
      }),
      at: '/properties/id/properties/a~1b',
    },
  ],
  'references-to-defs': [
    {
      pass: argument({ $ref: '#/$defs/a' }),
      fail: argument({ $ref: '#/definitions/a' }),
      at: '/properties/id',
    },
  ],
  tools: [{ limit: 1, pass: [sound], fail: [sound, { ...sound, name: 'other' }] }],
  tokens: [
    { limit: 60, pass: [sound], fail: [{ ...sound, description: 'Lists every pet there is. '.repeat(20) }] },
  ],
};

suite('each rule', () => {
  test('has samples', () => {
    assert.deepEqual(Object.keys(samples).sort(), [...ruleNames].sort());
  });

  for (const [rule, ofRule] of Object.entries(samples)) {
    for (const [place, { limit, pass, fail, at = '' }] of ofRule.entries()) {
      test(`${rule} is kept and broken (${place + 1})`, () => {
        const row = {
          host: 'some',
          rule,
          limit,
          effect: 'refuses',
          date: '2026-11',
          source: 'a test',
        } as const;
        assert.deepEqual(lintHosts(pass, 'pets', [row]), []);
        const [violation, ...others] = lintHosts(fail, 'pets', [row]);
        assert.deepEqual(others, []);
        assert.equal(violation?.pointer, at);
        assert.ok(violation.problem.length > 10 && violation.help.length > 10);
      });
    }
  }
});

suite('the data of hosts', () => {
  const rows = readHostRules();

  test('names rules that code has, and uses each', () => {
    assert.deepEqual([...new Set(rows.map(({ rule }) => rule))].sort(), [...ruleNames].sort());
  });

  for (const row of rows) {
    test(`says of ${row.host} and ${row.rule} since when and from where`, () => {
      assert.deepEqual(
        Object.keys(row).filter(
          (key) => !['host', 'rule', 'limit', 'effect', 'date', 'source'].includes(key),
        ),
        [],
      );
      assert.match(row.date, /^20\d\d-(?:0[1-9]|1[0-2])$/);
      assert.ok(row.source.length > 0);
      assert.ok(['refuses', 'degrades'].includes(row.effect));
      const sample = samples[row.rule]?.[0];
      // A limit has the form of the sample's.
      assert.equal(JSON.stringify(formOf(row.limit)), JSON.stringify(formOf(sample?.limit)));
    });
  }

  test('drops tools over the size that input schemas are cut to', () => {
    const limits = readHostRules().filter(({ rule }) => rule === 'schema-bytes');
    assert.deepEqual(
      limits.map(({ limit }) => limit),
      [mostBytes],
    );
  });

  test('knows the hosts of the default set and of every profile', () => {
    const names = readHostNames();
    const neutral = ['portable', 'rich'];
    const wanted = [...defaultHosts, ...profileNames.filter((name) => !neutral.includes(name))];
    assert.deepEqual(
      wanted.filter((name) => !names.includes(name)),
      [],
    );
  });
});

function formOf(limit: unknown): unknown {
  if (Array.isArray(limit)) return limit.slice(0, 1).map(formOf);
  if (typeof limit !== 'object' || limit === null) return typeof limit;
  return Object.entries(limit).map(([key, value]) => [key, formOf(value)]);
}
