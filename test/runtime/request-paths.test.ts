import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ParameterBinding } from '../../src/runtime/binding.js';
import type { ToolDefinition } from '../../src/runtime/manifest.js';
import { buildRequest } from '../../src/runtime/request/request.js';

type Styled = Partial<Extract<ParameterBinding, { readonly style: unknown }>>;

function toolOf(path: string, parameters: Readonly<Record<string, Styled>>): ToolDefinition {
  const bindings = Object.entries(parameters).map(([name, encoding]) => ({
    ...{ property: name, name, in: 'path' as const, style: 'simple' as const, explode: false },
    ...encoding,
  }));
  const request = { method: 'GET', path, parameters: bindings, accept: [], security: [] };
  return { name: 'tool', inputSchema: { type: 'object', properties: {} }, request };
}

async function sent(tool: ToolDefinition, args: object, base: string): Promise<string> {
  const { url } = await buildRequest(tool, args as Readonly<Record<string, unknown>>, new URL(base), {});
  return url.href;
}

const host = 'https://api.example.com';

/** Values that would lead elsewhere if they were not encoded, and what is to be sent of each; `undefined`: refused. */
const values: readonly [value: string, encoded: string | undefined][] = [
  ['..', undefined],
  ['.', undefined],
  ['', undefined],
  ['a/..', 'a%2F..'],
  ['a/../', 'a%2F..%2F'],
  ['/..', '%2F..'],
  ['../..', '..%2F..'],
  ['..\\..', '..%5C..'],
  ['a%2f..', 'a%252f..'],
  ['%2e%2e', '%252e%252e'],
  ['%2E.', '%252E.'],
  ['..%00', '..%2500'],
  ['..;', '..%3B'],
  ['..;/admin', '..%3B%2Fadmin'],
  ['..?x', '..%3Fx'],
  ['..#x', '..%23x'],
  ['.. ', '..%20'],
  [' ..', '%20..'],
  ['//evil.test', '%2F%2Fevil.test'],
  ['\\\\evil.test', '%5C%5Cevil.test'],
  ['@evil.test', '%40evil.test'],
  [':8080', '%3A8080'],
  ['\u2024\u2024', '%E2%80%A4%E2%80%A4'],
  ['\uff0e\uff0e\uff0f', '%EF%BC%8E%EF%BC%8E%EF%BC%8F'],
  ['\u2215', '%E2%88%95'],
  ['..\t', undefined],
  ['\n..', undefined],
  ['a\0', undefined],
  ['\u0085', undefined],
  ['\ud800/..', undefined],
];

interface Place {
  readonly template: string;
  readonly parameter: Styled;
  /** Around the encoded value, where the parameter is. */
  readonly around: readonly [before: string, after: string];
  /** The values that are sent here as they are, though they are refused where they are a segment. */
  readonly taken?: readonly string[];
  readonly wrap?: (value: string) => unknown;
}

const places: readonly Place[] = [
  { template: '/x/{a}/y', parameter: {}, around: ['/x/', '/y'] },
  { template: '/{a}', parameter: {}, around: ['/', ''] },
  { template: '/{a}/', parameter: {}, around: ['/', '/'] },
  { template: '/x/{a}:verb', parameter: {}, around: ['/x/', ':verb'] },
  { template: '/x/{a}.json', parameter: {}, around: ['/x/', '.json'] },
  { template: '/x/v{a}/y', parameter: {}, around: ['/x/v', '/y'] },
  {
    template: '/x/{a}/y',
    parameter: { explode: true },
    around: ['/x/', ',z/y'],
    wrap: (value) => [value, 'z'],
    taken: ['', '.', '..'],
  },
  {
    template: '/x/{a}/y',
    parameter: {},
    around: ['/x/k,', '/y'],
    wrap: (value) => ({ k: value }),
    taken: ['', '.', '..'],
  },
  {
    template: '/x/{a}/y',
    parameter: { explode: true },
    around: ['/x/k=', '/y'],
    wrap: (value) => ({ k: value }),
    taken: ['', '.', '..'],
  },
  { template: '/x/{a}/y', parameter: { style: 'label' }, around: ['/x/.', '/y'] },
  {
    template: '/x/{a}/y',
    parameter: { style: 'label', explode: true },
    around: ['/x/.z.', '/y'],
    wrap: (value) => ['z', value],
    taken: ['', '.', '..'],
  },
  { template: '/x/{a}/y', parameter: { style: 'matrix' }, around: ['/x/;a=', '/y'], taken: ['.', '..'] },
  {
    template: '/x/{a}/y',
    parameter: { style: 'matrix', explode: true },
    around: ['/x/;a=z;a=', '/y'],
    wrap: (value) => ['z', value],
    taken: ['.', '..'],
  },
];

for (const base of [host, `${host}/`, `${host}/v1`, `${host}/v1/a%2Fb/`, 'http://127.0.0.1:8080/..%2Fx']) {
  suite(`values in paths below ${base}`, () => {
    for (const { template, parameter, around, taken = [], wrap = (value: string) => value } of places) {
      const tool = toolOf(template, { a: parameter });
      test(`${template} ${JSON.stringify(parameter)} ${JSON.stringify(wrap('…'))}`, async () => {
        for (const [value, encoded] of values) {
          const text = taken.includes(value) ? value : encoded;
          const isNamedEmpty = value === '' && parameter.style === 'matrix';
          if (isNamedEmpty) continue;
          const call = sent(tool, { a: wrap(value) }, base);
          if (text === undefined) {
            await assert.rejects(call, { code: 'invalid-argument' }, JSON.stringify(value));
            continue;
          }
          assert.equal(await call, `${base.replace(/\/$/, '')}${around.join(text)}`);
        }
      });
    }
  });
}

suite('parameters that share a segment', () => {
  const rows: readonly [template: string, args: object, path: string | undefined][] = [
    ['/{a}.{b}', { a: 'x', b: 'y' }, '/x.y'],
    ['/{a}.{b}', { a: '..', b: 'y' }, undefined],
    ['/{a}.{b}', { a: 'x', b: '' }, undefined],
    ['/{a}.{b}', { a: 'x/', b: '../y' }, '/x%2F...%2Fy'],
    ['/{a}{b}', { a: '.', b: '.' }, undefined],
    ['/.{a}', { a: '.' }, undefined],
    ['/.{a}', { a: 'x' }, '/.x'],
    ['/..{a}', { a: 'x' }, '/..x'],
    ['/{a}-{b}', { a: 'x-y', b: 'z' }, '/x-y-z'],
    ['/{a}/{a}', { a: 'x' }, '/x/x'],
    ['/{a};{b}', { a: 'x', b: 'y=;' }, '/x;y%3D%3B'],
  ];
  for (const [template, args, path] of rows) {
    test(`${template} with ${JSON.stringify(args)}`, async () => {
      const call = sent(toolOf(template, { a: {}, b: {} }), args, host);
      if (path === undefined) await assert.rejects(call, { code: 'invalid-argument' });
      else assert.equal(await call, `${host}${path}`);
    });
  }
});

suite('reserved characters in a path (OpenAPI 3.2, allowReserved) end neither a segment nor the path', () => {
  const rows: readonly [value: unknown, path: string | undefined][] = [
    ["a:@!$&'()*+,;=", "/x/a:@!$&'()*+,;=/y"],
    ['a/../b', '/x/a%2F..%2Fb/y'],
    ['a%2F..%2Fb', '/x/a%2F..%2Fb/y'],
    ['a?b#c', '/x/a%3Fb%23c/y'],
    ['//evil.test', '/x/%2F%2Fevil.test/y'],
    ['%2e%2e', undefined],
    ['.%2E', undefined],
    ['%2e', undefined],
    ['..', undefined],
    ['a\nb', undefined],
  ];
  for (const [value, path] of rows) {
    test(JSON.stringify(value), async () => {
      const call = sent(toolOf('/x/{a}/y', { a: { allowReserved: true } }), { a: value }, host);
      if (path === undefined) await assert.rejects(call, { code: 'invalid-argument' });
      else assert.equal(await call, `${host}${path}`);
    });
  }
});

suite('an empty value has a place in the style matrix alone (OpenAPI 3.1.1, Style Examples)', () => {
  const rows: readonly [parameter: Styled, path: string | undefined][] = [
    [{ style: 'matrix' }, '/x/;a/y'],
    [{ style: 'matrix', explode: true }, '/x/;a/y'],
    [{ style: 'label' }, undefined],
    [{}, undefined],
  ];
  for (const [parameter, path] of rows) {
    test(JSON.stringify(parameter), async () => {
      const call = sent(toolOf('/x/{a}/y', { a: parameter }), { a: '' }, host);
      if (path === undefined) await assert.rejects(call, { code: 'invalid-argument' });
      else assert.equal(await call, `${host}${path}`);
    });
  }
});

test('a query cannot end early, nor begin a fragment', async () => {
  const query: Styled = { in: 'query', style: 'form', explode: true };
  const tool = toolOf('/x', { a: { ...query, allowReserved: true }, b: query });
  assert.equal(
    await sent(tool, { a: "x&b=1#f'", b: '?#&=' }, host),
    `${host}/x?a=x%26b=1%23f%27&b=%3F%23%26%3D`,
  );
});
