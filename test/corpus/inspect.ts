import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rulesOf } from '../../src/host-data.js';
import { defaultHosts, lintHosts } from '../../src/plan/hosts/check.js';
import { serverKeyOf } from '../../src/plan/hosts/server-key.js';
import { estimateTokens } from '../../src/plan/hosts/tokens.js';
import type { Manifest } from '../../src/runtime/manifest.js';
import { openSession, type ListedTool } from '../tools/mcp-session.js';
import { parseMessage, startStdio } from '../tools/stdio-server.js';
import { measureCoverage, type Coverage } from './coverage.js';
import { readOperations } from './document-inputs.js';
import { findNameProblems, findSchemaProblems } from './listed-schemas.js';
import { openDocument } from './raw-document.js';
import { countFigures, type TokenFigures } from './token-figures.js';

/** What is looked at once a project is built, in this order. */
export type InspectedStage = 'start' | 'names' | 'schemas' | 'size' | 'hosts' | 'coverage' | 'estimate';

/** What one built project lists. */
export interface Inspection {
  readonly tools: number;
  readonly coverage: Coverage;
  readonly figures: TokenFigures;
  /** Bytes of the largest input schema. */
  readonly largestInput: number;
  readonly problems: Readonly<Record<InspectedStage, readonly string[]>>;
}

const leastCoverage = 0.99;
const greatestEstimateError = 0.1;
/** Of a list of a few lines one token more or less is a large share. */
const negligibleTokens = 25;
/** A host drops tools whose input schema is larger, without a word. */
const greatestInput = 16_000;

/** Starts a built project on stdio, lists its tools, and compares them with the document that it was made from. */
export async function inspectProject(project: string, document: string): Promise<Inspection> {
  const { tools, problems: startProblems } = await listTools(project);
  const manifest = await readManifest(project);
  const coverage = coverageOf(manifest, document, tools);
  const figures = countFigures(tools);
  const sizes = tools.map(({ name, inputSchema }) => {
    return { name, bytes: Buffer.byteLength(JSON.stringify(inputSchema)) };
  });
  return {
    tools: tools.length,
    coverage,
    figures,
    largestInput: Math.max(0, ...sizes.map(({ bytes }) => bytes)),
    problems: {
      start: startProblems,
      names: findNameProblems(tools),
      schemas: findSchemaProblems(tools),
      size: sizes
        .filter(({ bytes }) => bytes > greatestInput)
        .map(({ name, bytes }) => `${name}: an inputSchema of ${bytes} bytes`),
      hosts: findHostProblems(manifest),
      coverage: coverage.named < leastCoverage * coverage.total ? coverage.missing : [],
      estimate: estimateProblems(tools, figures),
    },
  };
}

function estimateProblems(tools: readonly ListedTool[], { withOutputs }: TokenFigures): readonly string[] {
  const estimated = estimateTokens(JSON.stringify(tools));
  const error = estimated / withOutputs - 1;
  return Math.abs(error) > greatestEstimateError && Math.abs(estimated - withOutputs) > negligibleTokens
    ? [`${estimated} tokens estimated, ${withOutputs} counted (${(error * 100).toFixed(1)} %)`]
    : [];
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

/** What the hosts of the default set refuse of the tools; what they merely dislike is no problem. */
function findHostProblems({ tools, server }: Manifest): readonly string[] {
  return lintHosts(tools, serverKeyOf(server.name), rulesOf(defaultHosts))
    .filter(({ effect, tool }) => effect === 'refuses' && tool !== undefined)
    .map(({ host, tool, pointer, problem }) => `${host}: ${tool} ${pointer}: ${problem}`);
}

async function readManifest(project: string): Promise<Manifest> {
  const text = await readFile(join(project, 'generated', 'manifest.json'), 'utf8');
  // Written by the generator.
  return JSON.parse(text) as Manifest;
}

function coverageOf({ tools }: Manifest, document: string, listed: readonly ListedTool[]): Coverage {
  const schemas = new Map(listed.map(({ name, inputSchema }) => [name, inputSchema]));
  return measureCoverage(readOperations(openDocument(document)), tools, schemas);
}
