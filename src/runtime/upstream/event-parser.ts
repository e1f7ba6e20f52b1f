import type { SequenceKind } from '../media-types.js';

/** One event of a stream as it was sent: of a sequence of JSON texts, one of them. */
export interface SentEvent {
  /** The lines of `data` fields; else the text itself. */
  readonly data: string;
  readonly event?: string;
  readonly id?: string;
  /** Where it ends, in characters from the start of the stream. */
  readonly end: number;
}

/** Finds the events of a stream whose text comes piece by piece. */
export interface EventParser {
  readonly read: (piece: string) => void;
  /** Ends the stream: what has no end of its own may be an event now. */
  readonly end: () => void;
}

type MakeParser = (found: (event: SentEvent) => void) => EventParser;

const recordSeparator = '\u001e';

const parsers: Readonly<Record<SequenceKind, MakeParser>> = {
  events: parseServerSentEvents,
  lines: (found) => parseTexts(/[\r\n]/g, found),
  // RFC 7464 2.1: a record separator stands before each text, which may have several lines.
  records: (found) => parseTexts(new RegExp(recordSeparator, 'g'), found),
};

/** Makes a parser that tells of each event as soon as it is there whole. */
export function createEventParser(kind: SequenceKind, found: (event: SentEvent) => void): EventParser {
  return parsers[kind](found);
}

/** Hands on what stands between separators; a piece is looked through once, however long a text gets. */
function split(separators: RegExp, take: (text: string, end: number) => void): EventParser {
  let before = '';
  let passed = 0;
  return {
    read: (piece) => {
      let from = 0;
      for (const separator of piece.matchAll(separators)) {
        const end = separator.index + separator[0].length;
        take(before + piece.slice(from, separator.index), passed + end);
        before = '';
        from = end;
      }
      before += piece.slice(from);
      passed += piece.length;
    },
    end: () => take(before, passed),
  };
}

function parseTexts(separators: RegExp, found: (event: SentEvent) => void): EventParser {
  return split(separators, (text, end) => {
    const data = text.trim();
    if (data !== '') found({ data, end });
  });
}

/** Interprets an event stream by the HTML Standard, 9.2.6. */
function parseServerSentEvents(found: (event: SentEvent) => void): EventParser {
  let data: string[] = [];
  let event: string | undefined;
  let id: string | undefined;
  const fields = new Map<string, (value: string) => void>([
    ['data', (value) => data.push(value)],
    ['event', (value) => (event = value)],
    ['id', (value) => (id = value.includes('\0') ? id : value)],
  ]);
  const dispatch = (end: number): void => {
    const named = { ...(event && { event }), ...(id !== undefined && { id }) };
    if (data.length > 0) found({ data: data.join('\n'), ...named, end });
    [data, event, id] = [[], undefined, undefined];
  };
  const lines = splitLines((line, end) => {
    if (line === '') return dispatch(end);
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1);
    fields.get(name)?.(value.startsWith(' ') ? value.slice(1) : value);
  });
  // An event without its empty line is not whole, so the end of the stream makes none of it.
  return { read: lines.read, end: lines.end };
}

/** Lines that end in CR LF, LF or CR; a CR is held back, since its LF may come with the next piece. */
function splitLines(take: (line: string, end: number) => void): EventParser {
  let held = '';
  const lines = split(/\r\n|[\r\n]/g, take);
  return {
    read: (piece) => {
      const text = held + piece;
      held = text.endsWith('\r') ? '\r' : '';
      lines.read(held === '' ? text : text.slice(0, -1));
    },
    end: () => lines.read(held),
  };
}
