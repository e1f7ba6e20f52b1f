import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ParameterBinding } from '../../src/runtime/binding.js';
import type { ToolDefinition } from '../../src/runtime/manifest.js';
import { buildRequest } from '../../src/runtime/request/request.js';
import { pairsOf, parameterProblem, type SentParameters } from '../../src/runtime/self-test/parameters.js';
import { ToolError } from '../../src/runtime/tool-error.js';

function problemOf(parameter: Partial<ParameterBinding>, sent: string, value: unknown): string | undefined {
  const bound = { property: 'q', name: 'q', in: 'querystring', ...parameter } as ParameterBinding;
  const isCookie = bound.in === 'cookie';
  const received = {
    path: new Map<string, string>(),
    query: isCookie ? [] : pairsOf(sent, '&'),
    querystring: isCookie ? '' : sent,
    headers: {},
    cookies: isCookie ? pairsOf(sent, '; ') : [],
  };
  return parameterProblem(received, bound, value);
}

suite('the self-test of an emitted server finds', () => {
  const json = { mediaType: 'application/json' };
  const form = { mediaType: 'application/x-www-form-urlencoded' };
  const cookie = { in: 'cookie', style: 'cookie', explode: true } as const;
  const cases: readonly [
    of: string,
    parameter: Partial<ParameterBinding>,
    sent: string,
    value: unknown,
    isThere: boolean,
  ][] = [
    ['JSON that is the query', json, '%7B%22a%22%3A1%7D', { a: 1 }, true],
    ['JSON before a credential', json, '%5B1%5D&key=s', [1], true],
    ['text that is the query', { mediaType: 'text/plain' }, 'a%20b', 'a b', true],
    ['a form that is the query', form, 'a=1&b%5Bc%5D=2&e=3', { a: 1, b: { c: 2 }, d: { e: 3 } }, true],
    ['other JSON', json, '%7B%22a%22%3A2%7D', { a: 1 }, false],
    ['a form that lacks a member', form, 'a=1', { a: 1, b: 2 }, false],
    ['nothing', json, '', [1], false],
    ['a cookie that is not decoded', cookie, 'q=a%20b', 'a%20b', true],
    ['a cookie that was encoded', cookie, 'q=a%20b', 'a b', false],
  ];
  for (const [of, parameter, sent, value, isThere] of cases) {
    test(`${of}: ${isThere ? 'right' : 'wrong'}`, () => {
      assert.equal(problemOf(parameter, sent, value) === undefined, isThere);
    });
  }
});

suite('the self-test agrees with what is sent', () => {
  const styled = (location: string, style: string, explode: boolean, more: object = {}): object => ({
    ...{ property: 'p', name: 'p', in: location, style, explode },
    ...more,
  });
  const bindings = [
    ...['simple', 'label', 'matrix'].flatMap((style) => [
      styled('path', style, false),
      styled('path', style, true),
    ]),
    ...['form', 'spaceDelimited', 'pipeDelimited', 'tabDelimited', 'deepObject'].flatMap((style) => [
      styled('query', style, false),
      styled('query', style, true),
      styled('query', style, true, { allowReserved: true }),
    ]),
    styled('header', 'simple', false),
    styled('header', 'simple', true),
    styled('cookie', 'form', true),
    styled('cookie', 'cookie', true),
    ...['application/json', 'application/x-www-form-urlencoded', 'application/x-ndjson'].flatMap(
      (mediaType) =>
        ['path', 'query', 'header', 'cookie'].map((location) => ({
          property: 'p',
          name: 'p',
          in: location,
          mediaType,
        })),
    ),
  ] as unknown as readonly ParameterBinding[];
  const values = [
    'a',
    7,
    false,
    ['a', 'b'],
    [1],
    [],
    { a: 'b', c: 1 },
    {},
    { a: { b: [1, 2] } },
    [{ a: 1 }, { b: 2 }],
  ];
  for (const binding of bindings) {
    test(JSON.stringify(binding), async () => {
      for (const value of values) {
        const received = await receive(binding, value);
        if (received === 'refused') continue;
        assert.equal(parameterProblem(received, binding, value), undefined, JSON.stringify(value));
        if (typeof value === 'object') continue;
        assert.notEqual(parameterProblem(received, binding, `${value}x`), undefined, JSON.stringify(value));
      }
    });
  }
});

/** What a stub of the API is told of a request with one parameter. */
async function receive(binding: ParameterBinding, value: unknown): Promise<SentParameters | 'refused'> {
  const path = binding.in === 'path' ? '/{p}' : '/';
  const request = { method: 'GET', path, parameters: [binding], accept: [], security: [] };
  const tool: ToolDefinition = { name: 't', inputSchema: { type: 'object', properties: {} }, request };
  try {
    const { url, headers } = await buildRequest(tool, { p: value }, new URL('https://a.test'), {});
    const querystring = url.search.slice(1);
    return {
      path: new Map([['p', url.pathname.slice(1)]]),
      query: pairsOf(querystring, '&'),
      querystring,
      headers: Object.fromEntries(headers),
      cookies: pairsOf(headers.get('cookie') ?? '', '; '),
    };
  } catch (error) {
    assert.ok(error instanceof ToolError);
    return 'refused';
  }
}
