// node --import tsx stage-worker.ts <document> <folder>: one generation, the CPU time of each stage as JSON
import { optimizeLate } from '../src/cli/engine.js';
import { findingsOf } from '../src/cli/findings.js';
import { Diagnostics } from '../src/diagnostics/diagnostics.js';
import { emitProject } from '../src/emit/emit-project.js';
import { loadDocument } from '../src/load/document.js';
import { checkDocument } from '../src/load/findings/check-document.js';
import { buildModel } from '../src/model/build-model.js';
import { outlineDocument } from '../src/model/outline.js';
import { planServer } from '../src/plan/plan-server.js';
import { selectOperations } from '../src/plan/selection.js';
import { inputsOf, namesOf, toolDigestsOf } from '../src/write/lock-facts.js';
import { openProject } from '../src/write/project.js';
import { writeProject } from '../src/write/write-project.js';
import { plainSettings } from '../test/load/documents.js';
import { noOptions } from '../test/plan/documents.js';

// As the command line does.
optimizeLate();

const [reference = '', folder = ''] = process.argv.slice(2);
const diagnostics = new Diagnostics();
const stages: [stage: string, milliseconds: number][] = [];

async function measure<Value>(stage: string, run: () => Value | Promise<Value>): Promise<Value> {
  const before = process.cpuUsage();
  const value = await run();
  const { user, system } = process.cpuUsage(before);
  stages.push([stage, (user + system) / 1000]);
  return value;
}

/** What has to be there for the next stage. */
function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error(JSON.stringify(diagnostics.all));
  return value;
}

const loaded = await measure('load', () => loadDocument(reference, plainSettings, diagnostics));
const document = given(loaded.document);
const outline = await measure('outline', () => outlineDocument(document, diagnostics));
const selection = given(await measure('selection', () => selectOperations(outline, noOptions, diagnostics)));
const { operations, leftOut } = selection;
const model = await measure('model', () => buildModel(document, { ...outline, operations }, diagnostics));
const plan = given(await measure('plan', () => planServer(model, leftOut, noOptions, diagnostics)));
await measure('check', () => checkDocument(document, [], diagnostics));
const files = await measure('emit', () => emitProject(plan));
await measure('write', () => {
  const opened = openProject(folder, { shown: folder, readOnly: false, force: false }, diagnostics);
  const facts = {
    generatorVersion: '0.0.0',
    ...inputsOf(folder, loaded.files, document.root.origin.file),
    options: {},
    names: namesOf(plan.manifest.tools),
    tools: toolDigestsOf(plan.manifest),
  };
  const options = { mode: 'write', force: false, strict: false } as const;
  return writeProject(given(opened), { files, facts }, options, diagnostics);
});
await measure('positions', () => findingsOf(diagnostics.all, loaded.files));
console.log(JSON.stringify({ stages, findings: diagnostics.all.length }));
