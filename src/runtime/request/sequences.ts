import { essenceOf } from '../media-types.js';
import { isGiven, isObject, jsonText, scalarText } from './value-text.js';

/** Writes one item of a sequence. */
type WriteItem = (item: unknown) => string;

const line: WriteItem = (item) => `${jsonText(item)}\n`;

/** Media types that are sequences of items (OpenAPI 3.2, Sequential Media Types), and how one is written. */
const sequences: ReadonlyMap<string, WriteItem> = new Map([
  ['application/jsonl', line],
  ['application/x-jsonlines', line],
  ['application/ndjson', line],
  ['application/x-ndjson', line],
  // RFC 7464: a record separator stands before each text.
  ['application/json-seq', (item) => `\x1e${jsonText(item)}\n`],
  ['text/event-stream', writeEvent],
]);

/** An array as a sequence, another value as one of one item; `undefined` where the media type is none, or the value is written already. */
export function sequenceText(mediaType: string, value: unknown): string | undefined {
  const writeItem = writerOf(essenceOf(mediaType));
  if (writeItem === undefined || typeof value === 'string') return undefined;
  return (Array.isArray(value) ? value : [value]).map(writeItem).join('');
}

/** By the name, or by the suffix of the type (`application/geo+json-seq`, RFC 8142). */
function writerOf(essence: string): WriteItem | undefined {
  const suffix = /\+([^+/]+)$/.exec(essence)?.[1];
  return (
    sequences.get(essence) ?? (suffix === undefined ? undefined : sequences.get(`application/${suffix}`))
  );
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
