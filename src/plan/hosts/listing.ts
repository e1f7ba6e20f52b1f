import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import type { SchemaPool } from '../../model/model.js';
import type { JsonSchema, ObjectSchema } from '../../runtime/json-schema.js';
import type { ToolDefinition } from '../../runtime/manifest.js';
import { resultHint, type HostRule } from './rules.js';
import type { PlannedTool, PlanOptions } from '../plan.js';
import { annotate, annotateLike, listedPlace, standingHeaders } from '../headers/listing.js';
import { flattenLevels, widenUnion } from './profile-cursor.js';
import { leaveOutAdditional, nameAll, shortenEnum, useNullable } from './profile-gemini.js';
import { limitOf } from './profile-limits.js';
import { isRich, type ProfileName } from './profile-names.js';
import { losses, type Loss } from './losses.js';
import { rewriteSchema } from './profile-rewrite.js';
import {
  asTextBelow,
  nameContainer,
  nameTypes,
  requireMembers,
  leaveOutMixed,
  withoutOptionalNulls,
} from './profile-strict.js';
import { richSchema } from './rich-schema.js';
import { createSchemaProof, type SchemaProof } from './schema-proof.js';

/** What a pass may know and tell beside the schema. */
interface PassContext {
  readonly limitOf: (rule: string) => number;
  readonly lose: (loss: Loss) => void;
}

/** One step from the portable listing to that of a host. */
type HostPass = (schema: JsonSchema, context: PassContext) => JsonSchema;

/** What a profile makes of a tool in the portable listing. */
interface HostListing {
  readonly profile: ProfileName;
  /** Steps from the portable listing to the host's. */
  readonly passes?: readonly HostPass[];
  /** What is done first to a schema that would take more bytes than hosts take. */
  readonly shorten?: (schema: JsonSchema, levels: number) => JsonSchema;
  /** What arguments are checked against where that is not the portable schema. */
  readonly checked?: HostPass;
  /** What the host reads beside the schema. */
  readonly definition?: (context: PassContext) => Partial<ToolDefinition>;
}

/** The profiles that list tools in a way of their own; several are applied in this order. */
const hostListings: readonly HostListing[] = [
  {
    profile: 'cursor',
    passes: [
      (schema) => rewriteSchema(schema, widenUnion),
      (schema, context) => flattenLevels(schema, context.limitOf('levels')),
    ],
  },
  {
    profile: 'openai-strict',
    passes: [
      (schema, { lose }) => rewriteSchema(schema, (part) => leaveOutMixed(part, lose)),
      (schema, { lose }) =>
        rewriteSchema(schema, (part) => nameTypes(requireMembers(nameContainer(part, lose), lose), lose)),
    ],
    shorten: asTextBelow,
    checked: (schema) => rewriteSchema(schema, withoutOptionalNulls),
  },
  {
    profile: 'gemini',
    passes: [
      (schema, context) => rewriteSchema(schema, (part) => shortenEnum(part, context.limitOf('enum-values'))),
      (schema, { lose }) => nameAll(schema, lose),
      (schema, { lose }) => rewriteSchema(schema, (part) => useNullable(part, lose)),
      (schema) => rewriteSchema(schema, leaveOutAdditional),
    ],
  },
  {
    profile: 'claude',
    definition: (context) => ({ _meta: { [resultHint]: context.limitOf('result-characters') } }),
  },
];

/** Lists tools for the hosts that were chosen; the default profile changes nothing. */
export function createToolLister(
  { profiles, hostRules }: Pick<PlanOptions, 'profiles' | 'hostRules'>,
  pool: SchemaPool,
  diagnostics: Diagnostics,
): (tool: PlannedTool) => PlannedTool {
  const limitationOf =
    (profile: ProfileName, { origin }: PlannedTool) =>
    (problem: string) =>
      diagnostics.repeat('profile-limitation', `${profile} ${problem}`, { profile, problem }, origin);
  if (isRich(profiles)) {
    const proof = createSchemaProof();
    return (tool) => listRich(tool, pool, proof, limitationOf('rich', tool));
  }
  const chosen = hostListings.filter(({ profile }) => profiles.includes(profile));
  return (tool) => {
    if (profiles.includes('rich')) limitationOf('rich', tool)(leftAside);
    return chosen.reduce(
      (before, listing) => listFor(before, listing, hostRules, limitationOf(listing.profile, tool)),
      tool,
    );
  };
}

type Report = (problem: string) => void;

const leftAside = 'it is left aside, since the hosts that are chosen beside it refuse some of what it lists';

function listRich(tool: PlannedTool, pool: SchemaPool, proof: SchemaProof, report: Report): PlannedTool {
  const rich = richSchema(tool.types.input, pool, proof);
  if ('schema' in rich) return listed(tool, rich.schema);
  report(`arguments are listed as every host takes them, since ${rich.problem}`);
  return tool;
}

function listFor(
  tool: PlannedTool,
  listing: HostListing,
  rules: readonly HostRule[],
  report: Report,
): PlannedTool {
  const { profile, checked, definition } = listing;
  const context: PassContext = {
    limitOf: (rule) => limitOf(rules, profile, rule) ?? Infinity,
    lose: (loss) => report(losses[loss]),
  };
  const { inputSchema, listedSchema = inputSchema } = tool.definition;
  const room = limitOf(rules, 'claude', 'schema-bytes') ?? Infinity;
  const schema = listWithin(room, listedSchema, listing, context);
  const lost = lostHeaders(listedSchema, schema);
  for (const path of lost) {
    report(`the argument '${path.join('.')}' ${reasonFor(schema, path)} and is mirrored in no header`);
  }
  const mirrored = withoutHeaders(inputSchema, lost);
  // A pass makes an object of an object.
  const own = { inputSchema: (checked?.(mirrored, context) ?? mirrored) as ObjectSchema };
  const described = { ...tool.definition, ...own, ...definition?.(context) };
  return listed({ ...tool, definition: described }, schema as ObjectSchema);
}

/** How many levels are listed of a schema that is too large with all of them. */
const fewerLevels = [4, 3, 2, 1];

/** The schema as a profile lists it, in no more than `room` bytes where it knows how. */
function listWithin(
  room: number,
  schema: JsonSchema,
  { passes = [], shorten }: HostListing,
  context: PassContext,
): JsonSchema {
  const list = (whole: JsonSchema): JsonSchema =>
    passes.reduce((before, pass) => pass(before, context), whole);
  const listed = list(schema);
  if (shorten === undefined || isWithin(room, listed)) return listed;
  const shorter = fewerLevels.map((levels) => list(shorten(schema, levels)));
  return shorter.find((one) => isWithin(room, one)) ?? listed;
}

function isWithin(room: number, schema: JsonSchema): boolean {
  return Buffer.byteLength(JSON.stringify(schema)) <= room;
}

/** The tool as it is listed by a schema. */
function listed(tool: PlannedTool, schema: ObjectSchema): PlannedTool {
  const { definition } = tool;
  const own = annotateLike(schema, definition.inputSchema);
  const isOwn = JSON.stringify(own) !== JSON.stringify(definition.inputSchema);
  return isOwn ? { ...tool, definition: { ...definition, listedSchema: own } } : tool;
}

type Path = readonly string[];

/** The arguments that were mirrored in a header before. */
function lostHeaders(before: JsonSchema, after: JsonSchema): readonly Path[] {
  const kept = standingHeaders(annotateLike(after, before)).map(({ path }) => JSON.stringify(path));
  const isKept = (path: Path): boolean => kept.includes(JSON.stringify(path));
  return standingHeaders(before).flatMap(({ path }) => (isKept(path) ? [] : [path]));
}

/** Why an argument is mirrored no more, in words. */
function reasonFor(schema: JsonSchema, path: Path): string {
  return 'schema' in listedPlace(schema, path) ? 'can be null' : 'is told of in words';
}

function withoutHeaders(schema: ObjectSchema, paths: readonly Path[]): ObjectSchema {
  if (paths.length === 0) return schema;
  const lost = new Set(paths.map((path) => JSON.stringify(path)));
  return annotate(
    schema,
    standingHeaders(schema).filter(({ path }) => !lost.has(JSON.stringify(path))),
  );
}
