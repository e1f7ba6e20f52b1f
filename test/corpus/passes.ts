// npx tsx test/corpus/passes.ts [id...]   what each pass of the profile `portable` saves in o200k tokens, by document
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { loadDocument } from '../../src/load/document.js';
import { buildModel } from '../../src/model/build-model.js';
import { outlineDocument } from '../../src/model/outline.js';
import { planServer } from '../../src/plan/plan-server.js';
import { portable, type PassName } from '../../src/plan/schema-profile.js';
import { selectOperations } from '../../src/plan/selection.js';
import { plainSettings } from '../load/documents.js';
import { noOptions } from '../plan/documents.js';
import { findCorpus, noCorpus } from './corpus.js';

/** Plans a document with these passes; the tokens of all input schemas. */
type Measure = (passes: readonly PassName[]) => number;

const wanted = process.argv.slice(2);
const corpus = findCorpus();
if (corpus === undefined) console.log(noCorpus);
for (const { id, file } of corpus?.documents ?? []) {
  if (wanted.length > 0 && !wanted.includes(id)) continue;
  const measure = await measureOf(file);
  if (measure !== undefined) report(id, measure);
}

async function measureOf(file: string): Promise<Measure | undefined> {
  const diagnostics = new Diagnostics();
  const { document } = await loadDocument(file, plainSettings, diagnostics);
  if (document === undefined) return undefined;
  const outline = outlineDocument(document, diagnostics);
  const selection = selectOperations(outline, noOptions, diagnostics);
  if (selection === undefined) return undefined;
  const { operations, leftOut } = selection;
  const model = buildModel(document, { ...outline, operations }, diagnostics);
  return (passes) => {
    const plan = planServer(model, leftOut, { ...noOptions, passes }, new Diagnostics());
    const schemas = (plan?.manifest.tools ?? []).map(({ inputSchema }) => inputSchema);
    // Documents hold texts like `<|endoftext|>`; here they are text.
    return countTokens(JSON.stringify(schemas), { disallowedSpecial: new Set() });
  };
}

function report(id: string, measure: Measure): void {
  const tokens = measure(portable);
  console.log(`${id}: ${tokens} tokens of input schemas, ${measure([])} with no pass`);
  for (const pass of portable) {
    const saved = measure(portable.filter((name) => name !== pass)) - tokens;
    if (saved !== 0) console.log(`  ${pass.padEnd(18)}${String(saved).padStart(8)}`);
  }
}
