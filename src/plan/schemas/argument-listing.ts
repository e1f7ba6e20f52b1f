import type { JsonSchema, ObjectSchema } from '../../runtime/json-schema.js';
import { listingSteps, mostBytes, type Spelling } from './listing-steps.js';
import type { Inliner } from './inline.js';
import type { PassSet } from '../schema-profile.js';
import { bytesOf } from './narrowing.js';
import { mapParts } from './parts.js';
import type { Json } from './shape.js';

/** An argument of a tool, as much of it as listing it takes. */
export interface ListableArgument {
  readonly property: string;
  readonly schema: Json;
  readonly description: string | undefined;
  readonly required: boolean;
  readonly isNullListed: boolean;
  /** The values of `x-mcp-header` that the listed schema may have to hold. */
  readonly headers: readonly unknown[];
  /** Says of its listed schema what no schema of the document does. */
  readonly tell?: (listed: JsonSchema) => JsonSchema;
}

/** An argument that takes less holds nothing twice, and most do. */
const fewBytes = 1000;
/** Subschemas that one listing may take. */
export const mostNodes = 5000;

/** The listed schemas of the arguments, and what they leave out, in words. */
export interface ListedArguments {
  readonly properties: ReadonlyMap<string, JsonSchema>;
  readonly cut: string | undefined;
  /** How many objects and arrays lie too deep for their parts to be listed. */
  readonly tooDeep: number;
  /** How many times objects that differ are listed as one. */
  readonly joined: number;
}

/** One argument in one way of listing it. */
interface Attempt {
  readonly argument: ListableArgument;
  readonly step: number;
  readonly schema: JsonSchema;
  readonly bytes: number;
  /** What is not listed, in words. */
  readonly leavesOut: string | undefined;
  readonly tooDeep: number;
  readonly joined: number;
}

type InlinerOf = (spelling: Spelling) => Inliner;

/**
 * Lists arguments as fully as the size of an input schema allows: the one that takes most is cut first. `told` is what
 * is said of the tool, which its arguments need not say again.
 */
export function listArguments(
  args: readonly ListableArgument[],
  inlinerOf: InlinerOf,
  passes: PassSet,
  told: readonly string[],
): ListedArguments {
  const attempt = createAttempts(inlinerOf, passes, told);
  const annotations = args.flatMap(({ headers }) => headers);
  const frame = bytesOf(objectOf(args, () => ({}))) + bytesOf(annotations) + 20 * annotations.length;
  const attempts = args.map((argument) => attempt(argument, 0, mostBytes, undefined));
  let bytes = attempts.reduce((total, each) => total + each.bytes, frame);
  for (let at = nextToCut(attempts, bytes); at !== undefined; at = nextToCut(attempts, bytes)) {
    const before = attempts[at];
    if (before === undefined) break;
    const after = attempt(before.argument, before.step + 1, mostBytes - (bytes - before.bytes), before);
    attempts[at] = after;
    bytes = attempts.reduce((total, each) => total + each.bytes, frame);
  }
  return {
    properties: new Map(attempts.map(({ argument, schema }) => [argument.property, schema])),
    cut: wordsOf(
      attempts.flatMap(({ leavesOut }) => leavesOut ?? []),
      bytes,
    ),
    tooDeep: attempts.reduce((sum, each) => sum + each.tooDeep, 0),
    joined: attempts.reduce((sum, each) => sum + each.joined, 0),
  };
}

type Attempting = (
  argument: ListableArgument,
  at: number,
  room: number,
  before: Attempt | undefined,
) => Attempt;

/** Lists an argument as a step says, in `room` bytes where that can be reached; `before` is how the step before it did. */
function createAttempts(inlinerOf: InlinerOf, passes: PassSet, told: readonly string[]): Attempting {
  return (argument, at, room, before) => {
    const step = listingSteps[at] ?? listingSteps[0];
    const { property } = argument;
    const inliner = inlinerOf({ depth: step.depth, descriptions: step.descriptions });
    const { schema: listed, tooDeep, joined } = inliner.list(argument.schema, argument);
    const whole = argument.tell?.(listed) ?? listed;
    const size = bytesOf(whole);
    const written = size < fewBytes ? whole : passes.toArgument(whole);
    const finished = step.finish === undefined ? written : step.finish(written, room);
    const schema = passes.toMember(property, withMembers(finished, passes, told), told);
    const bytes = inliner.isOver() ? Infinity : schema === whole ? size : bytesOf(schema);
    // What takes no less leaves nothing out.
    const isCut = before !== undefined && bytes < before.bytes;
    const leavesOut = isCut ? step.leavesOut(property) : before?.leavesOut;
    return { argument, step: at, schema, bytes, leavesOut, tooDeep, joined };
  };
}

/** An argument whose own members need not say again what is said of the tool; they are shared with other tools. */
function withMembers(schema: JsonSchema, { toMember }: PassSet, told: readonly string[]): JsonSchema {
  return mapParts(schema, (part, name) => (name === undefined ? part : toMember(name, part, told)));
}

/** The argument that takes most; where all are small, they are cut evenly, the last first. */
function nextToCut(attempts: readonly Attempt[], bytes: number): number | undefined {
  const places = attempts.flatMap((each, at) => (isCuttable(each, bytes) ? [at] : []));
  const sizeAt = (at: number): number => attempts[at]?.bytes ?? 0;
  const stepAt = (at: number): number => attempts[at]?.step ?? 0;
  const [first, ...others] = places;
  if (first === undefined) return undefined;
  const largest = others.reduce((most, at) => (sizeAt(at) > sizeAt(most) ? at : most), first);
  if (sizeAt(largest) >= fewBytes) return largest;
  return others.reduce((most, at) => {
    const steps = stepAt(at) - stepAt(most);
    return steps < 0 || (steps === 0 && sizeAt(at) >= sizeAt(most)) ? at : most;
  }, first);
}

function isCuttable({ step }: Attempt, bytes: number): boolean {
  return step < listingSteps.length - 1 && bytes > (listingSteps[step]?.mostBytes ?? mostBytes);
}

const mostNamed = 5;

/** `bytes` are those of the whole. */
function wordsOf(cut: readonly string[], bytes: number): string | undefined {
  const named = cut.slice(0, mostNamed);
  const others = cut.length > mostNamed ? [`${cut.length - mostNamed} other arguments are cut too`] : [];
  const over = bytes > mostBytes ? [`it takes ${bytes} bytes, and hosts may drop the tool`] : [];
  const all = [...named, ...others, ...over];
  return all.length === 0 ? undefined : `${all.join('; ')}.`;
}

/** The input schema of a tool with these arguments. */
export function objectOf<Argument extends ListableArgument>(
  args: readonly Argument[],
  schemaOf: (argument: Argument) => JsonSchema,
): ObjectSchema {
  const required = args.filter((argument) => argument.required).map(({ property }) => property);
  return {
    type: 'object',
    properties: Object.fromEntries(args.map((argument) => [argument.property, schemaOf(argument)])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}
