import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, suite, test } from 'node:test';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { keepPromise } from '../../src/runtime/answer/promise.js';
import { structuredResult } from '../../src/runtime/answer/response.js';
import { createServerFactory } from '../../src/runtime/server.js';
import { createValidators } from '../../src/runtime/validation.js';
import { madeManifest, madeTool } from './made-manifest.js';
import { connect, eras, type Era } from './mcp-client.js';
import { defaultLimits } from '../../src/runtime/limits.js';

const tools = [
  madeTool({
    name: 'getBoat',
    outputSchema: {
      type: 'object',
      properties: { id: { type: ['integer', 'null'] }, name: { type: ['string', 'null'] } },
    },
  }),
  madeTool({
    name: 'listBoats',
    outputSchema: { type: ['array', 'null'], items: { properties: { id: {}, name: {} } } },
  }),
  madeTool({ name: 'getAnything' }),
] as const;

type ToolName = 'getBoat' | 'listBoats' | 'getAnything';

interface ApiAnswer {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

interface Expected {
  readonly isError?: true;
  /** For clients of 2026-07-28; missing where there is none. */
  readonly structure?: unknown;
  readonly text: RegExp;
}

const json = 'application/json';
const kept = 'The call to the API succeeded and must not be repeated; its answer, which follows, ';

let api: Server;
let next: ApiAnswer = {};
const clients = new Map<Era, Client>();

before(async () => {
  api = createServer((_, response) => {
    const { status = 200, type, headers, body } = next;
    response.writeHead(status, { ...(type && { 'content-type': type }), ...headers }).end(body);
  });
  api.listen(0, '127.0.0.1');
  await once(api, 'listening');
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const factory = createServerFactory({
    manifest: madeManifest(tools, { upstream: { url, variables: {}, env: 'BOATS_BASE_URL' } }),
    credentials: () => Promise.resolve(undefined),
    environment: {},
    limits: defaultLimits,
  });
  for (const era of eras) clients.set(era, await connect(factory, era));
});

after(async () => {
  for (const client of clients.values()) await client.close();
  api.close().closeAllConnections();
});

/** What a client gets, which has checked the structure against the schema that it was listed. */
async function call(era: Era, name: ToolName, answer: ApiAnswer): Promise<CallToolResult> {
  next = answer;
  const client = clients.get(era);
  assert.ok(client);
  await client.listTools();
  return client.callTool({ name, arguments: {} });
}

function textOf({ content }: CallToolResult): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** Clients before 2026-07-28 take objects alone, and are told of other roots as `result`. */
function structureFor(era: Era, structure: unknown): unknown {
  const isObject = typeof structure === 'object' && structure !== null && !Array.isArray(structure);
  return era === '2025-11-25' && !isObject ? { result: structure } : structure;
}

suite('an answer of the API (MCP server/tools, Output Schema)', () => {
  const html = '<!doctype html><title>Sign in</title>';
  const cases: readonly [of: string, tool: ToolName, answer: ApiAnswer, expected: Expected][] = [
    ['fits', 'getBoat', { type: json, body: '{"id":7}' }, { structure: { id: 7 }, text: /^\{"id":7\}$/ }],
    [
      'may hold more, and null',
      'getBoat',
      { type: json, body: '{"id":null,"sails":4}' },
      { structure: { id: null, sails: 4 }, text: /sails/ },
    ],
    [
      'has another type deep inside',
      'getBoat',
      { type: json, body: '{"id":"seven"}' },
      { isError: true, text: /must not be repeated.*'id' must be integer.*\n\{"id":"seven"\}$/s },
    ],
    [
      'has another type',
      'getBoat',
      { type: json, body: '[1]' },
      { isError: true, text: /must be object.*\n\[1\]$/s },
    ],
    [
      'has another type, and changed something',
      'getBoat',
      { status: 201, type: json, body: '"made"' },
      { isError: true, text: new RegExp(`^${kept}.*\n"made"$`, 's') },
    ],
    ['is a list', 'listBoats', { type: json, body: '[{"id":1}]' }, { structure: [{ id: 1 }], text: /"id"/ }],
    ['is an empty list', 'listBoats', { type: json, body: '[]' }, { structure: [], text: /^\[\]$/ }],
    ['is null', 'listBoats', { type: json, body: 'null' }, { structure: null, text: /^null$/ }],
    ['is an object', 'listBoats', { type: json, body: '{}' }, { isError: true, text: /\n\{\}$/ }],
    [
      'is nothing (RFC 9110 15.3.5), where an object is listed',
      'getBoat',
      { status: 204 },
      { structure: {}, text: /^204 No Content: the answer has no content\.$/ },
    ],
    [
      'is nothing, where a list is listed',
      'listBoats',
      { status: 204 },
      { structure: null, text: /no content/ },
    ],
    ['is nothing of type JSON', 'getBoat', { type: json }, { structure: {}, text: /no content/ }],
    ['is blank JSON', 'getBoat', { type: json, body: '\n' }, { structure: {}, text: /no content/ }],
    ['is nothing at all', 'getAnything', { status: 204 }, { text: /no content/ }],
    [
      'is JSON that breaks off',
      'getBoat',
      { type: json, body: '{"id":' },
      { isError: true, text: /must not be repeated.*not valid JSON:\n\{"id":$/s },
    ],
    [
      'is JSON that breaks off, where nothing is listed',
      'getAnything',
      { type: json, body: '{"id":' },
      { text: /^The API calls this JSON, but it is not valid JSON:\n\{"id":$/ },
    ],
    [
      'is a page',
      'getBoat',
      { type: 'text/html', body: html },
      { isError: true, text: /must not be repeated.*\n<!doctype html>/s },
    ],
    [
      'is a page, where nothing is listed',
      'getAnything',
      { type: 'text/html', body: html },
      { text: /^<!doc/ },
    ],
    [
      'is JSON that nobody spoke of',
      'getAnything',
      { type: 'application/vnd.boats+json', body: '[1]' },
      { structure: [1], text: /^\[1\]$/ },
    ],
    [
      'has a number that JSON has no word for',
      'getAnything',
      { type: json, body: '{"id":NaN}' },
      { text: /not valid JSON:\n\{"id":NaN\}$/ },
    ],
    [
      'has an integer beyond 2^53 (RFC 8259 6)',
      'getBoat',
      { type: json, body: '{"id":12345678901234567890}' },
      { isError: true, text: /must not be repeated.*\n\{"id":12345678901234567890\}$/s },
    ],
    [
      'has an integer beyond 2^53 where nothing is listed',
      'getAnything',
      { type: json, body: '{"id":12345678901234567890}' },
      { structure: { id: '12345678901234567890' }, text: /^\{"id":12345678901234567890\}$/ },
    ],
    [
      'has a byte order mark',
      'getBoat',
      { type: json, body: '\ufeff{"id":1}' },
      { structure: { id: 1 }, text: /^\{"id":1\}$/ },
    ],
    [
      'has another charset',
      'getBoat',
      { type: `${json}; charset=iso-8859-1`, body: Buffer.from('{"name":"Möwe"}', 'latin1') },
      { structure: { name: 'Möwe' }, text: /Möwe/ },
    ],
    [
      'is nested without an end',
      'getBoat',
      { type: json, body: '['.repeat(300) + ']'.repeat(300) },
      { isError: true, text: /must not be repeated.*Nested more than 200 levels.*\n\[{300}\]{300}$/s },
    ],
    [
      'is JSON that is called text',
      'getBoat',
      { type: 'text/plain', body: '{"id":7}' },
      { structure: { id: 7 }, text: /^\{"id":7\}\nThe API calls this text\/plain/ },
    ],
    [
      'is an image',
      'getBoat',
      { type: 'image/png', body: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
      { isError: true, text: /must not be repeated; its answer, which follows, .* could not be given/ },
    ],
    ['is blank text', 'getBoat', { type: 'text/plain', body: ' \n' }, { structure: {}, text: /^ \n/ }],
    [
      'is nothing but headers',
      'getBoat',
      { status: 201, headers: { location: '/boats/7' } },
      { structure: {}, text: /^201 Created: the answer has no content\.\nHeaders: Location: \/boats\/7$/ },
    ],
    [
      'has hidden characters',
      'getBoat',
      { type: json, body: '{"name":"a\\u202eb"}' },
      {
        structure: { name: 'ab' },
        text: /^\{"name":"ab"\}\n1 hidden character was taken out of the answer\.$/,
      },
    ],
    [
      'is an error, and says so',
      'getBoat',
      { status: 404, type: json, body: '{"why":"sunk"}' },
      { isError: true, text: /^404 Not Found from GET \/getBoat \[upstream-status\]\n.*\n\{"why":"sunk"\}$/ },
    ],
  ];
  for (const [of, name, answer, expected] of cases) {
    for (const era of eras) {
      test(`${of}, for ${era}`, async () => {
        const result = await call(era, name, answer);
        assert.equal(result.isError, expected.isError);
        assert.match(textOf(result), expected.text);
        assert.equal('structuredContent' in result, 'structure' in expected);
        if ('structure' in expected) {
          assert.deepEqual(result.structuredContent, structureFor(era, expected.structure));
        }
      });
    }
  }

  for (const era of eras) {
    test(`is never lost, nor refused by a client of ${era}`, async () => {
      const body = fc.oneof(fc.json({ maxDepth: 3 }), fc.string());
      const name = fc.constantFrom<ToolName>('getBoat', 'listBoats', 'getAnything');
      const type = fc.constantFrom(json, 'text/plain', 'text/html', 'application/problem+json', undefined);
      const property = fc.asyncProperty(name, type, body, async (tool, mediaType, text) => {
        const result = await call(era, tool, { ...(mediaType && { type: mediaType }), body: text });
        if (text.trim() !== '') assert.ok(textOf(result).includes(text.replace(/^\ufeff/, '')));
        if (result.isError === true) assert.match(textOf(result), /succeeded and must not be repeated/);
      });
      await fc.assert(property, { numRuns: 200, seed: 20_261_130 });
    });
  }
});

suite('the result of an override keeps what is listed', () => {
  const outputSchema = { type: 'object', properties: { id: { type: ['integer', 'null'] } } };
  const cases: readonly [of: string, value: unknown, expected: Partial<CallToolResult>][] = [
    ['a value that fits', { id: 1 }, { structuredContent: { id: 1 } }],
    ['nothing', undefined, { structuredContent: {} }],
    ['a value that differs', { id: 'one' }, { isError: true }],
  ];
  for (const [of, value, expected] of cases) {
    test(of, async () => {
      const { content, ...rest } = await keepPromise(
        structuredResult(value),
        outputSchema,
        createValidators(),
      );
      assert.deepEqual(rest, expected);
      assert.equal(content.at(-1)?.type, 'text');
    });
  }
});
