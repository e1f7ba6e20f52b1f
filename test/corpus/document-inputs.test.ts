import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { scratchFolder } from '../tools/projects.js';
import { readOperations } from './document-inputs.js';
import { openDocument } from './raw-document.js';

type Files = Readonly<Record<string, object>>;

/** `METHOD /path`, then each parameter as `in name`, then each body as `type: members`. */
function inputsOf(files: Files): readonly string[] {
  const folder = scratchFolder(join(tmpdir(), 'openapi2mcp-inputs'));
  for (const [name, value] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), JSON.stringify(value));
  }
  return readOperations(openDocument(join(folder, 'root.json'))).flatMap((operation) => [
    `${operation.method} ${operation.path}`,
    ...operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`),
    ...[...operation.bodies].map(([type, names]) => `${type}: ${names.toSorted().join(' ')}`),
  ]);
}

const query = (name: string): object => ({ name, in: 'query', schema: { type: 'string' } });
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const post = (requestBody: object, more: object = {}): object => ({
  paths: { '/a': { post: { requestBody } } },
  ...more,
});
const text = { type: 'string' };

suite('the inputs of a document', () => {
  const cases: readonly [of: string, files: Files, expected: readonly string[]][] = [
    ['a document without paths', { 'root.json': { webhooks: { a: { post: {} } } } }, []],
    [
      'parameters of the Path Item Object, which an operation overrides by place and name',
      {
        'root.json': {
          paths: {
            '/a/{id}': {
              parameters: [query('id'), { name: 'id', in: 'path' }],
              get: { parameters: [query('id'), { name: 'id', in: 'header' }, { name: 'c', in: 'cookie' }] },
            },
          },
        },
      },
      ['GET /a/{id}', 'query id', 'path id', 'header id', 'cookie c'],
    ],
    [
      'header parameters, without those that shall be ignored',
      {
        'root.json': {
          paths: {
            '/a': {
              get: {
                parameters: ['Accept', 'content-type', 'AUTHORIZATION', 'X-A'].map((name) => ({
                  name,
                  in: 'header',
                })),
              },
            },
          },
        },
      },
      ['GET /a', 'header X-A'],
    ],
    [
      'methods in the order of the Path Item Object, those of OpenAPI 3.2 last',
      {
        'root.json': {
          paths: {
            '/a': { additionalOperations: { COPY: {} }, query: {}, trace: {}, get: {}, 'x-b': {} },
            'x-c': { get: {} },
          },
        },
      },
      ['GET /a', 'TRACE /a', 'QUERY /a', 'COPY /a'],
    ],
    [
      'references across files, each relative to the file that it stands in',
      {
        'root.json': { paths: { '/a': { $ref: 'paths/a.json' } } },
        'paths/a.json': {
          post: { parameters: [{ $ref: '../shared.json#/p~1q' }], requestBody: { $ref: 'body.json#/b' } },
        },
        'paths/body.json': { b: json({ $ref: '../shared.json#/S%20S' }) },
        'shared.json': {
          'p/q': { $ref: '#/r' },
          r: { $ref: '#/s' },
          s: query('q'),
          'S S': { properties: { s: text } },
        },
      },
      ['POST /a', 'query q', 'application/json: s'],
    ],
    [
      'references that lead nowhere, in a circle or to the network',
      {
        'root.json': {
          paths: {
            '/a': {
              get: {
                parameters: ['none.json#/a', '#/circle', 'https://example.com/a.json'].map(($ref) => ({
                  $ref,
                })),
              },
            },
          },
          circle: { $ref: '#/circle' },
        },
      },
      ['GET /a'],
    ],
    [
      'members of a body with everything it is combined from',
      {
        'root.json': post(json({ $ref: '#/A', properties: { own: text } }), {
          A: {
            allOf: [{ properties: { a: text } }, { oneOf: [{ properties: { b: text } }, { $ref: '#/A' }] }],
          },
        }),
      },
      ['POST /a', 'application/json: a b own'],
    ],
    [
      'a body without its read-only members, however they say so',
      {
        'root.json': post(
          json({
            allOf: [{ properties: { of: { type: 'string' } } }],
            properties: {
              id: { type: 'string', readOnly: true },
              at: { $ref: '#/At' },
              by: { allOf: [{ $ref: '#/At' }] },
              of: { readOnly: true },
              none: false,
              $ref: text,
            },
          }),
          { At: { $ref: '#/Time' }, Time: { readOnly: true } },
        ),
      },
      ['POST /a', 'application/json: $ref'],
    ],
    [
      'every media type of a body',
      {
        'root.json': post({ content: { 'text/plain': {}, 'a/b': { schema: { properties: { c: text } } } } }),
      },
      ['POST /a', 'text/plain: ', 'a/b: c'],
    ],
    [
      'a body of Swagger 2.0',
      {
        'root.json': {
          swagger: '2.0',
          paths: {
            '/a': {
              put: {
                parameters: [{ name: 'x', in: 'body', schema: { properties: { a: text } } }, query('q')],
              },
              post: {
                parameters: [
                  { name: 'f', in: 'formData', type: 'file' },
                  { name: 'g', in: 'formData', type: 'string' },
                ],
              },
            },
          },
        },
      },
      ['PUT /a', 'query q', '*: a', 'POST /a', '*: f g'],
    ],
  ];
  for (const [of, files, expected] of cases)
    test(`are those of ${of}`, () => assert.deepEqual(inputsOf(files), expected));
});
