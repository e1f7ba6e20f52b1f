import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import { reportBudgets } from './budget-check.js';
import { defaultHosts, lintHosts, type Violation } from './check.js';
import { listRules, type HostRule } from './rules.js';
import type { PlannedTool, PlanOptions } from '../plan.js';
import { isRich, rewriting } from './profile-names.js';

/** Holds tools against the hosts that they are listed for, and against the budgets. */
export function proveTools(
  tools: readonly PlannedTool[],
  serverKey: string,
  { profiles, hostRules, budgets }: Pick<PlanOptions, 'profiles' | 'hostRules' | 'budgets'>,
  diagnostics: Diagnostics,
): void {
  const asked = hostRules.filter((row) => isRow(row, profiles));
  reportHosts(tools, serverKey, { rules: asked, profiles }, diagnostics);
  reportBudgets(tools, budgets, diagnostics);
}

/** Reports which of these rules of hosts tools break that are listed in these profiles. */
export function reportHosts(
  tools: readonly PlannedTool[],
  serverKey: string,
  { rules, profiles }: { readonly rules: readonly HostRule[]; readonly profiles: PlanOptions['profiles'] },
  diagnostics: Diagnostics,
): void {
  const definitions = tools.map(({ definition }) => definition);
  const violations = lintHosts(definitions, serverKey, rules);
  const origins = new Map(tools.map(({ definition, origin }) => [definition.name, origin]));
  const told = new Set<string>();
  for (const { tool, host, problem, pointer, effect, rule } of violations) {
    if (rule === 'served-name') continue;
    if (tool === undefined) {
      diagnostics.report('list-beyond-host', { host, problem });
      continue;
    }
    // Of the places where a tool breaks a rule the first is enough to find the others.
    const key = JSON.stringify([tool, host, rule]);
    if (told.has(key)) continue;
    told.add(key);
    const isChosen = profiles.some((profile) => profile === host);
    const rivals = isChosen ? rivalsOf(host, profiles) : [];
    const fault = effect === 'refuses' && !isChosen;
    const details = { tool, host, problem, place: pointer, effect, fault, rivals };
    const origin = origins.get(tool);
    if (origin === undefined) continue;
    // Where profiles stand against each other it is one decision for all tools, whatever the words.
    const group = JSON.stringify([host, rule, rivals.length > 0 ? '' : problem]);
    diagnostics.repeat('host-rule-broken', group, details, origin);
  }
  reportServedNames(violations, serverKey, rules, diagnostics);
}

/** The chosen profiles that list schemas in another way than this one. */
function rivalsOf(host: string, profiles: PlanOptions['profiles']): readonly string[] {
  return profiles.filter((profile) => profile !== host && rewriting.includes(profile));
}

/** Whether tools in these profiles have to keep a rule: those whose breach a default host refuses, and all of a host that was chosen. */
function isRow({ host, rule, effect }: HostRule, profiles: PlanOptions['profiles']): boolean {
  // What lists take as a whole is for the budgets to say.
  if (Object.hasOwn(listRules, rule)) return false;
  if (isRich(profiles)) return host === 'mcp' || rule === 'valid-schema';
  if (profiles.some((profile) => profile === host)) return true;
  if (!defaultHosts.includes(host)) return false;
  return effect === 'refuses' || (rule === 'served-name' && host === 'claude');
}

/** One finding per host: long names are a matter of all names together. */
function reportServedNames(
  violations: readonly Violation[],
  serverKey: string,
  rules: readonly HostRule[],
  diagnostics: Diagnostics,
): void {
  for (const { host, rule, limit } of rules) {
    if (rule !== 'served-name') continue;
    const broken = violations.filter((violation) => violation.host === host && violation.rule === rule);
    const [{ tool: longest = '' } = {}] = broken.toSorted(
      (one, other) => (other.tool ?? '').length - (one.tool ?? '').length,
    );
    if (broken.length === 0) continue;
    // A row of ours, in the form that the rule takes.
    const { form, length: most } = limit as { readonly form: string; readonly length: number };
    const start = form.replace('{tool}', '').replace('{server}', () => serverKey);
    const room = most - start.length;
    diagnostics.report('long-served-names', { host, count: broken.length, most, room, start, longest });
  }
}
