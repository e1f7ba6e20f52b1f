import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Operation } from '../model/model.js';
import type { AuthMode } from '../runtime/authorization/variables.js';
import type { BodyBinding, FixedArgument, ParameterBinding } from '../runtime/binding.js';
import type { JsonSchema, ObjectSchema } from '../runtime/json-schema.js';
import type { Spelling } from './schemas/listing-steps.js';
import { listArguments, mostNodes, objectOf, type ListableArgument } from './schemas/argument-listing.js';
import { argumentNames, tellsName } from './names/argument-names.js';
import type { Curation } from './curation/curation.js';
import { curateParameters, type CuratedParameters } from './curation/parameters.js';
import type { HeaderArgument, HeaderPlanner } from './header-annotations.js';
import { annotation } from './headers/places.js';
import { bindBody, bodyArguments, bodyArgumentsOf } from './bodies/body-arguments.js';
import type { PlannedBody } from './request-body.js';
import type { Flattener } from './schemas/flatten.js';
import { createInliner, type Inliner, type Memory } from './schemas/inline.js';
import { passSetOf, portable, type PassName } from './schema-profile.js';
import { sentencesOf } from './texts/cut.js';
import { cleanLine, cleanText } from './texts/text.js';
import { sentAs } from './texts/sent-as.js';

/** The arguments of a tool, and what becomes of them. */
export interface PlannedInput {
  readonly inputSchema: ObjectSchema;
  readonly parameters: readonly ParameterBinding[];
  /** Values of `parameters` that are no arguments. */
  readonly fixed: readonly FixedArgument[];
  readonly body?: BodyBinding;
  /** What is not listed for the sake of its size, in words. */
  readonly cut: string | undefined;
  /** How many objects and arrays lie too deep for their parts to be listed. */
  readonly tooDeep: number;
  /** How many times objects that differ are listed as one. */
  readonly joined: number;
  /** The document's own schemas of the arguments. */
  readonly type: ObjectSchema;
}

/** One argument before it is listed. */
type Argument = ListableArgument & HeaderArgument;

/** Plans the input of operations that share their schemas. */
export type InputPlanner = (
  operation: Operation,
  curation: Curation,
  body: PlannedBody | undefined,
  diagnostics: Diagnostics,
) => PlannedInput;

/** What inputs are planned by. */
interface InputRules {
  /** Names that hold secrets. */
  readonly credentials: ReadonlySet<string>;
  /** How clients prove who they are. */
  readonly auth: AuthMode | undefined;
  readonly planHeaders: HeaderPlanner;
  /** In place of those of the profile `portable`. */
  readonly passes?: readonly PassName[] | undefined;
}

/** Plans the input of operations that share their schemas. */
export function createInputPlanner(
  flattener: Flattener,
  { credentials, auth, planHeaders, passes: names = portable }: InputRules,
): InputPlanner {
  const memory: Memory = new Map();
  const passes = passSetOf(names);
  return (operation, curation, body, diagnostics) => {
    const parameters = curateParameters(operation, curation, { flattener, credentials, auth }, diagnostics);
    const given = argumentsOf(parameters, body);
    reportRenamed(given, diagnostics);
    const wishes = planHeaders(given, operation, diagnostics);
    const args = given.map((argument): Argument => ({
      ...argument,
      headers: wishes.values.get(argument.property) ?? [],
    }));
    const direction = body?.isUpload === true ? 'upload' : 'input';
    const inlinerOf = (spelling: Spelling): Inliner =>
      createInliner(flattener, memory, { ...spelling, passes, direction }, mostNodes);
    const { properties, cut, tooDeep, joined } = listArguments(args, inlinerOf, passes, toldOf(operation));
    const listed = objectOf(args, ({ property }) => properties.get(property) ?? {});
    const headers = wishes.settle(listed, diagnostics);
    return {
      inputSchema: headers.inputSchema,
      ...bindParameters(operation, args, parameters),
      ...(body === undefined ? {} : { body: bindBody(body) }),
      cut,
      tooDeep,
      joined,
      type: objectOf(args, (argument) => ({
        ...typeOf(argument),
        ...headers.byArgument.get(argument.property),
      })),
    };
  };
}

/** What is said of a tool before its arguments. */
function toldOf({ operationId, summary, description }: Operation): readonly string[] {
  const [first = ''] = sentencesOf(cleanText((description ?? '').slice(0, mostTold)));
  return [operationId ?? '', cleanLine(summary ?? ''), first];
}

/** A first sentence that is longer says too much for its words to stand for those of an argument. */
const mostTold = 200;

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
  { listed, headers, memberHeaders }: CuratedParameters,
  body: PlannedBody | undefined,
): readonly Omit<Argument, 'headers'>[] {
  const names = argumentNames(listed, new Set(bodyArguments(body)));
  const args = listed.map((parameter): Omit<Argument, 'headers'> => {
    const { deprecated, required, schema } = parameter;
    const property = names.get(parameter) ?? parameter.name;
    const name = tellsName(parameter, property) ? '' : sentAs(parameter.name);
    const description = name === '' ? parameter.description : `${name} ${parameter.description ?? ''}`.trim();
    return {
      property,
      schema: schema.json,
      schemaOrigin: schema.origin,
      description: deprecated ? `Deprecated. ${description ?? ''}`.trim() : description,
      required,
      // A null argument counts as not given.
      isNullListed: false,
      parameter,
      said: headers.get(parameter),
      saidOfMembers: [],
    };
  });
  return [...args, ...bodyArgumentsOf(body, memberHeaders)];
}

function reportRenamed(
  args: readonly Pick<Argument, 'property' | 'parameter'>[],
  diagnostics: Diagnostics,
): void {
  for (const { property, parameter } of args) {
    if (parameter === undefined || parameter.name === property) continue;
    const { name, in: location, origin } = parameter;
    diagnostics.report('argument-renamed', { name, location, renamed: property }, origin);
  }
}

/** The document's schema with the description of its Parameter or Request Body Object. */
function typeOf({ schema, description }: Argument): JsonSchema {
  if (typeof schema === 'boolean') return schema ? remark(description) : { not: {}, ...remark(description) };
  // What becomes of an annotation is decided apart.
  const kept = Object.entries(schema).filter(([keyword]) => keyword !== annotation);
  return { ...Object.fromEntries(kept), ...remark(description) };
}

function remark(description: string | undefined): JsonSchema {
  return description === undefined ? {} : { description };
}
