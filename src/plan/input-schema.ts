import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Operation, Parameter } from '../model/model.js';
import type { BodyBinding, FixedArgument, ParameterBinding } from '../runtime/binding.js';
import type { JsonSchema, ObjectSchema } from '../runtime/json-schema.js';
import { listArguments, mostNodes, objectOf, type ListableArgument } from './argument-listing.js';
import { argumentNames } from './argument-names.js';
import type { Curation, Sourced } from './curation/curation.js';
import { curateParameters, type CuratedParameters } from './curation/parameters.js';
import { reportUnusable } from './curation/refusal.js';
import { planHeaders } from './header-annotations.js';
import type { PlannedBody } from './request-body.js';
import type { Flattener } from './schema-flatten.js';
import { createInliner, type Memory } from './schema-inline.js';
import type { Json } from './schema-shape.js';

/** The arguments of a tool, and what becomes of them. */
export interface PlannedInput {
  readonly inputSchema: ObjectSchema;
  readonly parameters: readonly ParameterBinding[];
  /** Values of `parameters` that are no arguments. */
  readonly fixed: readonly FixedArgument[];
  readonly body?: BodyBinding;
  /** What is not listed for the sake of its size, in words. */
  readonly cut: string | undefined;
  /** The document's own schemas of the arguments. */
  readonly type: ObjectSchema;
}

/** One argument before it is listed. */
interface Argument extends ListableArgument {
  /** The body has none. */
  readonly parameter: Parameter | undefined;
  /** What was said of its header beside the document's own words. */
  readonly said: Sourced<string> | undefined;
}

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
    const args = argumentsOf(parameters, body, flattener);
    reportRenamed(args, diagnostics);
    const direction = body?.isUpload === true ? 'upload' : 'input';
    const { properties, cut } = listArguments(args, (listing) =>
      createInliner(flattener, memory, { ...listing, profile: 'portable', direction }, mostNodes),
    );
    const wishes = args.map((argument) => wishOf(argument, properties, credentials));
    const headers = planHeaders(wishes, ({ property, said, origin }, problem, isDeep) => {
      const place = origin ?? operation.origin;
      if (said?.field === 'config' && !isDeep) reportUnusable(said, problem, operation, diagnostics);
      else diagnostics.report('header-annotation-refused', { property, problem }, said?.origin ?? place);
    });
    return {
      inputSchema: objectOf(args, ({ property }) => ({
        ...properties.get(property),
        ...headers.get(property),
      })),
      ...bindParameters(operation, args, parameters),
      ...(body === undefined ? {} : { body: bindBody(body) }),
      cut,
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
  { listed, headers }: CuratedParameters,
  body: PlannedBody | undefined,
  flattener: Flattener,
): readonly Argument[] {
  const names = argumentNames(listed, new Set(body === undefined ? [] : ['body']));
  const annotated = (schema: Json): unknown => flattener.flatten(schema).annotations['x-mcp-header'];
  const args = listed.map((parameter): Argument => {
    const { description, deprecated, required, schema, extensions } = parameter;
    const said = headers.get(parameter);
    return {
      property: names.get(parameter) ?? parameter.name,
      schema: schema.json,
      description: deprecated ? `Deprecated. ${description ?? ''}`.trim() : description,
      required,
      // A null argument counts as not given.
      isNullListed: false,
      parameter,
      said,
      header: said?.value ?? extensions.get('x-mcp-header') ?? annotated(schema.json),
    };
  });
  if (body === undefined) return args;
  const { schema, description, required } = body;
  const header = annotated(schema);
  const shared = { schema, description, required, header, said: undefined };
  return [...args, { ...shared, property: 'body', isNullListed: true, parameter: undefined }];
}

function wishOf(
  { property, schema, header, said, parameter }: Argument,
  properties: ReadonlyMap<string, JsonSchema>,
  credentials: ReadonlySet<string>,
) {
  const name = parameter?.name ?? property;
  const isCredential = credentials.has(name.toLowerCase());
  const listed = properties.get(property) ?? {};
  return { property, name, schema, header, said, listed, isCredential, origin: parameter?.origin };
}

function reportRenamed(args: readonly Argument[], diagnostics: Diagnostics): void {
  for (const { property, parameter } of args) {
    if (parameter === undefined || parameter.name === property) continue;
    const { name, in: location, origin } = parameter;
    diagnostics.report('argument-renamed', { name, location, renamed: property }, origin);
  }
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
