// npm run conformance   puts the server emitted from fixture.openapi.json through the official MCP conformance suite
import { mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateProject } from '../corpus/generate.js';
import { buildProjects } from '../tools/build-projects.js';
import { packGenerator } from '../tools/generator.js';
import { startHttp } from '../tools/http-server.js';
import { scratchFolder } from '../tools/projects.js';
import { findSurprises, isBad, readBaseline } from './baseline.js';
import { runSuite, scenarios, type Check, type Revision } from './official-suite.js';
import { startStubApi } from './stub-api.js';

const fixture = fileURLToPath(new URL('fixture.openapi.json', import.meta.url));
const folder = scratchFolder(join(tmpdir(), 'openapi2mcp-conformance'));
const project = await buildFixture();
const api = await startStubApi();
const server = await startHttp(project, { [baseUrlVariable()]: api.url });
try {
  await warmUp(server.url);
  const checks: Check[] = [];
  for (const revision of Object.keys(scenarios) as readonly Revision[]) {
    const results = join(folder, revision);
    mkdirSync(results);
    checks.push(...(await runSuite(server.url, revision, results)));
  }
  const surprises = findSurprises(checks, readBaseline());
  console.log([...summaries(checks), ...surprises].join('\n'));
  if (surprises.length > 0) process.exitCode = 1;
} finally {
  await server.close();
  await api.close();
}

async function buildFixture(): Promise<string> {
  const program = await packGenerator();
  const document = { id: 'conformance-fixture', file: fixture, operations: 11 };
  const generated = await generateProject(program, document, folder);
  if (generated.project === undefined) throw new Error(generated.problems.generate.join('\n'));
  const report = (await buildProjects([generated.project])).get(generated.project) ?? [];
  if (report.length > 0) throw new Error(report.join('\n'));
  return generated.project;
}

/** Makes the one call that the suite gives 600 ms: what it measures is no start on a busy machine. */
async function warmUp(url: string): Promise<void> {
  const name = 'test_streaming_elicitation';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: {}, _meta },
    }),
  });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** The environment variable that replaces the fixture's server URL. */
function baseUrlVariable(): string {
  const text = readFileSync(join(project, 'generated', 'manifest.json'), 'utf8');
  return (JSON.parse(text) as { readonly upstream: { readonly env: string } }).upstream.env;
}

/** A line a scenario, and the sums of each revision. */
function summaries(checks: readonly Check[]): readonly string[] {
  return (Object.keys(scenarios) as readonly Revision[]).flatMap((revision) => {
    const ofRevision = checks.filter((check) => check.revision === revision);
    const lines = scenarios[revision].map((scenario) => {
      const ofScenario = ofRevision.filter((check) => check.scenario === scenario);
      const bad = ofScenario.filter(isBad).map(({ id, status }) => `  ${status} ${id}`);
      return [`${bad.length === 0 ? 'ok  ' : 'bad '} ${scenario}: ${countOf(ofScenario)}`, ...bad].join('\n');
    });
    return [`${revision}: ${countOf(ofRevision)}`, ...lines];
  });
}

function countOf(checks: readonly Check[]): string {
  const bad = checks.filter(isBad).length;
  return `${checks.filter(({ status }) => status === 'SUCCESS').length} checks passed, ${bad} did not`;
}
