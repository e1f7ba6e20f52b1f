import { child, entries, type Located } from '../load/located.js';
import type { ParameterEncoding } from '../runtime/binding.js';
import { isStyleAllowed, type ParameterLocation, type ParameterStyle } from '../runtime/parameters.js';
import type { Parameter, Schema } from './model.js';
import { selectParameters, type DeclaredParameter, type ParameterList } from './parameter-list.js';
import type { PathTemplate } from './path-template.js';
import { extensionsOf, textOf, type Reading } from './reading.js';

/** The parameters that a request of an operation carries. */
export interface OperationParameters {
  readonly parameters: readonly Parameter[];
  /** Why no right request can be made, where that is so. */
  readonly unusable: string | undefined;
}

/** Reads one Parameter Object. */
export type ReadParameter = (
  declared: DeclaredParameter,
  location: ParameterLocation,
  reading: Reading,
) => Parameter;

const locations = ['path', 'query', 'header', 'cookie'] as const;

/** The style of a parameter that names none, by where it is. */
export const defaultStyles = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form',
} as const satisfies Record<ParameterLocation, ParameterStyle>;

/** Reads the parameters of an operation and adds those that only its path names. */
export function readParameters(
  list: ParameterList,
  template: PathTemplate,
  operation: Located,
  readParameter: ReadParameter,
  reading: Reading,
): OperationParameters {
  const selected = selectParameters(list, locations, template.names, reading);
  const declared = selected.parameters.flatMap((parameter) => {
    const location = locations.find((known) => known === parameter.location);
    return location === undefined ? [] : [readParameter(parameter, location, reading)];
  });
  const isDeclared = (name: string, location: ParameterLocation): boolean =>
    declared.some((parameter) => parameter.in === location && parameter.name === name);
  const undeclared = template.names.filter((name) => !isDeclared(name, 'path'));
  for (const name of undeclared) {
    reading.diagnostics.report('undeclared-path-parameter', { name, path: template.path }, operation.origin);
  }
  const fixed = template.query.filter(([name]) => !isDeclared(name, 'query'));
  const parameters = [
    ...undeclared.map((name) => textParameter(name, 'path', undefined, operation)),
    ...declared,
    ...fixed.map(([name, value]) => textParameter(name, 'query', value, operation)),
  ];
  return { parameters, unusable: template.unusable ?? selected.unusable };
}

/** Reads a Parameter Object of OpenAPI 3. */
export function readOpenApiParameter(
  { name, object }: DeclaredParameter,
  location: ParameterLocation,
  reading: Reading,
): Parameter {
  const { value, origin, description } = object;
  const [content] = value.schema === undefined ? entries(child(object, 'content')) : [];
  const schema = content === undefined ? child(object, 'schema') : child(content[1], 'schema');
  return {
    origin,
    name,
    in: location,
    required: location === 'path' || value.required === true,
    deprecated: value.deprecated === true,
    description,
    schema: schema.value === undefined ? anything(origin) : reading.schemas.read(schema),
    encoding:
      content === undefined ? readEncoding(object, name, location, reading) : { mediaType: content[0] },
    extensions: extensionsOf(value),
  };
}

function readEncoding(
  object: Located,
  name: string,
  location: ParameterLocation,
  { diagnostics }: Reading,
): ParameterEncoding {
  const written = child(object, 'style');
  const style = textOf(written.value) ?? defaultStyles[location];
  const isAllowed = isStyleAllowed(style, location);
  if (!isAllowed) {
    diagnostics.report('unsupported-parameter-style', { name, style, location }, written.origin);
  }
  const used = isAllowed ? style : defaultStyles[location];
  const explode = child(object, 'explode').value;
  return {
    style: used,
    explode: typeof explode === 'boolean' ? explode : used === 'form',
    ...(location === 'query' && child(object, 'allowReserved').value === true ? { allowReserved: true } : {}),
  };
}

/** A parameter that nothing but the path declares: text, or the one text that the path asks for. */
function textParameter(
  name: string,
  location: 'path' | 'query',
  value: string | undefined,
  { origin }: Located,
): Parameter {
  const json = value === undefined ? { type: 'string' } : { type: 'string', enum: [value] };
  const style = defaultStyles[location];
  return {
    origin,
    name,
    in: location,
    required: true,
    deprecated: false,
    description: undefined,
    schema: { origin, json },
    encoding: { style, explode: style === 'form' },
    extensions: new Map(),
  };
}

function anything(origin: Located['origin']): Schema {
  return { origin, json: true };
}
