import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Schema } from '../../src/model/model.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { model, operation, parameter, plan, planOne, requestBody, schemaPool } from './documents.js';
import { brokenHostRule } from './portable.js';

const text = { type: 'string' };

suite('the root of an input schema', () => {
  test('is closed, be it empty', () => {
    assert.deepEqual(planOne({}).inputSchema, {
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
  });

  test('holds each parameter and the body under a name of its own', () => {
    const parameters = [
      parameter('code', text, { in: 'path', required: true, encoding: { style: 'simple', explode: false } }),
      parameter('code', { type: 'integer' }, { required: true }),
      parameter('filter[name]', text, { description: 'What to look for.' }),
    ];
    const body = requestBody(
      { 'application/json': { type: 'boolean' } },
      { description: 'Whether they bark.' },
    );
    const { inputSchema, request } = planOne({ parameters, requestBody: body });
    assert.deepEqual(inputSchema, {
      type: 'object',
      properties: {
        code_path: text,
        code_query: { type: 'integer' },
        filter_name: { type: 'string', description: 'What to look for.' },
        body: { type: 'boolean', description: 'Whether they bark.' },
      },
      required: ['code_path', 'code_query', 'body'],
      additionalProperties: false,
    });
    assert.deepEqual(request.parameters, [
      { property: 'code_path', name: 'code', in: 'path', style: 'simple', explode: false },
      { property: 'code_query', name: 'code', in: 'query', style: 'form', explode: true },
      { property: 'filter_name', name: 'filter[name]', in: 'query', style: 'form', explode: true },
    ]);
    assert.deepEqual(request.body, { property: 'body', mediaType: 'application/json' });
  });

  test('has no combinators of a body at the top', () => {
    const body = requestBody({ 'application/json': { oneOf: [text, { type: 'array', items: text }] } });
    assert.deepEqual(Object.keys(planOne({ requestBody: body }).inputSchema), [
      'type',
      'properties',
      'required',
      'additionalProperties',
    ]);
  });

  test('lists no null of a parameter, which counts as not given, but that of a body', () => {
    const nullable = { type: ['string', 'null'] };
    const { properties } = planOne({
      parameters: [parameter('a', nullable)],
      requestBody: requestBody({ 'application/json': nullable }),
    }).inputSchema;
    assert.deepEqual(properties, { a: text, body: { anyOf: [text, { type: 'null' }] } });
  });

  test('marks a deprecated parameter', () => {
    const { properties } = planOne({
      parameters: [parameter('a', text, { deprecated: true, description: 'Old one.' })],
    }).inputSchema;
    assert.equal(properties['a']?.['description'], 'Deprecated. Old one.');
  });

  test('cuts descriptions, deeper ones shorter', () => {
    const long = 'A sentence that goes on. '.repeat(20);
    const body = {
      type: 'object',
      description: long,
      properties: { a: { type: 'string', description: long } },
    };
    const { properties } = planOne({ requestBody: requestBody({ 'application/json': body }) }).inputSchema;
    const deeper = properties['body']?.['properties'] as Readonly<Record<string, JsonSchema>>;
    assert.match(String(properties['body']?.['description']), /^(?:A sentence that goes on\. ?){6}$/);
    assert.match(String(deeper['a']?.['description']), /^(?:A sentence that goes on\. ?){3}$/);
  });
});

suite('an input schema of any size', () => {
  const wide = (name: string, width: number, deeper: Schema['json']): JsonSchema => ({
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: width }, (_, at) => [
        `${name}${at}`,
        { allOf: [deeper], description: `The ${at}th way to do it.` },
      ]),
    ),
  });

  const bodies: readonly [of: string, json: Schema['json'], mustName: RegExp][] = [
    ['deep objects', wide('a', 12, wide('b', 12, wide('c', 12, text))), /"b11":.*"a11":/],
    ['many members', wide('a', 100, wide('b', 20, text)), /"a99":.*The 99th way/],
    [
      'a long enum',
      {
        type: 'object',
        properties: { a: { enum: Array.from({ length: 3000 }, (_, at) => `v${at}`) }, b: text },
      },
      /"b":/,
    ],
    [
      'long descriptions',
      wide('a', 100, { type: 'object', description: 'x '.repeat(5000), properties: { b: text } }),
      /"a99":/,
    ],
  ];
  for (const [of, json, mustName] of bodies) {
    test(`of ${of} fits into 16,000 bytes`, () => {
      const { inputSchema } = planOne({ requestBody: requestBody({ 'application/json': json }) });
      const listed = JSON.stringify(inputSchema);
      assert.ok(Buffer.byteLength(listed) <= 16_000, `${Buffer.byteLength(listed)} bytes`);
      assert.match(listed, mustName);
      assert.equal(brokenHostRule(inputSchema), undefined);
    });
  }

  test('remembers at one depth nothing of what did not fit at another', () => {
    const nest = ([width, ...deeper]: readonly number[]): Schema['json'] => {
      if (width === undefined) return text;
      const members = Array.from({ length: width }, (_, at) => [`n${at}`, nest(deeper)]);
      return { type: 'object', properties: Object.fromEntries(members) as JsonSchema };
    };
    const within = (name: string, json: JsonSchema): JsonSchema => ({
      type: 'object',
      properties: { [name]: json },
    });
    // At depth 5 the room ends within D; at depth 4 there is room for all of it.
    const schemas = schemaPool({ D: nest([10, 8]) });
    const d = { $ref: '#/$defs/D' };
    const properties = { pad: nest([5, 5, 4, 48]), deep: within('x', within('d', d)), y: within('d', d) };
    const body = requestBody({ 'application/json': { type: 'object', properties } });
    const listed = JSON.stringify(planOne({ requestBody: body }, { schemas }).inputSchema.properties);
    const whole = JSON.stringify(
      planOne({ requestBody: requestBody({ 'application/json': d }) }, { schemas }).inputSchema.properties[
        'body'
      ],
    );
    assert.ok(listed.includes(whole));
  });

  test('never loses a member of the body, be their types too much', () => {
    const names = Array.from({ length: 600 }, (_, at) => `member-${at}`);
    const body = {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string', maxLength: 10 }])),
      required: ['member-7'],
    };
    const { properties } = planOne({ requestBody: requestBody({ 'application/json': body }) }).inputSchema;
    assert.deepEqual(Object.keys(properties['body']?.['properties'] ?? {}), names);
    assert.deepEqual(properties['body']?.['required'], ['member-7']);
  });

  test('names what is required where names alone are too much', () => {
    const names = Array.from({ length: 2000 }, (_, at) => `member-${at}`);
    const body = {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, text])),
      required: ['member-1999'],
      additionalProperties: false,
    };
    const { inputSchema } = planOne({ requestBody: requestBody({ 'application/json': body }) });
    const { properties, required, ...rest } = inputSchema.properties['body'] ?? {};
    const listed = Object.keys(properties as JsonSchema);
    const first = names.filter((name) => name !== 'member-1999').slice(0, listed.length - 1);
    assert.ok(listed.length > 800 && Buffer.byteLength(JSON.stringify(inputSchema)) <= 16_000);
    assert.deepEqual(listed, [...first, 'member-1999']);
    assert.deepEqual(required, ['member-1999']);
    assert.deepEqual(rest, {
      type: 'object',
      description: `${names.length - listed.length} members are not listed.`,
      additionalProperties: true,
    });
  });

  test('stays open to what is no object where the document is', () => {
    const body = wide('a', 2000, text);
    const schema = { properties: body['properties'], description: 'All.' };
    const listed = planOne({ requestBody: requestBody({ 'application/json': schema }) }).inputSchema;
    assert.equal(listed.properties['body']?.['type'], undefined);
    assert.match(String(listed.properties['body']?.['description']), /^\d+ members are not listed\.$/);
  });

  const kinds = Array.from({ length: 6 }, (_, at) => `value-${at}`);

  test('cuts small arguments evenly: first descriptions, then limits of the largest, then types', () => {
    const listedOf = (count: number): readonly JsonSchema[] => {
      const parameters = Array.from({ length: count }, (_, at) =>
        parameter(`p${at}`, { type: 'string', enum: kinds }, { description: 'Sorts by what comes first.' }),
      );
      return Object.values(planOne({ parameters }).inputSchema.properties);
    };
    const [whole, described, limited] = [listedOf(30), listedOf(130), listedOf(300)];
    const [typed, named] = [listedOf(650), listedOf(900)];
    assert.ok(whole.every(({ description }) => description !== undefined));
    assert.ok(described.every((schema) => schema['enum'] !== undefined));
    assert.ok(described.some((schema) => schema['description'] === undefined));
    assert.ok(limited.every(({ type }) => type === 'string'));
    assert.ok(limited.at(0)?.['enum'] !== undefined && limited.at(-1)?.['enum'] === undefined);
    assert.ok(typed.every((schema) => schema['enum'] === undefined));
    assert.ok(named.every((schema) => Object.keys(schema).length <= 1));
  });

  test('cuts members of a body before its names: first limits of the largest, then types', () => {
    const listedOf = (count: number): readonly JsonSchema[] => {
      const body = wide('p', count, { type: 'string', maxLength: 9, enum: kinds });
      const { inputSchema } = planOne({ requestBody: requestBody({ 'application/json': body }) });
      return Object.values(inputSchema.properties['body']?.['properties'] as Record<string, JsonSchema>);
    };
    const [limited, named] = [listedOf(300), listedOf(800)];
    assert.equal(limited.length, 300);
    assert.ok(limited.every(({ type }) => type === 'string'));
    assert.ok(limited.some((schema) => schema['enum'] !== undefined));
    assert.ok(named.length === 800 && named.every((schema) => Object.keys(schema).length === 0));
  });

  test('lists five levels below an argument, one less where that takes over 6,000 bytes', () => {
    const depthOf = (schema: JsonSchema | undefined): number => {
      const [inner] = Object.values((schema?.['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>);
      return inner === undefined ? 0 : 1 + depthOf(inner);
    };
    const nested = (depth: number, members: number): JsonSchema =>
      depth === 0 ? text : wide('a', members, nested(depth - 1, members));
    const listed = (members: number): JsonSchema | undefined => {
      const body = requestBody({ 'application/json': nested(7, members) });
      return planOne({ requestBody: body }).inputSchema.properties['body'];
    };
    assert.deepEqual([depthOf(listed(2)), depthOf(listed(3))], [5, 4]);
  });

  test('cuts the argument that takes most, and no other', () => {
    const body = wide('a', 30, wide('b', 30, wide('c', 12, text)));
    const small = { type: 'object', properties: { x: { type: 'object', properties: { y: text } } } };
    const { properties } = planOne({
      parameters: [parameter('p', small)],
      requestBody: requestBody({ 'application/json': body }),
    }).inputSchema;
    assert.deepEqual(properties['p'], small);
  });

  test('never loses a top-level property', () => {
    const parameters = Array.from({ length: 800 }, (_, at) =>
      parameter(`parameter-${at}`, text, { description: `The ${at}th.` }),
    );
    assert.equal(Object.keys(planOne({ parameters }).inputSchema.properties).length, 800);
  });

  const findingsOf = (own: Parameters<typeof operation>[0]): readonly string[] =>
    plan(model([operation({ operationId: 'op', ...own })]))
      .found.filter(([code]) => code === 'input-schema-cut')
      .map((finding) => finding.join(': '));

  const tooLarge = "input-schema-cut: The input schema of tool 'op' would be larger than hosts take: ";

  test('says how much of an argument is listed where structure is left out', () => {
    const body = wide('a', 10, wide('b', 12, wide('c', 12, text)));
    const parameters = [parameter('p', wide('x', 2, text))];
    assert.deepEqual(findingsOf({ parameters, requestBody: requestBody({ 'application/json': body }) }), [
      `${tooLarge}nothing below level 2 of 'body' is listed.`,
    ]);
  });

  test('says nothing where descriptions alone are left out', () => {
    const body = wide('a', 100, { type: 'object', properties: {}, description: 'x '.repeat(100) });
    assert.deepEqual(findingsOf({ requestBody: requestBody({ 'application/json': body }) }), []);
  });

  test('says where it stays too large', () => {
    const parameters = Array.from({ length: 1500 }, (_, at) => parameter(`parameter-${at}`, text));
    const [finding = '', ...others] = findingsOf({ parameters });
    assert.deepEqual(others, []);
    assert.match(
      finding,
      /; 1495 other arguments are cut too; it takes \d{5} bytes, and hosts may drop the tool\.$/,
    );
  });

  const link = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });
  const bombs: readonly [of: string, level: (next: string) => JsonSchema][] = [
    ['members', (next) => ({ type: 'object', properties: { a: link(next), b: link(next) } })],
    ['allOf', (next) => ({ allOf: [link(next), { allOf: [link(next)] }] })],
    ['anyOf', (next) => ({ anyOf: [link(next), { anyOf: [link(next)] }, { type: 'string', maxLength: 1 }] })],
    [
      'both',
      (next) => ({ anyOf: [link(next), { type: 'integer' }], allOf: [{ oneOf: [link(next), link(next)] }] }),
    ],
    [
      'circles',
      (next) => ({ anyOf: [link(next), link('S0')], properties: { a: link('S3'), b: link(next) } }),
    ],
  ];
  for (const [of, level] of bombs) {
    test(`ends at once for 2^2000 ways through ${of}`, () => {
      const schemas = Object.fromEntries(
        Array.from({ length: 2000 }, (_, at) => [`S${at}`, level(`S${at + 1}`)]),
      );
      const start = process.cpuUsage();
      planOne(
        { requestBody: requestBody({ 'application/json': link('S0') }) },
        { schemas: schemaPool(schemas) },
      );
      assert.ok(process.cpuUsage(start).user < 1e6);
    });
  }

  test('is the same for one document, whatever was planned before', () => {
    const schemas = schemaPool({
      A: { type: 'object', properties: { b: link('B') } },
      B: { type: 'object', properties: { a: link('A') } },
    });
    const operations = ['A', 'B'].map((name) =>
      operation({
        path: `/${name}`,
        method: 'POST',
        requestBody: requestBody({ 'application/json': link(name) }),
      }),
    );
    const listed = (list: typeof operations) =>
      new Map(
        plan(model(list, { schemas })).plan?.manifest.tools.map(({ name, inputSchema }) => [
          name,
          inputSchema,
        ]),
      );
    const [once, again] = [listed(operations), listed(operations.toReversed())];
    for (const [name, schema] of once) assert.deepEqual(again.get(name), schema);
  });
});

test('the types of the arguments are the document’s own schemas', () => {
  const parameters = [
    parameter('filter[name]', { $ref: '#/$defs/Name' }, { description: 'A name.' }),
    parameter('b', false),
  ];
  const body = requestBody({ 'application/json': { $ref: '#/$defs/Pet' } }, { required: false });
  const schemas = schemaPool({
    Name: { type: 'string', minLength: 1 },
    Pet: { type: 'object', properties: { owner: { $ref: '#/$defs/Owner' } } },
    Owner: true,
    Unused: true,
  });
  const { plan: planned } = plan(model([operation({ parameters, requestBody: body })], { schemas }));
  assert.deepEqual(planned?.modules[0]?.tools[0]?.types.input, {
    type: 'object',
    properties: {
      filter_name: { $ref: '#/$defs/Name', description: 'A name.' },
      b: { not: {} },
      body: { $ref: '#/$defs/Pet' },
    },
    additionalProperties: false,
  });
  assert.deepEqual([...planned.schemas.keys()], ['Name', 'Pet', 'Owner']);
});
