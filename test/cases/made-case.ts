import type { Manifest } from '../../src/runtime/manifest.js';
import type { Era, ListedTool } from '../tools/mcp-session.js';
import type { Case } from './case-format.js';
import type { CallObservation, Observation, SessionObservation } from './observation.js';
import type { RecordedRequest } from './recorder.js';

/** A case, made up, that has every key which a successful run is judged by. */
export const madeCase: Case = {
  id: 'made-up',
  kind: 'output',
  source: 'none',
  fault: 'none',
  clause: 'none',
  expect: {
    generate: 'ok',
    withinMs: 5000,
    toolCount: 2,
    tools: [
      {
        name: 'getBoat',
        inputAccepts: [{ path: { id: 'a' }, query: { on: 'x' } }],
        inputRejects: [{}],
        outputAccepts: [{ name: 'Egg' }],
        argumentCount: 2,
        arraysHaveItems: true,
        inputSchemaHas: { 'query:on#/default': 'x', '#/type': 'object' },
        inputSchemaLacks: ['**/nullable', 'query:on#/items'],
        descriptionMatches: 'one boat',
      },
    ],
    call: [
      {
        tool: 'getBoat',
        arguments: { path: { id: 'a' }, query: { on: 'x' } },
        upstream: { body: { name: 'Egg' } },
        request: {
          method: 'GET',
          path: '/boats/a?on=x',
          headers: { 'x-key': 'k', authorization: { absent: true } },
          cookies: { sid: 's' },
          body: { absent: true },
        },
        otherRequest: { absent: true },
        result: {
          isError: false,
          structuredContent: { unwrap: { name: 'Egg' } },
          textMatches: 'Egg',
          mustNotContain: ['secret'],
        },
      },
      {
        tool: '~Adds a boat',
        arguments: { body: { name: 'Egg', sail: { bytes: 'AAEC' } } },
        upstream: { status: 201, bodyBytes: 'AAEC', headers: { 'content-type': 'image/png' } },
        anyOf: [
          { request: { absent: true }, result: { isError: true } },
          {
            request: {
              method: 'POST',
              path: '/boats',
              headers: { 'content-type': { match: '^multipart/form-data; *boundary=' } },
              bodyMatches: 'name="sail"',
              parts: [
                { name: 'sail', bytes: 'AAEC', contentType: 'application/octet-stream' },
                { name: 'name', text: 'Egg' },
                { name: 'tags', json: ['a'], contentType: { match: '^application/json' } },
              ],
            },
            result: { bytes: { base64: 'AAEC', mimeType: 'image/png' } },
          },
        ],
      },
      { tool: { literal: 'valueOf' }, arguments: {}, error: { code: -32602 }, request: { absent: true } },
    ],
    process: { stdoutOnlyMessages: true, outputMustNotContain: ['INJECTED'], exitsAfterStdinCloseMs: 5000 },
    cli: { after: { 'keep.txt': 'mine' } },
    generatedMustNotContain: ['INJECTED'],
    filesNotNamed: '(^|/)con$',
  },
};

/** The manifest of a product that the made-up case holds for. */
export const madeManifest: Manifest = {
  manifestVersion: 1,
  server: { name: 'boats', version: '1' },
  upstream: { url: 'http://127.0.0.1:1', variables: {}, env: 'BOATS_BASE_URL' },
  allowedOriginsEnv: 'BOATS_ALLOWED_ORIGINS',
  securitySchemes: {
    key: { type: 'apiKey', name: 'X-Key', in: 'header', env: { key: 'BOATS_KEY' } },
    login: {
      type: 'http',
      scheme: 'basic',
      env: { username: 'BOATS_LOGIN_USERNAME', password: 'BOATS_LOGIN_PASSWORD' },
    },
  },
  tools: [
    {
      name: 'getBoat',
      operationId: 'getBoat',
      title: 'Shows one boat',
      inputSchema: {
        type: 'object',
        properties: { id: { type: 'string' }, on_query: { type: 'string', default: 'x' } },
        required: ['id'],
      },
      outputSchema: { type: 'object', properties: { name: { type: 'string' } } },
      request: {
        method: 'GET',
        path: '/boats/{id}',
        parameters: [
          { property: 'id', name: 'id', in: 'path', style: 'simple', explode: false },
          { property: 'on_query', name: 'on', in: 'query', style: 'form', explode: true },
        ],
        accept: ['application/json'],
        security: [{ key: [] }],
      },
    },
    {
      name: 'post_boats',
      description: 'Adds a boat.',
      inputSchema: { type: 'object', properties: { body: { type: 'object' } } },
      request: {
        method: 'POST',
        path: '/boats',
        parameters: [],
        body: { property: 'body', mediaType: 'multipart/form-data' },
        accept: ['image/png'],
        security: [],
      },
    },
  ],
};

const multipart = [
  '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nEgg\r\n',
  '--x\r\nContent-Disposition: form-data; name="tags"\r\nContent-Type: application/json\r\n\r\n["a"]\r\n',
  '--x\r\nContent-Disposition: form-data; name="sail"; filename="s"\r\nContent-Type: application/octet-stream\r\n\r\n',
  '\u0000\u0001\u0002\r\n--x--\r\n',
].join('');

/** A request as a recorder would have it. */
export function recorded(
  method: string,
  target: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): RecordedRequest {
  return { method, target, headers: new Map(Object.entries(headers)), body: Buffer.from(body) };
}

function called(tool: string, message: object, requests: readonly RecordedRequest[]): CallObservation {
  const line = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
  const answer = { message: JSON.parse(line) as Record<string, unknown>, line };
  return { tool, answer, failure: undefined, requests, otherRequests: [] };
}

function madeSession(era: Era): SessionObservation {
  const calls = [
    called(
      'getBoat',
      { result: { content: [{ type: 'text', text: '{"name":"Egg"}' }], structuredContent: { name: 'Egg' } } },
      [recorded('GET', '/boats/a?on=x', { 'x-key': 'k', cookie: 'sid=s' })],
    ),
    called('post_boats', { result: { content: [{ type: 'image', data: 'AAEC', mimeType: 'image/png' }] } }, [
      recorded('POST', '/boats', { 'content-type': 'multipart/form-data; boundary=x' }, multipart),
    ]),
    called('valueOf', { error: { code: -32602, message: 'Unknown tool' } }, []),
  ];
  return {
    era,
    failure: undefined,
    // A listed tool is the manifest's, as JSON.
    tools: JSON.parse(JSON.stringify(madeManifest.tools)) as readonly ListedTool[],
    calls,
    stdout: Buffer.from(calls.map(({ answer }) => `${answer?.line ?? ''}\n`).join('')),
    stderr: Buffer.from('listening'),
    exit: { status: 0, milliseconds: 20 },
  };
}

/** What is seen of that product: the made-up case passes with it. */
export const madeObservation: Observation & Required<Pick<Observation, 'project'>> = {
  generation: {
    status: 0,
    stdout: '',
    stderr: 'Wrote 2 tools.',
    milliseconds: 900,
    timedOut: false,
    output: new Map([
      ['generated/manifest.json', Buffer.from('{"manifestVersion":1}')],
      ['keep.txt', Buffer.from('mine')],
    ]),
    changedOutside: [],
  },
  project: {
    manifest: madeManifest,
    failure: undefined,
    build: [],
    sessions: [madeSession('2026-07-28'), madeSession('2025-11-25')],
    changedOutside: [],
  },
};
