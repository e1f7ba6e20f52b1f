import { Diagnostics } from '../diagnostics/diagnostics.js';
import { planProject, type PlannedProject } from '../generate.js';
import { findTool, inspectTools, type Inspection, type InspectedTool, type NoTool } from '../inspection.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { plural } from './figures.js';
import { findingsOf, type Finding } from './findings.js';
import { tellFindings, type PlacedFindings } from './inspection-findings.js';
import { writeInspectionJson, writeToolJson } from './inspection-json.js';
import { writeInspection } from './inspection-text.js';
import type { Request } from './options.js';
import { finishRefused, resultColorsOf } from './refusal.js';
import { writeReport } from './report.js';
import type { Terminal } from './run.js';
import { estimatedTokens, exactTokens, type TokenFigures } from './token-counter.js';
import { writeTool } from './tool-page.js';

/** Shows the tools of a document, or one of them; nothing is written anywhere. */
export async function runInspection(request: Request, terminal: Terminal): Promise<ExitCode> {
  const { cwd, env, stdin } = terminal;
  const { tool: wanted, countsTokens } = request.inspection;
  const found = await planProject({ ...request.options, cwd, env, stdin });
  const { planned, diagnostics } = found;
  if (planned === undefined) return finishRefused(diagnostics, found.files, request, terminal);
  const figures = countsTokens ? await exactTokens(cwd) : estimatedTokens;
  const inspection = inspectTools(planned, diagnostics, figures.count);
  const show = { request, terminal, found, inspection, figures };
  if (wanted === undefined) return showTools(show);
  const tool = findTool(inspection, wanted);
  if ('listed' in tool) return showTool(tool, show);
  const mistakes = new Diagnostics();
  mistakes.report('unknown-tool', { problem: whyNone(wanted, tool) });
  return finishRefused(mistakes.all, found.files, request, terminal);
}

function whyNone(wanted: string, found: NoTool): string {
  if ('leftOut' in found) return `${found.leftOut.operation} is left out (${found.leftOut.reason}).`;
  const hint = found.meant === undefined ? '.' : `; did you mean '${found.meant}'?`;
  return `there is no tool '${wanted}'${hint}`;
}

/** What is shown, and how. */
interface Show {
  readonly request: Request;
  readonly terminal: Terminal;
  readonly found: PlannedProject;
  readonly inspection: Inspection;
  readonly figures: TokenFigures;
}

async function showTools({ request, terminal, found, inspection, figures }: Show): Promise<ExitCode> {
  const { report } = request;
  const findings = await placeFindings(found.diagnostics, found, request);
  const placed = byDiagnostic(findings);
  if (report.json) {
    terminal.writeResult(writeInspectionJson(inspection, placed, figures.isExact, exitCodes.done));
    return exitCodes.done;
  }
  const told = tellFindings(inspection, report, placed);
  const colors = resultColorsOf(request, terminal);
  const page = { inspection, told, figures, request, colors, columns: terminal.columns };
  terminal.writeResult(writeInspection(page));
  if (report.verbose) terminal.writeResult(`\n${writeReport(findings, report, colors)}`);
  return exitCodes.done;
}

async function showTool(
  tool: InspectedTool,
  { request, terminal, found, inspection, figures }: Show,
): Promise<ExitCode> {
  const findings = await placeFindings(tool.findings, found, request);
  if (request.report.json) {
    terminal.writeResult(writeToolJson(tool, byDiagnostic(findings), figures, exitCodes.done));
    return exitCodes.done;
  }
  const everything = { ...request.report, verbose: true };
  const report = writeReport(findings, everything, resultColorsOf(request, terminal));
  const others = inspection.findings.length;
  const rest = others === 0 ? '' : `${plural(others, 'finding')} of the whole document: ${request.again}\n`;
  terminal.writeResult(
    `${writeTool(tool, figures)}\n\nfindings:${findings.length === 0 ? ' none\n' : `\n${report}`}${rest}`,
  );
  return exitCodes.done;
}

function placeFindings(
  diagnostics: PlannedProject['diagnostics'],
  { files }: PlannedProject,
  request: Request,
): Promise<readonly Finding[]> {
  return findingsOf(diagnostics, new Map([...request.files, ...files]));
}

function byDiagnostic(findings: readonly Finding[]): PlacedFindings {
  return new Map(findings.map((finding) => [finding.diagnostic, finding]));
}
