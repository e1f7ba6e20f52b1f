// npm run oracle -- [--only id,id] [--verbose]
// Sends what a document allows through the server that is emitted from it to Prism, which reads the same document and
// checks every request. --verbose also prints the optional arguments that could not be tried.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findCorpus, noCorpus, type Corpus } from '../corpus/corpus.js';
import { generateProject } from '../corpus/generate.js';
import { buildProjects } from '../tools/build-projects.js';
import { packGenerator } from '../tools/generator.js';
import { inTurn } from '../tools/in-turn.js';
import { scratchFolder } from '../tools/projects.js';
import { oracleDocuments } from './documents.js';
import { exceptions } from './exceptions.js';
import { judgeProject, type OracleProject } from './judge-tools.js';
import { findMended } from './probes.js';
import { countExcuses, findFaults, writeTable } from './report.js';

const { values } = parseArgs({
  options: { only: { type: 'string' }, verbose: { type: 'boolean', default: false } },
});
const corpus = findCorpus();
if (corpus === undefined) console.log(noCorpus);
else if (!(await comesOutRight(corpus))) process.exitCode = 1;

async function comesOutRight(corpus: Corpus): Promise<boolean> {
  const started = performance.now();
  const folder = scratchFolder(join(tmpdir(), 'openapi2mcp-oracle'));
  const asked = exceptions.flatMap(({ probe }) => probe ?? []);
  const mended = await findMended(asked, folder);
  const projects = await buildAll(corpus, folder);
  const outcomes = await inTurn(projects, async (project) => {
    const outcome = await judgeProject(project);
    console.error(`${project.id}: ${outcome.operations.length} operations called`);
    return outcome;
  });
  const faults = findFaults(outcomes, exceptions, mended);
  const excuses = [...countExcuses(outcomes)].map(([place, count]) => `excused ${count} times: ${place}`);
  const notes = outcomes.flatMap(({ document, operations }) =>
    operations.flatMap((outcome) => outcome.notes.map((note) => `${document} ${outcome.operation}: ${note}`)),
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log([writeTable(outcomes), ...excuses, ...(values.verbose ? notes : [])].join('\n'));
  console.log([...faults, `${faults.length} faults, ${seconds} s`].join('\n'));
  return faults.length === 0;
}

async function buildAll({ documents }: Corpus, folder: string): Promise<readonly OracleProject[]> {
  const wanted = values.only?.split(',') ?? oracleDocuments.map(({ id }) => id);
  const program = await packGenerator();
  const chosen = wanted.map((id) => {
    const document = documents.find((each) => each.id === id);
    if (document === undefined) throw new Error(`The corpus has no document '${id}'.`);
    return document;
  });
  const generated = await inTurn(chosen, (document) => generateProject(program, document, folder));
  const projects = generated.map(({ document, project, problems }): OracleProject => {
    if (project === undefined) throw new Error(`${document.id}: ${problems.generate.join('\n')}`);
    return { id: document.id, file: document.file, project };
  });
  const reports = await buildProjects(projects.map(({ project }) => project));
  for (const { id, project } of projects) {
    const report = reports.get(project) ?? [];
    if (report.length > 0) throw new Error(`${id}: ${report.join('\n')}`);
  }
  return projects;
}
