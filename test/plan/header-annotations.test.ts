import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import type { ApiModel, Schema } from '../../src/model/model.js';
import { planServer } from '../../src/plan/plan-server.js';
import { profileNames } from '../../src/plan/hosts/profile-names.js';
import type { OperationSettings } from '../../src/plan/settings.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import {
  model,
  noOptions,
  operation,
  origin,
  parameter,
  plan,
  requestBody,
  schemaPool,
} from './documents.js';

type Json = Schema['json'];
type Found = ReturnType<typeof plan>['found'];

const header = 'x-mcp-header';

/** The annotations of a listed schema by the names that lead there; one at any other place fails. */
function annotationsIn(schema: JsonSchema, path: readonly string[] = []): Readonly<Record<string, unknown>> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const inner = Object.entries(properties).map(([name, property]) =>
    annotationsIn(property, [...path, name]),
  );
  const own = header in schema ? { [path.join('.')]: schema[header] } : {};
  const all = Object.assign(own, ...inner) as Readonly<Record<string, unknown>>;
  const written = JSON.stringify(schema).split(`"${header}":"`).length - 1;
  assert.equal(written, Object.keys(all).length, 'an annotation stands where MCP takes none');
  return all;
}

interface Given {
  readonly parameters?: Readonly<Record<string, Json>>;
  readonly body?: Json;
  readonly pool?: Readonly<Record<string, Json>>;
  readonly api?: Partial<ApiModel>;
  readonly config?: OperationSettings;
  readonly tag?: OperationSettings;
  readonly xMcp?: unknown;
}

/** The annotations of the one tool, and what was found. */
function planned({ parameters = {}, body, pool = {}, api = {}, config, tag, xMcp }: Given): {
  readonly kept: Readonly<Record<string, unknown>>;
  readonly found: Found;
} {
  const one = operation({
    method: 'POST',
    operationId: 'op',
    tags: ['t'],
    parameters: Object.entries(parameters).map(([name, json]) => parameter(name, json)),
    requestBody: body === undefined ? undefined : requestBody({ 'application/json': body }),
    extensions: new Map(xMcp === undefined ? [] : [['x-mcp', xMcp]]),
  });
  const settings = {
    operations: config === undefined ? {} : { op: config },
    tags: tag === undefined ? {} : { t: tag },
  };
  const { plan: result, found } = plan(model([one], { schemas: schemaPool(pool), ...api }), { settings });
  const [tool] = result?.manifest.tools ?? [];
  assert.ok(tool !== undefined, 'the tool is gone');
  return { kept: annotationsIn(tool.inputSchema), found };
}

function refusedIn(found: Found): readonly string[] {
  return found.filter(([code]) => code === 'header-annotation-refused').map(([, message]) => message);
}

const text = { type: 'string' };
const region = { type: 'string', [header]: 'Region' };

suite('x-mcp-header stands on', () => {
  const cases: readonly [of: string, name: string, json: Json][] = [
    ['a string', 'region', region],
    ['a boolean', 'dry', { type: 'boolean', [header]: 'Dry' }],
    ['a string with values', 'size', { enum: ['s', 'm'], [header]: 'Size' }],
    ['an integer with bounds', 'n', { type: 'integer', minimum: 0, maximum: 9, [header]: 'N' }],
    [
      'an integer with outer bounds',
      'n',
      { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 9, [header]: 'N' },
    ],
    [
      'an int64 with bounds',
      'n',
      {
        type: 'integer',
        format: 'int64',
        minimum: -9007199254740991,
        maximum: 9007199254740991,
        [header]: 'N',
      },
    ],
    ['an integer with values', 'n', { type: 'integer', enum: [1, 2], [header]: 'N' }],
    ['an int32', 'n', { type: 'integer', format: 'int32', [header]: 'N' }],
    ['a double-int of the OpenAPI registry', 'n', { type: 'integer', format: 'double-int', [header]: 'N' }],
    ['words that look like secrets', 'author', { type: 'string', [header]: 'ClassName' }],
    ['what would be a header of MCP without its prefix', 'm', { type: 'string', [header]: 'Method' }],
    ['a choice that is none', 'r', { anyOf: [{ type: 'string', [header]: 'R' }] }],
  ];
  for (const [of, name, json] of cases) {
    test(of, () => {
      const { kept, found } = planned({ parameters: { [name]: json } });
      assert.deepEqual([Object.keys(kept), refusedIn(found)], [[name], []]);
    });
  }
});

// MCP revision 2026-07-28, Streamable HTTP, Schema Extension; Tools, warning on x-mcp-header.
suite('x-mcp-header is refused', () => {
  const cases: readonly [of: string, name: string, json: Json, why: RegExp][] = [
    ['where it is no text', 'a', { ...text, [header]: 5 }, /name of a header, which is text/],
    ['where it is empty', 'a', { ...text, [header]: '' }, /no empty name/],
    ['with a line end', 'a', { ...text, [header]: 'A\r\nX: 1' }, /token characters/],
    ['with a blank', 'a', { ...text, [header]: 'No Token' }, /token characters/],
    ['with a letter beyond ASCII', 'a', { ...text, [header]: 'Größe' }, /token characters/],
    ['on a number', 'a', { type: 'number', [header]: 'A' }, /string, integer or boolean/],
    ['on an array', 'a', { type: 'array', [header]: 'A' }, /string, integer or boolean/],
    ['on an object', 'a', { type: 'object', [header]: 'A' }, /string, integer or boolean/],
    ['without a type', 'a', { [header]: 'A' }, /string, integer or boolean/],
    ['on a union', 'a', { type: ['string', 'integer'], [header]: 'A' }, /string, integer or boolean/],
    [
      'where null is allowed',
      'a',
      { type: ['string', 'null'], [header]: 'A' },
      /one type, and null is allowed/,
    ],
    [
      'where a branch takes null',
      'a',
      { anyOf: [{ ...text, [header]: 'A' }, { type: 'null' }] },
      /null is allowed/,
    ],
    ['on an integer without bounds', 'a', { type: 'integer', [header]: 'A' }, /2\^53/],
    ['on an int64', 'a', { type: 'integer', format: 'int64', [header]: 'A' }, /2\^53/],
    ['on an integer with one bound', 'a', { type: 'integer', minimum: 0, [header]: 'A' }, /2\^53/],
    [
      'on an integer with wide bounds',
      'a',
      { type: 'integer', minimum: -1e16, maximum: 0, [header]: 'A' },
      /2\^53/,
    ],
    ['on an integer with a wide value', 'a', { type: 'integer', enum: [1, 2 ** 53], [header]: 'A' }, /2\^53/],
    ['on a password', 'a', { ...text, format: 'password', [header]: 'A' }, /passwords, keys/],
    ['on what is named a key', 'apiKey', { ...text, [header]: 'A' }, /passwords, keys/],
    ['on a subscription key', 'subscription-key', { ...text, [header]: 'A' }, /passwords, keys/],
    ['where it names a credential', 'a', { ...text, [header]: 'Authorization' }, /passwords, keys/],
    ['under items', 'a', { type: 'array', items: region }, /`properties` alone .* under `items`/],
    ['under anyOf', 'a', { anyOf: [region, { type: 'integer' }] }, /under `anyOf`/],
    ['under oneOf', 'a', { oneOf: [region, { type: 'integer' }] }, /under `oneOf`/],
    ['under not', 'a', { ...text, not: region }, /under `not`/],
    ['under if', 'a', { ...text, if: region }, /under `if`/],
    [
      'under additionalProperties',
      'a',
      { type: 'object', additionalProperties: region },
      /under `additionalProperties`/,
    ],
    [
      'under patternProperties',
      'a',
      { type: 'object', patternProperties: { '^a': region } },
      /under `patternProperties`/,
    ],
  ];
  for (const [of, name, json, why] of cases) {
    test(`${of}, once, and the tool stays`, () => {
      const { kept, found } = planned({ parameters: { [name]: json } });
      const refused = refusedIn(found);
      assert.deepEqual([kept, refused.length], [{}, 1], refused.join('\n'));
      assert.match(refused[0] ?? '', why);
      assert.ok(refused[0]?.includes(`of '${name}'`));
    });
  }

  test('the second time in a tool, ignoring case, with the name of the first', () => {
    const { kept, found } = planned({
      parameters: { a: { ...text, [header]: 'Dup' } },
      body: { properties: { b: { ...text, [header]: 'dUP' } } },
    });
    assert.deepEqual(kept, { a: 'Dup' });
    assert.match(refusedIn(found).join(), /of 'body\.b' .* unique .* 'a' has it already/);
  });

  test('without taking the header from another', () => {
    const { kept } = planned({
      parameters: { a: { type: 'number', [header]: 'N' }, b: { ...text, [header]: 'n' } },
    });
    assert.deepEqual(kept, { b: 'n' });
  });

  test('on a password behind a reference', () => {
    const secret = { ...text, format: 'password' };
    const { kept } = planned({
      parameters: { a: { $ref: '#/$defs/S', [header]: 'A' } },
      pool: { S: secret },
    });
    assert.deepEqual(kept, {});
  });

  const scheme = { type: 'apiKey', in: 'query', name: 'Pass-Through' } as const;
  const securitySchemes = new Map([['key', { scheme, description: undefined }]]);
  for (const [of, given] of [
    ['a parameter', { parameters: { 'pass-through': { ...text, [header]: 'P' } } }],
    ['a member of the body', { body: { properties: { 'pass-through': { ...text, [header]: 'P' } } } }],
    ['another name', { parameters: { a: { ...text, [header]: 'PASS-Through' } } }],
  ] as const) {
    test(`on ${of} that is called as a security scheme sends its credential`, () => {
      const { kept, found } = planned({ ...given, api: { securitySchemes } });
      assert.deepEqual([kept, refusedIn(found).length], [{}, 1]);
    });
  }
});

suite('x-mcp-header in a request body', () => {
  const cases: readonly [of: string, body: Json, kept: Readonly<Record<string, string>>, why?: RegExp][] = [
    ['stands on a member', { properties: { region } }, { 'body.region': 'Region' }],
    [
      'stands on a member of a member',
      { type: 'object', properties: { where: { type: 'object', properties: { region } } } },
      { 'body.where.region': 'Region' },
    ],
    ['stands behind references', { $ref: '#/$defs/Order' }, { 'body.where.region': 'Region' }],
    [
      'stands in a part of allOf',
      { allOf: [{ properties: { a: text } }, { properties: { region } }] },
      { 'body.region': 'Region' },
    ],
    [
      'stands on a required member',
      { properties: { region }, required: ['region'] },
      { 'body.region': 'Region' },
    ],
    ['stands on a text that is the whole body', region, { body: 'Region' }],
    [
      'stands beside a property of its own name',
      { properties: { [header]: text, region } },
      { 'body.region': 'Region' },
    ],
    [
      'stands on a member with a name that objects have',
      { properties: { constructor: region } },
      { 'body.constructor': 'Region' },
    ],
    ['stands at the first level of what holds itself', { $ref: '#/$defs/Node' }, { 'body.name': 'Node' }],
    [
      'stands once where a schema is used twice',
      { properties: { from: { $ref: '#/$defs/Place' }, to: { $ref: '#/$defs/Place' } } },
      { 'body.from.region': 'Region' },
      /'body\.to\.region' .*'body\.from\.region' has it/,
    ],
    [
      'is refused on the body as an object',
      { type: 'object', [header]: 'A' },
      {},
      /of 'body' .*string, integer or boolean/,
    ],
    [
      'is refused on a member that can be null',
      { properties: { region: { ...region, type: ['string', 'null'] } } },
      {},
      /null is allowed/,
    ],
    [
      'is refused in a member that can be null',
      { properties: { where: { type: ['object', 'null'], properties: { region } } } },
      {},
      /'body\.where\.region' .* listed under `anyOf`/,
    ],
    [
      'is refused in one of several bodies',
      { oneOf: [{ properties: { region } }, { type: 'array' }] },
      {},
      /under `oneOf`/,
    ],
    [
      'is refused in items',
      { properties: { list: { type: 'array', items: { properties: { region } } } } },
      {},
      /'body\.list\.region' .*under `items`/,
    ],
    [
      'is refused deeper than is listed',
      ['a', 'b', 'c', 'd', 'e', 'f'].reduce<Json>(
        (inner, name) => ({ type: 'object', properties: { [name]: inner } }),
        region,
      ),
      {},
      /'body\.f\.e\.d\.c\.b\.a' .* does not reach it/,
    ],
    [
      'is refused behind a reference in a list',
      { type: 'array', items: { $ref: '#/$defs/Order' } },
      {},
      /under `items`/,
    ],
  ];
  const pool = {
    Order: { type: 'object', properties: { where: { $ref: '#/$defs/Place' } } },
    Place: { type: 'object', properties: { region } },
    Node: {
      type: 'object',
      properties: {
        name: { ...text, [header]: 'Node' },
        child: { $ref: '#/$defs/Node' },
        all: { type: 'array', items: { $ref: '#/$defs/Node' } },
      },
    },
  };
  for (const [of, body, kept, why] of cases) {
    test(of, () => {
      const { kept: standing, found } = planned({ body, pool });
      assert.deepEqual(standing, kept);
      assert.equal(refusedIn(found).length, why === undefined ? 0 : 1, refusedIn(found).join('\n'));
      if (why !== undefined) assert.match(refusedIn(found)[0] ?? '', why);
    });
  }

  test('says nothing of an example or a default that looks like it', () => {
    const body = {
      properties: { a: { ...text, default: { [header]: 'A' }, examples: [{ [header]: 'A' }] } },
    };
    assert.deepEqual(
      planned({ body }).found.filter(([code]) => code === 'header-annotation-refused'),
      [],
    );
  });

  test('costs little where many schemas lead to each other', () => {
    const names = Array.from({ length: 60 }, (_, at) => `S${at}`);
    const all = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
    const web = Object.fromEntries(
      names.map((name) => [name, { type: 'object', properties: { ...all, last: region } }]),
    );
    const before = process.cpuUsage().user;
    const { kept } = planned({ body: { $ref: '#/$defs/S0' }, pool: web });
    assert.ok(Object.keys(kept).length <= 1);
    assert.ok(process.cpuUsage().user - before < 5_000_000);
  });
});

suite('x-mcp-header of a parameter', () => {
  test('comes with the schema that it refers to', () => {
    const { kept } = planned({ parameters: { ref: { $ref: '#/$defs/R' } }, pool: { R: region } });
    assert.deepEqual(kept, { ref: 'Region' });
  });

  test('is read from the Parameter Object, before its schema', () => {
    const own = parameter('a', { ...text, [header]: 'Inner' }, { extensions: new Map([[header, 'Outer']]) });
    const tool = plan(model([operation({ parameters: [own] })])).plan?.modules[0]?.tools[0];
    assert.equal(tool?.definition.inputSchema.properties['a']?.[header], 'Outer');
    assert.equal(tool.types.input.properties['a']?.[header], 'Outer');
  });

  test('can be in an object', () => {
    const filter = { type: 'object', properties: { region } };
    assert.deepEqual(planned({ parameters: { filter } }).kept, { 'filter.region': 'Region' });
  });

  test('is on the argument that has another name', () => {
    const { kept } = planned({ parameters: { 'filter[region]': region } });
    assert.deepEqual(kept, { filter_region: 'Region' });
  });

  for (const required of [true, false]) {
    test(`stands where the parameter is ${required ? 'required' : 'optional'}`, () => {
      const own = parameter('region', region, { required });
      const tool = plan(model([operation({ parameters: [own] })])).plan?.manifest.tools[0];
      assert.equal(tool?.inputSchema.properties['region']?.[header], 'Region');
    });
  }
});

suite('a header that someone chose', () => {
  const body = {
    properties: { region: text, where: { properties: { 'a.b': text, n: { type: 'number' } } } },
  };
  const words = (headers: Readonly<Record<string, string>>) => ({ headers });

  const kept: readonly [of: string, given: Given, expected: Readonly<Record<string, string>>][] = [
    ['is on a parameter', { config: words({ zone: 'Zone' }) }, { zone: 'Zone' }],
    ['is on a parameter by its place', { config: words({ 'query:zone': 'Zone' }) }, { zone: 'Zone' }],
    [
      'is on a member of the body',
      { config: words({ 'body.region': 'Region' }) },
      { 'body.region': 'Region' },
    ],
    [
      'is on a member whose name has a dot',
      { config: words({ 'body.where.a.b': 'AB' }) },
      { 'body.where.a.b': 'AB' },
    ],
    [
      'is that of all operations of a tag',
      { tag: words({ zone: 'Zone', 'body.region': 'Region' }) },
      { zone: 'Zone', 'body.region': 'Region' },
    ],
    [
      'is that of the operation before that of its tag',
      { config: words({ 'body.region': 'Near' }), tag: words({ 'body.region': 'Far' }) },
      { 'body.region': 'Near' },
    ],
    ['is that of x-mcp', { xMcp: words({ 'body.region': 'Region' }) }, { 'body.region': 'Region' }],
    [
      'is that of the configuration before that of x-mcp',
      { config: words({ 'body.region': 'Ours' }), xMcp: words({ 'body.region': 'Theirs' }) },
      { 'body.region': 'Ours' },
    ],
    [
      'goes before what the schema says',
      { parameters: { zone: { ...text, [header]: 'Old' } }, config: words({ zone: 'New' }) },
      { zone: 'New' },
    ],
    [
      'goes before what the schema of a member says',
      { body: { properties: { region } }, config: words({ 'body.region': 'New' }) },
      { 'body.region': 'New' },
    ],
    [
      'is on a parameter that is called like a member',
      { parameters: { 'body.region': text }, config: words({ 'body.region': 'P' }) },
      { 'body.region': 'P' },
    ],
  ];
  for (const [of, given, expected] of kept) {
    test(of, () => {
      const { kept: standing, found } = planned({ parameters: { zone: text }, body, ...given });
      assert.deepEqual(standing, expected);
      assert.deepEqual(
        found.filter(([code]) => /header|setting|curation/.test(code)),
        [],
      );
    });
  }

  const refused: readonly [of: string, given: Given, code: string, why: RegExp][] = [
    [
      'breaks a rule',
      { config: words({ 'body.where.n': 'N' }) },
      'unusable-setting',
      /'operations\.op\.headers\.body\.where\.n' .*string, integer or boolean/,
    ],
    [
      'breaks a rule in x-mcp',
      { xMcp: words({ 'body.where.n': 'N' }) },
      'header-annotation-refused',
      /'body\.where\.n' .*string, integer or boolean/,
    ],
    [
      'is on no member of the body',
      { config: words({ 'body.regoin': 'R' }) },
      'unknown-operation-setting',
      /no part of the request body 'body\.regoin'/,
    ],
    [
      'is on no member of any body of a tag',
      { tag: words({ 'body.regoin': 'R' }) },
      'unknown-operation-setting',
      /no part of the request body 'body\.regoin'/,
    ],
    [
      'is on no member, in x-mcp',
      { xMcp: words({ 'body.regoin': 'R' }) },
      'unusable-curation',
      /request body, as it is sent, has no such member/,
    ],
  ];
  for (const [of, given, code, why] of refused) {
    test(`is told of where it ${of}`, () => {
      const { kept: standing, found } = planned({ parameters: { zone: text }, body, ...given });
      assert.deepEqual(standing, {});
      const told = found.filter(([each]) => /header|setting|curation/.test(each));
      assert.deepEqual(
        told.map(([each]) => each),
        [code],
      );
      assert.match(told[0]?.[1] ?? '', why);
    });
  }
});

suite('in the listing for', () => {
  const pool = {
    Order: {
      type: 'object',
      required: ['where'],
      properties: {
        where: { $ref: '#/$defs/Place' },
        items: { type: 'array', items: { $ref: '#/$defs/Place' } },
      },
    },
    Place: { type: 'object', required: ['region'], properties: { region, next: { $ref: '#/$defs/Place' } } },
    Zone: { type: 'string', [header]: 'Zone' },
  };
  const parameters = [
    parameter('zone', { $ref: '#/$defs/Zone' }, { required: true }),
    parameter('n', { type: 'integer', minimum: 1, maximum: 9, [header]: 'N' }),
    parameter('wrong', { oneOf: [{ ...text, [header]: 'Wrong' }, { type: 'integer' }] }),
    parameter('twice', { ...text, [header]: 'ZONE' }),
  ];
  const body = requestBody({ 'application/json': { $ref: '#/$defs/Order' } });
  const one = operation({ method: 'POST', parameters, requestBody: body });
  for (const profile of profileNames) {
    test(`${profile} annotations stand where MCP takes them`, () => {
      const profiles = [profile];
      const { plan: result } = plan(model([one], { schemas: schemaPool(pool) }), { profiles });
      const [tool] = result?.manifest.tools ?? [];
      const listed = tool?.listedSchema ?? tool?.inputSchema ?? {};
      const standing = annotationsIn(listed);
      assert.equal(standing['zone'], 'Zone');
      const all = { zone: 'Zone', n: 'N', 'body.where.region': 'Region' };
      for (const [place, value] of Object.entries(standing))
        assert.equal(new Map(Object.entries(all)).get(place), value);
      for (const path of Object.keys(standing).map((place) => place.split('.'))) {
        const property = path.reduce<JsonSchema>((schema, name) => {
          return (schema['properties'] as Readonly<Record<string, JsonSchema>>)[name] ?? {};
        }, listed);
        assert.match(String(property['type']), /^(?:string|integer|boolean)$/);
      }
      if (profile !== 'openai-strict') assert.deepEqual(standing, all);
    });
  }
});

function originsOf(api: ApiModel): readonly (string | undefined)[] {
  const diagnostics = new Diagnostics();
  planServer(api, new Map(), noOptions, diagnostics);
  return diagnostics.all
    .filter(({ code }) => code === 'header-annotation-refused')
    .map((finding) => finding.origin?.pointer);
}

test('a header of a member that the body has in another media type alone is told of', () => {
  const content = {
    'application/json': { properties: { a: text } },
    'text/csv': { properties: { b: text } },
  };
  const one = operation({ method: 'POST', operationId: 'op', requestBody: requestBody(content) });
  const settings = { operations: { op: { headers: { 'body.b': 'B' } } }, tags: {} };
  const told = plan(model([one]), { settings }).found.filter(([code]) => code === 'unusable-setting');
  assert.match(
    told.map(([, message]) => message).join(),
    /'operations\.op\.headers\.body\.b' .*listed under `anyOf`/,
  );
});

test('a finding stands at the annotation', () => {
  const place = { file: 'openapi.yaml', pointer: '/components/schemas/R' };
  const schemas = new Map([['R', { origin: place, json: { type: 'number', [header]: 'R' } }]]);
  const one = operation({ parameters: [parameter('a', { $ref: '#/$defs/R' })] });
  const told = originsOf(model([one], { schemas }));
  assert.deepEqual(told, ['/components/schemas/R/x-mcp-header']);
  const own = parameter(
    'a',
    { type: 'number' },
    { origin: { ...origin, pointer: '/p' }, extensions: new Map([[header, 'A']]) },
  );
  assert.deepEqual(originsOf(model([operation({ parameters: [own] })])), ['/p/x-mcp-header']);
});
