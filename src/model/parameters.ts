import { child, type Located } from '../load/located.js';
import type { ParameterEncoding } from '../runtime/binding.js';
import { isFormContent } from '../runtime/media-types.js';
import {
  isStyleAllowed,
  isWritableContent,
  type ParameterLocation,
  type ParameterStyle,
} from '../runtime/request/parameters.js';
import { readMediaType } from './content.js';
import type { Parameter, Schema } from './model.js';
import {
  contentOf,
  renamedIn,
  selectParameters,
  type DeclaredParameter,
  type ParameterList,
} from './parameter-list.js';
import type { PathTemplate } from './path-template.js';
import { extensionsOf, textOf, type Reading } from './reading.js';
import { orEmpty } from './swagger2-schema.js';

/** The parameters that a request of an operation carries. */
interface OperationParameters {
  readonly parameters: readonly Parameter[];
  /** Why no right request can be made, where that is so. */
  readonly unusable: string | undefined;
}

/** Reads one Parameter Object. */
type ReadParameter = (
  declared: DeclaredParameter,
  location: ParameterLocation,
  reading: Reading,
) => Parameter;

/** Where a parameter can be that has a style: one that is the whole query has `content` alone. */
type StyledLocation = Exclude<ParameterLocation, 'querystring'>;

/** The style of a parameter that names none, by where it is. */
export const defaultStyles = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form',
} as const satisfies Record<StyledLocation, ParameterStyle>;

/** Reads the parameters of an operation and adds those that only its path names. */
export function readParameters(
  list: ParameterList,
  template: PathTemplate,
  operation: Located,
  readParameter: ReadParameter,
  reading: Reading,
): OperationParameters {
  const selected = selectParameters(list, template.names, reading);
  const declared = selected.parameters.flatMap((parameter) => {
    const location = reading.rules.locations.find((known) => known === parameter.location);
    return location === undefined ? [] : [readParameter(parameter, location, reading)];
  });
  const isDeclared = (name: string, location: ParameterLocation): boolean =>
    declared.some((parameter) => parameter.in === location && parameter.name === name);
  const undeclared = template.names.filter((name) => !isDeclared(name, 'path'));
  const unusable = template.unusable ?? selected.unusable;
  // What becomes of a parameter does not matter to an operation that is left out.
  if (unusable === undefined) reportUndeclared(undeclared, list, template, operation, reading);
  const fixed = template.query.filter(([name]) => !isDeclared(name, 'query'));
  const parameters = [
    ...undeclared.map((name) => textParameter(name, 'path', undefined, operation)),
    ...declared,
    ...fixed.map(([name, value]) => textParameter(name, 'query', value, operation)),
  ];
  return { parameters, unusable };
}

function reportUndeclared(
  names: readonly string[],
  { parameters }: ParameterList,
  template: PathTemplate,
  operation: Located,
  { diagnostics }: Reading,
): void {
  const renamed = renamedIn(parameters, template.names);
  for (const name of names) {
    const instead = renamed?.name === name ? renamed.declared : undefined;
    const place = instead === undefined ? operation : child(instead.object, 'name');
    const details = { name, path: template.path, instead: instead?.name };
    diagnostics.report('undeclared-path-parameter', details, place.origin);
  }
}

/** Reads a Parameter Object of OpenAPI 3. */
export function readOpenApiParameter(
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
    deprecated: value.deprecated === true,
    description,
    ...readValue(declared, location, reading),
    extensions: extensionsOf(value),
  };
}

/** The schema of a parameter and how it is written: by its `schema` and a style, or by the one entry of its `content`. */
function readValue(
  { name, object }: DeclaredParameter,
  location: ParameterLocation,
  reading: Reading,
): Pick<Parameter, 'schema' | 'encoding'> {
  const written = child(object, 'schema');
  const [content] =
    written.value === undefined || location === 'querystring' ? contentOf(object, reading) : [];
  if (content !== undefined) {
    const [mediaType, described] = content;
    const { schema = anything(described.origin), encoding } = readMediaType(mediaType, described, reading);
    const isForm = isFormContent(mediaType) && Object.keys(encoding).length > 0;
    return {
      schema: isWritableContent(mediaType) ? schema : asText(schema, mediaType, name, reading),
      encoding: { mediaType, ...(isForm ? { encoding } : {}) },
    };
  }
  const schema = written.value === undefined ? anything(object.origin) : reading.schemas.read(written);
  // What is the whole query has `content`, or it would not have been selected.
  const styled = location === 'querystring' ? 'query' : location;
  const encoding = readStyle(object, name, styled, reading);
  const isEmptyAllowed = location === 'query' && child(object, 'allowEmptyValue').value === true;
  // The Specification has it ignored in styles that have no way to write nothing.
  return isEmptyAllowed && 'style' in encoding && encoding.style === 'form'
    ? { schema: { ...schema, json: orEmpty(schema.json) }, encoding }
    : { schema, encoding };
}

/** Content that cannot be made of a value is given as it is sent. */
function asText({ origin, json }: Schema, mediaType: string, name: string, { diagnostics }: Reading): Schema {
  const { type, description } = typeof json === 'object' ? json : {};
  if (type === 'string') return { origin, json };
  const problem = `it cannot be made of a value, so the parameter '${name}' is given as text.`;
  diagnostics.report('unsupported-media-type', { mediaType, problem }, origin);
  return { origin, json: { type: 'string', ...(typeof description === 'string' ? { description } : {}) } };
}

function readStyle(
  object: Located,
  name: string,
  location: StyledLocation,
  { diagnostics, rules }: Reading,
): ParameterEncoding {
  const written = child(object, 'style');
  const style = textOf(written.value) ?? defaultStyles[location];
  const isAllowed = isStyleAllowed(style, location);
  if (!isAllowed) {
    diagnostics.report('unsupported-parameter-style', { name, style, location }, written.origin);
  }
  const used = isAllowed ? style : defaultStyles[location];
  const explode = child(object, 'explode').value;
  // What is not percent-encoded has nothing to leave as it is.
  const isReserved = rules.reservedIn.includes(location) && used !== 'cookie';
  return {
    style: used,
    explode: typeof explode === 'boolean' ? explode : explodedStyles.has(used),
    ...(isReserved && child(object, 'allowReserved').value === true ? { allowReserved: true } : {}),
  };
}

/** The styles that explode where the document does not say. */
const explodedStyles: ReadonlySet<ParameterStyle> = new Set(['form', 'cookie']);

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
