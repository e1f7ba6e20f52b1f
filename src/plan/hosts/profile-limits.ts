import type { Budgets } from './budgets.js';
import type { HostRule } from './rules.js';
import type { PlanOptions } from '../plan.js';
import type { ProfileName } from './profile-names.js';

/** The rows of one rule that hosts with a profile of their own ask for. */
function rowsOf(rules: readonly HostRule[], profiles: readonly string[], rule: string): readonly HostRule[] {
  return rules.filter((row) => row.rule === rule && profiles.includes(row.host));
}

/** The limit of a host's rule that is a number; `undefined` where nothing is known. */
export function limitOf(rules: readonly HostRule[], profile: ProfileName, rule: string): number | undefined {
  const limits = rowsOf(rules, [profile], rule).map(({ limit }) => Number(limit));
  return limits.length === 0 ? undefined : Math.min(...limits);
}

/** Options as the chosen profiles tighten them: names as long as their hosts serve whole, lists as large as they take. */
export function tightenOptions<
  Options extends Pick<PlanOptions, 'profiles' | 'hostRules' | 'naming' | 'budgets'>,
>(options: Options, serverKey: string): Options {
  const { profiles, hostRules, naming, budgets } = options;
  const least = (rule: keyof Budgets): number =>
    Math.min(budgets[rule], ...rowsOf(hostRules, profiles, rule).map(({ limit }) => Number(limit)));
  const lengths = rowsOf(hostRules, profiles, 'served-name').map((row) => roomForName(row, serverKey));
  return {
    ...options,
    naming: { ...naming, longest: Math.min(naming.longest, ...lengths) },
    budgets: { ...budgets, tools: least('tools'), tokens: least('tokens') },
  };
}

/** The characters that a host leaves for a tool's own name. */
function roomForName({ limit }: HostRule, serverKey: string): number {
  // A row of ours, in the form that the rule takes.
  const { form, length } = limit as { readonly form: string; readonly length: number };
  return length - form.replace('{tool}', '').replace('{server}', () => serverKey).length;
}
