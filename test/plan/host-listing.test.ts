import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ProfileName } from '../../src/plan/hosts/profile-names.js';
import { readArguments } from '../../src/runtime/request/arguments.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import type { ToolDefinition } from '../../src/runtime/manifest.js';
import { createValidators } from '../../src/runtime/validation.js';
import { model, operation, parameter, plan, requestBody, schemaPool } from './documents.js';

const longEnum = Array.from({ length: 60 }, (_, index) => `value-${index}`);
const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

/** Plans a tool with this body for these profiles, and says what was found. */
function listed(body: JsonSchema, profiles: readonly ProfileName[], required = true) {
  const own = operation({
    method: 'POST',
    operationId: 'savePet',
    summary: 'Save a pet',
    requestBody: requestBody({ 'application/json': body }, { required }),
  });
  const { plan: planned, found } = plan(model([own]), { profiles });
  const [tool] = planned?.manifest.tools ?? [];
  if (tool === undefined) throw new Error('The operation became no tool.');
  const schema: JsonSchema = tool.listedSchema ?? tool.inputSchema;
  return { tool, schema, body: (schema['properties'] as Record<string, JsonSchema>)['body'], found };
}

/** What a call sends, or what is wrong with it. */
async function sent(tool: ToolDefinition, body: unknown): Promise<unknown> {
  const read = await readArguments(tool, { body }, createValidators());
  return 'values' in read ? read.values['body'] : read.problem;
}

suite('a profile lists', () => {
  const cases: readonly [profile: ProfileName, of: string, body: JsonSchema, listing: JsonSchema][] = [
    [
      'gemini',
      'null by `nullable`, beside other values too',
      { type: 'object', properties: { a: nullable({ type: 'string', enum: ['x'] }) } },
      { type: 'object', properties: { a: { type: 'string', enum: ['x'], nullable: true } } },
    ],
    [
      'gemini',
      'null by `nullable` in each branch of a union',
      {
        type: 'object',
        properties: { a: { anyOf: [{ type: 'string' }, { type: 'boolean' }, { type: 'null' }] } },
      },
      {
        type: 'object',
        properties: {
          a: {
            anyOf: [
              { type: 'string', nullable: true },
              { type: 'boolean', nullable: true },
            ],
          },
        },
      },
    ],
    [
      'gemini',
      'the types of a value of any, each beside null',
      { type: 'object', properties: { a: { anyOf: [{ description: 'Any.' }, { type: 'null' }] } } },
      {
        type: 'object',
        properties: {
          a: {
            description: 'Any.',
            anyOf: ['string', 'number', 'boolean'].map((type) => ({ type, nullable: true })),
          },
        },
      },
    ],
    [
      'gemini',
      'a long list of values in words',
      { type: 'string', enum: longEnum },
      {
        type: 'string',
        description: `One of ${longEnum
          .slice(0, 12)
          .map((value) => `"${value}"`)
          .join(', ')}, … (60 in all).`,
      },
    ],
    [
      'gemini',
      'no `additionalProperties`',
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
      { type: 'object', properties: { a: { type: 'string' } } },
    ],
    [
      'gemini',
      'a map as text',
      { type: 'object', additionalProperties: { type: 'integer' } },
      { type: 'string', description: 'A JSON object as text, with members of any name; each is: integer.' },
    ],
    [
      'gemini',
      'an object without members as text, which can be null',
      { type: 'object', properties: { a: nullable({ type: 'object', additionalProperties: false }) } },
      {
        type: 'object',
        properties: {
          a: { type: 'string', nullable: true, description: 'A JSON object as text, without members.' },
        },
      },
    ],
    [
      'gemini',
      'the values of a map beside members in words',
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        additionalProperties: { type: 'integer' },
      },
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        description: 'Members of any name: integer.',
      },
    ],
    [
      'cursor',
      'one object for a union of objects',
      {
        anyOf: [
          {
            type: 'object',
            properties: { a: { type: 'string' }, b: { type: 'integer' } },
            required: ['a', 'b'],
          },
          { type: 'object', properties: { a: { type: 'string' }, c: { type: 'boolean' } }, required: ['a'] },
        ],
      },
      {
        type: 'object',
        properties: {
          a: { type: 'string' },
          b: { description: 'Of type integer.' },
          c: { description: 'Of type boolean.' },
        },
        required: ['a'],
        description: "One of: object with 'a', 'b'; object with 'a', 'c'.",
      },
    ],
    [
      'cursor',
      'members of closed objects as they are, and what values of a map can be',
      {
        anyOf: [
          { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
          {
            type: 'object',
            properties: { b: { type: 'boolean' } },
            additionalProperties: { type: 'integer' },
          },
        ],
      },
      {
        type: 'object',
        properties: { a: { description: 'One of: string; integer.' }, b: { type: 'boolean' } },
        description: "One of: object with 'a'; object with 'b'.",
      },
    ],
    [
      'cursor',
      'a member that a map leaves free by its words',
      {
        anyOf: [
          { type: 'object', properties: { a: { type: 'string', description: 'A colour' } }, required: ['a'] },
          { type: 'object', additionalProperties: true, minProperties: 1 },
        ],
      },
      {
        type: 'object',
        properties: { a: { description: 'A colour. Of type string.' } },
        description: "One of: object with 'a'; object.",
      },
    ],
    [
      'cursor',
      'any value for a union of types',
      { anyOf: [{ type: 'string', format: 'date' }, { type: 'boolean' }] },
      { description: 'One of: string (date); boolean.' },
    ],
    [
      'cursor',
      'no words beside the values of all branches, which say the same',
      {
        anyOf: ['cat', 'dog'].map((kind) => ({
          type: 'object',
          properties: { kind: { type: 'string', enum: [kind] } },
          required: ['kind'],
        })),
      },
      {
        type: 'object',
        properties: { kind: { type: 'string', enum: ['cat', 'dog'] } },
        required: ['kind'],
        description: "One of: object with 'kind'; object with 'kind'.",
      },
    ],
    [
      'cursor',
      'null in words',
      { type: 'object', properties: { a: nullable({ type: 'string', description: 'A colour' }) } },
      { type: 'object', properties: { a: { type: 'string', description: 'A colour. Can be null.' } } },
    ],
    [
      'openai-strict',
      'every member as required, and null where it may be left out',
      {
        type: 'object',
        properties: { a: { type: 'string', description: 'A colour' }, b: { type: 'integer' } },
        required: ['b'],
      },
      {
        type: 'object',
        properties: {
          a: { description: 'A colour', anyOf: [{ type: 'string' }, { type: 'null' }] },
          b: { type: 'integer' },
        },
        required: ['a', 'b'],
        additionalProperties: false,
      },
    ],
    [
      'openai-strict',
      'members that are required and nothing else is said of',
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'b'] },
      {
        type: 'object',
        properties: {
          a: { type: 'string' },
          b: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }] },
        },
        required: ['a', 'b'],
        additionalProperties: false,
      },
    ],
    [
      'openai-strict',
      'a free object, as what encloses itself is, as text without nulls',
      { type: 'object', description: 'A child.' },
      {
        type: 'string',
        description:
          'A child. A JSON object as text, with members of any name; leave out those without a value.',
      },
    ],
    [
      'openai-strict',
      'a map as text',
      { type: 'object', additionalProperties: { type: 'integer' } },
      { type: 'string', description: 'A JSON object as text, with members of any name; each is: integer.' },
    ],
  ];
  for (const [profile, of, body, listing] of cases) {
    test(`${profile}: ${of}`, () => {
      const { body: own, found } = listed(body, [profile]);
      assert.deepEqual(own, listing);
      assert.deepEqual(
        found.filter(([code]) => code === 'host-rule-broken'),
        [],
      );
    });
  }

  test('cursor: four levels, and the next in words', () => {
    const deep = (levels: number): JsonSchema =>
      levels === 0
        ? { type: 'string' }
        : { type: 'object', properties: { [`level${levels}`]: deep(levels - 1) } };
    const { schema, found } = listed(deep(4), ['cursor']);
    const at = ['body', 'level4', 'level3', 'level2'];
    const lowest = at.reduce(
      (outer, name) => (outer['properties'] as Record<string, JsonSchema>)[name] ?? {},
      schema,
    );
    assert.deepEqual(lowest, { description: "Of type object with 'level1'." });
    assert.deepEqual(
      found.filter(([code]) => code === 'host-rule-broken'),
      [],
    );
  });
});

suite('what a profile changes nothing of', () => {
  const body = {
    type: 'object',
    properties: { a: nullable({ type: 'string' }), b: { anyOf: [{ type: 'string' }, { type: 'boolean' }] } },
  };
  for (const profile of ['portable', 'claude', 'openai', 'chatgpt', 'vscode', 'n8n'] as const) {
    test(`is the schema for ${profile}`, () => {
      const { tool } = listed(body, [profile]);
      assert.equal(tool.listedSchema, undefined);
      assert.deepEqual(tool.inputSchema, listed(body, []).tool.inputSchema);
    });
  }

  test('claude reads a hint beside it', () => {
    assert.deepEqual(listed(body, ['claude']).tool._meta, { 'anthropic/maxResultSizeChars': 500_000 });
    assert.equal(listed(body, ['openai']).tool._meta, undefined);
  });
});

suite('a call for a schema that was listed', () => {
  const pet: JsonSchema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      note: nullable({ type: 'string' }),
      owner: nullable({ type: 'string' }),
      tags: { type: 'object', additionalProperties: { type: 'string' } },
      homes: {
        type: 'array',
        items: { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'string' } } },
      },
      kind: { anyOf: [{ type: 'string', enum: ['cat'] }, { type: 'integer' }] },
      extra: {},
    },
    required: ['name', 'owner'],
  };
  const cases: readonly [profile: ProfileName, of: string, given: unknown, sends: unknown][] = [
    [
      'openai-strict',
      'null for members that may be left out leaves them out, and is sent for those that may not',
      { name: 'Rex', note: null, owner: null, tags: null, homes: null, kind: null, extra: null },
      { name: 'Rex', owner: null },
    ],
    [
      'openai-strict',
      'null inside lists, and the text of a map',
      { name: 'Rex', owner: 'Ann', tags: '{"a":"b"}', homes: [{ city: 'Rome', zip: null }] },
      { name: 'Rex', owner: 'Ann', tags: { a: 'b' }, homes: [{ city: 'Rome' }] },
    ],
    [
      'gemini',
      'the text of a map',
      { name: 'Rex', owner: 'Ann', tags: '{"a":"b"}' },
      { name: 'Rex', owner: 'Ann', tags: { a: 'b' } },
    ],
    [
      'gemini',
      'null where the document has it',
      { name: 'Rex', note: null, owner: null },
      { name: 'Rex', note: null, owner: null },
    ],
    [
      'cursor',
      'any branch of a union',
      { name: 'Rex', owner: 'Ann', kind: 3 },
      { name: 'Rex', owner: 'Ann', kind: 3 },
    ],
  ];
  for (const [profile, of, given, sends] of cases) {
    test(`${profile}: sends ${of}`, async () => {
      const { tool, schema } = listed(pet, [profile]);
      assert.deepEqual(await sent(tool, given), sends);
      const isValid = new Ajv2020({ strict: false }).compile(schema);
      if (profile !== 'openai-strict') assert.ok(isValid({ body: given }), JSON.stringify(isValid.errors));
    });
  }

  test('openai-strict: takes every member, each of them null', async () => {
    const { tool, schema } = listed(pet, ['openai-strict']);
    const given = { name: 'Rex', note: null, owner: null, tags: null, homes: null, kind: null, extra: null };
    assert.ok(new Ajv2020({ strict: false }).validate(schema, { body: given }));
    assert.deepEqual(await sent(tool, given), { name: 'Rex', owner: null });
  });

  test('openai-strict: leaves a body out that may be left out', async () => {
    const { tool } = listed(pet, ['openai-strict'], false);
    assert.equal(await sent(tool, null), undefined);
  });

  test('is checked against the portable schema', async () => {
    const { tool } = listed({ anyOf: [{ type: 'string', enum: ['a'] }, { type: 'integer' }] }, ['cursor']);
    assert.match(String(await sent(tool, true)), /Invalid arguments/);
  });

  test('openai-strict: tells what it cannot do, once', () => {
    const { found } = listed(pet, ['openai-strict']);
    const told = found.filter(([code]) => code === 'profile-limitation').map(([, message]) => message);
    assert.equal(told.length, 2);
    assert.match(told.join(), /cannot be cleared/);
    assert.match(told.join(), /values of any type/);
  });

  test('openai-strict: a header that would be null is mirrored no more', () => {
    const own = operation({
      operationId: 'listPets',
      parameters: [
        parameter('region', { type: 'string', 'x-mcp-header': 'Region' }),
        parameter('zone', { type: 'string', 'x-mcp-header': 'Zone' }, { required: true }),
      ],
    });
    const { plan: planned, found } = plan(model([own]), { profiles: ['openai-strict'] });
    const [tool] = planned?.manifest.tools ?? [];
    const headers = (schema: JsonSchema | undefined) => JSON.stringify(schema).match(/"x-mcp-header":"\w+"/g);
    assert.deepEqual(headers(tool?.listedSchema), ['"x-mcp-header":"Zone"']);
    assert.deepEqual(headers(tool?.inputSchema), ['"x-mcp-header":"Zone"']);
    assert.ok(found.some(([code, message]) => code === 'profile-limitation' && message.includes("'region'")));
  });
});

test('cursor: a header of a member that is told in words is mirrored no more', () => {
  const deep = ['d', 'c', 'b', 'a'].reduce<JsonSchema>(
    (inner, name) => ({ type: 'object', properties: { [name]: inner } }),
    { type: 'string', 'x-mcp-header': 'Region' },
  );
  const { tool, found } = listed(deep, ['cursor']);
  assert.ok(!JSON.stringify(tool).includes('x-mcp-header'));
  const told = found.filter(([code]) => code === 'profile-limitation').map(([, message]) => message);
  assert.match(told.join(), /'body.a.b.c.d' is told of in words and is mirrored in no header/);
});

suite('a listing that would be too large', () => {
  const members = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `member${index}`,
      {
        type: 'object',
        properties: {
          text: { type: 'string', format: 'date-time', minLength: 10 },
          count: { type: 'integer' },
        },
      },
    ]),
  );
  const body: JsonSchema = {
    type: 'object',
    properties: {
      data: { type: 'object', properties: members },
      other: { anyOf: [{ type: 'object', properties: { x: { type: 'integer' } } }, { type: 'string' }] },
    },
  };

  test('openai-strict: takes what is deep as text', async () => {
    const { tool, schema, found } = listed(
      { type: 'object', properties: { data: { type: 'object', properties: { ...members } } } },
      ['openai-strict'],
    );
    assert.ok(Buffer.byteLength(JSON.stringify(schema)) <= 16_000);
    assert.deepEqual(
      found.filter(([code]) => code === 'host-rule-broken'),
      [],
    );
    const given = { data: JSON.stringify({ member1: { text: null, count: 3 } }) };
    assert.deepEqual(await sent(tool, given), { data: { member1: { count: 3 } } });
  });

  test('openai-strict: lists an object beside a text as it is', () => {
    const { schema } = listed(body, ['openai-strict']);
    assert.ok(Buffer.byteLength(JSON.stringify(schema)) <= 16_000);
    assert.match(JSON.stringify(schema), /"other":{"anyOf":\[{"type":"object","properties":{"x"/);
  });

  test('openai-strict: tells that a map beside a text cannot be given', () => {
    const { body: own, found } = listed(
      { anyOf: [{ type: 'object', additionalProperties: true }, { type: 'string' }] },
      ['openai-strict'],
    );
    assert.deepEqual(own, { type: 'string' });
    const told = found.filter(([code]) => code === 'profile-limitation').map(([, message]) => message);
    assert.match(told.join(), /the text alone can be given/);
  });
});

suite('a profile tells', () => {
  const cases: readonly [of: string, body: JsonSchema, told: RegExp][] = [
    [
      'that an object can be given alone where other values are taken',
      { type: 'object', properties: { a: { properties: { b: { type: 'string' } } } } },
      /it alone can be given/,
    ],
    [
      'that a member which is a text in one branch and a map in another is a text',
      {
        anyOf: [
          { type: 'object', properties: { k: { enum: ['x'] }, a: { type: 'string' } }, required: ['k'] },
          { type: 'object', properties: { k: { enum: ['y'] }, a: { type: 'object' } }, required: ['k'] },
        ],
      },
      /the text alone can be given/,
    ],
  ];
  for (const profile of ['openai-strict', 'gemini'] as const) {
    for (const [of, body, expected] of cases) {
      test(`${profile}: ${of}`, () => {
        const { found } = listed(body, [profile]);
        const told = found.filter(([code]) => code === 'profile-limitation').map(([, message]) => message);
        assert.match(told.join('\n'), expected);
      });
    }
  }
});

test('gemini: a tool without arguments is listed as one', () => {
  const { plan: planned, found } = plan(model([operation({ operationId: 'listPets' })]), {
    profiles: ['gemini'],
  });
  const [tool] = planned?.manifest.tools ?? [];
  assert.deepEqual(tool?.listedSchema, { type: 'object', properties: {} });
  assert.deepEqual(
    found.filter(([code]) => code === 'host-rule-broken'),
    [],
  );
});

suite('several profiles', () => {
  const body: JsonSchema = {
    type: 'object',
    properties: {
      a: nullable({ type: 'string', enum: longEnum }),
      b: {
        anyOf: ['x', 'y'].map((name) => ({
          type: 'object',
          properties: { [name]: { type: 'string' } },
          required: [name],
          additionalProperties: false,
        })),
      },
    },
  };

  test('list what pleases all', () => {
    const { body: own, found } = listed(body, ['gemini', 'cursor']);
    assert.deepEqual(JSON.stringify(own).match(/"(?:anyOf|enum|additionalProperties)"/), null);
    assert.deepEqual(
      found.filter(([code]) => code === 'host-rule-broken'),
      [],
    );
  });

  test('do it in any order', () => {
    assert.deepEqual(listed(body, ['gemini', 'cursor']).tool, listed(body, ['cursor', 'gemini']).tool);
  });

  test('put hosts before readers, and tell it', () => {
    const { tool, found } = listed(body, ['rich', 'openai']);
    assert.deepEqual(tool, listed(body, ['openai']).tool);
    const told = found.filter(([code]) => code === 'profile-limitation').map(([, message]) => message);
    assert.equal(told.length, 1);
    assert.match(told.join(), /Profile 'rich': it is left aside/);
  });

  test('that contradict one another are told', () => {
    const { found } = listed(body, ['gemini', 'openai-strict']);
    const told = found.filter(([code]) => code === 'host-rule-broken').map(([, message]) => message);
    assert.match(told.join('\n'), /openai-strict does not take: an object is not closed/);
    assert.match(told.join('\n'), /Profile gemini may ask for it: drop one of the profiles\./);
  });
});

suite('the profile rich', () => {
  const pool = schemaPool({
    Pet: {
      type: 'object',
      properties: {
        id: { type: 'string', readOnly: true },
        parent: { $ref: '#/$defs/Pet' },
        born: { type: 'string', format: 'x-own', example: '2020' },
        xml: { type: 'string', xml: { attribute: true } },
      },
      required: ['id', 'born'],
      discriminator: { propertyName: 'kind' },
    },
    'A/B c': { type: 'string', enum: ['a'] },
    Endless: { $ref: '#/$defs/Again' },
    Again: { $ref: '#/$defs/Endless' },
    Branch: { oneOf: [{ type: 'string' }, { allOf: [{ $ref: '#/$defs/Branch' }] }] },
    Unused: { type: 'string' },
  });
  const own = (schema: JsonSchema) =>
    operation({
      method: 'POST',
      operationId: 'savePet',
      parameters: [parameter('filter[name]', { type: 'string', 'x-mcp-header': 'Filter' })],
      requestBody: requestBody({ 'application/json': schema }),
    });
  const planned = (schema: JsonSchema) =>
    plan(model([own(schema)], { schemas: pool }), { profiles: ['rich'] });
  const richOf = (schema: JsonSchema): JsonSchema | undefined =>
    planned(schema).plan?.manifest.tools[0]?.listedSchema;

  test('keeps `$defs`, `oneOf`, formats and examples', () => {
    assert.deepEqual(richOf({ oneOf: [{ $ref: '#/$defs/Pet' }, { $ref: '#/$defs/A~1B c' }] }), {
      type: 'object',
      properties: {
        filter_name: { type: 'string', 'x-mcp-header': 'Filter' },
        body: { oneOf: [{ $ref: '#/$defs/Pet' }, { $ref: '#/$defs/A~1B%20c' }] },
      },
      required: ['body'],
      additionalProperties: false,
      $defs: {
        Pet: {
          type: 'object',
          properties: {
            id: { type: 'string', readOnly: true },
            parent: { $ref: '#/$defs/Pet' },
            born: { type: 'string', format: 'x-own', examples: ['2020'] },
            xml: { type: 'string' },
          },
          // OpenAPI: what is `readOnly` is required of answers alone.
          required: ['born'],
        },
        'A/B c': { type: 'string', enum: ['a'] },
      },
    });
  });

  test('compiles, and resolves its references', () => {
    const schema = richOf({ oneOf: [{ $ref: '#/$defs/Pet' }, { $ref: '#/$defs/A~1B c' }] });
    const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(schema ?? false);
    assert.ok(isValid({ body: 'a' }));
    assert.ok(isValid({ body: { born: '', parent: { born: '' } } }));
    assert.ok(!isValid({ body: 'b' }));
    assert.ok(!isValid({ body: { born: '', parent: {} } }));
  });

  const unfit: readonly [of: string, schema: JsonSchema, told: RegExp][] = [
    [
      'has a pattern that is none',
      { type: 'string', pattern: '\\_' },
      /a pattern that ECMA-262 does not know/,
    ],
    ['has a keyword of the wrong type', { type: 'string', minLength: 'one' }, /must be integer/],
    ['refers to itself alone', { $ref: '#/$defs/Again' }, /refers to itself in its own place/],
    ['refers to itself by a branch', { $ref: '#/$defs/Branch' }, /refers to itself in its own place/],
    ['is too large', { type: 'string', description: 'x'.repeat(64_000) }, /more than 64000 bytes/],
  ];
  for (const [of, schema, told] of unfit) {
    test(`lists as every host takes it what ${of}, and says why`, () => {
      assert.equal(richOf(schema), undefined);
      const found = planned(schema).found.filter(([code]) => code === 'profile-limitation');
      assert.match(found.map(([, message]) => message).join(), told);
    });
  }

  // MCP (tools, `x-mcp-header`): a client drops a tool with an annotation that `properties` alone do not lead to.
  for (const keyword of ['unevaluatedProperties', 'propertyNames', 'contains', 'unevaluatedItems']) {
    test(`lists and tells of no header below \`${keyword}\``, () => {
      const schema = { [keyword]: { type: 'string', 'x-mcp-header': 'Stray' } };
      assert.match(JSON.stringify(richOf(schema)), new RegExp(`"${keyword}":{"type":"string"}`));
      const found = planned(schema).found.filter(([code]) => code === 'header-annotation-refused');
      assert.match(found.map(([, message]) => message).join(), new RegExp(`it stands under \`${keyword}\``));
    });
  }
});
