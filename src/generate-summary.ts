import type { Choice } from './choices.js';
import { choicesOfLastRun, type DocumentOptions } from './generate-options.js';
import { leftOutOf, type LeftOut } from './plan/left-out.js';
import { listedTool } from './runtime/listed-tool.js';
import type { ServerPlan } from './plan/plan.js';
import type { Selection } from './plan/selection.js';
import { estimateTokens } from './plan/hosts/tokens.js';
import { compareTools, type ToolChanges } from './write/lock-facts.js';
import type { LockFacts } from './write/lock.js';
import type { Project } from './write/project.js';

/** What a person wants to know of the project that a run made. */
export interface Summary {
  readonly name: string;
  /** The project's folder, as seen from the current one. */
  readonly folder: string;
  readonly operations: number;
  readonly tools: number;
  /** Estimate of what a model reads when it lists the tools. */
  readonly tokens: number;
  /** Operations that were not wanted. */
  readonly leftOut: readonly LeftOut[];
  /** Whether a fresh project needs settings that nothing else than a person can fill in: credentials, an address. */
  readonly needsSettings: boolean;
  /** What was chosen by flags of the last run and not this time. */
  readonly choicesOfLastRun: readonly Choice[];
  /** `undefined` where there was no last run. */
  readonly toolChanges: ToolChanges | undefined;
}

/** Sums up a run. */
export function summarize(
  project: Project,
  { operations, leftOut }: Selection,
  { packageName, manifest: { tools }, variables }: ServerPlan,
  facts: LockFacts,
  options: DocumentOptions,
): Summary {
  const { shown, lock } = project;
  const costs = tools.map((tool) => estimateTokens(JSON.stringify(listedTool(tool))));
  return {
    name: packageName,
    folder: shown,
    operations: operations.length + leftOut.size,
    tools: tools.length,
    tokens: costs.reduce((sum, cost) => sum + cost, 0),
    needsSettings: variables.some(({ required }) => required),
    leftOut: leftOutOf(leftOut),
    choicesOfLastRun: choicesOfLastRun(options, project),
    toolChanges: lock && compareTools(lock, facts),
  };
}
