import type { JsonObject } from '../load/json.js';
import { child, type Located } from '../load/located.js';
import type { JsonSchema } from '../runtime/json-schema.js';
import { readCollectionFormat } from './collection-format.js';
import type { RequestBody } from './model.js';
import type { DeclaredParameter } from './parameter-list.js';
import type { Followed, Reading } from './reading.js';
import { schemaOfParameter } from './swagger2-schema.js';

/** Reads the `body` parameter of Swagger 2.0, or the `formData` parameters, which make one body together. */
export function readSwagger2Body(
  parameters: readonly DeclaredParameter[],
  consumes: readonly string[],
  reading: Reading,
): RequestBody | undefined {
  const [body, ...bodies] = parameters.filter(({ location }) => location === 'body');
  const fields = parameters.filter(({ location }) => location === 'formData');
  if (body === undefined) return readForm(fields, consumes, reading);
  for (const { object } of bodies)
    reportSecond(object, 'a request has one body; the first one counts', reading);
  if (fields[0] !== undefined) {
    reportSecond(
      fields[0].object,
      'there is a `body` too, which makes a form impossible; the body counts',
      reading,
    );
  }
  return readBody(body.object, consumes, reading);
}

function reportSecond({ origin }: Located, reason: string, { diagnostics }: Reading): void {
  diagnostics.report('invalid-document', { problem: `This parameter is left out: ${reason}.` }, origin);
}

function readBody(object: Followed, consumes: readonly string[], reading: Reading): RequestBody {
  const { origin, description, value } = object;
  const schema = child(object, 'schema');
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
    lists.map((field) => [field.name, readCollectionFormat(field, 'form', true, reading)]),
  );
  const media = { origin, schema: { origin, json }, encoding };
  const content = formRanges(fields, consumes).map((range) => ({ ...media, range }));
  return { origin, required: required.length > 0, description: undefined, content };
}

function propertyOf(object: Followed, reading: Reading): JsonSchema | boolean {
  const { json } = schemaOfParameter(object, reading);
  const { description } = object;
  return typeof json === 'boolean' || description === undefined ? json : { ...json, description };
}

function formRanges(fields: readonly DeclaredParameter[], consumes: readonly string[]): readonly string[] {
  if (fields.some(({ object }) => object.value.type === 'file')) return [multipart];
  const listed = consumes.filter((range) => range.startsWith(urlEncoded) || range.startsWith(multipart));
  return listed.length === 0 ? [urlEncoded] : listed;
}
