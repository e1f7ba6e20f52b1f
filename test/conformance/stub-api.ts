import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The API that fixture.openapi.json describes, on a free port of 127.0.0.1. */
export interface StubApi {
  readonly url: string;
  close(): Promise<void>;
}

interface Answer {
  readonly type: string;
  readonly body: string | Buffer;
  readonly status?: number;
  readonly afterMs?: number;
}

/** One transparent pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
/** One silent sample. */
const wav = Buffer.from('UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=', 'base64');

const answers = new Map<string, (query: URLSearchParams) => Answer>([
  ['/text', () => ({ type: 'text/plain', body: 'This is a simple text response for testing.' })],
  ['/image', () => ({ type: 'image/png', body: png })],
  ['/audio', () => ({ type: 'audio/wav', body: wav })],
  ['/file', () => ({ type: 'application/pdf', body: '%PDF-1.4 fixture' })],
  ['/mixed', () => ({ type: 'multipart/mixed; boundary=part', body: mixedParts('part') })],
  [
    '/fail',
    () => ({
      status: 500,
      type: 'application/problem+json',
      body: JSON.stringify({ title: 'This operation always fails', status: 500 }),
    }),
  ],
  ['/slow', () => ({ type: 'text/plain', body: 'done', afterMs: 150 })],
  ['/region', (query) => ({ type: 'text/plain', body: query.get('region') ?? '' })],
  ['/plain1', () => ({ type: 'text/plain', body: 'one' })],
  ['/plain2', () => ({ type: 'text/plain', body: 'two' })],
  ['/schema', () => ({ type: 'application/json', body: '{"ok":true}' })],
]);

/** Starts the API. */
export async function startStubApi(): Promise<StubApi> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const answer = answers.get(pathname)?.(searchParams) ?? {
      status: 404,
      type: 'text/plain',
      body: 'not here',
    };
    request.resume();
    setTimeout(() => {
      response.writeHead(answer.status ?? 200, { 'content-type': answer.type }).end(answer.body);
    }, answer.afterMs ?? 0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => closeServer(server) };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** A multipart answer of text, an image and JSON. */
function mixedParts(boundary: string): Buffer {
  const parts: readonly (readonly [type: string, body: string | Buffer])[] = [
    ['text/plain', 'Multiple content types test:'],
    ['image/png', png],
    ['application/json', '{"test":"data","value":123}'],
  ];
  return Buffer.concat([
    ...parts.flatMap(([type, body]) => [
      Buffer.from(`--${boundary}\r\ncontent-type: ${type}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}
