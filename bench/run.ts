// npm run bench   measures generation, start and calls, and writes bench/RESULTS.md; fails where a budget is passed
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { findCorpus } from '../test/corpus/corpus.js';
import { buildProjects } from '../test/tools/build-projects.js';
import { packGenerator } from '../test/tools/generator.js';
import { createWorkspace, scratchFolder, type PackageDependencies } from '../test/tools/projects.js';
import { measureCalls } from './calls.js';
import { writeResults, type Section } from './figures.js';
import { madeId, measureGeneration } from './generation.js';
import { layOut } from './lay-out.js';
import { measureStages } from './stages.js';
import { measureStart } from './start.js';
import { measureTokens } from './tokens.js';
import { measureTypeCheck } from './type-check.js';

const folder = scratchFolder(join(tmpdir(), 'openapi2mcp-bench'));
const corpus = findCorpus();
const generations = await measureGeneration(await packGenerator(), corpus, folder);
console.error('documents generated');

const one = projectOf(madeId(1));
const emitted = [1, 100, 1_000].map((tools): [number, string] => [tools, projectOf(madeId(tools))]);
const reports = await buildProjects(emitted.map(([, project]) => project));
const problems = [...reports.values()].flat();
if (problems.length > 0) throw new Error(problems.join('\n'));
console.error('projects built');

const packageJson = JSON.parse(readFileSync(join(one, 'package.json'), 'utf8')) as PackageDependencies;
const workspace = await createWorkspace(packageJson);
const start = await measureStart(layOut(workspace, 'bare-server', 'stdio'), new Map(emitted));
console.error('starts measured');
const sdkWorkspace = await createWorkspace(withNodeAdapter(packageJson));
const calls = await measureCalls(
  layOut(workspace, 'api', 'http', ['made-document']),
  layOut(sdkWorkspace, 'sdk-server', 'http'),
  new Map(emitted.filter(([tools]) => tools !== 100)),
);
console.error('calls measured');

const described = corpus?.documents.find(({ id }) => id === 'github-rest');
const large = generations.projects.get('github-rest');
const sections: readonly Section[] = [
  generations.section,
  ...(described === undefined ? [] : [await measureStages(described, folder)]),
  ...(large === undefined ? [] : [await measureTypeCheck('github-rest', large)]),
  start,
  calls,
  await measureTokens(),
];
const results = writeResults(describeMachine(), sections);
writeFileSync(new URL('RESULTS.md', import.meta.url), results);
console.log(results);
if (sections.some(({ figures }) => figures.some(({ budget }) => budget?.kept === false)))
  process.exitCode = 1;

function projectOf(id: string): string {
  const project = generations.projects.get(id);
  if (project === undefined) throw new Error(`${id} was not generated.`);
  return project;
}

/** The packages of an emitted project, and the one by which the SDK serves on node:http. */
function withNodeAdapter({ dependencies = {} }: PackageDependencies): PackageDependencies {
  const own = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const name = '@modelcontextprotocol/node';
  const { devDependencies: { [name]: version } = {} } = JSON.parse(own) as PackageDependencies;
  if (version === undefined) throw new Error(`${name} is not among the packages for development.`);
  return { dependencies: { ...dependencies, [name]: version } };
}

function describeMachine(): readonly string[] {
  const processors = cpus();
  return [
    `Measured on ${processors.length} × ${processors[0]?.model.trim() ?? 'an unknown processor'}, ` +
      `${(totalmem() / 2 ** 30).toFixed(0)} GiB of memory, ${process.platform}, Node.js ${process.versions.node}.`,
  ];
}
