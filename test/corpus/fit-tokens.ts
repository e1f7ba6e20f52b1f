// npx tsx test/corpus/fit-tokens.ts [folder]   fits the factors of src/plan/tokens.ts on the tools lists of a corpus
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { generateFiles } from '../../src/generate.js';
import { scripts } from '../../src/plan/tokens.js';
import type { Manifest } from '../../src/runtime/manifest.js';
import { findCorpus, noCorpus, type CorpusDocument } from './corpus.js';

/** One tools list: bytes of each script for each token that the vocabulary makes of the list. */
interface Sample {
  readonly id: string;
  readonly bytes: readonly number[];
}

/** Each factor is drawn a little to this many bytes a token, so that what the lists hardly hold stays sensible. */
const usualBytesPerToken = 3;
const pull = 1e-4;
const sweeps = 5_000;
const reweightings = 8;

const corpus = findCorpus(process.argv[2]);
if (corpus === undefined) {
  console.log(noCorpus);
} else {
  const samples: Sample[] = [];
  for (const document of corpus.documents) samples.push(...(await readSample(document)));
  const costs = fit(samples);
  for (const [index, { holds }] of scripts.entries())
    console.log(`${String(holds)}: ${(1 / (costs[index] ?? 0)).toFixed(2)}`);
  const errors = samples.map((sample) => ({ id: sample.id, error: errorOf(sample, costs) }));
  errors.sort((left, right) => Math.abs(right.error) - Math.abs(left.error));
  for (const { id, error } of errors.slice(0, 10)) console.log(`${id}: ${(error * 100).toFixed(1)} %`);
}

async function readSample({ id, file }: CorpusDocument): Promise<readonly Sample[]> {
  const stdin = (): Promise<Uint8Array> => Promise.resolve(new Uint8Array());
  const { output } = await generateFiles({
    document: file,
    name: undefined,
    serverUrl: undefined,
    cwd: '.',
    stdin,
  });
  const manifest = output.find(({ path }) => path === 'generated/manifest.json');
  if (manifest === undefined) return [];
  const { tools } = JSON.parse(manifest.contents) as Manifest;
  const listed = tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => {
    return { name, title, description, inputSchema, outputSchema, annotations };
  });
  const text = JSON.stringify(listed);
  const tokens = countTokens(text, { disallowedSpecial: new Set() });
  return [{ id, bytes: bytesByScript(text).map((bytes) => bytes / tokens) }];
}

function bytesByScript(text: string): readonly number[] {
  const bytes = scripts.map(() => 0);
  for (const character of text) {
    const script = scripts.findIndex(({ holds }) => holds.test(character));
    bytes[script] = (bytes[script] ?? 0) + Buffer.byteLength(character);
  }
  return bytes;
}

/** Tokens per byte of each script: least squares by coordinate descent, where the worst samples weigh more each time. */
function fit(samples: readonly Sample[]): readonly number[] {
  const costs = scripts.map(() => 1 / usualBytesPerToken);
  let weights = samples.map(() => 1);
  for (let round = 0; round < reweightings; round += 1) {
    for (let sweep = 0; sweep < sweeps; sweep += 1) improve(samples, weights, costs);
    const errors = samples.map((sample) => Math.abs(errorOf(sample, costs)));
    const worst = Math.max(...errors);
    const raised = weights.map((weight, index) => weight * (0.5 + (errors[index] ?? 0) / worst));
    const sum = raised.reduce((total, weight) => total + weight, 0);
    weights = raised.map((weight) => (weight / sum) * samples.length);
  }
  return costs;
}

/** One sweep: sets each cost to the best value while the others stand. */
function improve(samples: readonly Sample[], weights: readonly number[], costs: number[]): void {
  for (const [script, cost] of costs.entries()) {
    let above = pull / usualBytesPerToken;
    let below = pull;
    for (const [index, sample] of samples.entries()) {
      const bytes = sample.bytes[script] ?? 0;
      const weight = weights[index] ?? 0;
      above += weight * bytes * (bytes * cost - errorOf(sample, costs));
      below += weight * bytes * bytes;
    }
    costs[script] = Math.max(above / below, 1 / 8);
  }
}

/** By what share the estimate differs from the count. */
function errorOf({ bytes }: Sample, costs: readonly number[]): number {
  return bytes.reduce((sum, found, script) => sum + found * (costs[script] ?? 0), 0) - 1;
}
