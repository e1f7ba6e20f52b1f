import type { MediaType } from '../../model/model.js';
import type { ContentEncoding } from '../../runtime/binding.js';
import type { JsonSchema } from '../../runtime/json-schema.js';
import { essenceOf, sequenceKindOf } from '../../runtime/media-types.js';
import { bodyKindOf, type BodyKind } from '../../runtime/request/body.js';
import type { Flattener } from '../schemas/flatten.js';
import type { Json } from '../schemas/shape.js';
import { anyType, typeBits } from '../schemas/types.js';
import { markedMembers, planEncodings, type BodyPlanning } from './encodings.js';
import { isFile, isText, textKindsOf } from './text-kinds.js';

/** A Media Type Object as it is sent, with the schema of its values. */
export interface PlannedContent {
  readonly media: MediaType;
  readonly kind: BodyKind;
  readonly schema: Json;
  /** Whether files can be part of it. */
  readonly isUpload: boolean;
  readonly encoding: ContentEncoding;
  /** Members of a form that are a file only as a `data:` URL, for all that tells them from text. */
  readonly markedMembers: readonly string[];
}

const binary: JsonSchema = { type: 'string', contentEncoding: 'base64' };

type OwnSchema = (schema: Json | undefined, flattener: Flattener, range: string) => Json;

/** What a kind of body is where its media type alone tells; the others are what their schema says. */
const ownSchemas: Partial<Record<BodyKind, OwnSchema>> = {
  form: (schema) => schema ?? { type: 'object' },
  multipart: (schema) => schema ?? { type: 'object' },
  text: textSchema,
  binary: (schema) => ({ ...binary, ...descriptionOf(schema) }),
  anything: (schema, flattener) =>
    schema === undefined || isText(schema, flattener) ? { ...binary, ...descriptionOf(schema) } : schema,
};

type KindPlan = (media: MediaType, planning: BodyPlanning) => Pick<PlannedContent, 'isUpload' | 'encoding'>;

/** What is sent of each kind. */
const plans: Readonly<Record<Exclude<BodyKind, 'xml'>, KindPlan>> = {
  json: ({ range }) => ({ isUpload: false, encoding: { mediaType: range } }),
  form: (media, planning) => {
    const encoding = encodingsOf(media, planning);
    const fields = [...Object.values(encoding.encoding ?? {}), encoding.otherEncoding ?? {}];
    return { isUpload: fields.some(({ bytes }) => bytes !== undefined), encoding };
  },
  multipart: (media, planning) => ({ isUpload: true, encoding: encodingsOf(media, planning) }),
  text: planText,
  binary: planBytes,
  anything: planBytes,
};

/** The schema of the values that a content has in JSON; of XML it is what is sent where it has a structure. */
export function schemaOfContent({ range, schema }: MediaType, flattener: Flattener): Json {
  return ownSchemas[bodyKindOf(range)]?.(schema?.json, flattener, range) ?? schema?.json ?? true;
}

/** Plans the content of a Media Type Object. */
export function planContent(media: MediaType, planning: BodyPlanning): PlannedContent {
  const kind = bodyKindOf(media.range);
  const written = media.schema?.json ?? true;
  if (kind !== 'xml') {
    const schema = schemaOfContent(media, planning.flattener);
    const isForm = kind === 'form' || kind === 'multipart';
    const marked = isForm ? markedMembers(schema, planning.flattener) : [];
    return { media, kind, schema, markedMembers: marked, ...plans[kind](media, planning) };
  }
  const xml = planning.planXml(written, media.schema?.origin ?? media.origin, planning.diagnostics);
  const schema = xml === undefined ? xmlText(written) : written;
  const encoding = { mediaType: media.range, ...(xml === undefined ? {} : { xml }) };
  return { media, kind, schema, isUpload: false, encoding, markedMembers: [] };
}

function encodingsOf(
  { range, schema, origin, ...written }: MediaType,
  planning: BodyPlanning,
): ContentEncoding {
  const content = { range, schema: schema?.json ?? true, origin: schema?.origin ?? origin, written };
  return { mediaType: range, ...planEncodings(content, planning) };
}

/** Text of which no structure can be made is given as it is sent. */
function textSchema(schema: Json | undefined, flattener: Flattener, range: string): Json {
  if (schema === undefined) return { type: 'string' };
  return isSpelt(schema, flattener, range) ? schema : { type: 'string', ...descriptionOf(schema) };
}

/** JSON is text of these types too: YAML 1.2, JSON5 and ECMAScript are written so that it is. */
const textsLikeJson = /^[^/]+\/(?:x-)?(?:yaml|json5|javascript|ecmascript)$|\+yaml$/;

/** Whether every value of a schema has a text of this type: a structure has none in CSV. */
function isSpelt(schema: Json, flattener: Flattener, range: string): boolean {
  const essence = essenceOf(range);
  if (sequenceKindOf(essence) !== undefined || textsLikeJson.test(essence)) return true;
  const structure = typeBits.array | typeBits.object;
  return flattener
    .flatten(schema)
    .alternatives.every(({ types }) => types === anyType || (types & structure) === 0);
}

/** Bytes can have a type of text: a file of a table, say. */
function planText(
  { range, schema, origin }: MediaType,
  { flattener, diagnostics }: BodyPlanning,
): ReturnType<KindPlan> {
  if (schema !== undefined && !isSpelt(schema.json, flattener, range)) {
    const problem = 'it cannot be made of an object or an array, so the body is given as text.';
    diagnostics.report('unsupported-media-type', { mediaType: range, problem }, origin);
  }
  const isBytes = schema !== undefined && isFile(schema.json, flattener);
  const encoding: ContentEncoding = {
    mediaType: range,
    ...(isBytes ? { bytes: true } : {}),
    ...(isBytes && textKindsOf(schema.json, flattener).base64 ? { base64: true } : {}),
  };
  return { isUpload: isBytes, encoding };
}

function planBytes({ range, schema }: MediaType, { flattener }: BodyPlanning): ReturnType<KindPlan> {
  const isBase64 =
    schema !== undefined && isFile(schema.json, flattener) && textKindsOf(schema.json, flattener).base64;
  return { isUpload: true, encoding: { mediaType: range, ...(isBase64 ? { base64: true } : {}) } };
}

/** An XML document that is given as text. */
function xmlText(schema: Json): JsonSchema {
  const { description = '' } = descriptionOf(schema);
  return { type: 'string', description: `${description} An XML document.`.trim() };
}

function descriptionOf(schema: Json | undefined): { readonly description?: string } {
  const description = typeof schema === 'object' ? schema['description'] : undefined;
  return typeof description === 'string' ? { description } : {};
}
