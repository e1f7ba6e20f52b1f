import type { MediaType, OperationResponse } from '../model/model.js';
import { sequenceKindOf } from '../runtime/media-types.js';
import type { Json } from './schemas/shape.js';

/** Whether a media type is a sequence whose items have a schema: its server makes an array of it. */
export function isDescribedSequence({ range, schema }: MediaType): boolean {
  return sequenceKindOf(range) !== undefined && schema !== undefined;
}

/**
 * A response whose sequences have the schema of what their server makes of them. Beside JSON they have none: a client
 * has to ask for them, and gets them in the place that the schema of the JSON leaves.
 */
export function withSequences(response: OperationResponse): OperationResponse {
  const { content } = response;
  if (content.every(({ range }) => sequenceKindOf(range) === undefined)) return response;
  const hasOthers = content.some(({ range }) => sequenceKindOf(range) === undefined);
  return { ...response, content: content.map((media) => withSequenceSchema(media, hasOthers)) };
}

function withSequenceSchema(media: MediaType, hasOthers: boolean): MediaType {
  const kind = sequenceKindOf(media.range);
  if (kind === undefined || media.schema === undefined) return media;
  const { json, origin } = media.schema;
  // Before OpenAPI 3.2 nothing said whether a schema is that of an item or of the whole.
  if (hasOthers || typeof json === 'boolean' || json['type'] !== 'array')
    return { ...media, schema: undefined };
  const items = json['items'];
  const given = kind === 'events' ? { type: 'array', items: eventSchema(items) } : json;
  return { ...media, schema: { origin, json: given } };
}

/** The schema of one server-sent event: its data is what it is as JSON, where it is. */
function eventSchema(item: unknown): Json {
  const content = memberOf(memberOf(memberOf(item, 'properties'), 'data'), 'contentSchema');
  const data = isSchema(content) ? content : true;
  const text = { type: 'string' };
  return { type: 'object', properties: { event: text, data, id: text } };
}

function memberOf(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null;
  return isObject && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function isSchema(value: unknown): value is Json {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}
