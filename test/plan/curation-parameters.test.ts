import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { NamedScheme, Operation, Parameter, Schema } from '../../src/model/model.js';
import type { ParameterSetting } from '../../src/plan/settings.js';
import type { AuthMode } from '../../src/runtime/authorization/variables.js';
import type { ParameterStyle } from '../../src/runtime/request/parameters.js';
import { model, operation, parameter, plan, schemaPool } from './documents.js';

type Fields = Readonly<Record<string, unknown>>;

/** Plans `listPets` with its `x-mcp`, or with what the configuration says of its parameters. */
function planWith(
  parameters: readonly Parameter[],
  {
    xMcp,
    config,
    headers,
    schemes = new Map(),
    security = [],
    auth,
  }: {
    readonly xMcp?: unknown;
    readonly config?: Readonly<Record<string, ParameterSetting>>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly schemes?: ReadonlyMap<string, NamedScheme>;
    readonly security?: Operation['security'];
    readonly auth?: AuthMode;
  },
) {
  const pets = operation({
    path: '/pets/{id}',
    operationId: 'listPets',
    parameters,
    security,
    extensions: new Map(xMcp === undefined ? [] : [['x-mcp', xMcp]]),
  });
  const listPets = { ...(config && { parameters: config }), ...(headers && { headers }) };
  const { plan: planned, found } = plan(
    model([pets], {
      securitySchemes: schemes,
      schemas: schemaPool({ Size: { type: 'string', enum: ['small', 'large'] } }),
    }),
    { settings: { operations: { listPets }, tags: {} }, auth },
  );
  const tool = planned?.modules[0]?.tools[0];
  assert.ok(tool !== undefined);
  const { inputSchema, request } = tool.definition;
  return {
    listed: Object.keys(inputSchema.properties),
    typed: Object.keys(tool.types.input.properties),
    inputSchema,
    bound: request.parameters.map(({ name }) => name),
    fixed: request.fixed,
    variables: planned?.variables ?? [],
    found,
  };
}

const json = (fields: Schema['json'], own: Partial<Parameter> = {}) => parameter('size', fields, own);

suite('a parameter with a fixed value', () => {
  const cases: readonly [of: string, own: Parameter, value: unknown][] = [
    ['of a string', json({ type: 'string' }), 'large'],
    ['of a named schema', json({ $ref: '#/$defs/Size' }), 'large'],
    ['of an integer', json({ type: 'integer', maximum: 10 }), 10],
    ['of a list', json({ type: 'array', items: { type: 'string' } }), ['a']],
    ['that is required', json({ type: 'string' }, { required: true }), 'a'],
  ];
  for (const [of, own, value] of cases) {
    test(`${of} is no argument, and is bound`, () => {
      const planned = planWith([own, parameter('limit')], { config: { size: { const: value } } });
      assert.deepEqual(planned.listed, ['limit']);
      assert.deepEqual(planned.typed, ['limit']);
      assert.equal(planned.inputSchema.required, undefined);
      assert.deepEqual(planned.bound, ['size', 'limit']);
      assert.deepEqual(planned.fixed, [{ property: 'size', value }]);
      assert.deepEqual(planned.found, []);
    });
  }

  const placed = (place: Parameter['in'], style: ParameterStyle): Parameter =>
    parameter('size', true, { in: place, encoding: { style, explode: false } });
  const inPath = { ...placed('path', 'simple'), required: true };
  const refused: readonly [of: string, own: Parameter, value: unknown, why: RegExp][] = [
    ['another type', json({ type: 'integer' }), 'a', /"a" does not fit/],
    ['another value of an enum', json({ $ref: '#/$defs/Size' }), 'huge', /does not fit/],
    ['a number that is too large', json({ type: 'integer', maximum: 10 }), 11, /does not fit/],
    ['a text that is too short', json({ type: 'string', minLength: 2 }), 'a', /does not fit/],
    ['a list of other items', json({ type: 'array', items: { type: 'integer' } }), ['a'], /does not fit/],
    ['null', json({ type: ['string', 'null'] }), null, /null cannot be sent/],
    ['what leaves a path', inPath, '..', /".." cannot be sent as a path parameter/],
    ['what no path holds', inPath, 'a\nb', /cannot be sent as a path parameter/],
    ['what no header carries', placed('header', 'simple'), 'ü', /"ü" cannot be sent as a header parameter/],
    ['what no cookie carries', placed('cookie', 'cookie'), 'a;b', /cannot be sent as a cookie parameter/],
  ];
  for (const [of, own, value, why] of refused) {
    test(`of ${of} is an error in the configuration, and the parameter an argument`, () => {
      const { listed, fixed, found } = planWith([own], { config: { size: { const: value } } });
      assert.deepEqual(listed, ['size']);
      assert.equal(fixed, undefined);
      assert.equal(found[0]?.[0], 'unusable-setting');
      assert.match(found[0][1], why);
    });
  }

  test('keeps the name of no argument from another parameter', () => {
    const { listed, fixed } = planWith(
      [parameter('id', { type: 'string' }, { in: 'path', required: true }), parameter('body')],
      { config: { id: { const: 'a' } } },
    );
    assert.deepEqual(listed, ['body']);
    assert.deepEqual(fixed, [{ property: 'id', value: 'a' }]);
  });

  test('of a document is refused with a warning', () => {
    const { listed, found } = planWith([json({ type: 'integer' })], {
      xMcp: { parameters: { size: { const: 'a' } } },
    });
    assert.deepEqual(listed, ['size']);
    assert.equal(found[0]?.[0], 'unusable-curation');
  });

  test('never holds a secret', () => {
    const secret = parameter('api_token', { type: 'integer' });
    const { found } = planWith([secret], { config: { api_token: { const: 'hush' } } });
    assert.match(found[0]?.[1] ?? '', /name a variable with `env`/);
    assert.doesNotMatch(JSON.stringify(found), /hush/);
  });
});

suite('a parameter from the environment', () => {
  const types: readonly [json: Schema['json'], type: string | undefined][] = [
    [{ type: 'string' }, undefined],
    [true, undefined],
    [{ $ref: '#/$defs/Size' }, undefined],
    [{ type: 'integer' }, 'integer'],
    [{ type: ['integer', 'null'] }, 'integer'],
    [{ type: 'number' }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ type: 'array', items: {} }, 'array'],
    [{ type: 'object' }, 'object'],
    [{ type: ['array', 'boolean'] }, 'json'],
  ];
  for (const [schema, type] of types) {
    test(`is read as its schema says: ${JSON.stringify(schema)}`, () => {
      const { listed, fixed } = planWith([json(schema)], { config: { size: { env: 'SIZE' } } });
      assert.deepEqual(listed, []);
      assert.deepEqual(fixed, [{ property: 'size', env: 'SIZE', ...(type && { type }) }]);
    });
  }

  test('is a variable of the server, and a secret where its name says so', () => {
    const { variables, fixed } = planWith(
      [parameter('X-Tenant', true, { in: 'header', required: true }), parameter('token')],
      {
        config: { 'X-Tenant': { env: 'TENANT' }, token: { env: 'TOKEN' } },
      },
    );
    assert.deepEqual(variables.slice(-2), [
      {
        name: 'TENANT',
        purpose: "Sent as the header parameter 'X-Tenant'",
        default: undefined,
        required: true,
        secret: false,
      },
      {
        name: 'TOKEN',
        purpose: "Sent as the query parameter 'token'",
        default: undefined,
        required: false,
        secret: true,
      },
    ]);
    assert.deepEqual(fixed, [
      { property: 'X-Tenant', env: 'TENANT', required: true },
      { property: 'token', env: 'TOKEN', secret: true },
    ]);
  });

  const scheme = { type: 'apiKey', in: 'header', name: 'X-Key' } as const;
  const taken: readonly [variable: string, problem: RegExp | undefined][] = [
    ['PETS_BASE_URL', /credential of the server/],
    ['PETS_ALLOWED_ORIGINS', /credential of the server/],
    ['PETS_K_KEY', /credential of the server/],
    ['PETS_K_KEY_FILE', /credential of the server/],
    ['PETS_OTHER', undefined],
  ];
  for (const [variable, problem] of taken) {
    test(`${problem ? 'never is' : 'can be'} ${variable} of a server that has PETS_K_KEY`, () => {
      const { found, variables } = planWith([parameter('size')], {
        config: { size: { env: variable } },
        schemes: new Map([['k', { scheme, description: undefined }]]),
        security: [{ k: [] }],
      });
      assert.deepEqual(
        variables.slice(0, 3).map(({ name }) => name),
        ['PETS_BASE_URL', 'PETS_K_KEY', 'PETS_ALLOWED_ORIGINS'],
      );
      assert.equal(found[0]?.[0], problem && 'unusable-setting');
      assert.match(found[0]?.[1] ?? '', problem ?? /^$/);
    });
  }

  test('is never the file of another', () => {
    const { found } = planWith([parameter('size'), parameter('limit')], {
      config: { size: { env: 'PETS_SIZE' }, limit: { env: 'PETS_SIZE_FILE' } },
    });
    assert.match(found[0]?.[1] ?? '', /parameters\.limit' .*file of another/);
  });

  test('has a name that a variable can have', () => {
    const { found } = planWith([parameter('size')], { config: { size: { env: 'A B' } } });
    assert.match(found[0]?.[1] ?? '', /'A B' is no name/);
  });
});

suite('a parameter from the caller', () => {
  const required = json({ type: 'integer' }, { required: true });
  const cases: readonly [of: string, own: Parameter, config: ParameterSetting, fixed: object][] = [
    ['a claim', json({ type: 'string' }), { claim: 'tid' }, { claim: 'tid' }],
    ['a claim of a URL', json(true), { claim: 'https://e.org/tid' }, { claim: 'https://e.org/tid' }],
    ['a claim as its schema says', required, { claim: 'tid' }, { claim: 'tid', type: 'integer' }],
    ['a header', json({ type: 'string' }), { header: 'x-tenant' }, { header: 'x-tenant' }],
    ['a header in any case', json({ type: 'string' }), { header: 'X-Tenant' }, { header: 'x-tenant' }],
    [
      'a header as its schema says',
      required,
      { header: 'X-Tenant' },
      { header: 'x-tenant', required: true, type: 'integer' },
    ],
  ];
  for (const [of, own, config, expected] of cases) {
    test(`is no argument, and is ${of}`, () => {
      const planned = planWith([own, parameter('limit')], { config: { size: config }, auth: 'oauth' });
      assert.deepEqual([planned.listed, planned.typed], [['limit'], ['limit']]);
      assert.equal(planned.inputSchema.required, undefined);
      assert.deepEqual(planned.fixed, [{ property: 'size', ...expected }]);
      assert.deepEqual(planned.found, []);
      assert.ok(!planned.variables.some(({ purpose }) => purpose.startsWith('Sent as')));
    });
  }

  for (const auth of ['none', 'bearer', undefined] as const) {
    test(`is no claim in the mode ${String(auth)}, but can be a header`, () => {
      const more = auth === undefined ? {} : { auth };
      const { listed, found } = planWith([json(true)], { config: { size: { claim: 'tid' } }, ...more });
      assert.deepEqual(listed, ['size']);
      assert.equal(found[0]?.[0], 'unusable-setting');
      assert.match(found[0][1], /write `auth: 'oauth'` under `server`/);
      assert.deepEqual(planWith([json(true)], { config: { size: { header: 'X-A' } }, ...more }).found, []);
    });
  }

  // MCP (security best practices, token passthrough): what a client proves itself by is for this server alone.
  const proofs = [
    'Authorization',
    'proxy-authorization',
    'Cookie',
    'X-Api-Key',
    'X-Auth',
    'X-Session',
    'DPoP',
  ];
  const certificates = ['Client-Cert', 'Client-Cert-Chain', 'X-SSL-Client-Certificate', 'X-MTLS'];
  const own = ['Host', 'Origin', 'Mcp-Session-Id', 'mcp-param-region', 'Forwarded', 'X-Forwarded-For'];
  const framing = ['Connection', 'Content-Type', 'Transfer-Encoding', 'Upgrade', 'Sec-Fetch-Site', 'TE'];
  for (const header of [...proofs, ...certificates, ...own, ...framing, 'a b', 'ä', 'a:b']) {
    test(`is never the header '${header}'`, () => {
      const { listed, fixed, found } = planWith([json(true)], { config: { size: { header } } });
      assert.deepEqual([listed, fixed], [['size'], undefined]);
      assert.equal(found[0]?.[0], 'unusable-setting');
    });
  }
  for (const header of ['X-Concert', 'Author', 'X-Designer', 'Accept-Language']) {
    test(`can be the header '${header}'`, () => {
      assert.deepEqual(planWith([json(true)], { config: { size: { header } } }).found, []);
    });
  }

  for (const setting of [{ claim: 'tid' }, { header: 'X-Tenant' }]) {
    test(`is no secret: ${JSON.stringify(setting)}`, () => {
      const secret = parameter('api_token');
      const { listed, found } = planWith([secret], { config: { api_token: setting }, auth: 'oauth' });
      assert.deepEqual(listed, ['api_token']);
      assert.match(found[0]?.[1] ?? '', /name a variable of the server with `env`/);
    });

    test(`is not for a document to say: ${JSON.stringify(setting)}`, () => {
      const { listed, fixed, found } = planWith([json(true)], {
        xMcp: { parameters: { size: setting } },
        auth: 'oauth',
      });
      assert.deepEqual([listed, fixed], [['size'], undefined]);
      assert.match(found[0]?.[1] ?? '', /a document is not trusted with it/);
    });
  }
});

suite('a hidden parameter', () => {
  const hidden: readonly [of: string, own: Parameter, xMcp: unknown, fixed: unknown][] = [
    ['is not sent', json({ type: 'string' }), { parameters: { size: 'hidden' } }, undefined],
    ['by an object', json({ type: 'string' }), { parameters: { size: { hidden: true } } }, undefined],
    ['by a default', json({ type: 'string' }), { parameters: { size: { hidden: true, default: 'a' } } }, 'a'],
    [
      'with the default of its schema where it is required',
      json({ type: 'string', default: 'a' }, { required: true }),
      { parameters: { size: 'hidden' } },
      'a',
    ],
    [
      'with its only value where it is required',
      json({ type: 'string', const: 'a' }, { required: true }),
      { parameters: { size: 'hidden' } },
      'a',
    ],
    [
      'by x-mcp of its own',
      parameter('size', true, { extensions: new Map([['x-mcp', false]]) }),
      undefined,
      undefined,
    ],
    [
      'by x-internal',
      parameter('size', true, { extensions: new Map([['x-internal', true]]) }),
      undefined,
      undefined,
    ],
    [
      'by x-ms-visibility',
      parameter(
        'size',
        { type: 'string', default: 'a' },
        { required: true, extensions: new Map([['x-ms-visibility', 'internal']]) },
      ),
      undefined,
      'a',
    ],
    [
      'by x-speakeasy-globals-hidden',
      parameter('size', true, { extensions: new Map([['x-speakeasy-globals-hidden', true]]) }),
      undefined,
      undefined,
    ],
    [
      'by x-fern-ignore',
      parameter('size', true, { extensions: new Map([['x-fern-ignore', 'true']]) }),
      undefined,
      undefined,
    ],
    [
      'by x-speakeasy-ignore',
      parameter('size', true, { extensions: new Map([['x-speakeasy-ignore', true]]) }),
      undefined,
      undefined,
    ],
    ['by text', json({ type: 'string' }), { parameters: { size: { hidden: 'true' } } }, undefined],
    ['by enabled', json({ type: 'string' }), { parameters: { size: { enabled: false } } }, undefined],
    [
      'by x-stainless-const of its schema',
      json({ type: 'string', enum: ['a'], 'x-stainless-const': true }),
      undefined,
      'a',
    ],
  ];
  for (const [of, own, xMcp, value] of hidden) {
    test(of, () => {
      const { listed, bound, fixed, found } = planWith([own], { xMcp });
      assert.deepEqual(listed, []);
      assert.deepEqual(bound, value === undefined ? [] : ['size']);
      assert.deepEqual(fixed, value === undefined ? undefined : [{ property: 'size', value }]);
      assert.deepEqual(found, []);
    });
  }

  const kept: readonly [of: string, own: Parameter, xMcp: Fields, code: string, why: RegExp][] = [
    [
      'is required and has no default',
      json({ type: 'string' }, { required: true }),
      { parameters: { size: 'hidden' } },
      'unusable-curation',
      /no default/,
    ],
    [
      'is not there',
      json(true),
      { parameters: { sice: 'hidden' } },
      'unusable-curation',
      /did you mean 'size'/,
    ],
    [
      'is spoken of in other words',
      json(true),
      { parameters: { size: { tilte: 'Size' } } },
      'unknown-curation-key',
      /'x-mcp\.parameters\.size\.tilte'/,
    ],
    [
      'is given a default alone',
      json(true),
      { parameters: { size: { default: 'a' } } },
      'curation-not-used',
      /beside/,
    ],
  ];
  for (const [of, own, xMcp, code, why] of kept) {
    test(`stays an argument where it ${of}`, () => {
      const { listed, found } = planWith([own], { xMcp });
      assert.deepEqual(listed, ['size']);
      assert.deepEqual(
        found.map((each) => each[0]),
        [code],
      );
      assert.match(found[0]?.[1] ?? '', why);
    });
  }

  const unclear: readonly [of: string, own: Parameter, xMcp?: Fields][] = [
    ['x-mcp', json(true), { parameters: { size: 'secret' } }],
    ['hidden', json(true), { parameters: { size: { hidden: 'yes' } } }],
    ['x-internal', parameter('size', true, { extensions: new Map([['x-internal', 1]]) })],
    ['hiden', json(true), { parameters: { size: { hiden: true } } }],
    ['skip', json(true), { parameters: { size: { skip: true } } }],
    ['X-Internal', parameter('size', true, { extensions: new Map([['X-Internal', true]]) })],
  ];
  for (const [of, own, xMcp] of unclear) {
    test(`is one of which ${of} says neither`, () => {
      const { listed, found } = planWith([own], { xMcp });
      assert.deepEqual(listed, []);
      assert.deepEqual(
        found.map(([code]) => code),
        ['unclear-visibility'],
      );
    });
  }

  test('follows the configuration above the document', () => {
    const { fixed } = planWith([json(true)], {
      xMcp: { parameters: { size: 'hidden' } },
      config: { size: { const: 'a' } },
    });
    assert.deepEqual(fixed, [{ property: 'size', value: 'a' }]);
  });

  test('cannot be the credential of a security scheme', () => {
    const scheme = { type: 'apiKey', in: 'query', name: 'Size' } as const;
    const { listed, found } = planWith([json(true)], {
      config: { size: { env: 'SIZE' } },
      schemes: new Map([['key', { scheme, description: undefined }]]),
    });
    assert.deepEqual(listed, ['size']);
    assert.match(found[0]?.[1] ?? '', /a security scheme sends its credential/);
  });
});

suite('a name that several parameters have', () => {
  const ids = [
    parameter('id', { type: 'string' }, { in: 'path', required: true }),
    parameter('id'),
    parameter('id', { type: 'string' }, { in: 'header' }),
  ];
  const value = { const: 'a' };

  test('is told apart by its location', () => {
    const { listed, fixed, found } = planWith(ids, { config: { 'query:id': value } });
    assert.deepEqual(listed, ['id_path', 'id_header']);
    assert.deepEqual(fixed, [{ property: 'id', value: 'a' }]);
    assert.deepEqual(
      found.filter(([code]) => code !== 'argument-renamed'),
      [],
    );
  });

  test('is told apart by its location in headers, and in x-mcp', () => {
    const { inputSchema } = planWith(ids, {
      headers: { 'path:id': 'Id' },
      xMcp: { parameters: { 'header:id': 'hidden' }, headers: { 'query:id': 'Other' } },
    });
    const named = Object.entries(inputSchema.properties).map(([name, own]) => [name, own['x-mcp-header']]);
    assert.deepEqual(named, [
      ['id_path', 'Id'],
      ['id_query', 'Other'],
    ]);
  });

  // RFC 9110 5.1: names of header fields are the same in any case.
  const alike: readonly [of: string, words: Parameters<typeof planWith>[1], listed: readonly string[]][] = [
    ['the configuration', { config: { 'header:ID': value } }, ['id_path', 'id_query']],
    ['x-mcp', { xMcp: { parameters: { 'header:Id': 'hidden' } } }, ['id_path', 'id_query']],
    ['x-mcp without a location', { xMcp: { parameters: { ID: 'hidden' } } }, ['id_path', 'id_query']],
  ];
  for (const [of, words, rest] of alike) {
    test(`is that of a header in any case, in ${of}`, () => {
      const { listed, found } = planWith(ids, words);
      assert.deepEqual(listed, rest);
      assert.deepEqual(
        found.filter(([code]) => code !== 'argument-renamed'),
        [],
      );
    });
  }

  test('is no other in another case where it is in the query', () => {
    const { listed, found } = planWith([parameter('size')], { xMcp: { parameters: { Size: 'hidden' } } });
    assert.deepEqual(listed, ['size']);
    assert.deepEqual(
      found.map(([code]) => code),
      ['unusable-curation'],
    );
  });

  const open: readonly [of: string, words: Parameters<typeof planWith>[1], code: string][] = [
    ['parameters of the configuration', { config: { id: value } }, 'unusable-setting'],
    ['headers of the configuration', { headers: { id: 'Id' } }, 'unusable-setting'],
    ['parameters of x-mcp', { xMcp: { parameters: { id: 'hidden' } } }, 'unusable-curation'],
    ['headers of x-mcp', { xMcp: { headers: { id: 'Id' } } }, 'unusable-curation'],
  ];
  for (const [of, words, code] of open) {
    test(`is followed for none of them, in ${of}`, () => {
      const { listed, found } = planWith(ids, words);
      assert.equal(listed.length, 3);
      const [first] = found;
      assert.equal(first?.[0], code);
      assert.match(first[1], /write 'path:id' or 'query:id' or 'header:id'\.$/);
    });
  }

  test('cannot be said twice in one place', () => {
    const { found } = planWith([parameter('size')], { config: { size: value, 'query:size': value } });
    assert.deepEqual(
      found.map(([code, message]) => [code, /parameters\.query:size' .*'size' beside it/.test(message)]),
      [['unusable-setting', true]],
    );
  });

  test('is that of a parameter which really is called so', () => {
    const { listed } = planWith([parameter('query:id'), parameter('size')], {
      config: { 'query:id': value },
    });
    assert.deepEqual(listed, ['size']);
  });
});

suite('a header annotation', () => {
  test('comes from the configuration, above x-mcp', () => {
    const { inputSchema } = planWith([json({ type: 'string' }), parameter('shard')], {
      xMcp: { headers: { size: 'Theirs', shard: 'Shard' } },
      headers: { size: 'Ours' },
    });
    const named = Object.values(inputSchema.properties).map((property) => property['x-mcp-header']);
    assert.deepEqual(named, ['Ours', 'Shard']);
  });

  const refused: readonly [of: string, headers: Fields, code: string, why: RegExp][] = [
    ['breaks a rule of MCP', { size: 'No token' }, 'header-annotation-refused', /token characters/],
    ['is for no parameter', { sice: 'Size' }, 'unusable-curation', /did you mean 'size'/],
    ['is no text', { size: 5 }, 'unusable-curation', /name of a header/],
  ];
  for (const [of, headers, code, why] of refused) {
    test(`is refused where it ${of}`, () => {
      const { inputSchema, found } = planWith([json({ type: 'string' })], { xMcp: { headers } });
      assert.equal(inputSchema.properties['size']?.['x-mcp-header'], undefined);
      assert.equal(found[0]?.[0], code);
      assert.match(found[0][1], why);
    });
  }

  test('of the configuration that breaks a rule is an error there', () => {
    const { found } = planWith([json({ type: 'string' })], { headers: { size: 'No token' } });
    assert.deepEqual(found[0]?.[0], 'unusable-setting');
    assert.match(found[0][1], /'operations\.listPets\.headers\.size' .*token characters/);
  });

  test('is refused on what is no argument', () => {
    const { found } = planWith([json(true)], {
      xMcp: { headers: { size: 'S' }, parameters: { size: 'hidden' } },
    });
    assert.match(found[0]?.[1] ?? '', /no argument/);
  });
});
