import { sequenceKindOf, type SequenceKind } from '../media-types.js';
import { isGiven, isObject, jsonText, scalarText } from './value-text.js';

/** How one item of each kind of sequence is written (OpenAPI 3.2, Sequential Media Types). */
const writers: Readonly<Record<SequenceKind, (item: unknown) => string>> = {
  events: writeEvent,
  lines: (item) => `${jsonText(item)}\n`,
  // RFC 7464: a record separator stands before each text.
  records: (item) => `\x1e${jsonText(item)}\n`,
};

/** An array as a sequence, another value as one of one item; `undefined` where the media type is none, or the value is written already. */
export function sequenceText(mediaType: string, value: unknown): string | undefined {
  const kind = sequenceKindOf(mediaType);
  if (kind === undefined || typeof value === 'string') return undefined;
  return (Array.isArray(value) ? value : [value]).map(writers[kind]).join('');
}

/** A server-sent event: one line for each field, and for each line of its value. */
function writeEvent(event: unknown): string {
  const fields = isObject(event) ? Object.entries(event) : [['data', event] as const];
  const lines = fields
    .filter(([, value]) => isGiven(value))
    .flatMap(([name, value]) =>
      scalarText(value)
        .split(/\r\n|[\r\n]/)
        .map((text) => `${name.replace(/[\r\n:]/g, '')}: ${text}\n`),
    );
  return `${lines.join('')}\n`;
}
