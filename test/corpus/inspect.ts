import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { estimateTokens } from '../../src/plan/tokens.js';
import { openSession, type ListedTool } from '../tools/mcp-session.js';
import { parseMessage, startStdio } from '../tools/stdio-server.js';
import { measureCoverage, type Coverage, type ToolBinding } from './coverage.js';
import { readOperations } from './document-inputs.js';
import { findNameProblems, findSchemaProblems } from './listed-schemas.js';
import { openDocument } from './raw-document.js';

/** What is looked at once a project is built, in this order. */
export type InspectedStage = 'start' | 'names' | 'schemas' | 'coverage' | 'tokens';

/** What one built project lists. */
export interface Inspection {
  readonly tools: number;
  readonly coverage: Coverage;
  /** Of the listed tools as compact JSON. */
  readonly bytes: number;
  readonly estimatedTokens: number;
  readonly countedTokens: number;
  readonly problems: Readonly<Record<InspectedStage, readonly string[]>>;
}

const leastCoverage = 0.99;
const greatestEstimateError = 0.1;

/** Starts a built project on stdio, lists its tools, and compares them with the document that it was made from. */
export async function inspectProject(project: string, document: string): Promise<Inspection> {
  const { tools, problems: startProblems } = await listTools(project);
  const list = JSON.stringify(tools);
  const coverage = await coverageOf(project, document, tools);
  const estimatedTokens = estimateTokens(list);
  const countedTokens = countTokens(list, { disallowedSpecial: new Set() });
  const estimateError = estimatedTokens / countedTokens - 1;
  return {
    tools: tools.length,
    coverage,
    bytes: Buffer.byteLength(list),
    estimatedTokens,
    countedTokens,
    problems: {
      start: startProblems,
      names: findNameProblems(tools),
      schemas: findSchemaProblems(tools),
      coverage: coverage.named < leastCoverage * coverage.total ? coverage.missing : [],
      tokens:
        Math.abs(estimateError) > greatestEstimateError
          ? [`${estimatedTokens} estimated, ${countedTokens} counted (${(estimateError * 100).toFixed(1)} %)`]
          : [],
    },
  };
}

async function listTools(
  project: string,
): Promise<{ readonly tools: readonly ListedTool[]; readonly problems: readonly string[] }> {
  const server = startStdio(project);
  try {
    const session = await openSession(server, '2026-07-28');
    const tools = await session.listTools();
    const { status, signal } = await server.close();
    const lines = server.stdout().toString().split('\n');
    const foreign = lines.filter((line) => line !== '' && parseMessage(line) === undefined);
    return {
      tools,
      problems: [
        ...(tools.length === 0 ? ['no tool is listed'] : []),
        ...(status === 0 ? [] : [`ended with ${status ?? signal} when its input was closed`]),
        ...foreign.map((line) => `no message on stdout: ${line.slice(0, 200)}`),
      ],
    };
  } finally {
    await server.close(0);
  }
}

async function coverageOf(
  project: string,
  document: string,
  tools: readonly ListedTool[],
): Promise<Coverage> {
  const text = await readFile(join(project, 'generated', 'manifest.json'), 'utf8');
  const { tools: bindings } = JSON.parse(text) as { readonly tools: readonly ToolBinding[] };
  const schemas = new Map(tools.map(({ name, inputSchema }) => [name, inputSchema]));
  return measureCoverage(readOperations(openDocument(document)), bindings, schemas);
}
