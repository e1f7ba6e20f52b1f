import type { Colors } from 'picocolors/types.js';
import type { Diagnostic } from '../diagnostics/diagnostics.js';
import type { Inspection, InspectedTool } from '../inspection.js';
import { optionText } from './command-text.js';
import { shownOf, type ToldFindings } from './inspection-findings.js';
import { writeFindings, writeTotals } from './inspection-summary.js';
import type { Request } from './options.js';
import { printable } from './printable.js';
import { wrap } from './text-width.js';
import type { TokenFigures } from './token-counter.js';
import { hintLegend, writeTable } from './tool-table.js';
import { untoldLines, type MadeName } from './untold.js';

/** What is told of all tools. */
interface InspectionPage {
  readonly inspection: Inspection;
  readonly told: readonly ToldFindings[];
  readonly figures: TokenFigures;
  readonly request: Request;
  readonly colors: Colors;
  /** Of the terminal; `undefined` where there is none. */
  readonly columns: number | undefined;
}

/** The table of all tools, and below it what they cost, what is to be mended, and how to go on. */
export function writeInspection(page: InspectionPage): string {
  const { inspection, told, figures, request, colors, columns } = page;
  const width = Math.max(leastColumns, columns ?? usualColumns);
  const countOf = (tool: InspectedTool): number => shownOf(tool, request.report).length;
  const [head = '', ...rows] = writeTable(inspection.tools, countOf, figures.isExact, width);
  const lines = [
    colors.bold(head),
    ...rows,
    '',
    ...[hintLegend, ...writeTotals(inspection, figures.isExact), ...exactLines(request, figures)].flatMap(
      (line) => wrap(line, width),
    ),
    '',
    ...writeFindings(told, width, colors),
    ...noteLines(inspection, request),
    ...leftOutLines(inspection, request),
    ...nextLines(inspection, countOf, request),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Where nothing tells how wide a terminal is. */
const usualColumns = 100;

/** Less is not readable. */
const leastColumns = 60;

function exactLines({ inspection }: Request, { isExact }: TokenFigures): readonly string[] {
  if (!inspection.countsTokens || isExact) return [];
  return ['Tokens are estimated: `npm install gpt-tokenizer` here, and --tokens counts them.'];
}

function noteLines({ tools, findings }: Inspection, { report }: Request): readonly string[] {
  if (report.verbose) return [];
  const all = new Set([...findings, ...tools.flatMap((tool) => tool.findings)]);
  const notes = [...all].filter(({ severity }) => severity === 'note');
  const toolOf = (note: Diagnostic): MadeName | undefined => {
    const tool = tools.find((each) => each.findings.includes(note));
    return tool && { name: tool.listed.name, operationId: tool.operationId };
  };
  return untoldLines(notes, toolOf).map(printable);
}

function leftOutLines({ leftOut }: Inspection, { report }: Request): readonly string[] {
  if (!report.verbose) return [];
  return leftOut.map(({ operation, reason }) => printable(`left out  ${operation} (${reason})`));
}

/** The tool with most to mend in full, or the largest; and the command that writes. */
function nextLines(
  { tools }: Inspection,
  countOf: (tool: InspectedTool) => number,
  { again, writing }: Request,
): readonly string[] {
  const [first] = tools.toSorted((one, other) => countOf(other) - countOf(one) || other.tokens - one.tokens);
  const look = first === undefined ? [] : [`next: ${again} ${optionText('tool', first.listed.name)}`];
  return [...look, `  or: ${writing}`].map(printable);
}
