import type { Dispatcher } from 'undici';
import { acceptedCodings } from '../answer/content-coding.js';
import type { Limits } from '../limits.js';
import { ToolError } from '../tool-error.js';
import type { Connection } from './connection.js';
import {
  createContentReader,
  createDrain,
  type AnswerHead,
  type ContentFlow,
  type ContentReader,
  type ReadContent,
} from './content.js';
import type { Deadline } from './deadline.js';
import { noAnswer, tooManyInterim, unreadable } from './failures.js';

/** A request as it goes over the wire. */
export interface Message {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string | Buffer | undefined;
}

/** What came of a message. */
export interface Received extends AnswerHead, ReadContent {}

/** What a message is sent with. */
export interface ExchangeSettings {
  readonly deadline: Deadline;
  readonly limits: Limits;
  readonly progress: (message: string) => void;
  /** Whether an answer is a redirect that is followed, so that its content does not count; it may throw. */
  readonly isFollowed: (head: AnswerHead) => boolean;
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
    const { deadline, limits, progress, isFollowed } = settings;
    const { signal } = deadline;
    if (signal.aborted) return reject(signal.reason as ToolError);
    // Spelt out: a spread costs as much here as all the rest.
    const running: Exchange = {
      deadline,
      limits,
      progress,
      isFollowed,
      connection,
      message,
      resolve,
      reject,
      onAbort: () => abort(running),
      wire: undefined,
      head: undefined,
      reader: undefined,
      interim: 0,
      isOver: false,
    };
    signal.addEventListener('abort', running.onAbort, { once: true });
    deadline.enter('connection');
    connection.agent.dispatch(dispatchOptions(running), handlerOf(running));
  });
}

// From here on the time for headers would begin long before the API has the request.
const largeBody = 64 * 1024;

function isLarge({ body }: Message): boolean {
  return body !== undefined && body.length >= largeBody;
}

function dispatchOptions(running: Exchange): Dispatcher.DispatchOptions {
  const { method, url, headers, body = null } = running.message;
  const fields = ['accept-encoding', acceptedCodings(running.connection.zlib), ...[...headers].flat()];
  const options = { origin: url.origin, path: url.pathname + url.search, method, headers: fields };
  if (body === null || !isLarge(running.message)) return { ...options, body };
  const bytes = Buffer.from(body);
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
    onRequestStart: (wire) => start(running, wire),
    onResponseStart: (_, status, headers) => {
      if (!running.isOver) takeHead(running, { status, headers });
    },
    onResponseData: (_, piece) => {
      if (running.isOver) return;
      running.deadline.refresh();
      running.reader?.take(piece);
    },
    onResponseEnd: () => {
      if (!running.isOver) running.reader?.end();
    },
    onResponseError: (_, error) => failFor(running, error),
  };
}

function start(running: Exchange, wire: Dispatcher.DispatchController): void {
  // The call may have ended while it waited for a connection: nothing is sent then.
  if (running.isOver) return wire.abort(over);
  running.wire = wire;
  running.deadline.enter(isLarge(running.message) ? 'upload' : 'headers');
  running.progress('Request sent');
}

function takeHead(running: Exchange, head: AnswerHead): void {
  if (head.status < 200) {
    running.interim += 1;
    if (running.interim > mostInterim) failFor(running, { code: tooManyInterim });
    return;
  }
  const { deadline, connection, limits, progress } = running;
  running.head = head;
  deadline.enter('content', head.status);
  try {
    const flow = flowOf(running);
    if (running.isFollowed(head)) running.reader = createDrain(flow);
    else {
      progress('Headers received');
      running.reader = createContentReader(head, { limits, progress, zlib: connection.zlib }, flow);
    }
  } catch (error) {
    failFor(running, error);
  }
}

function flowOf(running: Exchange): ContentFlow {
  return {
    pause: () => running.wire?.pause(),
    resume: () => running.wire?.resume(),
    done: (content) => {
      const { head } = running;
      if (head !== undefined) end(running, () => running.resolve({ ...head, ...content }));
    },
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

function failFor(running: Exchange, error: unknown): void {
  const { head, wire, message } = running;
  const told =
    error instanceof ToolError
      ? error
      : head === undefined
        ? noAnswer(error, message.method, wire !== undefined)
        : unreadable(error, message.method, head.status);
  end(running, () => running.reject(told));
}

/** Ends an exchange: the first outcome counts, and nothing that comes later is looked at. */
function end(running: Exchange, settle: () => void): void {
  if (running.isOver) return;
  running.isOver = true;
  running.deadline.signal.removeEventListener('abort', running.onAbort);
  running.reader?.drop();
  // Without effect where the answer was read to its end: that connection can be used again.
  running.wire?.abort(over);
  settle();
}
