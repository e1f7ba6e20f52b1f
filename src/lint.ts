import { Diagnostics, type Diagnostic } from './diagnostics/diagnostics.js';
import type { Planned } from './generate.js';
import { gradeDescriptions } from './plan/texts/description-grades.js';
import { defaultHosts, lintHosts } from './plan/hosts/check.js';
import type { HostRule } from './plan/hosts/rules.js';
import type { PlannedTool, PlanOptions } from './plan/plan.js';
import { isRich } from './plan/hosts/profile-names.js';
import { reportHosts } from './plan/hosts/prove-tools.js';

/** The hosts whose rules are checked where nobody names others. */
export const usualHosts: readonly string[] = defaultHosts;

/** What a run tells of hosts of its own accord; names that are served too long it tells of hosts that nobody named. */
const hostCodes: readonly string[] = ['host-rule-broken', 'long-served-names'];

/**
 * All that was found in a document and its plan, and what is wrong with the tools for models and for these hosts. Where
 * none are named, only that is told for which hosts refuse tools.
 */
export function lintTools(
  { plan, options }: Planned,
  found: readonly Diagnostic[],
  named: readonly string[] | undefined,
): readonly Diagnostic[] {
  const diagnostics = new Diagnostics();
  const tools = plan.modules.flatMap((module) => module.tools);
  const { profiles } = options;
  const hosts = named ?? usualHosts;
  const asked = options.hostRules.filter(
    ({ host, effect }) => hosts.includes(host) && (effect === 'refuses' || named !== undefined),
  );
  const promised = promisedHosts(profiles);
  const isPromise = ({ host, effect }: HostRule): boolean => effect === 'refuses' && promised.includes(host);
  const { serverKey } = plan;
  reportHosts(tools, serverKey, { rules: asked.filter(isPromise), profiles }, diagnostics);
  reportUnpromised(
    tools,
    serverKey,
    asked.filter((rule) => !isPromise(rule)),
    diagnostics,
  );
  gradeDescriptions(tools, diagnostics);
  const isReplaced = (code: string): boolean =>
    hostCodes.includes(code) && (named !== undefined || code !== 'long-served-names');
  return [...found.filter(({ code }) => !isReplaced(code)), ...diagnostics.all];
}

/** The hosts of which no tool may be refused. */
function promisedHosts(profiles: PlanOptions['profiles']): readonly string[] {
  return isRich(profiles) ? [] : [...defaultHosts, ...profiles];
}

/** Reports what tools were not made for: once for each rule of a host, since it is one decision for all of them. */
function reportUnpromised(
  tools: readonly PlannedTool[],
  serverKey: string,
  rules: readonly HostRule[],
  diagnostics: Diagnostics,
): void {
  const origins = new Map(tools.map(({ definition, origin }) => [definition.name, origin]));
  const definitions = tools.map(({ definition }) => definition);
  for (const violation of lintHosts(definitions, serverKey, rules)) {
    const { host, rule, effect, tool = '', pointer } = violation;
    const origin = origins.get(tool);
    if (origin === undefined) {
      diagnostics.report('list-beyond-host', { host, problem: violation.problem });
      continue;
    }
    const at = pointer === '' ? '' : ` (at ${pointer} of its input schema)`;
    const code = effect === 'refuses' ? 'host-refuses' : 'host-works-worse';
    const details = { host, problem: `${violation.problem}${at}`, tool };
    diagnostics.repeat(code, `${host} ${rule}`, details, origin);
  }
}
