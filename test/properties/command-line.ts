import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { packGenerator } from '../tools/generator.js';
import { scratchFolder } from '../tools/projects.js';
import { runProcess } from '../tools/run-process.js';
import { mutateBytes, mutateTree, picker } from './mutations.js';
import { randomDocument, type Json } from './random-document.js';

/** Exit codes that a document alone can cause. */
const usual = [0, 1];

/** Runs the command line on so many documents, two at a time: random ones and both kinds of mutated ones. */
export async function runCommandLine(runs: number, seed: number): Promise<readonly string[]> {
  const program = await packGenerator();
  const folder = scratchFolder(join(tmpdir(), 'openapi2mcp-properties'));
  const documents = fc.sample(randomDocument, { seed, numRuns: runs }).entries();
  const problems: string[] = [];
  const work = async (): Promise<void> => {
    for (const [index, document] of documents) {
      // What fast-check made is JSON.
      const bytes = variantOf(document as Json, index, seed);
      problems.push(...(await runOn(bytes, join(folder, String(index)), program)));
    }
  };
  await Promise.all([work(), work()]);
  return problems;
}

function variantOf(document: Json, index: number, seed: number): Uint8Array {
  const pick = picker(seed + index);
  if (index % 3 === 0) return Buffer.from(JSON.stringify(document));
  return index % 3 === 1
    ? Buffer.from(JSON.stringify(mutateTree(document, pick)))
    : mutateBytes(JSON.stringify(document), pick);
}

async function runOn(document: Uint8Array, folder: string, program: string): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'api.json'), document);
  const args = [program, 'api.json', '-o', 'out'];
  const { status, stdout, stderr } = await runProcess(process.execPath, args, {
    cwd: folder,
    timeoutMs: 30_000,
  });
  const found = readdirSync(folder).filter((name) => name !== 'api.json');
  const problems = [
    ...(usual.includes(status ?? -1) ? [] : [`exit code ${status}`]),
    ...(/^\s+at .+:\d+:\d+/m.test(stdout + stderr) ? ['a stack is shown'] : []),
    ...(found.join() === (status === 0 ? 'out' : '') ? [] : [`left ${found.join(', ')}`]),
  ];
  if (problems.length === 0) rmSync(folder, { recursive: true, force: true });
  return problems.map((problem) => `${problem}: ${join(folder, 'api.json')}\n${stderr.slice(0, 2000)}`);
}
