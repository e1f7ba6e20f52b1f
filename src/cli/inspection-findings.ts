import type { Diagnostic } from '../diagnostics/diagnostics.js';
import type { Inspection, InspectedTool } from '../inspection.js';
import type { Finding } from './findings.js';
import type { ReportOptions } from './options.js';
import { isShown } from './report.js';

/** The findings of one code. */
export interface ToldFindings {
  readonly first: Finding;
  readonly count: number;
  /** The names of the tools that they are about. */
  readonly tools: readonly string[];
}

/** Each finding with its place. */
export type PlacedFindings = ReadonlyMap<Diagnostic, Finding>;

/** The findings of a tool that are told of. */
export function shownOf({ findings }: InspectedTool, report: ReportOptions): readonly Diagnostic[] {
  return findings.filter((finding) => isShown(finding, report));
}

/** The findings that are told of by code, the most frequent first. */
export function tellFindings(
  { tools, findings }: Inspection,
  report: ReportOptions,
  placed: PlacedFindings,
): readonly ToldFindings[] {
  const names = new Map<Diagnostic, string[]>();
  for (const finding of findings) names.set(finding, []);
  for (const tool of tools) {
    for (const finding of tool.findings) {
      const known = names.get(finding) ?? [];
      known.push(tool.listed.name);
      names.set(finding, known);
    }
  }
  const byCode = new Map<string, Diagnostic[]>();
  for (const finding of [...names.keys()].filter((each) => isTold(each, report))) {
    const known = byCode.get(finding.code) ?? [];
    known.push(finding);
    byCode.set(finding.code, known);
  }
  return [...byCode.values()]
    .flatMap((all): readonly ToldFindings[] => {
      const first = all[0] && placed.get(all[0]);
      const about = new Set(all.flatMap((each) => names.get(each) ?? []));
      return first === undefined ? [] : [{ first, count: all.length, tools: [...about] }];
    })
    .sort((one, other) => rank(one) - rank(other) || other.count - one.count);
}

/** That the list is over its budgets stands with its totals. */
function isTold(finding: Diagnostic, report: ReportOptions): boolean {
  return isShown(finding, report) && finding.code !== 'list-over-budget';
}

function rank({ first }: ToldFindings): number {
  return first.diagnostic.severity === 'note' ? 1 : 0;
}
