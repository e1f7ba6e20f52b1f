import type { Transform } from 'node:stream';
import type * as Zlib from 'node:zlib';
import type { Limits } from '../limits.js';
import { sequenceKindOf } from '../media-types.js';
import { ToolError } from '../tool-error.js';
import { headerOf, type AnswerHead, type ReadContent } from './answer.js';
import { codingsOf, decoderFor } from './content-coding.js';
import { createEventCounter, type EventCounter } from './event-counter.js';
import type { Outcome } from './outcome.js';
import { createPieces, type Pieces } from './pieces.js';

/** What a reader does to its connection, and what it comes to; only the first of the last two counts. */
export interface ContentFlow {
  /** Asks for no more until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly done: (content: ReadContent) => void;
  readonly fail: (error: unknown) => void;
}

/** Reads content piece by piece and keeps no more of it than the limits allow. */
export interface ContentReader {
  readonly take: (piece: Buffer) => void;
  readonly end: () => void;
  /** Whether what has come so far is a result of its own when time runs out: so it is with a stream of events. */
  readonly isStream: boolean;
  /** Whether events of a stream have come, which are a result of their own when it breaks off. */
  readonly hasEvents: () => boolean;
  /** Is done with what has come so far. */
  readonly cutShort: (cut: 'time' | 'fault') => void;
  /** Lets go of what is being decoded. */
  readonly drop: () => void;
}

/** What content is read with. */
export interface ContentSettings {
  readonly limits: Pick<Limits, 'answerBytes' | 'events'>;
  readonly zlib: typeof Zlib;
  readonly progress: (message: string) => void;
  readonly outcome: Outcome;
}

/** Where decoded content goes. */
interface Sink {
  readonly write: (piece: Buffer) => void;
  readonly end: () => void;
  readonly hasEvents: () => boolean;
}

/** Makes the reader of an answer's content, which undoes its coding and counts the events of a stream. */
export function createContentReader(
  head: AnswerHead,
  settings: ContentSettings,
  flow: ContentFlow,
): ContentReader {
  const { headers, status } = head;
  const kind = sequenceKindOf(headerOf(headers, 'content-type') ?? '');
  const isStream = kind !== undefined && status >= 200 && status < 300;
  const pieces = createPieces();
  const done = (cut?: ReadContent['cut']): void => {
    const body = pieces.whole();
    flow.done(cut === undefined ? { body } : { body, cut });
  };
  const counter = isStream ? createEventCounter(kind) : undefined;
  const sink = createSink(pieces, settings, counter, done);
  const codings = codingsOf(headers['content-encoding']);
  const source = codings.length === 0 ? plain(sink) : decoded(codings, head, settings, sink, flow);
  return { ...source, isStream, hasEvents: sink.hasEvents, cutShort: done };
}

/** Collects what is read, up to the limits. */
function createSink(
  pieces: Pieces,
  { limits, progress }: ContentSettings,
  counter: EventCounter | undefined,
  done: (cut?: ReadContent['cut']) => void,
): Sink {
  let room = limits.answerBytes;
  let events = 0;
  const count = (piece: Buffer): void => {
    const found = counter?.read(piece);
    if (found === undefined) return;
    for (const last = Math.min(events + found.events, limits.events); events < last;) {
      progress(`event ${++events}`);
    }
    if (found.isOver) done();
    else if (events >= limits.events) done('events');
  };
  return {
    write: (piece) => {
      const fitting = piece.length > room ? piece.subarray(0, room) : piece;
      room -= fitting.length;
      if (fitting.length > 0) pieces.add(fitting);
      count(fitting);
      if (fitting.length < piece.length) done('size');
    },
    end: () => done(),
    hasEvents: () => events > 0,
  };
}

// What is read of a content that does not count, so that its connection can be used again.
const mostDrained = 64 * 1024;

/** Makes the reader of a content that does not count, such as a redirect's. */
export function createDrain({ done }: Pick<ContentFlow, 'done'>): ContentReader {
  let room = mostDrained;
  const end = (): void => done({ body: Buffer.alloc(0) });
  const take = (piece: Buffer): void => {
    room -= piece.length;
    if (room < 0) end();
  };
  return { take, end, isStream: false, hasEvents: () => false, cutShort: end, drop: () => undefined };
}

type Source = Pick<ContentReader, 'take' | 'end' | 'drop'>;

function plain({ write, end }: Sink): Source {
  return { take: write, end, drop: () => undefined };
}

/** Content with one coding; each of several can hide the size of the next, so more are refused. */
function decoded(
  codings: readonly string[],
  { status }: AnswerHead,
  { zlib, outcome }: ContentSettings,
  sink: Sink,
  { pause, resume, fail }: ContentFlow,
): Source {
  let decoder: Transform | undefined;
  const start = (first: Buffer): Transform | undefined => {
    const [coding = '', ...others] = codings;
    const made = others.length === 0 ? decoderFor(coding, zlib, first) : undefined;
    if (made === undefined) fail(refusedCoding(codings, status, outcome));
    return made?.on('data', sink.write).on('end', sink.end).on('error', fail);
  };
  return {
    take: (piece) => {
      decoder ??= start(piece);
      if (decoder === undefined || decoder.write(piece)) return;
      pause();
      decoder.once('drain', resume);
    },
    end: () => {
      if (decoder === undefined) sink.end();
      else decoder.end();
    },
    drop: () => {
      decoder?.removeListener('data', sink.write).destroy();
    },
  };
}

function refusedCoding(codings: readonly string[], status: number, outcome: Outcome): ToolError {
  const [first = ''] = codings;
  const named = /^[\w.+-]{1,32}$/.test(first) ? `'${first}', which this server cannot undo` : 'no one knows';
  const problem =
    codings.length > 1 ? `${codings.length} content codings at once` : `the content coding ${named}`;
  const told = outcome.refused(status);
  return new ToolError(
    'unreadable-response',
    `The API answered ${status} in ${problem}: its answer is not read${told === undefined ? '' : `; ${told}`}.`,
  );
}
