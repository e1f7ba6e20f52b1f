import type { Choice } from './choices.js';
import { choicesOfLastRun, type DocumentOptions } from './generate-options.js';
import { leftOutOf, type LeftOut } from './plan/left-out.js';
import type { ToolDefinition } from './runtime/manifest.js';
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
  /** How clients over HTTP prove who they are, where it was otherwise in the last run. */
  readonly authChange: AuthChange | undefined;
  /** `undefined` where there was no last run. */
  readonly toolChanges: ToolChanges | undefined;
}

/** Another mode of authorization than in the last run. */
export interface AuthChange {
  readonly from: string;
  readonly to: string;
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
    needsSettings: variables.some(({ required }) => required) || tools.some(needsCredentials),
    leftOut: leftOutOf(leftOut),
    choicesOfLastRun: choicesOfLastRun(options, project),
    authChange: lock && changeOfAuth(lock, facts),
    toolChanges: lock && compareTools(lock, facts),
  };
}

/** Whether no call of a tool goes without credentials, whichever way they are given. */
function needsCredentials({ request: { security } }: ToolDefinition): boolean {
  return security.length > 0 && security.every((requirement) => Object.keys(requirement).length > 0);
}

/** A server whose mode nobody chose starts as one with none. */
function changeOfAuth(last: Pick<LockFacts, 'auth'>, now: Pick<LockFacts, 'auth'>): AuthChange | undefined {
  const [from, to] = [last.auth ?? 'none', now.auth ?? 'none'];
  return from === to ? undefined : { from, to };
}
