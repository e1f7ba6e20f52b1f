import type { Dispatcher } from 'undici';
import type { Limits } from '../limits.js';
import { ToolError } from '../tool-error.js';
import type { AnswerHead, ReadContent } from './answer.js';
import type { Connection } from './connection.js';
import { acceptedCodings } from './content-coding.js';
import { createContentReader, createDrain, type ContentFlow, type ContentReader } from './content.js';
import type { Deadline } from './deadline.js';
import { noAnswer, tooManyInterim, unreadable } from './failures.js';
import type { Outcome } from './outcome.js';

/** A request as it goes over the wire. */
export interface Message {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string | Buffer | undefined;
  /** Whether nothing is said of codings where the headers do not. */
  readonly leavesCoding?: boolean;
}

/** What came of a message. */
export interface Received {
  readonly head: AnswerHead;
  readonly content: ReadContent;
  /** The message by which the answer is followed: its content does not count then, and is not there. */
  readonly next: Message | undefined;
}

/** What a message is sent with. */
export interface ExchangeSettings {
  /** The connections that it goes over. */
  readonly agent: Dispatcher;
  readonly deadline: Deadline;
  readonly limits: Limits;
  readonly progress: (message: string) => void;
  readonly outcome: Outcome;
  /** The message by which an answer is followed, if it is one that leads on; it may throw. */
  readonly nextOf: (head: AnswerHead) => Message | undefined;
}

/** One exchange while it lasts. */
interface Exchange extends ExchangeSettings {
  readonly connection: Connection;
  readonly message: Message;
  readonly resolve: (received: Received) => void;
  readonly reject: (error: unknown) => void;
  readonly onAbort: () => void;
  /** There once the request is on its way. */
  wire: Dispatcher.DispatchController | undefined;
  head: AnswerHead | undefined;
  next: Message | undefined;
  reader: ContentReader | undefined;
  interim: number;
  isOver: boolean;
}

// One for all: nobody sees it, and to make an error costs more than the rest of an exchange's end.
const over = new Error('The exchange is over.');

/** Answers of 1xx before the one that counts: more of them than this are no service but an attack. */
const mostInterim = 64;

/** Sends one message and reads its answer, whatever its status is; what goes wrong is thrown as a `ToolError`. */
export function exchange(
  connection: Connection,
  message: Message,
  settings: ExchangeSettings,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const { agent, deadline, limits, progress, outcome, nextOf } = settings;
    const { signal } = deadline;
    if (signal.aborted) return reject(signal.reason as ToolError);
    // Spelt out: a spread costs as much here as all the rest.
    const running: Exchange = {
      agent,
      deadline,
      limits,
      progress,
      outcome,
      nextOf,
      connection,
      message,
      resolve,
      reject,
      onAbort: () => abort(running),
      wire: undefined,
      head: undefined,
      next: undefined,
      reader: undefined,
      interim: 0,
      isOver: false,
    };
    signal.addEventListener('abort', running.onAbort, { once: true });
    deadline.enter('connection');
    connection.demand.waiting += 1;
    agent.dispatch(dispatchOptions(running), handlerOf(running));
  });
}

// From here on the time for headers would begin long before the API has the request.
const largeBody = 64 * 1024;

function isLarge({ body }: Message): boolean {
  return body !== undefined && body.length >= largeBody;
}

function dispatchOptions(running: Exchange): Dispatcher.DispatchOptions {
  const { method, url, headers, body = null, leavesCoding } = running.message;
  const fields = [...headers].flat();
  // An API may have it as a parameter of its own.
  if (leavesCoding !== true && !headers.has('accept-encoding'))
    fields.push('accept-encoding', acceptedCodings(running.connection.zlib));
  const options = { origin: url.origin, path: url.pathname + url.search, method, headers: fields };
  if (body === null || !isLarge(running.message)) return { ...options, body };
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  fields.push('content-length', String(bytes.length));
  return { ...options, body: uploadOf(bytes, running) };
}

/** A large body piece by piece, so that it is known when the API has taken it. */
function uploadOf(bytes: Buffer, running: Exchange) {
  const { Readable } = running.connection.streams;
  const upload = Readable.from(slices(bytes), { objectMode: false, highWaterMark: largeBody });
  // Why an upload breaks off is told by the exchange.
  upload.on('error', () => undefined);
  return upload.once('end', () => {
    if (running.head === undefined) running.deadline.enter('headers');
  });
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += largeBody) yield bytes.subarray(at, at + largeBody);
}

function handlerOf(running: Exchange): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (wire) => {
      // The call may have ended while it waited for a connection: nothing is sent then.
      if (running.isOver) wire.abort(over);
      else attempt(running, () => start(running, wire));
    },
    onResponseStart: (_, status, headers) => attempt(running, () => takeHead(running, { status, headers })),
    onResponseData: (_, piece) =>
      attempt(running, () => {
        running.deadline.refresh();
        running.reader?.take(piece);
      }),
    onResponseEnd: () => attempt(running, () => running.reader?.end()),
    onResponseError: (_, error) => failFor(running, error),
  };
}

/** What is thrown here is no fault of the API, for which undici would take it. */
function attempt(running: Exchange, work: () => void): void {
  if (running.isOver) return;
  try {
    work();
  } catch (error) {
    end(running, () => running.reject(error));
  }
}

function start(running: Exchange, wire: Dispatcher.DispatchController): void {
  running.wire = wire;
  running.connection.demand.waiting -= 1;
  running.deadline.enter(isLarge(running.message) ? 'upload' : 'headers');
  running.progress('Request sent');
}

function takeHead(running: Exchange, head: AnswerHead): void {
  if (head.status < 200) {
    running.interim += 1;
    if (running.interim > mostInterim) failFor(running, { code: tooManyInterim });
    return;
  }
  const { deadline, connection, limits, progress, outcome } = running;
  running.head = head;
  deadline.enter('content', head.status);
  running.next = running.nextOf(head);
  const flow = flowOf(running, head);
  if (running.next === undefined) {
    progress('Headers received');
    running.reader = createContentReader(head, { limits, progress, outcome, zlib: connection.zlib }, flow);
  } else running.reader = createDrain(flow);
}

function flowOf(running: Exchange, head: AnswerHead): ContentFlow {
  return {
    pause: () => running.wire?.pause(),
    resume: () => running.wire?.resume(),
    done: (content) => end(running, () => running.resolve({ head, content, next: running.next })),
    fail: (error) => failFor(running, error),
  };
}

/** Time that runs out is no fault of a stream: what has come of it is the result. */
function abort(running: Exchange): void {
  const reason = running.deadline.signal.reason as ToolError;
  if (running.reader?.isStream === true && reason.code === 'upstream-timeout')
    running.reader.cutShort('time');
  else end(running, () => running.reject(reason));
}

/** What has come of a stream before it broke off is no worse for that. */
function failFor(running: Exchange, error: unknown): void {
  const { head, wire, outcome, reader } = running;
  if (!running.isOver && !(error instanceof ToolError) && reader?.hasEvents() === true) {
    reader.cutShort('fault');
    return;
  }
  const told =
    error instanceof ToolError
      ? error
      : head === undefined
        ? noAnswer(error, outcome, wire !== undefined)
        : unreadable(error, outcome, head.status);
  end(running, () => running.reject(told));
}

/** Ends an exchange: the first outcome counts, and nothing that comes later is looked at. */
function end(running: Exchange, settle: () => void): void {
  if (running.isOver) return;
  running.isOver = true;
  if (running.wire === undefined) running.connection.demand.waiting -= 1;
  running.deadline.signal.removeEventListener('abort', running.onAbort);
  running.reader?.drop();
  // Without effect where the answer was read to its end: that connection can be used again.
  running.wire?.abort(over);
  settle();
}
