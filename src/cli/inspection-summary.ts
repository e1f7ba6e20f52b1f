import type { Colors } from 'picocolors/types.js';
import { grouped } from '../diagnostics/figures.js';
import type { Excess, Inspection, InspectedTool } from '../inspection.js';
import { plural } from './figures.js';
import type { ToldFindings } from './inspection-findings.js';
import { printable } from './printable.js';
import { placeOf } from './report.js';
import { wrap } from './text-width.js';

/** How many tools there are, what they cost, and which budgets that passes. */
export function writeTotals(inspection: Inspection, isExact: boolean): readonly string[] {
  const { tools, operations, leftOut, overBudget } = inspection;
  const tokens = (count: number): string => `${isExact ? '' : '≈'}${grouped(count)}`;
  const from = tools.length === operations ? '' : ` from ${plural(operations, 'operation')}`;
  const without = leftOut.length === 0 ? '' : ` (${grouped(leftOut.length)} left out)`;
  const largest = largestOf(tools);
  const excesses = overBudget.flatMap(excessText);
  const most = largest && `; the largest is ${largest.listed.name} with ${tokens(largest.tokens)}`;
  return [
    `${plural(tools.length, 'tool')}${from}${without}, ${tokens(inspection.tokens)} tokens when listed${most ?? ''}`,
    ...(excesses.length === 0 ? [] : [`over budget: ${excesses.join('; ')} (${wayOut})`]),
  ];
}

function largestOf(tools: readonly InspectedTool[]): InspectedTool | undefined {
  return tools.reduce<InspectedTool | undefined>(
    (largest, tool) => (largest === undefined || tool.tokens > largest.tokens ? tool : largest),
    undefined,
  );
}

/** What the list has beyond its budgets; that single tools have too much is told with them. */
function excessText({ budget, limit, found }: Excess): readonly string[] {
  if (budget !== 'tools' && budget !== 'tokens') return [];
  return [`${grouped(found)} ${budget} of ${grouped(limit)}`];
}

const wayOut = 'choose operations with --filter, or raise `tools.budgets`';

/** Findings by code: how many there are and of what tools, the first of them, and what to do. */
export function writeFindings(
  told: readonly ToldFindings[],
  width: number,
  colors: Colors,
): readonly string[] {
  return told.flatMap(({ first, count, tools }) => {
    const { code, message, help, severity } = first.diagnostic;
    const head = `${grouped(count)} × ${code}, ${severity}`;
    const of = tools.length === 0 ? '' : `  (${namesWithin(tools, width - head.length - 4)})`;
    const place = placeOf(first);
    const start = place === '' ? '' : `${place}: `;
    return [
      `${colors.bold(head)}${colors.dim(of)}`,
      ...wrap(printable(`${start}${message}`), width, '    '),
      ...wrap(`→ ${help}`, width, '    '),
    ];
  });
}

/** As many of some names as there is room for; the first in any case. */
function namesWithin(names: readonly string[], room: number): string {
  const [first = '', ...others] = names;
  let few = first;
  for (const [at, name] of others.entries()) {
    const more = `${few}, ${name}`;
    const isLast = at === others.length - 1;
    if (more.length + (isLast ? 0 : rest.length) > room) return few + rest;
    few = more;
  }
  return few;
}

const rest = ', …';
