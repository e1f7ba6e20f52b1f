import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { MediaType, Operation, RequestBody } from '../model/model.js';
import type { PropertyEncoding, XmlBinding } from '../runtime/binding.js';
import { bodyKindOf, isSupportedBody, type BodyKind } from '../runtime/request/body.js';
import type { JsonSchema } from '../runtime/json-schema.js';
import type { Flattener } from './schemas/flatten.js';
import { isSame } from './schemas/same.js';
import type { Json, Shape } from './schemas/shape.js';
import { typeBits } from './schemas/types.js';
import type { XmlPlanner } from './xml/xml.js';

/** The request body that a tool sends. */
export interface PlannedBody {
  readonly mediaType: string;
  readonly schema: Json;
  readonly required: boolean;
  readonly description: string | undefined;
  /** Whether files can be part of it. */
  readonly isUpload: boolean;
  /** Whether bytes are sent as base64 text. */
  readonly isBase64: boolean;
  readonly encoding: Readonly<Record<string, PropertyEncoding>>;
  /** What it becomes as XML, where it is not given as an XML document itself. */
  readonly xml: XmlBinding | undefined;
}

/** What request bodies are planned with. */
interface BodyPlanning {
  readonly flattener: Flattener;
  readonly planXml: XmlPlanner;
  readonly diagnostics: Diagnostics;
}

/** A body, none, or why an operation that must have one cannot be called. */
type BodyDecision = { readonly body: PlannedBody | undefined } | { readonly refused: string };

/** The kinds of body that can be sent, the best for a model first. */
const preference: readonly BodyKind[] = ['json', 'form', 'multipart', 'xml', 'text', 'binary', 'anything'];

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

/** Chooses the media type of an operation's Request Body Object. */
export function planBody(operation: Operation, planning: BodyPlanning): BodyDecision {
  const { requestBody } = operation;
  if (requestBody === undefined) return { body: undefined };
  const supported = requestBody.content.filter(({ range }) => isSupportedBody(range));
  const chosen = preference
    .map((kind) => supported.find(({ range }) => bodyKindOf(range) === kind))
    .find((mediaType) => mediaType !== undefined);
  if (chosen === undefined) return refuse(operation, requestBody.required, planning.diagnostics);
  reportOthers(chosen, requestBody, planning.diagnostics);
  const { required, description } = requestBody;
  return { body: { required, description, mediaType: chosen.range, ...planContent(chosen, planning) } };
}

/** Notes the media types whose content is another one: what only they can say cannot be sent. */
function reportOthers(chosen: MediaType, { content, origin }: RequestBody, diagnostics: Diagnostics): void {
  const schema = chosen.schema?.json ?? true;
  const others = content.filter((other) => other !== chosen && !isSame(other.schema?.json ?? true, schema));
  if (others.length === 0) return;
  const details = { chosen: chosen.range, others: others.map(({ range }) => range).join(', ') };
  diagnostics.report('media-type-chosen', details, origin);
}

function planContent(
  chosen: MediaType,
  { flattener, planXml, diagnostics }: BodyPlanning,
): Pick<PlannedBody, 'schema' | 'isUpload' | 'isBase64' | 'encoding' | 'xml'> {
  const kind = bodyKindOf(chosen.range);
  const written = chosen.schema?.json ?? true;
  if (kind === 'xml') {
    const binding = planXml(written, chosen.schema?.origin ?? chosen.origin, diagnostics);
    const schema = binding === undefined ? xmlText(written) : written;
    return { schema, isUpload: false, isBase64: false, encoding: {}, xml: binding };
  }
  return {
    schema: ownSchemas[kind]?.(chosen.schema?.json, flattener) ?? written,
    isUpload: kind === 'multipart' || kind === 'binary' || kind === 'anything',
    isBase64: kind !== 'multipart' && isSentAsText(written, flattener),
    encoding: encodingOf(chosen, kind, flattener),
    xml: undefined,
  };
}

/** An XML document that is given as text. */
function xmlText(schema: Json): JsonSchema {
  const { description = '' } = descriptionOf(schema);
  return { type: 'string', description: `${description} An XML document.`.trim() };
}

function refuse(
  { origin, requestBody }: Operation,
  required: boolean,
  diagnostics: Diagnostics,
): BodyDecision {
  const mediaType = requestBody?.content.map(({ range }) => range).join(', ') ?? '';
  if (required) return { refused: `its request body can only be ${mediaType}, which cannot be sent yet.` };
  const problem = 'it cannot be sent yet, so the optional request body is left out.';
  diagnostics.report('unsupported-media-type', { mediaType, problem }, requestBody?.origin ?? origin);
  return { body: undefined };
}

function descriptionOf(schema: Json | undefined): { readonly description?: string } {
  const description = typeof schema === 'object' ? schema['description'] : undefined;
  return typeof description === 'string' ? { description } : {};
}

function isText(schema: Json, flattener: Flattener): boolean {
  return flattener
    .flatten(schema)
    .alternatives.every(({ types }) => (types & ~nullOr(typeBits.string)) === 0);
}

function nullOr(type: number): number {
  return type | typeBits.null;
}

function encodingOf(
  { encoding, schema }: MediaType,
  kind: BodyKind,
  flattener: Flattener,
): Readonly<Record<string, PropertyEncoding>> {
  if (kind === 'form') return encoding;
  if (kind !== 'multipart') return {};
  const files = propertiesOf(schema?.json ?? true, flattener)
    .filter(([, property]) => isFile(property, flattener))
    .map(([name, property]): [string, PropertyEncoding] => {
      const own = Object.hasOwn(encoding, name) ? encoding[name] : undefined;
      const base64 = isSentAsText(property, flattener) ? { base64: true as const } : {};
      return [name, { contentType: 'application/octet-stream', ...base64, ...own }];
    });
  return { ...encoding, ...Object.fromEntries(files) };
}

function propertiesOf(schema: Json, flattener: Flattener): readonly (readonly [string, Json])[] {
  const shapes = flattener.flatten(schema).alternatives;
  return shapes.flatMap(({ members }) => [...(members?.properties ?? [])]);
}

/** Whether a member of a form is a file, or a list of files. */
function isFile(schema: Json, flattener: Flattener): boolean {
  const shapes = flattener.flatten(schema).alternatives.filter(({ types }) => types !== typeBits.null);
  return shapes.length > 0 && shapes.every((shape) => isBytes(shape) || isListOfBytes(shape, flattener));
}

function isBytes({ types, limits }: Shape): boolean {
  return (types & ~nullOr(typeBits.string)) === 0 && limits['contentEncoding'] === 'base64';
}

/** Whether the document asks for base64 itself: `format: byte`, or `contentEncoding` where no `format: binary` made it. */
function isSentAsText(schema: Json, flattener: Flattener): boolean {
  const shapes = flattener.flatten(schema).alternatives.filter(({ types }) => types !== typeBits.null);
  return (
    shapes.length > 0 &&
    shapes.every((shape) =>
      isListOfBytes(shape, flattener)
        ? isSentAsText(shape.items ?? true, flattener)
        : isBytes(shape) && shape.limits['format'] !== 'binary',
    )
  );
}

function isListOfBytes({ types, items }: Shape, flattener: Flattener): boolean {
  if ((types & ~nullOr(typeBits.array)) !== 0 || items === undefined) return false;
  const shapes = flattener.flatten(items).alternatives;
  return shapes.length > 0 && shapes.every(isBytes);
}
