import type { BodyBinding, ParameterBinding } from '../../src/runtime/binding.js';
import type { ToolDefinition } from '../../src/runtime/manifest.js';

/** An operation whose requests are tried, and the address that it is below. */
export interface TriedOperation {
  readonly tool: ToolDefinition;
  readonly base: URL;
}

type Encoded = { readonly name: string; readonly in: ParameterBinding['in'] } & Omit<
  Extract<ParameterBinding, { readonly style: unknown }>,
  'property' | 'name' | 'in'
>;

const path = (name: string, style: Encoded['style'] = 'simple', more: object = {}): Encoded => ({
  ...{ name, in: 'path', style, explode: false },
  ...more,
});
const query = (name: string, style: Encoded['style'] = 'form', more: object = {}): Encoded => ({
  ...{ name, in: 'query', style, explode: true },
  ...more,
});
const header = (name: string, more: object = {}): Encoded => ({
  ...{ name, in: 'header', style: 'simple', explode: false },
  ...more,
});
const cookie = (name: string, style: Encoded['style'] = 'form', more: object = {}): Encoded => ({
  ...{ name, in: 'cookie', style, explode: true },
  ...more,
});
const exploded = { explode: true };
const joined = { explode: false };
const reserved = { allowReserved: true };
const content = (name: string, location: ParameterBinding['in'], mediaType: string): ParameterBinding => ({
  ...{ property: name, name, in: location, mediaType },
});

type Row = readonly [path: string, parameters: readonly (Encoded | ParameterBinding)[], body?: BodyBinding];

/** Templates with parameters of every style and in every place of a segment. */
const rows: readonly Row[] = [
  ['/v1/users/{id}/posts', [path('id')]],
  ['/{a}', [path('a')]],
  ['/{a}/', [path('a')]],
  ['/{a}/{b}', [path('a'), path('b')]],
  ['/x/{a}.{b}', [path('a'), path('b')]],
  ['/x/{a}{b}', [path('a'), path('b')]],
  ['/x/.{a}/y', [path('a')]],
  ['/x/{id}:verb', [path('id')]],
  ['/x/v{version}/..{id}/y', [path('version'), path('id')]],
  ['/x/{id}/{id}', [path('id')]],
  ['/simple/{a}/end', [path('a', 'simple', exploded)]],
  ['/label/{a}/end', [path('a', 'label')]],
  ['/label/{a}/end', [path('a', 'label', exploded)]],
  ['/label/x{a}', [path('a', 'label', exploded)]],
  ['/matrix/{a}/end', [path('a', 'matrix')]],
  ['/matrix/{a}/end', [path('a', 'matrix', exploded)]],
  ['/matrix/x{a}{b}/end', [path('a', 'matrix', exploded), path('b', 'matrix')]],
  ['/reserved/{a}/end', [path('a', 'simple', reserved)]],
  ['/reserved/{a}.{b}', [path('a', 'simple', reserved), path('b', 'label', { ...reserved, ...exploded })]],
  ['/reserved/{a}/end', [path('a', 'matrix', { ...reserved, ...exploded })]],
  ['/tabs/{a}/end', [path('a', 'tabDelimited')]],
  ['/json/{a}/end', [content('a', 'path', 'application/json')]],
  ['/form/{a}/end', [content('a', 'path', 'application/x-www-form-urlencoded')]],
  [
    '/q//x?fixed=1#f',
    [query('a'), query('b', 'form', joined), query('c', 'deepObject'), query('d', 'form', reserved)],
  ],
  ['/q', [query('a b&c', 'spaceDelimited', joined), query('d', 'pipeDelimited', { ...joined, ...reserved })]],
  ['/q', [content('a', 'query', 'application/json'), content('b', 'query', 'text/plain')]],
  ['/q', [content('a', 'querystring', 'application/x-www-form-urlencoded')]],
  ['/h', [header('X-A'), header('X-B', exploded), content('X-C', 'header', 'application/json')]],
  ['/c', [cookie('a'), cookie('b', 'form', reserved), cookie('c', 'cookie')]],
  [
    '/all/{a}',
    [path('a'), query('b'), header('X-C'), cookie('d')],
    { property: 'body', mediaType: 'application/json' },
  ],
];

const bases = [
  'https://api.example.com',
  'http://api.example.com:8080/v1',
  'https://api.example.com/a%2Fb/c/',
];

/** Thirty operations, below addresses with and without a path. */
export const triedOperations: readonly TriedOperation[] = rows.map(([template, parameters, body], index) => ({
  tool: {
    name: `operation${index}`,
    inputSchema: { type: 'object', properties: {} },
    request: {
      method: 'POST',
      path: template,
      parameters: parameters.map((parameter) => ({ property: parameter.name, ...parameter })),
      ...(body === undefined ? {} : { body }),
      accept: ['application/json'],
      security: [],
    },
  },
  base: new URL(bases[index % bases.length] ?? ''),
}));
