import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Operation, Parameter } from '../model/model.js';
import type { BodyBinding, FixedArgument, ParameterBinding } from '../runtime/binding.js';
import type { JsonSchema, ObjectSchema } from '../runtime/json-schema.js';
import { argumentNames } from './argument-names.js';
import type { Curation } from './curation/curation.js';
import { curateParameters, type CuratedParameters } from './curation/parameters.js';
import { planHeaders } from './header-annotations.js';
import type { PlannedBody } from './request-body.js';
import type { Flattener } from './schema-flatten.js';
import { createInliner, type Listing, type Memory } from './schema-inline.js';
import type { Json } from './schema-shape.js';
import { unlessRestating } from './schema-write.js';

/** The arguments of a tool, and what becomes of them. */
export interface PlannedInput {
  readonly inputSchema: ObjectSchema;
  readonly parameters: readonly ParameterBinding[];
  /** Values of `parameters` that are no arguments. */
  readonly fixed: readonly FixedArgument[];
  readonly body?: BodyBinding;
  /** The document's own schemas of the arguments. */
  readonly type: ObjectSchema;
}

/** One argument before it is listed. */
interface Argument {
  readonly property: string;
  readonly schema: Json;
  readonly description: string | undefined;
  readonly required: boolean;
  readonly isNullListed: boolean;
  /** The body has none. */
  readonly parameter: Parameter | undefined;
  /** The value of `x-mcp-header`. */
  readonly header: unknown;
}

/** A host drops tools whose input schema is larger, without a word. */
const mostBytes = 16_000;
const mostNodes = 5000;

/** How a tool is listed, the fullest way first; the first that fits is taken. A top-level property is never left out. */
const listings: readonly Omit<Listing, 'profile' | 'direction'>[] = [
  { depth: 5, descriptions: [160, 80] },
  { depth: 4, descriptions: [160, 80] },
  { depth: 3, descriptions: [160, 80] },
  { depth: 2, descriptions: [160, 80] },
  { depth: 2, descriptions: [160, 0] },
  { depth: 1, descriptions: [160, 80] },
  { depth: 1, descriptions: [160, 0] },
  { depth: 1, descriptions: [0, 0] },
  { depth: 0, descriptions: [0, 0] },
];

/** Plans the input of operations that share their schemas. */
export type InputPlanner = (
  operation: Operation,
  curation: Curation,
  body: PlannedBody | undefined,
  diagnostics: Diagnostics,
) => PlannedInput;

/** Plans the input of operations that share their schemas. `credentials` are names that hold secrets. */
export function createInputPlanner(flattener: Flattener, credentials: ReadonlySet<string>): InputPlanner {
  const memory: Memory = new Map();
  return (operation, curation, body, diagnostics) => {
    const parameters = curateParameters(operation, curation, { flattener, credentials }, diagnostics);
    const args = argumentsOf(parameters.listed, curation, body, flattener);
    reportRenamed(args, diagnostics);
    const direction = body?.isUpload === true ? 'upload' : 'input';
    const properties = listProperties(args, (listing) =>
      createInliner(flattener, memory, { ...listing, profile: 'portable', direction }, mostNodes),
    );
    const wishes = args.map((argument) => wishOf(argument, properties, credentials));
    const headers = planHeaders(wishes, ({ property, origin }, problem) =>
      diagnostics.report('header-annotation-refused', { property, problem }, origin ?? operation.origin),
    );
    return {
      inputSchema: objectOf(args, ({ property }) => ({
        ...properties.get(property),
        ...headers.get(property),
      })),
      ...bindParameters(operation, args, parameters),
      ...(body === undefined ? {} : { body: bindBody(body) }),
      type: objectOf(args, (argument) => ({ ...typeOf(argument), ...headers.get(argument.property) })),
    };
  };
}

/** The bindings of all parameters that are sent, in document order, and the values of those that are no arguments. */
function bindParameters(
  { parameters }: Operation,
  args: readonly Argument[],
  { fixed }: CuratedParameters,
): Pick<PlannedInput, 'parameters' | 'fixed'> {
  const taken = args.map(({ property }) => property);
  const properties = new Map([
    ...argumentNames([...fixed.keys()], new Set(taken)),
    ...args.flatMap(({ property, parameter }) =>
      parameter === undefined ? [] : [[parameter, property] as const],
    ),
  ]);
  const sent = parameters.flatMap((parameter) => {
    const property = properties.get(parameter);
    return property === undefined ? [] : [{ property, parameter }];
  });
  return {
    parameters: sent.map(({ property, parameter: { name, in: location, encoding } }) => ({
      property,
      name,
      in: location,
      ...encoding,
    })),
    fixed: sent.flatMap(({ property, parameter }) => {
      const value = fixed.get(parameter);
      return value === undefined ? [] : [{ property, ...value }];
    }),
  };
}

function argumentsOf(
  parameters: readonly Parameter[],
  curation: Curation,
  body: PlannedBody | undefined,
  flattener: Flattener,
): readonly Argument[] {
  const names = argumentNames(parameters, new Set(body === undefined ? [] : ['body']));
  const annotated = (schema: Json): unknown => flattener.flatten(schema).annotations['x-mcp-header'];
  const args = parameters.map((parameter): Argument => {
    const { description, deprecated, required, schema, extensions } = parameter;
    return {
      property: names.get(parameter) ?? parameter.name,
      schema: schema.json,
      description: deprecated ? `Deprecated. ${description ?? ''}`.trim() : description,
      required,
      // A null argument counts as not given.
      isNullListed: false,
      parameter,
      header:
        curation.headers.get(parameter.name)?.value ??
        extensions.get('x-mcp-header') ??
        annotated(schema.json),
    };
  });
  if (body === undefined) return args;
  const { schema, description, required } = body;
  const header = annotated(schema);
  const shared = { schema, description, required, header };
  return [...args, { ...shared, property: 'body', isNullListed: true, parameter: undefined }];
}

function wishOf(
  { property, schema, header, parameter }: Argument,
  properties: ReadonlyMap<string, JsonSchema>,
  credentials: ReadonlySet<string>,
) {
  const name = parameter?.name ?? property;
  const isCredential = credentials.has(name.toLowerCase());
  const listed = properties.get(property) ?? {};
  return { property, name, schema, header, listed, isCredential, origin: parameter?.origin };
}

function reportRenamed(args: readonly Argument[], diagnostics: Diagnostics): void {
  for (const { property, parameter } of args) {
    if (parameter === undefined || parameter.name === property) continue;
    const { name, in: location, origin } = parameter;
    diagnostics.report('argument-renamed', { name, location, renamed: property }, origin);
  }
}

function listProperties(
  args: readonly Argument[],
  inlinerOf: (listing: Omit<Listing, 'profile' | 'direction'>) => ReturnType<typeof createInliner>,
): ReadonlyMap<string, JsonSchema> {
  const annotations = args.map(({ header }) => header).filter((header) => header !== undefined);
  const room = mostBytes - Buffer.byteLength(JSON.stringify(annotations)) - 20 * annotations.length;
  let properties: ReadonlyMap<string, JsonSchema> = new Map();
  for (const listing of listings) {
    const inliner = inlinerOf(listing);
    properties = new Map(
      args.map((argument) => [
        argument.property,
        unlessRestating(argument.property, inliner.list(argument.schema, argument)),
      ]),
    );
    const text = JSON.stringify(objectOf(args, ({ property }) => properties.get(property) ?? {}));
    if (!inliner.isOver() && Buffer.byteLength(text) <= room) return properties;
  }
  return properties;
}

function objectOf(args: readonly Argument[], schemaOf: (argument: Argument) => JsonSchema): ObjectSchema {
  const required = args.filter((argument) => argument.required).map(({ property }) => property);
  return {
    type: 'object',
    properties: Object.fromEntries(args.map((argument) => [argument.property, schemaOf(argument)])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function bindBody({ mediaType, isBase64, encoding, xml }: PlannedBody): BodyBinding {
  return {
    property: 'body',
    mediaType,
    ...(isBase64 ? { base64: true } : {}),
    ...(Object.keys(encoding).length === 0 ? {} : { encoding }),
    ...(xml === undefined ? {} : { xml }),
  };
}

/** The document's schema with the description of its Parameter or Request Body Object. */
function typeOf({ schema, description }: Argument): JsonSchema {
  if (typeof schema === 'boolean') return schema ? remark(description) : { not: {}, ...remark(description) };
  // What becomes of an annotation is decided apart.
  const kept = Object.entries(schema).filter(([keyword]) => keyword !== 'x-mcp-header');
  return { ...Object.fromEntries(kept), ...remark(description) };
}

function remark(description: string | undefined): JsonSchema {
  return description === undefined ? {} : { description };
}
