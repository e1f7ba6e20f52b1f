import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import type { ParameterBinding, RequestBinding } from '../../src/runtime/binding.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import type { Manifest, ToolDefinition } from '../../src/runtime/manifest.js';
import { startSelfTest, type DocumentedOperations } from '../../src/runtime/self-test/self-test.js';
import { planCalls } from '../../src/runtime/self-test/calls.js';
import { parameterProblem, pairsOf, type SentParameters } from '../../src/runtime/self-test/parameters.js';
import { sampleOf } from '../../src/runtime/self-test/samples.js';
import { createValidators } from '../../src/runtime/validation.js';
import { buildProject, type BuiltProject } from '../runtime/built-project.js';
import { madeManifest, madeTool } from '../runtime/made-manifest.js';

const scalar: JsonSchema = { type: 'string' };
const list: JsonSchema = { type: 'array', items: { type: 'string' } };
const map: JsonSchema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } };

type Style = Extract<ParameterBinding, { style: unknown }>['style'];

function parameter(
  name: string,
  location: ParameterBinding['in'],
  style: Style,
  explode: boolean,
): ParameterBinding {
  return { property: name, name, in: location, style, explode };
}

function operation(
  name: string,
  path: string,
  schemas: Readonly<Record<string, JsonSchema>>,
  parts: Partial<RequestBinding>,
): ToolDefinition {
  return madeTool({
    name,
    group: name,
    inputSchema: {
      type: 'object',
      properties: schemas,
      required: Object.keys(schemas),
      additionalProperties: false,
    },
    request: {
      method: 'GET',
      path,
      parameters: [],
      accept: ['application/json'],
      security: [{ key: [], user: [] }],
      ...parts,
    },
  });
}

const queryA: Partial<RequestBinding> = { parameters: [parameter('a', 'query', 'form', true)] };

/** Every style, location and explode that differ on the wire, and every kind of credentials. */
const manifest = madeManifest(
  [
    operation(
      'paths',
      '/p/{a}.json/{b}/{c}/{d}',
      { a: scalar, b: list, c: map, d: list },
      {
        parameters: [
          parameter('a', 'path', 'simple', false),
          parameter('b', 'path', 'label', true),
          parameter('c', 'path', 'matrix', true),
          parameter('d', 'path', 'matrix', false),
        ],
      },
    ),
    operation(
      'queries',
      '/q',
      { a: list, b: list, c: map, d: map, e: list, f: list, g: map },
      {
        parameters: [
          parameter('a', 'query', 'form', true),
          parameter('b', 'query', 'form', false),
          parameter('c', 'query', 'form', false),
          parameter('d', 'query', 'deepObject', true),
          parameter('e', 'query', 'spaceDelimited', false),
          parameter('f', 'query', 'pipeDelimited', false),
          { property: 'g', name: 'g', in: 'query', mediaType: 'application/json' },
        ],
      },
    ),
    operation(
      'headers',
      '/h',
      { a: scalar, b: list, c: map, d: scalar },
      {
        parameters: [
          parameter('a', 'header', 'simple', false),
          parameter('b', 'header', 'simple', false),
          parameter('c', 'header', 'simple', true),
          parameter('d', 'cookie', 'form', true),
        ],
        security: [{ token: [] }],
      },
    ),
    operation(
      'json',
      '/b',
      { body: { type: 'object', properties: { name: scalar, tags: list } } },
      { method: 'POST', body: { property: 'body', mediaType: 'application/json' }, security: [] },
    ),
    operation(
      'form',
      '/f',
      { body: map },
      {
        method: 'POST',
        body: { property: 'body', mediaType: 'application/x-www-form-urlencoded' },
        security: [{ query: [] }],
      },
    ),
    operation(
      'callers',
      '/c',
      { a: scalar },
      {
        parameters: [parameter('a', 'query', 'form', true), parameter('tenant', 'header', 'simple', false)],
        fixed: [{ property: 'tenant', claim: 'tid' }],
      },
    ),
    operation(
      'regions',
      '/r',
      { a: scalar },
      {
        parameters: [parameter('a', 'query', 'form', true), parameter('region', 'header', 'simple', false)],
        fixed: [{ property: 'region', header: 'x-region' }],
        security: [{ query: [] }, { token: [] }],
      },
    ),
    operation('digests', '/d', { a: scalar }, { ...queryA, security: [{ digest: [], key: [] }] }),
    operation('certified', '/m', { a: scalar }, { ...queryA, security: [{ certificate: [], key: [] }] }),
    operation('spoken', '/s', { a: scalar }, { ...queryA, security: [{ spoken: [] }] }),
    operation(
      'choices',
      '/o',
      { a: scalar },
      { ...queryA, security: [{ spoken: [], key: [] }, { certificate: [] }, { session: [] }] },
    ),
    operation(
      'optional',
      '/n',
      { a: scalar },
      { ...queryA, security: [{ spoken: [] }, { certificate: [] }, {}] },
    ),
  ],
  {
    securityEnv: 'BOATS_SECURITY',
    securitySchemes: {
      digest: {
        type: 'http',
        scheme: 'digest',
        env: { username: 'BOATS_DIGEST_USERNAME', password: 'BOATS_DIGEST_PASSWORD' },
      },
      certificate: {
        type: 'mutualTLS',
        env: { certificate: 'BOATS_CERT', certificateKey: 'BOATS_CERT_KEY' },
      },
      spoken: { type: 'http', scheme: 'hoba', env: {} },
      session: { type: 'apiKey', in: 'cookie', name: 'sid', env: { key: 'BOATS_SESSION_KEY' } },
      key: { type: 'apiKey', in: 'header', name: 'X-Key', env: { key: 'BOATS_KEY' } },
      user: {
        type: 'http',
        scheme: 'basic',
        env: { username: 'BOATS_USERNAME', password: 'BOATS_PASSWORD' },
      },
      token: { type: 'oauth2', flows: { implicit: {} }, env: { token: 'BOATS_TOKEN' } },
      query: { type: 'apiKey', in: 'query', name: 'api_key', env: { key: 'BOATS_QUERY_KEY' } },
    },
    securityPreset: ['token'],
  },
);

function documented({ upstream, securitySchemes, securityPreset, tools }: Manifest): DocumentedOperations {
  return {
    upstream,
    securitySchemes,
    ...(securityPreset && { securityPreset }),
    operations: tools.map(({ name, group, request }) => ({
      tool: name,
      ...(group !== undefined && { group }),
      request,
    })),
  };
}

let project: BuiltProject;

before(async () => {
  project = await buildProject(manifest);
  await project.write('test/operations.json', JSON.stringify(documented(manifest)));
});

after(() => project.remove());

/** What is found wrong when the server runs with this manifest. */
async function failures(
  changed: Manifest,
  overridden: readonly string[] = [],
): Promise<ReadonlyMap<string, string>> {
  await project.write('generated/manifest.json', JSON.stringify(changed));
  const { checks, stop } = await startSelfTest(project.url, { overridden });
  const failed = new Map<string, string>();
  try {
    for (const { title, run } of checks) {
      try {
        await run();
      } catch (error) {
        failed.set(title, error instanceof Error ? error.message : String(error));
      }
    }
  } finally {
    await stop();
    await project.write('generated/manifest.json', JSON.stringify(manifest));
  }
  return failed;
}

/** The manifest with one request changed. */
function withRequest(name: string, change: (request: RequestBinding) => object): Manifest {
  return {
    ...manifest,
    tools: manifest.tools.map((tool) =>
      tool.name === name ? { ...tool, request: { ...tool.request, ...change(tool.request) } } : tool,
    ),
  };
}

function withParameter(tool: string, name: string, change: object): Manifest {
  return withRequest(tool, ({ parameters }) => ({
    parameters: parameters.map((one) => (one.name === name ? { ...one, ...change } : one)),
  }));
}

suite('the self-test of a project', () => {
  test('passes as it was generated', async () => assert.deepEqual([...(await failures(manifest))], []));

  test('passes as a run of node’s test runner', { timeout: 60_000 }, async () => {
    // Else the child would report to this run in place of printing.
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--test', '--test-reporter=spec', 'dist/tests/test/tools.test.js'],
      { cwd: project.folder, env },
    );
    assert.match(stdout, /pass 13/);
    assert.match(stdout, /paths: GET \/p/);
    assert.match(
      stdout,
      /certified: GET \/m, refused without the credential of the scheme "certificate": a client/,
    );
    assert.match(stdout, /spoken: GET \/s, refused without the credential of the scheme "spoken": code/);
    assert.match(stdout, /callers: GET \/c, refused without the claim 'tid' of a client's token/);
  });

  const changes: readonly [of: string, changed: Manifest, call: RegExp][] = [
    ['a path', withRequest('json', () => ({ path: '/c' })), /the request was POST \/c, not POST \/b/],
    ['a method', withRequest('json', () => ({ method: 'PUT' })), /the request was PUT \/b, not POST \/b/],
    [
      'a location',
      withParameter('queries', 'a', { in: 'header', style: 'simple' }),
      /query parameter 'a' is missing/,
    ],
    ['a name', withParameter('queries', 'a', { name: 'x' }), /query parameter 'a' is missing/],
    [
      'the style of a path',
      withParameter('paths', 'b', { style: 'simple' }),
      /path parameter 'b' is missing/,
    ],
    ['the style of a query', withParameter('queries', 'f', { style: 'form' }), /query parameter 'f' is/],
    [
      'deepObject to form',
      withParameter('queries', 'd', { style: 'form' }),
      /query parameter 'd' is missing/,
    ],
    [
      'content to a style',
      withParameter('queries', 'g', { style: 'form', explode: false, mediaType: undefined }),
      /query parameter 'g' is/,
    ],
    ['whether a query explodes', withParameter('queries', 'a', { explode: false }), /query parameter 'a' is/],
    [
      'whether a header explodes',
      withParameter('headers', 'c', { explode: false }),
      /header parameter 'c' is/,
    ],
    [
      'the kind of a body',
      withRequest('json', () => ({
        body: { property: 'body', mediaType: 'application/x-www-form-urlencoded' },
      })),
      /media type of the body/,
    ],
    [
      'what a caller has to bring',
      withRequest('callers', () => ({ fixed: [{ property: 'tenant', value: 'mine' }] })),
      /A call without the claim 'tid' of a client's token was not refused/,
    ],
    [
      'digest to another scheme',
      withRequest('digests', () => ({ security: [{ user: [], key: [] }] })),
      /credential of the http scheme/,
    ],
    [
      'digest to none',
      withRequest('digests', () => ({ security: [{ key: [] }] })),
      /the challenge of the digest scheme was not answered/,
    ],
    [
      'what asks for a certificate',
      withRequest('certified', () => ({ security: [{ key: [] }] })),
      /A call without the credential of the scheme "certificate".* was not refused/,
    ],
    [
      'what code does to nothing',
      withRequest('spoken', () => ({ security: [] })),
      /A call without the credential of the scheme "spoken".* was not refused/,
    ],
    [
      'the alternative that can be met',
      withRequest('choices', () => ({ security: [{ key: [] }] })),
      /credential of the apiKey scheme/,
    ],
    ['the security', withRequest('headers', () => ({ security: [] })), /credential of the oauth2 scheme/],
    [
      'where a key goes',
      {
        ...manifest,
        securitySchemes: {
          ...manifest.securitySchemes,
          query: { type: 'apiKey', in: 'query', name: 'key', env: { key: 'BOATS_QUERY_KEY' } },
        },
      },
      /credential of the apiKey scheme/,
    ],
  ];
  for (const [of, changed, message] of changes) {
    test(`fails by a real call when the manifest changes ${of}`, async () => {
      const failed = await failures(changed);
      const calls = [...failed].filter(([title]) => !title.startsWith('the manifest'));
      assert.equal(calls.length, 1, JSON.stringify([...failed]));
      assert.match(calls[0]?.[1] ?? '', message);
    });
  }

  test('fails where two styles look the same on the wire', async () => {
    const failed = await failures(withParameter('queries', 'a', { style: 'pipeDelimited' }));
    assert.match([...failed.values()].join(), /These differ: queries \(GET \/q\)/);
  });

  test('counts what .env says of nothing that it sets', async () => {
    const lines = [
      'SECURITY=query',
      'CERT_FILE=c.pem',
      'CERT_KEY_FILE=k.pem',
      'KEY=mine',
      'BASE_URL=http://127.0.0.1:9',
    ];
    await project.write('.env', lines.map((line) => `BOATS_${line}\n`).join(''));
    try {
      assert.deepEqual([...(await failures(manifest))], []);
    } finally {
      await project.write('.env', '');
    }
  });

  test('leaves schemes that code of the project does to its author, and says so', async () => {
    const hooks = { authenticate: { spoken: () => undefined, user: () => undefined } };
    const { checks, stop } = await startSelfTest(project.url, { overridden: [], hooks });
    await stop();
    const skipped = checks.filter(({ skip }) => skip !== undefined).map(({ title }) => title.split(':')[0]);
    const byUser = ['paths', 'queries'];
    assert.deepEqual(skipped, [...byUser, 'spoken', 'choices', 'optional']);
    const spoken = checks.find(({ title }) => title.startsWith('spoken'));
    assert.equal(spoken?.title, 'spoken: GET /s');
    assert.equal(spoken.skip, 'src/hooks.ts does the scheme "spoken": that is for tests of its author');
  });

  test('leaves overridden tools to their authors', async () => {
    const failed = await failures(
      withRequest('json', () => ({ path: '/c' })),
      ['json'],
    );
    assert.deepEqual([...failed.keys()], ['the manifest makes the requests that the document describes']);
  });
});

suite('the choice of calls', () => {
  const nothing = { overridden: new Set<string>(), hooked: new Set<string>() };
  const tools = Array.from({ length: 120 }, (_, index) =>
    madeTool({ name: `tool${index}`, group: index < 100 ? 'many' : `few${index}` }),
  );
  const listed = tools.map(({ name, inputSchema }) => ({ name, inputSchema }) as never);

  test('is spread over the groups', async () => {
    const calls = await planCalls(documented(madeManifest(tools)), listed, nothing, 50);
    assert.equal(calls.length, 50);
    assert.equal(new Set(calls.map(({ operation: { group } }) => group)).size, 21);
  });

  test('passes over what no sample can be made for', async () => {
    const odd = madeTool({
      name: 'odd',
      inputSchema: {
        type: 'object',
        properties: {
          a: { type: 'string', pattern: '^a\\bb$' },
          b: { type: 'string', pattern: '^a\\bb$' },
        },
        required: ['a'],
      },
    });
    assert.deepEqual(await planCalls(documented(madeManifest([odd])), [odd as never], nothing, 50), []);
    const easier = { ...odd, inputSchema: { ...odd.inputSchema, required: ['b'].slice(1) } };
    const [call] = await planCalls(documented(madeManifest([easier])), [easier as never], nothing, 50);
    assert.deepEqual(call?.values, {});
  });
});

suite('samples fit their schema', () => {
  const schemas: readonly JsonSchema[] = [
    { type: 'string', minLength: 20 },
    { type: 'string', maxLength: 3 },
    { type: 'string', pattern: '^[A-Z]{2}\\d{4}-\\w+$' },
    { type: 'string', pattern: '^[^0-9]+$', minLength: 5 },
    { type: 'string', pattern: '^[\\d]{3}\\.[a-f]$' },
    { type: 'string', pattern: '^(0|[1-9][0-9]*)$' },
    { type: 'string', pattern: '^(?:v)?(?<major>\\d+)(\\.\\d{2,4}){2}$|^x$' },
    { type: 'string', pattern: '^[a-z][\\w-]*$', minLength: 8 },
    { type: 'string', pattern: '^(a|b)+$' },
    { type: 'string', enum: ['x', 'y'] },
    { type: 'string', format: 'uuid' },
    { type: 'integer', minimum: 5, multipleOf: 4 },
    { type: 'integer', exclusiveMinimum: 7 },
    { type: 'integer', maximum: -3 },
    { type: 'number', minimum: 0.25, maximum: 0.3 },
    { type: ['null', 'boolean'] },
    { const: 'only' },
    { type: 'array', items: { type: 'integer' }, uniqueItems: true, minItems: 3 },
    { type: 'array', items: { type: 'string' }, maxItems: 1 },
    { type: 'array', maxItems: 0 },
    {
      type: 'object',
      properties: { a: { type: 'object', properties: { b: { type: 'boolean' } }, required: ['b'] } },
      required: ['a'],
    },
    { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1 },
    { anyOf: [{ type: 'null' }, { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }] },
    { description: 'anything' },
    JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
    ) as JsonSchema,
  ];
  for (const schema of schemas) {
    test(JSON.stringify(schema), async () => {
      const sample = sampleOf(schema);
      assert.equal((await createValidators()(schema))(sample), undefined, JSON.stringify(sample));
      assert.deepEqual(sampleOf(schema), sample);
    });
  }
});

suite('the reading of parameters (RFC 6570; OAS 3.1.1 "Style Examples")', () => {
  const color = ['blue', 'black', 'brown'];
  const rgb = { R: 100, G: 200, B: 150 };
  const sent = (parts: Partial<Record<'path' | 'query' | 'header' | 'cookie', string>>): SentParameters => ({
    path: new Map(parts.path === undefined ? [] : [['color', parts.path]]),
    query: pairsOf(parts.query ?? '', '&'),
    querystring: parts.query ?? '',
    headers: { color: parts.header },
    cookies: pairsOf(parts.cookie ?? '', '; '),
  });
  const cases: readonly [
    location: ParameterBinding['in'],
    style: Style,
    explode: boolean,
    text: string,
    value: unknown,
  ][] = [
    ['path', 'matrix', false, ';color=blue', 'blue'],
    ['path', 'matrix', false, ';color=blue,black,brown', color],
    ['path', 'matrix', true, ';color=blue;color=black;color=brown', color],
    ['path', 'matrix', false, ';color=R,100,G,200,B,150', rgb],
    ['path', 'matrix', true, ';R=100;G=200;B=150', rgb],
    ['path', 'label', false, '.blue', 'blue'],
    ['path', 'label', false, '.blue,black,brown', color],
    ['path', 'label', true, '.blue.black.brown', color],
    ['path', 'label', true, '.R=100.G=200.B=150', rgb],
    ['path', 'simple', false, 'blue,black,brown', color],
    ['path', 'simple', true, 'R=100,G=200,B=150', rgb],
    ['header', 'simple', false, 'R, 100, G, 200, B, 150', rgb],
    ['query', 'form', false, 'color=blue,black,brown', color],
    ['query', 'form', true, 'color=blue&color=black&color=brown', color],
    ['query', 'form', false, 'color=R,100,G,200,B,150', rgb],
    ['query', 'form', true, 'R=100&G=200&B=150', rgb],
    ['query', 'spaceDelimited', false, 'color=blue%20black%20brown', color],
    ['query', 'pipeDelimited', false, 'color=blue%7Cblack%7Cbrown', color],
    ['query', 'deepObject', true, 'color%5BR%5D=100&color[G]=200&color[B]=150', rgb],
    ['cookie', 'form', false, 'a=b; color=blue%2Cblack%2Cbrown', color],
    ['query', 'form', true, 'color=a%20b', 'a b'],
    ['path', 'label', true, '.0.5.x', [0.5, 'x']],
  ];
  for (const [location, style, explode, text, value] of cases) {
    test(`${location} ${text} is ${JSON.stringify(value)}`, () => {
      const bound = parameter('color', location, style, explode);
      assert.equal(parameterProblem(sent({ [location]: text }), bound, value), undefined);
      assert.match(parameterProblem(sent({ [location]: text }), bound, 'green') ?? '', /is/);
      assert.match(parameterProblem(sent({}), bound, value) ?? '', /is missing/);
    });
  }
});
