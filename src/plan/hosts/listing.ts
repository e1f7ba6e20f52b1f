import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import type { SchemaPool } from '../../model/model.js';
import type { JsonSchema, ObjectSchema } from '../../runtime/json-schema.js';
import type { ToolDefinition } from '../../runtime/manifest.js';
import { resultHint, type HostRule } from './rules.js';
import type { PlannedTool, PlanOptions } from '../plan.js';
import { annotate, annotateLike, standingHeaders } from '../headers/listing.js';
import { flattenLevels, widenUnion } from './profile-cursor.js';
import { leaveOutAdditional, shortenEnum, useNullable } from './profile-gemini.js';
import { limitOf } from './profile-limits.js';
import { isRich, type ProfileName } from './profile-names.js';
import { rewriteSchema } from './profile-rewrite.js';
import {
  asTextBelow,
  nameTypes,
  requireMembers,
  tellMixed,
  withoutOptionalNulls,
  type Loss,
} from './profile-strict.js';
import { richSchema } from './rich-schema.js';

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
      (schema, { lose }) => rewriteSchema(schema, (part) => tellMixed(part, lose)),
      (schema, { lose }) => rewriteSchema(schema, (part) => nameTypes(requireMembers(part, lose), lose)),
    ],
    shorten: asTextBelow,
    checked: (schema) => rewriteSchema(schema, withoutOptionalNulls),
  },
  {
    profile: 'gemini',
    passes: [
      (schema, context) => rewriteSchema(schema, (part) => shortenEnum(part, context.limitOf('enum-values'))),
      (schema) => rewriteSchema(schema, useNullable),
      (schema) => rewriteSchema(schema, leaveOutAdditional),
    ],
  },
  {
    profile: 'claude',
    definition: (context) => ({ _meta: { [resultHint]: context.limitOf('result-characters') } }),
  },
];

const losses: Readonly<Record<Loss, string>> = {
  cleared: 'null counts as not given, so members that can be both null and left out cannot be cleared',
  any: 'where values of any type are taken, texts, numbers and truth values alone can be given',
  mixed: 'where a text or an object with members of any name is taken, the text alone can be given',
  further: 'members beyond those that are listed cannot be given',
};

/** Lists tools for the hosts that were chosen; the default profile changes nothing. */
export function createToolLister(
  { profiles, hostRules }: Pick<PlanOptions, 'profiles' | 'hostRules'>,
  pool: SchemaPool,
  diagnostics: Diagnostics,
): (tool: PlannedTool) => PlannedTool {
  if (isRich(profiles)) return (tool) => listed(tool, richSchema(tool.types.input, pool));
  const chosen = hostListings.filter(({ profile }) => profiles.includes(profile));
  return (tool) => chosen.reduce((before, listing) => listFor(before, listing, hostRules, diagnostics), tool);
}

function listFor(
  tool: PlannedTool,
  listing: HostListing,
  rules: readonly HostRule[],
  diagnostics: Diagnostics,
): PlannedTool {
  const { profile, checked, definition } = listing;
  const report = (problem: string): void =>
    diagnostics.repeat('profile-limitation', `${profile} ${problem}`, { profile, problem }, tool.origin);
  const context: PassContext = {
    limitOf: (rule) => limitOf(rules, profile, rule) ?? Infinity,
    lose: (loss) => report(losses[loss]),
  };
  const { inputSchema, listedSchema = inputSchema } = tool.definition;
  const room = limitOf(rules, 'claude', 'schema-bytes') ?? Infinity;
  const schema = listWithin(room, listedSchema, listing, context);
  const lost = lostHeaders(listedSchema, schema);
  for (const name of lost) report(`the argument '${name}' can be null and is mirrored in no header`);
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

/** The tool as it is listed by a schema; `undefined` for the one that its arguments are checked against. */
function listed(tool: PlannedTool, schema: ObjectSchema | undefined): PlannedTool {
  const { definition } = tool;
  const own = schema && annotateLike(schema, definition.inputSchema);
  const isOwn = own !== undefined && JSON.stringify(own) !== JSON.stringify(definition.inputSchema);
  return isOwn ? { ...tool, definition: { ...definition, listedSchema: own } } : tool;
}

/** The arguments that were mirrored in a header before. */
function lostHeaders(before: JsonSchema, after: JsonSchema): readonly string[] {
  const kept = new Set(standingHeaders(annotateLike(after, before)).map(({ path }) => path.join('.')));
  return standingHeaders(before)
    .map(({ path }) => path.join('.'))
    .filter((name) => !kept.has(name));
}

function withoutHeaders(schema: ObjectSchema, names: readonly string[]): ObjectSchema {
  if (names.length === 0) return schema;
  return annotate(
    schema,
    standingHeaders(schema).filter(({ path }) => !names.includes(path.join('.'))),
  );
}
