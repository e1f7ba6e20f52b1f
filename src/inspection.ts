import { didYouMean } from './diagnostics/did-you-mean.js';
import type { Diagnostic, Origin } from './diagnostics/diagnostics.js';
import { keyOf, pointerOf, tokensOf } from './diagnostics/pointer.js';
import type { PlannedProject, Planned } from './generate.js';
import type { Budgets } from './plan/hosts/budgets.js';
import { leftOutOf, type LeftOut } from './plan/left-out.js';
import { routeOf } from './plan/names/tool-names.js';
import { wordsOf } from './plan/names/words.js';
import { listedParts, listedTool, type ListedPart, type ListedTool } from './runtime/listed-tool.js';
import type { PlannedTool } from './plan/plan.js';
import type { RequestBinding } from './runtime/binding.js';

/** What can be told of the tools of a document before a server is written. */
export interface Inspection {
  readonly server: string;
  /** In document order. */
  readonly tools: readonly InspectedTool[];
  readonly operations: number;
  readonly leftOut: readonly LeftOut[];
  /** Of all tools as they are listed. */
  readonly tokens: number;
  /** In the order of `Budgets`. */
  readonly overBudget: readonly Excess[];
  /** What is about no single tool. */
  readonly findings: readonly Diagnostic[];
}

/** One tool, and what it costs. */
export interface InspectedTool {
  readonly listed: ListedTool;
  readonly operationId: string | undefined;
  /** Old names that are served too. */
  readonly aliases: readonly string[];
  readonly group: string | undefined;
  /** What a client's token has to allow: any one of these sets; none where every client may call it. */
  readonly scopes: readonly (readonly string[])[];
  readonly request: RequestBinding;
  /** Of the tool as it is listed. */
  readonly tokens: number;
  readonly tokensByPart: Readonly<Partial<Record<ListedPart, number>>>;
  /** Of the schema as UTF-8: hosts drop tools over a limit. */
  readonly inputSchemaBytes: number;
  readonly findings: readonly Diagnostic[];
}

/** A budget that is passed. */
export interface Excess {
  readonly budget: keyof Budgets;
  readonly limit: number;
  /** The greatest that was found. */
  readonly found: number;
  /** The tools that pass it, by name; empty where it is about the list. */
  readonly tools: readonly string[];
}

/** How many tokens a model reads a text as. */
export type TokenCounter = (text: string) => number;

/** Looks at the tools of a plan. */
export function inspectTools(
  { plan, selection, options }: Planned,
  diagnostics: PlannedProject['diagnostics'],
  countTokens: TokenCounter,
): Inspection {
  const planned = plan.modules.flatMap(({ tools }) => tools);
  const findings = findingsByTool(planned, diagnostics);
  const byName = new Map(planned.map((tool) => [tool.definition.name, tool]));
  const tools = plan.manifest.tools.flatMap((definition): readonly InspectedTool[] => {
    const tool = byName.get(definition.name);
    return tool === undefined ? [] : [inspectTool(tool, findings.byTool.get(tool) ?? [], countTokens)];
  });
  const tokens = tools.reduce((sum, tool) => sum + tool.tokens, 0);
  return {
    server: plan.manifest.server.name,
    tools,
    operations: selection.operations.length + selection.leftOut.size,
    leftOut: leftOutOf(selection.leftOut),
    tokens,
    overBudget: excessesOf(tools, tokens, options.budgets),
    findings: findings.others,
  };
}

function inspectTool(
  { definition }: PlannedTool,
  findings: readonly Diagnostic[],
  countTokens: TokenCounter,
): InspectedTool {
  const listed = listedTool(definition);
  const parts = listedParts.flatMap((part) =>
    listed[part] === undefined ? [] : [[part, countTokens(JSON.stringify(listed[part]))] as const],
  );
  return {
    listed,
    operationId: definition.operationId,
    aliases: definition.aliases ?? [],
    group: definition.group,
    scopes: definition.scopes ?? [],
    request: definition.request,
    tokens: countTokens(JSON.stringify(listed)),
    tokensByPart: Object.fromEntries(parts),
    inputSchemaBytes: Buffer.byteLength(JSON.stringify(listed.inputSchema)),
    findings,
  };
}

function excessesOf(tools: readonly InspectedTool[], tokens: number, budgets: Budgets): readonly Excess[] {
  const listExcess = (budget: keyof Budgets, found: number): readonly Excess[] =>
    found > budgets[budget] ? [{ budget, limit: budgets[budget], found, tools: [] }] : [];
  const toolExcess = (budget: keyof Budgets, of: (tool: InspectedTool) => number): readonly Excess[] => {
    const limit = budgets[budget];
    const over = tools.filter((tool) => of(tool) > limit).sort((one, other) => of(other) - of(one));
    const [first] = over;
    const names = over.map(({ listed }) => listed.name);
    return first === undefined ? [] : [{ budget, limit, found: of(first), tools: names }];
  };
  return [
    ...listExcess('tools', tools.length),
    ...listExcess('tokens', tokens),
    ...toolExcess('toolTokens', (tool) => tool.tokens),
    ...toolExcess('descriptionCharacters', ({ listed }) => listed.description?.length ?? 0),
  ];
}

/** Findings at an operation or below, or at what all operations of its path share, are about its tool. */
function findingsByTool(
  tools: readonly PlannedTool[],
  diagnostics: readonly Diagnostic[],
): {
  readonly byTool: ReadonlyMap<PlannedTool, readonly Diagnostic[]>;
  readonly others: readonly Diagnostic[];
} {
  const places = placesOf(tools);
  const byTool = new Map<PlannedTool, Diagnostic[]>();
  const others: Diagnostic[] = [];
  for (const diagnostic of diagnostics) {
    const owners = ownersOf(diagnostic, places);
    if (owners.length === 0) others.push(diagnostic);
    for (const owner of owners) {
      const findings = byTool.get(owner) ?? [];
      findings.push(diagnostic);
      byTool.set(owner, findings);
    }
  }
  return { byTool, others };
}

/** Fields of a Path Item Object that count for all its operations. */
const shared = ['parameters', 'servers'];

/** The tools that each place of a document is about; all below such a place is about them as well. */
function placesOf(tools: readonly PlannedTool[]): ReadonlyMap<string, readonly PlannedTool[]> {
  const places = new Map<string, PlannedTool[]>();
  const add = (origin: Origin, tool: PlannedTool): void => {
    const key = keyOf(origin);
    const known = places.get(key) ?? [];
    known.push(tool);
    places.set(key, known);
  };
  for (const tool of tools) {
    const { file, pointer } = tool.origin;
    add(tool.origin, tool);
    const keys = tokensOf(pointer);
    // Methods that OpenAPI has no field for lie one deeper.
    const item = keys.slice(0, keys.at(-2) === 'additionalOperations' ? -2 : -1);
    for (const field of shared) add({ file, pointer: pointerOf([...item, field]) }, tool);
  }
  return places;
}

/** The tools that a finding is about; none where the places that it is about belong to several. */
function ownersOf(
  { origin, places: about }: Diagnostic,
  places: ReadonlyMap<string, readonly PlannedTool[]>,
): readonly PlannedTool[] {
  if (about === undefined) return origin === undefined ? [] : toolsAround(origin, places);
  const owners = new Set<PlannedTool | undefined>();
  for (const place of about) {
    const tools = toolsAround(place, places);
    for (const tool of tools.length === 0 ? [undefined] : tools) owners.add(tool);
    if (owners.size > 1) return [];
  }
  return [...owners].filter((tool) => tool !== undefined);
}

/** The tools of the nearest place around an origin. */
function toolsAround(
  { file, pointer }: Origin,
  places: ReadonlyMap<string, readonly PlannedTool[]>,
): readonly PlannedTool[] {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    const owners = places.get(keyOf({ file, pointer: pointer.slice(0, end) }));
    if (owners !== undefined) return owners;
  }
  return [];
}

/** Why no tool is found: its operation is left out, or there is none, and what was most likely meant, if anything. */
export type NoTool = { readonly leftOut: LeftOut } | { readonly meant: string | undefined };

/** The tool of a name, an operationId, `METHOD /path` or an old name. */
export function findTool({ tools, leftOut }: Inspection, written: string): InspectedTool | NoTool {
  const ways: readonly ((tool: InspectedTool) => readonly (string | undefined)[])[] = [
    ({ listed }) => [listed.name],
    ({ operationId }) => [operationId],
    ({ request }) => [routeOf(request)],
    ({ aliases }) => aliases,
  ];
  for (const namesOf of ways) {
    const found = tools.find((tool) => namesOf(tool).includes(written));
    if (found !== undefined) return found;
  }
  const unwanted = leftOut.find(({ operation, operationId = '' }) =>
    [operation, operationId, wordsOf(operationId).join('_')].includes(written),
  );
  if (unwanted !== undefined) return { leftOut: unwanted };
  const names = tools.flatMap((tool) => ways.flatMap((namesOf) => namesOf(tool)));
  return {
    meant: didYouMean(
      written,
      names.filter((name) => name !== undefined),
    ),
  };
}
