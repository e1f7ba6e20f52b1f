import type { ToolDefinition } from '../manifest.js';
import { sequenceKindOf, type SequenceKind } from '../media-types.js';
import { toldEmpty, toldText, type TextContent, type Told } from './content.js';
import { toldFitting, withTruncation } from './cut-text.js';
import { mostWords, tellTruncation } from './cut-told.js';
import { keepDigits } from './digits.js';
import { lastData } from './event-counter.js';
import { createEventParser, type SentEvent } from './event-parser.js';
import { scanJson } from './json-scan.js';

/** Gives a stream of events as the text that was sent, and as an array; both are cut between events. */
export function readEvents(content: TextContent): Told {
  const { text, mediaType, limits, cut, tool } = content;
  if (cut === undefined && !/\S/.test(text)) return toldEmpty('The answer has no content.');
  const kind = sequenceKindOf(mediaType) ?? 'events';
  const all = eventsOf(kind, text, cut !== undefined);
  const structureOf = (events: readonly SentEvent[]): object =>
    structureFor(
      tool,
      events.map((event) => valueOf(kind, event, limits.depth)),
    );
  if (cut === undefined && all.length <= limits.events && text.length <= limits.resultCharacters) {
    return { ...toldText(text), structuredContent: structureOf(all) };
  }
  const room = limits.resultCharacters - mostWords;
  const shown = all.slice(0, limits.events).filter(({ end }) => end <= room);
  const last = shown.at(-1);
  const counts = { kept: shown.length, of: all.length, ...(cut !== undefined && { atLeast: true as const }) };
  const truncation = tellTruncation(content, { cuts: [{ path: '', unit: 'items', ...counts }] });
  // Of an event that alone is too long there is the beginning at least.
  const told =
    last === undefined
      ? toldFitting(content, `[${truncation.message}]`)
      : toldText(`[${truncation.message}]\n${text.slice(0, last.end)}`);
  return withTruncation({ ...told, structuredContent: structureOf(shown) }, truncation);
}

/** The events of a text up to the one that says it is the last; of a text that breaks off, those that are whole. */
function eventsOf(kind: SequenceKind, text: string, isBrokenOff: boolean): readonly SentEvent[] {
  const events: SentEvent[] = [];
  const parser = createEventParser(kind, (event) => events.push(event));
  parser.read(text);
  if (!isBrokenOff) parser.end();
  const last = events.findIndex(({ data }) => data === lastData);
  return last < 0 ? events : events.slice(0, last);
}

/** An item of a sequence of JSON texts is its value; a server-sent event an object of its fields. */
function valueOf(kind: SequenceKind, { data, event, id }: SentEvent, deepest: number): unknown {
  const value = parse(data, deepest);
  if (kind !== 'events') return value;
  return { ...(event !== undefined && { event }), data: value, ...(id !== undefined && { id }) };
}

/** What is no JSON stays text, and so does what is nested deeper than others could write it again. */
function parse(text: string, deepest: number): unknown {
  try {
    return scanJson(text, deepest, false) === undefined ? text : (JSON.parse(keepDigits(text)) as unknown);
  } catch {
    return text;
  }
}

/** Where the tool promises an object, as for an API that streams only if it is asked to, the events are a member. */
function structureFor({ outputSchema }: ToolDefinition, events: readonly unknown[]): object {
  return outputSchema?.['type'] === 'object' ? { events } : events;
}
