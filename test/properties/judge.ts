import { posix } from 'node:path';
import { emitProject } from '../../src/emit/emit-project.js';
import { writeManifest } from '../../src/emit/manifest-json.js';
import { emitToolModules } from '../../src/emit/tool-modules.js';
import { planDocument } from '../../src/generate.js';
import type { ServerPlan } from '../../src/plan/plan.js';
import { plainOptions } from '../tools/document-options.js';

/** Whether a project came of a document. */
export type Outcome = 'generated' | 'refused';

/** Generates a document that stands on standard input, as far as its files; throws where a rule is broken. */
export async function judge(document: Uint8Array): Promise<Outcome> {
  const options = { ...plainOptions('-', process.cwd()), stdin: () => Promise.resolve(document) };
  const { diagnostics, plan } = await planDocument(options);
  const stack = diagnostics.find(({ message }) => /\bat .+:\d+:\d+|RangeError|TypeError/.test(message));
  if (stack !== undefined) throw new Error(`A finding shows an exception: ${stack.message}`);
  const isRefused = diagnostics.some(({ severity }) => severity === 'error');
  if (isRefused !== (plan === undefined)) throw new Error('A plan and errors do not go together.');
  if (plan === undefined) return 'refused';
  for (const path of await emit(plan, document.length)) {
    if (posix.isAbsolute(path) || posix.normalize(path) !== path || path.startsWith('..'))
      throw new Error(`The file '${path}' lies outside the project.`);
  }
  return 'generated';
}

/**
 * The files of a plan. Templates and the runtime are the same for all documents and cost more than all else, so most
 * documents are written down only where their own text decides.
 */
async function emit(plan: ServerPlan, size: number): Promise<readonly string[]> {
  if (size % 10 === 0) return (await emitProject(plan)).map(({ path }) => path);
  JSON.parse(writeManifest(plan.manifest));
  return (await emitToolModules(plan)).map(({ path }) => path);
}
