import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import { grouped } from '../../diagnostics/figures.js';
import type { Budgets } from './budgets.js';
import { listedTool } from '../../runtime/listed-tool.js';
import type { PlannedTool } from '../plan.js';
import { estimateTokens } from './tokens.js';

/** Reports what tools cost beyond the budgets: lists once, tools each. */
export function reportBudgets(
  tools: readonly PlannedTool[],
  budgets: Budgets,
  diagnostics: Diagnostics,
): void {
  const costs = tools.map((tool) => reportTool(tool, budgets, diagnostics));
  const tokens = costs.reduce((sum, cost) => sum + cost, 0);
  const overList = (budget: keyof Budgets, amount: number, found: string): void => {
    const limit = budgets[budget];
    if (amount > limit) diagnostics.report('list-over-budget', { found, budget, limit });
  };
  overList('tools', tools.length, tools.length === 1 ? 'one tool' : `${grouped(tools.length)} tools`);
  overList('tokens', tokens, `about ${grouped(tokens)} tokens`);
}

/** What a tool costs. */
function reportTool({ definition, origin }: PlannedTool, budgets: Budgets, diagnostics: Diagnostics): number {
  const { name: tool, description = '' } = definition;
  const tokens = estimateTokens(JSON.stringify(listedTool(definition)));
  if (tokens > budgets.toolTokens) {
    diagnostics.report('tool-over-budget', { tool, tokens, limit: budgets.toolTokens }, origin);
  }
  const characters = description.length;
  const limit = budgets.descriptionCharacters;
  if (characters > limit) diagnostics.report('description-over-budget', { tool, characters, limit }, origin);
  return tokens;
}
