import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changedOutside, movedTo, readAll, snapshotOutside, type Scratch } from '../cases/generate-case.js';
import type { Generation } from '../cases/observation.js';
import type { Usage } from '../corpus/usage.js';
import { packGenerator } from '../tools/generator.js';
import { createWorkspace, scratchFolder, type PackageDependencies } from '../tools/projects.js';
import { plainEnvironment, runProcess } from '../tools/run-process.js';
import { canaryPort, startCanary, type Canary } from './canary.js';
import type { HostileDocument, ReportedFinding } from './documents.js';
import { createWatch, pollutionProblems, type Watch } from './watch.js';

/** A document generated from, twice, in a place of its own. */
export interface GeneratedDocument {
  readonly document: HostileDocument;
  readonly text: string;
  /** Its output folder holds that of each run. */
  readonly scratch: Scratch;
  readonly canary: Canary | undefined;
  readonly first: Generation;
  readonly second: Generation;
  readonly findings: readonly ReportedFinding[];
  /** Of the first run. */
  readonly usage: Usage;
  /** What the generator's own process found wrong with itself. */
  readonly pollution: readonly string[];
}

const root = fileURLToPath(new URL('.', import.meta.url));
const levels = ['one', 'two', 'three', 'four'];

/** How long and with how much memory every document may be generated from. */
export const everyDocument = { milliseconds: 30_000, peakMiB: 512 } as const;

/** Copies the hostile documents to a scratch place and generates from one of them. */
export async function generateDocument(document: HostileDocument): Promise<GeneratedDocument> {
  const { scratch, text, canary } = await prepare(document);
  const watch = createWatch();
  const { flags = [] } = document;
  const first = await generateInto(scratch, document, 'first', [...flags, '--verbose'], watch);
  const usage = watch.meter.total();
  const second = await generateInto(scratch, document, 'second', [...flags, '--json'], watch);
  return {
    document,
    text,
    scratch,
    canary,
    first,
    second,
    findings: readFindings(second.stdout),
    usage,
    pollution: pollutionProblems(watch.states()),
  };
}

/** Generates from a prepared document into the folder `name` of its output folder. */
export async function generateInto(
  scratch: Scratch,
  { file }: HostileDocument,
  name: string,
  flags: readonly string[],
  watch: Watch = createWatch(),
): Promise<Generation> {
  const memory = `--max-old-space-size=${everyDocument.peakMiB}`;
  const output = join(scratch.output, name);
  const generateArguments = ['generate', file, '--output', `made/${name}`, ...flags];
  const run = await runProcess(process.execPath, [memory, await packGenerator(), ...generateArguments], {
    cwd: scratch.folder,
    env: plainEnvironment(watch.environment),
    timeoutMs: everyDocument.milliseconds,
  });
  return { ...run, output: await readAll(output), changedOutside: await changedOutside(scratch) };
}

/** Moves what was written to where its dependencies are installed. */
export async function installDocument(generated: GeneratedDocument): Promise<GeneratedDocument> {
  const text = generated.first.output.get('package.json')?.toString();
  if (text === undefined) return generated;
  const workspace = await createWorkspace(JSON.parse(text) as PackageDependencies);
  const { scratch } = generated;
  return { ...generated, scratch: movedTo(await workspace.adopt(scratch.root), scratch) };
}

/** The folders that runs have left beside their output, and files that only a payload writes. */
export async function foreignEntries({ root: folder, output }: Scratch): Promise<readonly string[]> {
  const made = await readdir(output);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return [
    ...made.filter((name) => !/^(first|second|with-.*)$/.test(name)).map((name) => `made/${name}`),
    ...entries
      .filter(({ name }) => name.startsWith('PWNED'))
      .map(({ parentPath, name }) => join(parentPath, name)),
  ];
}

async function prepare({ file, alter }: HostileDocument) {
  const top = join(scratchFolder(join(tmpdir(), 'openapi2mcp-hostile')), 'root');
  const folder = join(top, ...levels, 'specs');
  for (const part of ['specs', 'canary', 'fixtures']) {
    await cp(join(root, part), join(folder, '..', part), { recursive: true });
  }
  // As bytes: what is no UTF-8 in a hostile document has to stay so.
  const original = (await readFile(join(folder, file))).toString('latin1');
  const canary = original.includes(canaryPort) ? await startCanary() : undefined;
  const placed = canary === undefined ? original : original.replaceAll(canaryPort, String(canary.port));
  const text = alter === undefined ? placed : alter(placed);
  await writeFile(join(folder, file), Buffer.from(text, 'latin1'));
  const output = join(folder, 'made');
  await mkdir(output);
  const before = await snapshotOutside(top, output);
  const scratch: Scratch = { root: top, folder, output, before };
  return { scratch, canary, text: Buffer.from(text, 'latin1').toString() };
}

function readFindings(stdout: string): readonly ReportedFinding[] {
  try {
    const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics?: readonly ReportedFinding[] };
    return diagnostics ?? [];
  } catch {
    return [];
  }
}
