import { sequenceKindOf, type SequenceKind } from '../media-types.js';
import { toldEmpty, toldText, withNotes, type TextContent, type Told } from './content.js';
import { cutText } from './cut-text.js';
import { cutLine, tellTruncation, type Truncation } from './cut-told.js';
import { keepDigits } from '../digits.js';
import { withTruncation } from './fit-text.js';
import { lastData } from '../upstream/event-counter.js';
import { createEventParser, type SentEvent } from '../upstream/event-parser.js';
import { isNestedDeeper } from './json-depth.js';
import { redactValue } from './redact-json.js';

/** Gives a stream of events as the text that was sent, and as an array; both are cut between events. */
export function readEvents(content: TextContent): Told {
  const { text, mediaType, limits, cut } = content;
  if (cut === undefined && !/\S/.test(text)) return toldEmpty('The answer has no content.');
  const kind = sequenceKindOf(mediaType) ?? 'events';
  const all = eventsOf(kind, text, cut !== undefined);
  if (cut === undefined && all.length <= limits.events && text.length <= limits.resultCharacters) {
    return withStructure(toldText(text), kind, all, content);
  }
  const truncationOf = (kept: number): Truncation => {
    const counts = { kept, of: all.length, ...(cut !== undefined && { atLeast: true as const }) };
    return tellTruncation(content, { cuts: [{ path: '', unit: 'items', ...counts }] });
  };
  const room = limits.resultCharacters - cutLine(truncationOf(all.length)).length;
  const shown = all.slice(0, limits.events).filter(({ end }) => end <= room);
  const truncation = truncationOf(shown.length);
  const last = shown.at(-1);
  // Of an event that alone is too long there is the beginning at least.
  const part = last === undefined ? cutText(text, room) : text.slice(0, last.end);
  const told = toldText(cutLine(truncation) + part);
  return withTruncation(withStructure(told, kind, shown, content), truncation);
}

/** Adds the values of events; where the tool promises an object, as of an API that streams only if asked, as a member. */
function withStructure(
  told: Told,
  kind: SequenceKind,
  events: readonly SentEvent[],
  { limits, redact, tool }: TextContent,
): Told {
  const odd: number[] = [];
  const values = events.map((event, index) => {
    const value = parse(event.data, limits.depth);
    if (value === undefined) odd.push(index + 1);
    return redactValue(valueOf(kind, event, value ?? event.data), redact);
  });
  const structuredContent = tool.outputSchema?.['type'] === 'object' ? { events: values } : values;
  const isTold = kind !== 'events' && odd.length > 0;
  return withNotes({ ...told, structuredContent }, isTold ? [oddNote(odd)] : []);
}

const mostNamed = 10;

/** Tells which items of a sequence of JSON texts are none. */
function oddNote(items: readonly number[]): string {
  const more = items.length > mostNamed ? ` and ${items.length - mostNamed} more` : '';
  const named = `${items.slice(0, mostNamed).join(', ')}${more}`;
  return items.length === 1
    ? `Item ${named} cannot be read as JSON: in the structure it is a text.`
    : `Items ${named} cannot be read as JSON: in the structure they are texts.`;
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
function valueOf(kind: SequenceKind, { event, id }: SentEvent, value: unknown): unknown {
  if (kind !== 'events') return value;
  return { ...(event !== undefined && { event }), data: value, ...(id !== undefined && { id }) };
}

/** What is no JSON stays text, and so does what is nested deeper than others could write it again. */
function parse(text: string, deepest: number): unknown {
  try {
    return isNestedDeeper(text, deepest) ? undefined : (JSON.parse(keepDigits(text)) as unknown);
  } catch {
    return undefined;
  }
}
