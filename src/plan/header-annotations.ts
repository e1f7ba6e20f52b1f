import type { Diagnostics, Origin } from '../diagnostics/diagnostics.js';
import { pointerTo } from '../diagnostics/pointer.js';
import type { Operation, Parameter, SchemaPool } from '../model/model.js';
import type { JsonSchema, ObjectSchema } from '../runtime/json-schema.js';
import type { ParameterWord, Sourced } from './curation/curation.js';
import { reportUnusable } from './curation/refusal.js';
import { annotate, listedPlace, type StandingHeader } from './headers/listing.js';
import { annotation, createHeaderFinder, type HeaderPlace } from './headers/places.js';
import { brokenHeaderRule } from './headers/rules.js';
import { memberCalled } from './names/member-names.js';
import type { Flattener } from './schemas/flatten.js';
import type { Json } from './schemas/shape.js';

/** An argument whose values may be mirrored in headers. */
export interface HeaderArgument {
  readonly property: string;
  readonly schema: Json;
  readonly schemaOrigin: Origin;
  /** The body has none. */
  readonly parameter: Parameter | undefined;
  /** What was said of its header beside the document's own words. */
  readonly said: Sourced<string> | undefined;
  /** What was said of the headers of its members: `body.region`, the nearest first. */
  readonly saidOfMembers: readonly ParameterWord<string>[];
}

type BodyOwner = Pick<Operation, 'origin' | 'requestBody'>;

/** An annotation that someone wants, by the names that lead to its property. */
interface HeaderWish extends HeaderPlace {
  readonly name: string;
  readonly said: Sourced<string> | undefined;
}

/** The annotations that are wanted on one tool, and what becomes of them. */
export interface HeaderWishes {
  /** The annotations that the listed schema may have to hold, by argument. */
  readonly values: ReadonlyMap<string, readonly unknown[]>;
  /** Writes into a listed schema what may stand and reports the rest; the tool is listed in any case. */
  readonly settle: (listed: ObjectSchema, diagnostics: Diagnostics) => SettledHeaders;
}

/** What stands. */
export interface SettledHeaders {
  /** The listed schema with the annotations that stand, and without any other. */
  readonly inputSchema: ObjectSchema;
  /** The annotations of whole arguments. */
  readonly byArgument: ReadonlyMap<string, JsonSchema>;
}

/** Plans the header annotations of the tools of one document. */
export type HeaderPlanner = (
  args: readonly HeaderArgument[],
  operation: BodyOwner,
  diagnostics: Diagnostics,
) => HeaderWishes;

/** A planner for schemas that refer into `pool`. `credentials` are names that hold secrets, in lower case. */
export function createHeaderPlanner(
  pool: SchemaPool,
  flattener: Flattener,
  credentials: ReadonlySet<string>,
): HeaderPlanner {
  const find = createHeaderFinder(pool, flattener);
  return (args, operation, diagnostics) => {
    const byArgument = args.map((argument) => {
      const { schema, schemaOrigin } = argument;
      const said = saidWishes(argument, flattener, operation, diagnostics);
      return firstOfEach([...said, ...writtenWishes(argument, find({ json: schema, origin: schemaOrigin }))]);
    });
    const wishes = byArgument.flat();
    const values = new Map(
      args.map(({ property }, at) => [property, (byArgument[at] ?? []).map(({ header }) => header)]),
    );
    return {
      values,
      settle: (listed, found) => {
        if (wishes.length === 0) return { inputSchema: listed, byArgument: new Map() };
        const standing = judge(wishes, listed, { flattener, credentials }, (wish, problem) => {
          refuse(wish, problem, operation, found);
        });
        const whole = standing.filter(({ path }) => path.length === 1);
        return {
          inputSchema: annotate(listed, standing),
          byArgument: new Map(whole.map(({ path: [name = ''], header }) => [name, { [annotation]: header }])),
        };
      },
    };
  };
}

/** What people said of an argument and its members, in place of what the document says. */
function saidWishes(
  { property, schema, parameter, said, saidOfMembers }: HeaderArgument,
  flattener: Flattener,
  operation: BodyOwner,
  diagnostics: Diagnostics,
): readonly HeaderWish[] {
  const wish = (word: Sourced<string>, path: readonly string[], member: Json): HeaderWish => ({
    path: [property, ...path],
    name: path.at(-1) ?? parameter?.name ?? property,
    header: word.value,
    schema: member,
    behind: undefined,
    origin: word.origin ?? operation.origin,
    said: word,
  });
  const own = said === undefined ? [] : [wish(said, [], schema)];
  const ofMembers = saidOfMembers.flatMap((word) => {
    const member = memberCalled(word.name, schema, flattener);
    if (member !== undefined) return [wish(word, member.path, member.schema)];
    // The configuration was looked at as a whole, and what is said of many operations need not fit each.
    const isLookedAt = word.field === 'config' && !isInAnyBody(word.name, operation, flattener);
    const problem = 'the request body, as it is sent, has no such member.';
    if (word.isOwn && !isLookedAt) reportUnusable(word, problem, operation, diagnostics);
    return [];
  });
  return [...own, ...ofMembers];
}

/** Whether a member is in the request body, in whatever media type. */
function isInAnyBody(name: string, { requestBody }: BodyOwner, flattener: Flattener): boolean {
  const content = requestBody?.content ?? [];
  return content.some(({ schema }) => memberCalled(name, schema?.json ?? true, flattener) !== undefined);
}

/** What the document itself says: on the Parameter Object, then in its schemas. */
function writtenWishes(
  { property, schema, parameter }: HeaderArgument,
  places: readonly HeaderPlace[],
): readonly HeaderWish[] {
  const header = parameter?.extensions.get(annotation);
  const own =
    parameter === undefined || header === undefined
      ? []
      : [{ path: [], header, schema, origin: annotationAt(parameter.origin), behind: undefined }];
  return [...own, ...places].map((place) => ({
    ...place,
    path: [property, ...place.path],
    name: place.path.at(-1) ?? parameter?.name ?? property,
    said: undefined,
  }));
}

function annotationAt({ file, pointer }: Origin): Origin {
  return { file, pointer: pointerTo(pointer, annotation) };
}

/** Of several words on one property the first counts; those at places that cannot be reached are kept to be told of. */
function firstOfEach(wishes: readonly HeaderWish[]): readonly HeaderWish[] {
  const taken = new Set<string>();
  return wishes.filter(({ path, behind }) => {
    if (behind !== undefined) return true;
    const key = JSON.stringify(path);
    if (taken.has(key)) return false;
    taken.add(key);
    return true;
  });
}

interface HeaderFacts {
  readonly flattener: Flattener;
  readonly credentials: ReadonlySet<string>;
}

function judge(
  wishes: readonly HeaderWish[],
  listed: ObjectSchema,
  { flattener, credentials }: HeaderFacts,
  refused: (wish: HeaderWish, problem: string) => void,
): readonly StandingHeader[] {
  const standing: StandingHeader[] = [];
  const taken = new Map<string, string>();
  for (const wish of wishes) {
    const { path, header, name, schema } = wish;
    const key = String(header).toLowerCase();
    const problem = brokenHeaderRule({
      ...wish,
      shapes: flattener.flatten(schema).alternatives,
      listed: listedPlace(listed, path),
      isCredential: credentials.has(name.toLowerCase()) || credentials.has(key),
      twin: taken.get(key),
    });
    if (problem === undefined) {
      standing.push({ path, header: String(header) });
      taken.set(key, path.join('.'));
    } else refused(wish, problem);
  }
  return standing;
}

function refuse(
  { path, said, origin }: HeaderWish,
  problem: string,
  operation: { readonly origin: Origin },
  diagnostics: Diagnostics,
): void {
  if (said?.field === 'config') reportUnusable(said, problem, operation, diagnostics);
  else diagnostics.report('header-annotation-refused', { property: path.join('.'), problem }, origin);
}
