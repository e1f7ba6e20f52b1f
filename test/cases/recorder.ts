import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, posix, resolve, sep } from 'node:path';
import type { UpstreamAnswer } from './case-format.js';

/** A request as it came over the wire. */
export interface RecordedRequest {
  readonly method: string;
  /** The raw request target. */
  readonly target: string;
  /** By lower-case name; repeated ones are joined. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** An HTTP server on loopback that answers as it is told and keeps every request. */
export interface Recorder {
  /** `127.0.0.1:<port>` */
  readonly authority: string;
  /** What all requests get from now on. */
  answerWith(answer: UpstreamAnswer): void;
  /** Serves the files of a folder, so that the one called `fileName` is at `path`, until the function is called. */
  serveFolder(folder: string, fileName: string, path: string): () => void;
  /** The requests since the last time this was asked. */
  take(): readonly RecordedRequest[];
  /** Waits until some request is there that was not yet taken, or the time is over. */
  arrival(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

/** What a recorder answers where a case says nothing. */
export const defaultAnswer: UpstreamAnswer = { body: { ok: true } };

interface Arrived {
  readonly request: IncomingMessage;
  readonly chunks: Buffer[];
}

/** Starts a recorder on a free port. */
export async function startRecorder(): Promise<Recorder> {
  let arrived: Arrived[] = [];
  let answer = defaultAnswer;
  let files: ((target: string) => string | undefined) | undefined;
  let onArrival = (): void => undefined;
  const server = createServer((request, response) => {
    const file = files?.(request.url ?? '');
    if (file !== undefined) return void sendFile(file, response);
    const entry: Arrived = { request, chunks: [] };
    arrived.push(entry);
    onArrival();
    request.on('data', (chunk: Buffer) => entry.chunks.push(chunk));
    request.on('end', () => sendAnswer(answer, request, response));
    // A client that goes away in the middle is no fault of the recorder.
    request.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    authority: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerWith: (next) => {
      answer = next;
    },
    serveFolder: (folder, fileName, path) => {
      files = (target) => fileAt(folder, fileName, path, target);
      return () => {
        files = undefined;
      };
    },
    take: () => {
      const taken = arrived.map(asRecorded);
      arrived = [];
      return taken;
    },
    arrival: (timeoutMs) =>
      new Promise((resolve) => {
        if (arrived.length > 0) return resolve();
        const timer = setTimeout(resolve, timeoutMs);
        onArrival = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function asRecorded({ request, chunks }: Arrived): RecordedRequest {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    const name = (request.rawHeaders[index] ?? '').toLowerCase();
    const value = request.rawHeaders[index + 1] ?? '';
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier}${name === 'cookie' ? '; ' : ', '}${value}`);
  }
  return { method: request.method ?? '', target: request.url ?? '', headers, body: Buffer.concat(chunks) };
}

function sendAnswer(answer: UpstreamAnswer, request: IncomingMessage, response: ServerResponse): void {
  if (answer.stall === true) return;
  if (answer.hangUp === true) return void request.socket.destroy();
  response.statusCode = answer.status ?? 200;
  const body = bodyOf(answer);
  if (answer.body !== undefined && typeof answer.body !== 'string') {
    response.setHeader('content-type', 'application/json');
  }
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  response.end(body);
}

function bodyOf({ body, bodyBytes }: UpstreamAnswer): Buffer {
  if (bodyBytes !== undefined) return Buffer.from(bodyBytes, 'base64');
  if (body === undefined) return Buffer.alloc(0);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function fileAt(folder: string, fileName: string, path: string, target: string): string | undefined {
  const { pathname } = new URL(target, 'http://recorder');
  if (pathname === path) return join(folder, fileName);
  const place = posix.dirname(path);
  const below = place === '/' ? place : `${place}/`;
  if (!pathname.startsWith(below)) return undefined;
  const file = resolve(folder, decodeURIComponent(pathname.slice(below.length)));
  return file.startsWith(resolve(folder) + sep) ? file : undefined;
}

async function sendFile(file: string, response: ServerResponse): Promise<void> {
  const contents = await readFile(file).catch(() => undefined);
  response.statusCode = contents === undefined ? 404 : 200;
  response.end(contents);
}
