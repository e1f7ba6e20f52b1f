import type { Diagnostic } from '../diagnostics/diagnostics.js';
import { grouped } from '../diagnostics/figures.js';
import { plural } from './figures.js';
import { needsNothing } from './report.js';

/** A tool with the id that its name may be made from. */
export interface NamedTool {
  readonly name: string;
  readonly operationId: string | undefined;
  /** What was found of it. */
  readonly findings: readonly Diagnostic[];
}

/** How many findings are not told, since nothing has to be done about them; names that are made from ids by an example. */
export function untoldLines(
  findings: readonly Diagnostic[],
  tools: readonly NamedTool[],
): readonly string[] {
  const untold = findings.filter(needsNothing);
  const made = untold.filter(isMadeName).length;
  const example = tools.find((tool) => tool.findings.some(isMadeName));
  const such = example && ` ('${example.operationId ?? ''}' is '${example.name}')`;
  const others = untold.length - made;
  return [
    ...(made === 0 ? [] : [`${madeNames(made)}${such ?? ''} (--verbose shows them)`]),
    ...(others === 0 ? [] : [`${plural(others, 'note')} about what needs no change (--verbose shows them)`]),
  ];
}

function madeNames(count: number): string {
  return count === 1 ? 'one tool name is made from an id' : `${grouped(count)} tool names are made from ids`;
}

function isMadeName({ code }: Diagnostic): boolean {
  return code === 'tool-name-made';
}
