import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Operation, Parameter } from '../model/model.js';
import type { BodyBinding, ParameterBinding } from '../runtime/binding.js';
import type { JsonSchema, ObjectSchema } from '../runtime/json-schema.js';
import { argumentNames } from './argument-names.js';
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
  body: PlannedBody | undefined,
  diagnostics: Diagnostics,
) => PlannedInput;

/** Plans the input of operations that share their schemas. `credentials` are names that hold secrets. */
export function createInputPlanner(flattener: Flattener, credentials: ReadonlySet<string>): InputPlanner {
  const memory: Memory = new Map();
  return (operation, body, diagnostics) => {
    const args = argumentsOf(operation, body, flattener);
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
      parameters: args.flatMap(({ property, parameter }) =>
        parameter === undefined
          ? []
          : [{ property, name: parameter.name, in: parameter.in, ...parameter.encoding }],
      ),
      ...(body === undefined ? {} : { body: bindBody(body) }),
      type: objectOf(args, (argument) => ({ ...typeOf(argument), ...headers.get(argument.property) })),
    };
  };
}

function argumentsOf(
  { parameters }: Operation,
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
      header: extensions.get('x-mcp-header') ?? annotated(schema.json),
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

function bindBody({ mediaType, isBase64, encoding }: PlannedBody): BodyBinding {
  return {
    property: 'body',
    mediaType,
    ...(isBase64 ? { base64: true } : {}),
    ...(Object.keys(encoding).length === 0 ? {} : { encoding }),
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
