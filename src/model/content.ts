import { child, type Located } from '../load/located.js';
import { readPartEncodings, type EncodedContent } from './encodings.js';
import { readLinks } from './links.js';
import { isMediaRange } from './media-range.js';
import { followMap } from './misplaced-references.js';
import type { MediaType, OperationResponse, RequestBody } from './model.js';
import { markFiles } from './multipart-files.js';
import { followObject, type Reading } from './reading.js';

/** A request body that was read, or why no right request can be made without it. */
interface ReadBody {
  readonly requestBody: RequestBody | undefined;
  readonly unusable: string | undefined;
}

/** Reads the Request Body Object of an operation. */
export function readRequestBody(operation: Located, reading: Reading): ReadBody {
  const written = child(operation, 'requestBody');
  if (written.value === undefined) return { requestBody: undefined, unusable: undefined };
  const object = followObject(written, 'A request body', reading);
  if (object === undefined) return { requestBody: anyJson(written), unusable: undefined };
  const { origin, description } = object;
  const required = object.value.required === true;
  const content = readContent(object, reading, { isSent: true });
  if (content.length > 0)
    return { requestBody: { origin, required, description, content }, unusable: undefined };
  const problem = 'A request body needs `content`; it is left out.';
  reading.diagnostics.report('invalid-document', { problem }, origin);
  const unusable = required ? 'its request body is required, but has no content.' : undefined;
  return { requestBody: undefined, unusable };
}

/** In place of a body that cannot be read, of which nothing is known: any JSON can be sent, or nothing. */
function anyJson({ origin }: Located): RequestBody {
  const media = { origin, range: 'application/json', schema: { origin, json: true }, encoding: {} };
  return { origin, required: false, description: undefined, content: [media] };
}

/** Reads the Responses Object of an operation, and what a Response Object holds by `readContentOf`. */
export function readResponses(
  operation: Located,
  reading: Reading,
  readContentOf: (response: Located) => readonly MediaType[] = (response) =>
    readContent(response, reading, { isSent: false }),
): readonly OperationResponse[] {
  return entriesByStatus(operation, reading).map(([status, response]) => {
    const object = followObject(response, 'A response', reading);
    // One that cannot be read is still the one that comes: no other response stands for it.
    if (object === undefined) return { origin: response.origin, status, description: '', content: [] };
    const { origin, description = '' } = object;
    return { origin, status, description, content: readContentOf(object), links: readLinks(object, reading) };
  });
}

/** The members of a Responses Object whose keys say which statuses they are for. */
function entriesByStatus(
  operation: Located,
  reading: Reading,
): readonly (readonly [status: string, response: Located])[] {
  return followMap(child(operation, 'responses'), reading).flatMap(([key, response]) => {
    if (key.startsWith('x-')) return [];
    const status = key === 'default' ? key : key.toUpperCase();
    if (status === 'default' || /^[1-5](?:\d\d|XX)$/.test(status)) return [[status, response] as const];
    const problem = `'${key}' is no status of a response; it is left out.`;
    reading.diagnostics.report('invalid-document', { problem }, response.origin);
    return [];
  });
}

function readContent(
  object: Located,
  reading: Reading,
  direction: Pick<EncodedContent, 'isSent'>,
): readonly MediaType[] {
  return followMap(child(object, 'content'), reading).flatMap(([range, media]) => {
    if (!isMediaRange(range)) {
      const problem = 'that is no media type; it is left out.';
      reading.diagnostics.report('unsupported-media-type', { mediaType: range, problem }, media.origin);
      return [];
    }
    return [readMediaType(range, media, reading, direction)];
  });
}

/** Reads a Media Type Object; one that cannot be read says nothing of its content. */
export function readMediaType(
  range: string,
  written: Located,
  reading: Reading,
  { isSent }: Pick<EncodedContent, 'isSent'> = { isSent: true },
): MediaType {
  const isEmpty = written.value === null;
  const object = isEmpty ? undefined : followObject(written, 'A media type', reading);
  if (object === undefined) return { origin: written.origin, range, schema: undefined, encoding: {} };
  const encodings = { encoding: {}, ...readPartEncodings(object, { range, isSent }, reading) };
  const schema = readContentSchema(object, reading);
  const marked = schema && markFiles(schema, { range, ...encodings }, child(object, 'schema'), reading);
  return { origin: object.origin, range, schema: marked, ...encodings };
}

/** The schema of the whole content: a sequence has one for each of its items (OpenAPI 3.2). */
function readContentSchema(media: Located, { schemas }: Reading): MediaType['schema'] {
  const schema = child(media, 'schema');
  if (schema.value !== undefined) return schemas.read(schema);
  const item = child(media, 'itemSchema');
  if (item.value === undefined) return undefined;
  return { origin: item.origin, json: { type: 'array', items: schemas.read(item).json } };
}
