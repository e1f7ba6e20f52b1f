import type { MediaType } from '../../model/model.js';
import type { ContentEncoding } from '../../runtime/binding.js';
import type { JsonSchema } from '../../runtime/json-schema.js';
import { bodyKindOf, type BodyKind } from '../../runtime/request/body.js';
import type { Flattener } from '../schemas/flatten.js';
import type { Json } from '../schemas/shape.js';
import { planEncodings, type BodyPlanning } from './encodings.js';
import { isFile, isText, textKindsOf } from './text-kinds.js';

/** A Media Type Object as it is sent, with the schema of its values. */
export interface PlannedContent {
  readonly media: MediaType;
  readonly kind: BodyKind;
  readonly schema: Json;
  /** Whether files can be part of it. */
  readonly isUpload: boolean;
  readonly encoding: ContentEncoding;
}

const binary: JsonSchema = { type: 'string', contentEncoding: 'base64' };

/** What a kind of body is where its media type alone tells; the others are what their schema says. */
const ownSchemas: Partial<Record<BodyKind, (schema: Json | undefined, flattener: Flattener) => Json>> = {
  form: (schema) => schema ?? { type: 'object' },
  multipart: (schema) => schema ?? { type: 'object' },
  text: (schema) => schema ?? { type: 'string' },
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
  return ownSchemas[bodyKindOf(range)]?.(schema?.json, flattener) ?? schema?.json ?? true;
}

/** Plans the content of a Media Type Object. */
export function planContent(media: MediaType, planning: BodyPlanning): PlannedContent {
  const kind = bodyKindOf(media.range);
  const written = media.schema?.json ?? true;
  if (kind !== 'xml') {
    return {
      media,
      kind,
      schema: schemaOfContent(media, planning.flattener),
      ...plans[kind](media, planning),
    };
  }
  const xml = planning.planXml(written, media.schema?.origin ?? media.origin, planning.diagnostics);
  const schema = xml === undefined ? xmlText(written) : written;
  const encoding = { mediaType: media.range, ...(xml === undefined ? {} : { xml }) };
  return { media, kind, schema, isUpload: false, encoding };
}

function encodingsOf(
  { range, schema, origin, ...written }: MediaType,
  planning: BodyPlanning,
): ContentEncoding {
  const content = { range, schema: schema?.json ?? true, origin: schema?.origin ?? origin, written };
  return { mediaType: range, ...planEncodings(content, planning) };
}

/** Bytes can have a type of text: a file of a table, say. */
function planText({ range, schema }: MediaType, { flattener }: BodyPlanning): ReturnType<KindPlan> {
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
