import type { Diagnostic } from '../diagnostics/diagnostics.js';
import type { Inspection, InspectedTool } from '../inspection.js';
import { costliestParts } from '../tool-parts.js';
import type { ExitCode } from './exit-codes.js';
import type { PlacedFindings } from './inspection-findings.js';
import { findingJson } from './json-report.js';
import { printableJson } from './printable.js';
import type { TokenFigures } from './token-counter.js';
import { mostParts } from './tool-page.js';

/** All tools as one JSON object, for programs. */
export function writeInspectionJson(
  inspection: Inspection,
  placed: PlacedFindings,
  isExact: boolean,
  exitCode: ExitCode,
): string {
  const { server, tools, operations, tokens, overBudget, leftOut, findings } = inspection;
  return jsonText({
    exitCode,
    server,
    tools: tools.map((tool) => toolJson(tool, placed)),
    totals: { operations, tools: tools.length, tokens, tokensAreExact: isExact, overBudget },
    leftOut,
    findings: findingsJson(findings, placed),
  });
}

/** One tool in full as a JSON object. */
export function writeToolJson(
  tool: InspectedTool,
  placed: PlacedFindings,
  { isExact, count }: TokenFigures,
  exitCode: ExitCode,
): string {
  const { listed, request, tokensByPart } = tool;
  const costliest = costliestParts(tool, count, mostParts);
  return jsonText({
    exitCode,
    tool: { ...toolJson(tool, placed), tokensByPart, costliest, tokensAreExact: isExact, listed, request },
  });
}

function toolJson(tool: InspectedTool, placed: PlacedFindings): object {
  const { listed, operationId, aliases, group, scopes, request, tokens, inputSchemaBytes, findings } = tool;
  return {
    name: listed.name,
    title: listed.title,
    operationId,
    aliases,
    method: request.method,
    path: request.path,
    group,
    scopes,
    annotations: listed.annotations,
    tokens,
    inputSchemaBytes,
    findings: findingsJson(findings, placed),
  };
}

function findingsJson(findings: readonly Diagnostic[], placed: PlacedFindings): readonly object[] {
  return findings.flatMap((finding) => placed.get(finding) ?? []).map(findingJson);
}

function jsonText(value: unknown): string {
  return `${printableJson(value)}\n`;
}
