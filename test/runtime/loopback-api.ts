import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultLimits, type Limits } from '../../src/runtime/limits.js';
import type { ToolAnnotations } from '../../src/runtime/manifest.js';
import { redactor } from '../../src/runtime/redaction.js';
import { ToolError } from '../../src/runtime/tool-error.js';
import { createSend } from '../../src/runtime/upstream/send.js';
import type { Answer } from '../../src/runtime/upstream/answer.js';
import { startDeadline, timesOf } from '../../src/runtime/upstream/deadline.js';
import { startOutcome } from '../../src/runtime/upstream/outcome.js';

/** A request as it came. */
export interface SeenRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An API on loopback: what it answers is set by each test, and what it was asked is kept. */
export interface LoopbackApi {
  readonly server: Server;
  readonly url: string;
  answer: RequestListener;
  readonly requests: SeenRequest[];
  /** Requests that have no whole answer, and whose connection is open. */
  open: number;
  /** Stops it at once. */
  readonly stop: () => void;
}

/** Starts an API that answers `{"ok":true}` until it is told otherwise. */
export async function startApi(): Promise<LoopbackApi> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    api.open += 1;
    response.once('close', () => (api.open -= 1));
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      api.requests.push({ method, target: url, headers, body: Buffer.concat(chunks).toString() });
      api.answer(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const api: LoopbackApi = {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: ok,
    requests: [],
    open: 0,
    stop: () => server.close().closeAllConnections(),
  };
  return api;
}

/** Answers with a value as JSON. */
export function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** Answers `{"ok":true}`. */
export const ok: RequestListener = (_, response) => json(response, { ok: true });

/** What a message is sent with in place of what is usual. */
export interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly leavesCoding?: boolean;
  readonly limits?: Partial<Limits>;
  /** That of the tool. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly progress?: (message: string) => void;
  readonly allowedOrigins?: readonly string[];
  /** Those of the tool. */
  readonly annotations?: ToolAnnotations;
  readonly secrets?: readonly string[];
}

/** What came of a message: its answer, or the error that a model is told. */
export interface Outcome {
  readonly answer?: Answer;
  readonly text: string;
  readonly error?: ToolError;
  readonly ms: number;
}

/** Makes a function that sends messages over connections of its own. */
export function createSender(given: Partial<Limits> = {}) {
  const send = createSend({ ...defaultLimits, ...given });
  return async (target: string, sending: Sending = {}): Promise<Outcome> => {
    const { method = 'GET', headers = {}, body, allowedOrigins = [], timeoutMs, annotations } = sending;
    const { signal = new AbortController().signal, progress = () => undefined, secrets = [] } = sending;
    const outcome = startOutcome({ request: { method }, ...(annotations && { annotations }) });
    const deadline = startDeadline(timesOf({ ...defaultLimits, ...given }, timeoutMs), outcome, signal);
    const start = performance.now();
    const request = {
      method,
      url: new URL(target),
      headers: new Headers(headers),
      leavesCoding: sending.leavesCoding ?? false,
      body: body === undefined ? undefined : { contentType: 'text/plain', bytes: body },
    };
    const isAllowedOrigin = (origin: string): boolean => allowedOrigins.includes(origin);
    try {
      const rules = { isAllowedOrigin, redact: redactor(secrets), outcome };
      const answer = await send(request, { ...rules, deadline, progress });
      return { answer, text: answer.body.toString(), ms: performance.now() - start };
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return { error, text: error.message, ms: performance.now() - start };
    } finally {
      deadline.stop();
    }
  };
}
