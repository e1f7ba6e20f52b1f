import type { ToolDefinition } from '../../runtime/manifest.js';
import { listRules, toolRules, type HostRule, type Rule } from './rules.js';
import { subschemaRules } from './schema-rules.js';
import { listedTool, type ListedTool } from '../../runtime/listed-tool.js';
import { pointerToSubschema, subschemasOf, type Subschema } from '../schemas/subschemas.js';

/** What a host has against a tool, or against a list of tools. */
export interface Violation {
  readonly host: string;
  readonly rule: string;
  readonly effect: HostRule['effect'];
  /** `undefined` where it is about the list as a whole. */
  readonly tool: string | undefined;
  /** RFC 6901 pointer into the tool's listed input schema; empty for the tool itself. */
  readonly pointer: string;
  /** What is wrong, in words. */
  readonly problem: string;
  /** What to do about it. */
  readonly help: string;
}

/** Those whose tools every project in the default profile has to please. */
export const defaultHosts: readonly string[] = ['claude', 'openai', 'vscode', 'cursor', 'gemini'];

/** Everything that hosts have against a list of tools. `serverKey` is the name by which a host knows the server. */
export function lintHosts(
  tools: readonly ToolDefinition[],
  serverKey: string,
  rules: readonly HostRule[],
): readonly Violation[] {
  const ofTools = checksOf(toolRules, rules);
  const ofSubschemas = checksOf(subschemaRules, rules);
  const listed = tools.map(listedTool);
  const ofTool = (tool: ListedTool): readonly Violation[] => [
    ...ofTools.flatMap((held) => violationsOf(held, held.check(tool, serverKey), { tool: tool.name })),
    ...violationsWithin(tool, ofSubschemas),
  ];
  const ofLists = checksOf(listRules, rules);
  return [
    ...listed.flatMap(ofTool),
    ...ofLists.flatMap((held) => violationsOf(held, held.check(listed), { tool: undefined })),
  ];
}

/** A rule that is measured against a limit, and the hosts that ask for it. */
interface HeldRule<Check> {
  readonly rule: string;
  readonly check: Check;
  readonly help: string;
  readonly rows: readonly HostRule[];
}

/** What is to be checked; hosts that ask for the same share one check. */
function checksOf<Check>(
  table: Readonly<Record<string, Rule<Check>>>,
  rules: readonly HostRule[],
): readonly HeldRule<Check>[] {
  const rows = new Map<string, HostRule[]>();
  for (const row of rules) {
    if (!Object.hasOwn(table, row.rule)) continue;
    const key = JSON.stringify([row.rule, row.limit]);
    const alike = rows.get(key);
    if (alike === undefined) rows.set(key, [row]);
    else alike.push(row);
  }
  return [...rows.values()].flatMap((alike) => {
    const [{ rule, limit } = { rule: '' }] = alike;
    const entry = table[rule];
    return entry === undefined ? [] : [{ rule, check: entry.against(limit), help: entry.help, rows: alike }];
  });
}

function violationsWithin(
  tool: ListedTool,
  rules: readonly HeldRule<(subschema: Subschema) => string | undefined>[],
): readonly Violation[] {
  const found: Violation[] = [];
  for (const subschema of subschemasOf(tool.inputSchema)) {
    for (const held of rules) {
      const problem = held.check(subschema);
      if (problem === undefined) continue;
      found.push(...violationsOf(held, problem, { tool: tool.name, pointer: pointerToSubschema(subschema) }));
    }
  }
  return found;
}

function violationsOf(
  { rule, help, rows }: HeldRule<unknown>,
  problem: string | undefined,
  { tool, pointer = '' }: { readonly tool: string | undefined; readonly pointer?: string },
): readonly Violation[] {
  if (problem === undefined) return [];
  return rows.map(({ host, effect }) => ({ host, rule, effect, tool, pointer, problem, help }));
}
