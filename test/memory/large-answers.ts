import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

const mebibyte = 1024 * 1024;

/** An answer that is far larger than what a model can be given. */
export interface LargeAnswer {
  readonly name: string;
  readonly contentType: string;
  readonly status?: number;
  readonly coding?: 'gzip' | 'br';
  /** The decoded content, piece by piece. */
  readonly pieces: () => Iterable<Buffer>;
}

/** Kinds of content, 100 MiB and more of each, as they come and as a coding hides them. */
export const largeAnswers: readonly LargeAnswer[] = [
  { name: 'text-in-object', contentType: 'application/json', pieces: () => around('{"a":"', 'x', '"}', 100) },
  { name: 'rows', contentType: 'application/json', pieces: () => around('[', rowsOf(','), '{"id":0}]', 100) },
  {
    name: 'rows-with-space',
    contentType: 'application/json',
    pieces: () => around('{ "items": [', rowsOf(' ,\n      '), '{}]}', 100),
  },
  { name: 'numbers', contentType: 'application/json', pieces: () => around('[', '1, ', '1]', 100) },
  { name: 'nested', contentType: 'application/json', pieces: () => around('', '[', ']', 100) },
  {
    name: 'wide-characters',
    contentType: 'application/json',
    pieces: () => around('["😀",', '"é", ', '"é"]', 100),
  },
  {
    name: 'no-json',
    contentType: 'application/json',
    pieces: () => around('<html>', '<p>log in</p>', '', 100),
  },
  { name: 'text', contentType: 'text/plain', pieces: () => around('', 'one line of a log\n', '', 100) },
  { name: 'xml', contentType: 'application/xml', pieces: () => around('<a>', '<b>c</b>', '</a>', 100) },
  {
    name: 'xml-elements',
    contentType: 'application/xml',
    pieces: () => around('<r>', '<a/>', '</r>', 100),
  },
  {
    name: 'xml-attribute',
    contentType: 'application/xml',
    pieces: () => around('<r a="', 'x', '"/>', 100),
  },
  {
    name: 'xml-attributes',
    contentType: 'application/xml',
    pieces: () => around('<r>', '<a b="" c=""/>', '</r>', 100),
  },
  {
    name: 'xml-text',
    contentType: 'application/xml',
    pieces: () => around('<r><a>', 'x', '</a></r>', 100),
  },
  {
    name: 'xml-comment',
    contentType: 'application/xml',
    pieces: () => around('<r><!--', 'x', '--></r>', 100),
  },
  {
    name: 'bytes',
    contentType: 'application/octet-stream',
    pieces: () => around('', '\u0000\u0001', '', 100),
  },
  { name: 'image', contentType: 'image/png', pieces: () => around('\u0089PNG', '\u0000', '', 100) },
  {
    name: 'events',
    contentType: 'text/event-stream',
    pieces: () => around('', 'data: {"x":1}\n\n', '', 100),
  },
  { name: 'one-event', contentType: 'text/event-stream', pieces: () => around('data: ', 'x', '\n\n', 100) },
  { name: 'lines', contentType: 'application/x-ndjson', pieces: () => around('', '{"x":1}\n', '', 100) },
  {
    name: 'parts',
    contentType: 'multipart/mixed; boundary=b',
    pieces: () => around('', '--b\r\n\r\nx\r\n', '--b--', 100),
  },
  {
    name: 'error',
    contentType: 'application/json',
    status: 500,
    pieces: () => around('{"error":"', 'x', '"}', 100),
  },
  {
    name: 'gzip-bomb',
    contentType: 'application/json',
    coding: 'gzip',
    pieces: () => around('{"a":"', '0', '"}', 1024),
  },
  {
    name: 'br-bomb',
    contentType: 'application/json',
    coding: 'br',
    pieces: () => around('{"a":"', '0', '"}', 256),
  },
];

function rowsOf(separator: string): string {
  return `{"id":1234567,"name":"A name","tags":["a","b"],"at":"2024-05-01T00:00:00Z"}${separator}`;
}

/** A content of at least `size` MiB: `unit` again and again between `head` and `tail`. */
function* around(head: string, unit: string, tail: string, size: number): Generator<Buffer> {
  const times = Math.ceil(mebibyte / Buffer.byteLength(unit));
  const piece = Buffer.from(unit.repeat(times));
  yield Buffer.from(head);
  for (let sent = 0; sent < size; sent += 1) yield piece;
  yield Buffer.from(tail);
}

/** An API that gives these answers, each at a path of its name; anything else is a small one. */
export interface LargeApi {
  readonly url: string;
  readonly close: () => void;
}

/** Starts the API on this machine. */
export async function startLargeApi(): Promise<LargeApi> {
  const server = createServer((request, response) => {
    const answer = largeAnswers.find(({ name }) => request.url === `/${name}`);
    if (answer === undefined) response.setHeader('content-type', 'application/json').end('{"ok":true}');
    else give(answer, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function give({ contentType, status = 200, coding, pieces }: LargeAnswer, response: ServerResponse): void {
  response.writeHead(status, {
    'content-type': contentType,
    ...(coding === undefined ? {} : { 'content-encoding': coding }),
  });
  // The server hangs up once it has enough.
  const source = Readable.from(pieces()).on('error', () => undefined);
  response.on('close', () => source.destroy());
  if (coding === undefined) source.pipe(response);
  else
    source
      .pipe(encoderOf(coding))
      .on('error', () => undefined)
      .pipe(response);
}

function encoderOf(coding: 'gzip' | 'br') {
  // Quick enough for a test, and small all the same: the content says one thing.
  return coding === 'gzip'
    ? createGzip({ level: 1 })
    : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
}
