import type { JsonObject } from '../load/json.js';
import { child, items, type Located } from '../load/located.js';
import type { JsonSchema } from '../runtime/json-schema.js';
import type { ParameterLocation, ParameterStyle } from '../runtime/parameters.js';
import { entriesByStatus, isMediaRange } from './content.js';
import type { Message } from './message.js';
import type { MediaType, OperationResponse, Parameter, RequestBody } from './model.js';
import { listParameters, type DeclaredParameter } from './parameter-list.js';
import { defaultStyles, readParameters } from './parameters.js';
import type { PathItem } from './path-item.js';
import type { PathTemplate } from './path-template.js';
import { extensionsOf, followObject, textOf, type Followed, type Reading } from './reading.js';

/** Reads what an operation of Swagger 2.0 takes and gives: there a body is a parameter too. */
export function readSwagger2Message(
  operation: Located,
  item: PathItem,
  template: PathTemplate,
  reading: Reading,
): Message {
  const list = listParameters(operation, item, reading);
  const ofBody = list.parameters.filter(({ location }) => location === 'body' || location === 'formData');
  const others = list.parameters.filter((parameter) => !ofBody.includes(parameter));
  const rest = { ...list, parameters: others };
  const taken = readParameters(rest, template, operation, readSwagger2Parameter, reading);
  return {
    parameters: taken.parameters,
    requestBody: readBody(ofBody, mediaTypes('consumes', operation, reading), reading),
    responses: readResponses(operation, mediaTypes('produces', operation, reading), reading),
    unusable: taken.unusable,
  };
}

/** `consumes` or `produces` of the operation, or else of the document. */
function mediaTypes(
  key: 'consumes' | 'produces',
  operation: Located,
  { document }: Reading,
): readonly string[] {
  const own = child(operation, key);
  const listed = items(Array.isArray(own.value) ? own : child(document.root, key));
  return listed.flatMap(({ value }) => (typeof value === 'string' && isMediaRange(value) ? [value] : []));
}

/** Reads a Parameter Object of Swagger 2.0 that is not part of the body. */
function readSwagger2Parameter(
  declared: DeclaredParameter,
  location: ParameterLocation,
  reading: Reading,
): Parameter {
  const { name, object } = declared;
  const { value, origin, description } = object;
  return {
    origin,
    name,
    in: location,
    required: location === 'path' || value.required === true,
    deprecated: false,
    description,
    schema: reading.schemas.read(schemaOf(object)),
    encoding: encodingOf(declared, defaultStyles[location], location === 'query', reading),
    extensions: extensionsOf(value),
  };
}

/** Fields of a Parameter Object that are no keywords of its schema. */
const ownFields: ReadonlySet<string> = new Set([
  'name',
  'in',
  'description',
  'required',
  'collectionFormat',
  'allowEmptyValue',
]);

/** The schema that a Parameter Object of Swagger 2.0 is, besides what it says of the parameter. */
function schemaOf({ value, origin }: Located<JsonObject>): Located {
  const keywords = Object.entries(value).filter(
    ([key]) => !ownFields.has(key) && (!key.startsWith('x-') || key === 'x-nullable'),
  );
  return { value: Object.fromEntries(keywords), origin };
}

/** What each `collectionFormat` is in OpenAPI 3; `csv`, the default, is the style of the location. */
const collectionFormats: ReadonlyMap<unknown, ParameterStyle> = new Map([
  ['ssv', 'spaceDelimited'],
  ['tsv', 'tabDelimited'],
  ['pipes', 'pipeDelimited'],
]);

function encodingOf(
  { name, location, object }: DeclaredParameter,
  defaultStyle: ParameterStyle,
  isRepeatable: boolean,
  { diagnostics }: Reading,
): { readonly style: ParameterStyle; readonly explode: boolean } {
  const format = object.value.collectionFormat ?? 'csv';
  if (format === 'multi' && isRepeatable) return { style: defaultStyle, explode: true };
  const style = collectionFormats.get(format);
  if (style === undefined && format !== 'csv') {
    diagnostics.report(
      'unsupported-parameter-style',
      { name, style: textOf(format) ?? 'of no name', location },
      child(object, 'collectionFormat').origin,
    );
  }
  return { style: style ?? defaultStyle, explode: false };
}

function readBody(
  parameters: readonly DeclaredParameter[],
  consumes: readonly string[],
  reading: Reading,
): RequestBody | undefined {
  const body = parameters.find(({ location }) => location === 'body');
  if (body === undefined) return readForm(parameters, consumes, reading);
  const { origin, description, value } = body.object;
  const schema = child(body.object, 'schema');
  const media = {
    origin,
    schema: schema.value === undefined ? undefined : reading.schemas.read(schema),
    encoding: {},
  };
  const ranges = consumes.length === 0 ? ['application/json'] : consumes;
  return {
    origin,
    required: value.required === true,
    description,
    content: ranges.map((range) => ({ ...media, range })),
  };
}

const urlEncoded = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data';

/** The `formData` parameters are the properties of one body. */
function readForm(
  fields: readonly DeclaredParameter[],
  consumes: readonly string[],
  reading: Reading,
): RequestBody | undefined {
  const [first] = fields;
  if (first === undefined) return undefined;
  const { origin } = first.object;
  const required = fields.filter(({ object }) => object.value.required === true).map(({ name }) => name);
  const properties = fields.map(({ name, object }) => [name, propertyOf(object, reading)]);
  const json = {
    type: 'object',
    properties: Object.fromEntries(properties) as JsonObject,
    ...(required.length === 0 ? {} : { required }),
  };
  const lists = fields.filter(({ object }) => object.value.type === 'array');
  const encoding = Object.fromEntries(
    lists.map((field) => [field.name, encodingOf(field, 'form', true, reading)]),
  );
  const media = { origin, schema: { origin, json }, encoding };
  const content = formRanges(fields, consumes).map((range) => ({ ...media, range }));
  return { origin, required: required.length > 0, description: undefined, content };
}

function propertyOf(object: Followed, reading: Reading): JsonSchema | boolean {
  const { json } = reading.schemas.read(schemaOf(object));
  const { description } = object;
  return typeof json === 'boolean' || description === undefined ? json : { ...json, description };
}

function formRanges(fields: readonly DeclaredParameter[], consumes: readonly string[]): readonly string[] {
  if (fields.some(({ object }) => object.value.type === 'file')) return [multipart];
  const listed = consumes.filter((range) => range.startsWith(urlEncoded) || range.startsWith(multipart));
  return listed.length === 0 ? [urlEncoded] : listed;
}

/** Reads the Responses Object of an operation; what it answers with is told by `produces`. */
function readResponses(
  operation: Located,
  produces: readonly string[],
  reading: Reading,
): readonly OperationResponse[] {
  return entriesByStatus(operation, reading).flatMap(([status, response]) => {
    const object = followObject(response, 'A response', reading);
    if (object === undefined) return [];
    const { origin, description = '' } = object;
    return [{ origin, status, description, content: readAnswer(child(object, 'schema'), produces, reading) }];
  });
}

function readAnswer(schema: Located, produces: readonly string[], reading: Reading): readonly MediaType[] {
  if (schema.value === undefined) return [];
  const isFile = child(schema, 'type').value === 'file';
  const ranges = produces.length > 0 ? produces : [isFile ? 'application/octet-stream' : 'application/json'];
  const media = { origin: schema.origin, schema: reading.schemas.read(schema), encoding: {} };
  return ranges.map((range) => ({ ...media, range }));
}
