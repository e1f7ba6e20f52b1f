import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { ParameterBinding, RequestBinding } from '../../src/runtime/binding.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import type { ToolDefinition } from '../../src/runtime/manifest.js';
import { placeQuery } from '../../src/runtime/credential-places.js';
import { buildRequest, type UpstreamRequest } from '../../src/runtime/request/request.js';
import type { SecurityScheme } from '../../src/runtime/security.js';

const simple = { style: 'simple', explode: false } as const;
const form = { style: 'form', explode: true } as const;
const inPath = (name: string): ParameterBinding => ({ property: name, name, in: 'path', ...simple });
const inQuery = (name: string): ParameterBinding => ({ property: name, name, in: 'query', ...form });
const inHeader = (name: string): ParameterBinding => ({ property: name, name, in: 'header', ...simple });
const inCookie = (name: string): ParameterBinding => ({ property: name, name, in: 'cookie', ...form });

function toolOf(
  request: Partial<RequestBinding>,
  properties: Readonly<Record<string, JsonSchema>> = {},
): ToolDefinition {
  return {
    name: 'tool',
    inputSchema: { type: 'object', properties },
    request: { method: 'GET', path: '/', parameters: [], accept: [], security: [], ...request },
  };
}

const noSchemes: Readonly<Record<string, SecurityScheme>> = {};

function build(
  tool: ToolDefinition,
  args: object,
  base = 'https://api.example.com/v1',
  schemes = noSchemes,
): Promise<UpstreamRequest> {
  return buildRequest(tool, args as Readonly<Record<string, unknown>>, new URL(base), schemes);
}

const posts = toolOf({ path: '/users/{id}/posts', parameters: [inPath('id')] }, { id: { type: 'string' } });

suite('the codings of an answer (OpenAPI, Parameter Object, name)', () => {
  const cases: readonly [of: string, parameters: readonly ParameterBinding[], isLeft: boolean][] = [
    ['are ours to ask for', [inHeader('Accept-Language'), inQuery('Accept-Encoding')], false],
    ["are the document's where it has the parameter", [inHeader('accept-Encoding')], true],
  ];
  for (const [of, parameters, isLeft] of cases) {
    test(of, async () => assert.equal((await build(toolOf({ parameters }), {})).leavesCoding, isLeft));
  }
});

suite('path values', () => {
  const sent: readonly [value: unknown, pathname: string][] = [
    ['42', '/v1/users/42/posts'],
    ['../admin', '/v1/users/..%2Fadmin/posts'],
    ['%2e%2e', '/v1/users/%252e%252e/posts'],
    ['..\\admin', '/v1/users/..%5Cadmin/posts'],
    ['a/b?c#d;e', '/v1/users/a%2Fb%3Fc%23d%3Be/posts'],
    [' ', '/v1/users/%20/posts'],
    ['//evil.example.test/', '/v1/users/%2F%2Fevil.example.test%2F/posts'],
    ['@evil.example.test', '/v1/users/%40evil.example.test/posts'],
    ['http://evil.example.test', '/v1/users/http%3A%2F%2Fevil.example.test/posts'],
    ['$&', '/v1/users/%24%26/posts'],
    ['{id}', '/v1/users/%7Bid%7D/posts'],
    ['...', '/v1/users/.../posts'],
    ['x'.repeat(5000), `/v1/users/${'x'.repeat(5000)}/posts`],
  ];
  for (const [value, pathname] of sent) {
    test(JSON.stringify(value).slice(0, 40), async () => {
      const { url } = await build(posts, { id: value });
      assert.equal(url.href, `https://api.example.com${pathname}`);
    });
  }
  const refused = [
    '',
    '.',
    '..',
    'a\r\nb',
    'a\0b',
    '\ud800',
    { toString: 'x' },
    ['..', 'admin'],
    null,
    undefined,
    7,
  ];
  for (const value of refused) {
    test(`refuses ${JSON.stringify(value)}`, () =>
      assert.rejects(build(posts, { id: value }), { code: 'invalid-argument' }));
  }
  test('refuses dot segments that several values make', async () => {
    const tool = toolOf({ path: '/{a}{b}/.{c}', parameters: [inPath('a'), inPath('b'), inPath('c')] });
    assert.equal((await build(tool, { a: 'x', b: 'y', c: 'z' })).url.pathname, '/v1/xy/.z');
    await assert.rejects(build(tool, { a: '.', b: '.', c: 'z' }), { code: 'invalid-argument' });
    await assert.rejects(build(tool, { a: 'x', b: 'y', c: '.' }), { code: 'invalid-argument' });
  });
  for (const style of ['simple', 'label', 'matrix'] as const) {
    test(`refuses what is empty or a dot in style ${style}`, async () => {
      const tool = toolOf({ path: '/{a}', parameters: [{ ...inPath('a'), style }] });
      const empty = [[], {}, { a: null }, [null]];
      const ofName = style === 'matrix' ? [] : ['', '.', '..', [''], ['.']];
      for (const value of [...empty, ...ofName]) {
        await assert.rejects(build(tool, { a: value }), { code: 'invalid-argument' }, JSON.stringify(value));
      }
    });
  }

  const segmentsOf = ({ url }: UpstreamRequest) => url.pathname.split('/').length;
  test('never leave the template', async () =>
    fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('simple', 'label', 'matrix'),
        async (value, style) => {
          const tool = toolOf({
            path: '/a/{id}/b',
            parameters: [{ ...inPath('id'), style }],
          });
          let request: UpstreamRequest;
          try {
            request = await build(tool, { id: value });
          } catch (error) {
            assert.equal((error as { code?: unknown }).code, 'invalid-argument');
            return;
          }
          assert.equal(request.url.origin, 'https://api.example.com');
          assert.equal(segmentsOf(request), 5);
          assert.match(request.url.pathname, /^\/v1\/a\/[^/]+\/b$/);
          assert.equal(request.url.search + request.url.hash, '');
          assert.equal((await build(tool, { id: value })).url.href, request.url.href);
        },
      ),
      { numRuns: 2000 },
    ));
});

suite('path templates (OpenAPI 3.1.1, Path Templating)', () => {
  const cases: readonly [base: string, path: string, href: string][] = [
    ['http://a.test', '/x', 'http://a.test/x'],
    ['http://a.test/', '/x', 'http://a.test/x'],
    ['http://a.test/v1/', '/x', 'http://a.test/v1/x'],
    ['http://a.test/v1', 'x', 'http://a.test/v1/x'],
    ['http://a.test/v1//', '/x/', 'http://a.test/v1/x/'],
    ['http://a.test/v1', '/', 'http://a.test/v1/'],
    ['http://a.test:8080/v1', '/x//y', 'http://a.test:8080/v1/x//y'],
    ['http://a.test', '//evil.test', 'http://a.test//evil.test'],
    ['http://a.test', '/a b/é/"<>^`|%41%zz\\', 'http://a.test/a%20b/%C3%A9/%22%3C%3E%5E%60%7C%41%25zz%5C'],
    ['http://a.test', '/{id}:open', 'http://a.test/7:open'],
    ['http://a.test', '/id/{id}/id.{id}', 'http://a.test/id/7/id.7'],
    ['http://a.test', '/x?action=a b&id={id}', 'http://a.test/x?action=a%20b&id=7'],
    ['http://a.test', '/#target', 'http://a.test/'],
  ];
  for (const [base, path, href] of cases) {
    test(`${path} at ${base}`, async () =>
      assert.equal(
        (await build(toolOf({ path, parameters: [inPath('id')] }), { id: 7 }, base)).url.href,
        href,
      ));
  }
  test('a query that the document wrote comes first', async () => {
    const tool = toolOf({ path: '/x?a=1', parameters: [inQuery('q')] });
    assert.equal((await build(tool, { q: 2 })).url.search, '?a=1&q=2');
    assert.equal((await build(tool, {})).url.search, '?a=1');
  });
  test('refuses a template with dot segments, which a URL cannot hold', () =>
    assert.rejects(build(toolOf({ path: '/a/../b' }), {}), { code: 'invalid-argument' }));
  test('refuses a template that no argument fills', () =>
    assert.rejects(build(toolOf({ path: '/{missing}' }), {}), {
      code: 'invalid-argument',
      message: /'missing'/,
    }));
});

suite('query, headers and cookies', () => {
  test('parameters keep their order and their places', async () => {
    const parameters = [inQuery('b'), inCookie('c'), inHeader('X-Rows'), inQuery('a'), inCookie('d')];
    const request = await build(toolOf({ parameters }), {
      a: 1,
      b: [2, 3],
      c: 'x y',
      d: true,
      'X-Rows': [4, 5],
    });
    assert.equal(request.url.search, '?b=2&b=3&a=1');
    assert.equal(request.headers.get('cookie'), 'c=x%20y; d=true');
    assert.equal(request.headers.get('x-rows'), '4,5');
  });
  test('one name in four places', async () => {
    const parameters = (['path', 'query', 'header'] as const).map((location) => {
      const encoding = location === 'query' ? form : simple;
      return { property: `code_${location}`, name: 'code', in: location, ...encoding };
    });
    const body = { property: 'body', mediaType: 'application/json' };
    const tool = toolOf({ method: 'PUT', path: '/events/{code}', parameters, body });
    const request = await build(tool, {
      code_path: 'p',
      code_query: 2,
      code_header: 'h',
      body: { code: true },
    });
    assert.equal(request.url.pathname + request.url.search, '/v1/events/p?code=2');
    assert.equal(request.headers.get('code'), 'h');
    assert.equal(request.body?.bytes, '{"code":true}');
  });
  test('names of prototypes are ordinary', async () => {
    const parameters = [inQuery('__proto__'), inQuery('toString')];
    assert.equal((await build(toolOf({ parameters }), {})).url.search, '');
    const args = JSON.parse('{"__proto__":"p","toString":"t"}') as object;
    assert.equal((await build(toolOf({ parameters }), args)).url.search, '?__proto__=p&toString=t');
  });
  test('what is not bound is not sent', async () => {
    const request = await build(toolOf({}), { authorization: 'Bearer attacker', q: 1 });
    assert.equal(request.url.search, '');
    assert.deepEqual([...request.headers.keys()], ['accept']);
  });
  for (const name of [
    'Host',
    'Authorization',
    'Cookie',
    'X-Forwarded-For',
    'Mcp-Session-Id',
    'a b',
    'X-Key',
  ]) {
    test(`refuses to set the header ${name}`, async () => {
      const tool = toolOf({ parameters: [inHeader(name)], security: [{ key: [] }] });
      const schemes = { key: { type: 'apiKey', in: 'header', name: 'x-key', env: { key: 'K' } } } as const;
      await assert.rejects(build(tool, { [name]: 'attacker' }, undefined, schemes), {
        code: 'invalid-argument',
        message: /^((?!attacker).)*$/,
      });
      await assert.doesNotReject(build(tool, {}, undefined, schemes));
    });
  }
  for (const [of, value] of [
    ['white space before', ' padded'],
    ['white space after', 'padded\t'],
    ['nothing but white space', ' '],
    ['white space around an item (5.6.1)', ['a', ' b']],
    ['a comma in an item', ['c,d', 'e']],
    ['a comma in a value of an object', { a: 'b,c' }],
  ] as const) {
    test(`a header that would arrive as another is refused (RFC 9110 5.5): ${of}`, () =>
      assert.rejects(build(toolOf({ parameters: [inHeader('X-Note')] }), { 'X-Note': value }), {
        code: 'invalid-argument',
        message: /'X-Note'/,
      }));
  }
  test('a header that is one text has its commas and inner spaces', async () => {
    const { headers } = await build(toolOf({ parameters: [inHeader('X-Note')] }), { 'X-Note': 'a, b' });
    assert.equal(headers.get('x-note'), 'a, b');
  });

  const accepts: readonly [declared: readonly string[], accept: string][] = [
    [[], '*/*'],
    [['application/json'], 'application/json, */*;q=0.1'],
    [['application/vnd.a+json', 'text/plain'], 'application/vnd.a+json, text/plain, */*;q=0.1'],
    [['*/*', 'text/plain'], 'text/plain, */*'],
    [['nonsense', 'text/plain\r\nx: y'], '*/*'],
  ];
  for (const [declared, accept] of accepts) {
    test(`accept of ${JSON.stringify(declared)}`, async () =>
      assert.equal((await build(toolOf({ accept: declared }), {})).headers.get('accept'), accept));
  }
});

suite('a parameter that is the whole query (OpenAPI 3.2, Parameter Locations)', () => {
  const whole = (mediaType: string, more: object = {}): ParameterBinding => ({
    ...{ property: 'q', name: 'q', in: 'querystring', mediaType },
    ...more,
  });
  const urlEncoded = 'application/x-www-form-urlencoded';
  const pipes = { encoding: { list: { style: 'pipeDelimited', explode: false } } };
  const cases: readonly [binding: ParameterBinding, value: unknown, search: string][] = [
    [
      whole(urlEncoded),
      { a: 'b c', list: [1, 2], o: { x: 1 }, n: null },
      '?a=b%20c&list=1&list=2&o=%7B%22x%22%3A1%7D',
    ],
    [whole(urlEncoded, pipes), { list: ['a', 'b&c'] }, '?list=a%7Cb%26c'],
    [whole(urlEncoded), {}, ''],
    [whole('application/json'), { a: ['x&y', 'é'] }, '?%7B%22a%22%3A%5B%22x%26y%22%2C%22%C3%A9%22%5D%7D'],
    [whole('application/jsonpath'), '$.a.b[1:1]&x=#', '?%24.a.b%5B1%3A1%5D%26x%3D%23'],
    [whole('text/plain'), 7, '?7'],
    [whole('application/json'), undefined, ''],
    [whole('application/json'), null, ''],
  ];
  for (const [binding, q, search] of cases) {
    test(`${JSON.stringify(q)} as ${JSON.stringify(binding)}`, async () => {
      assert.equal((await build(toolOf({ parameters: [binding] }), { q })).url.search, search);
    });
  }

  const refused: readonly [mediaType: string, value: unknown][] = [
    ['text/plain', { a: 1 }],
    ['application/jsonpath', ['a']],
    [urlEncoded, 'a=b'],
    ['text/plain', '\ud800'],
  ];
  for (const [mediaType, q] of refused) {
    test(`refuses ${JSON.stringify(q)} as ${mediaType}`, () =>
      assert.rejects(build(toolOf({ parameters: [whole(mediaType)] }), { q }), { code: 'invalid-argument' }));
  }

  test('leaves no trace where it is empty', async () => {
    const parameters = [whole('application/x-www-form-urlencoded'), inQuery('b')];
    assert.equal((await build(toolOf({ parameters }), { q: {}, b: 1 })).url.search, '?b=1');
  });

  test('stands behind a query that the document wrote, and before a key', async () => {
    const request = await build(toolOf({ path: '/a?v=2', parameters: [whole('application/json')] }), {
      q: [1],
    });
    assert.equal(request.url.search, '?v=2&%5B1%5D');
    placeQuery(request, 'key', 's');
    assert.equal(request.url.search, '?v=2&%5B1%5D&key=s');
  });
});

suite('types of arguments', () => {
  const tool = (schema: JsonSchema) => toolOf({ parameters: [inQuery('n')] }, { n: schema });
  const sent: readonly [schema: JsonSchema, value: unknown, search: string][] = [
    [{ type: 'integer' }, 3, '?n=3'],
    [{ type: 'number' }, 3, '?n=3'],
    [{ type: 'number' }, 1e300, '?n=1e%2B300'],
    [{ anyOf: [{ type: 'number' }, { type: 'string' }] }, 1e21, '?n=1e%2B21'],
    [{ type: 'array', items: { type: 'number' } }, [1e21, 1], '?n=1e%2B21&n=1'],
    [{ type: 'object', properties: { a: { type: 'number' } } }, { a: 1e21 }, '?a=1e%2B21'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, { a: 1e21 }, '?a=1e%2B21'],
    [{ type: 'string' }, '9007199254740993', '?n=9007199254740993'],
    [{ type: 'integer' }, 9007199254740991, '?n=9007199254740991'],
    [{ type: ['string', 'null'] }, null, ''],
    [{ type: ['string', 'integer'] }, 'x', '?n=x'],
    [{}, true, '?n=true'],
  ];
  for (const [schema, value, search] of sent) {
    test(`${JSON.stringify(schema)} takes ${JSON.stringify(value)}`, async () =>
      assert.equal((await build(tool(schema), { n: value })).url.search, search));
  }
  const refused: readonly [schema: JsonSchema, value: unknown][] = [
    [{ type: 'integer' }, 1.5],
    [{ type: 'integer' }, 9007199254740992],
    [{ type: 'integer' }, -9007199254740992],
    [{}, 9007199254740992],
    [{ type: ['string', 'integer'] }, 9007199254740992],
    [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, 9007199254740992],
    [{ type: 'array', items: { type: 'integer' } }, [1, 9007199254740992]],
    [{ type: 'array' }, [[9007199254740992]]],
    [{ type: 'object', properties: { a: { type: 'integer' } } }, { a: 9007199254740992 }],
    [
      { type: 'object', additionalProperties: { type: 'integer' } },
      { __proto__: null, a: 9007199254740992 },
    ],
    [{ type: 'object', properties: { a: { type: 'number' } } }, { toString: 9007199254740992 }],
    [{ type: 'number' }, NaN],
    [{}, Infinity],
    [{ type: 'array' }, [[-Infinity]]],
    [{ type: 'string' }, 1],
    [{ type: 'array' }, {}],
    [{ type: 'object' }, []],
  ];
  for (const [schema, value] of refused) {
    test(`${JSON.stringify(schema)} refuses ${JSON.stringify(value)}`, () =>
      assert.rejects(build(tool(schema), { n: value }), { code: 'invalid-argument' }));
  }
});

suite('bodies', () => {
  const tool = toolOf({ method: 'DELETE', body: { property: 'body', mediaType: 'application/json' } });
  test('a body is sent with any method', async () => {
    const { body, headers } = await build(tool, { body: ['u1'] });
    assert.equal(body?.bytes, '["u1"]');
    assert.equal(headers.get('content-type'), 'application/json');
  });
  test('null is a value, not to be given is none', async () => {
    assert.equal((await build(tool, { body: null })).body?.bytes, 'null');
    const { body, headers } = await build(tool, {});
    assert.equal(body, undefined);
    assert.equal(headers.get('content-type'), null);
  });
});
