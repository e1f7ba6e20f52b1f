// npx tsx test/corpus/fit-tokens.ts [folder]   fits the figures of src/plan/hosts/tokens.ts on the tools lists of a corpus
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { generateFiles } from '../../src/generate.js';
import { plainOptions } from '../tools/document-options.js';
import { countPieces, pieces, tokensPerPiece, type Piece } from '../../src/plan/hosts/tokens.js';
import type { Manifest } from '../../src/runtime/manifest.js';
import { findCorpus, noCorpus, type CorpusDocument } from './corpus.js';

/** One tools list: how many pieces of each kind it holds for every token. */
interface Sample {
  readonly id: string;
  readonly counts: Readonly<Record<Piece, number>>;
}

type Costs = Record<Piece, number>;

/** The others stay as they are: tools lists hold too little of them. */
const fitted: readonly Piece[] = ['word', 'digits', 'marks', 'joint', 'ideographs'];
const sweeps = 3_000;
const reweightings = 8;

const corpus = findCorpus(process.argv[2]);
if (corpus === undefined) {
  console.log(noCorpus);
} else {
  const samples: Sample[] = [];
  for (const document of corpus.documents) samples.push(...(await readSample(document)));
  const costs = fit(samples);
  for (const piece of fitted) console.log(`${piece}: ${costs[piece].toFixed(3)}`);
  const errors = samples.map((sample) => ({ id: sample.id, error: errorOf(sample, costs) }));
  errors.sort((left, right) => Math.abs(right.error) - Math.abs(left.error));
  for (const { id, error } of errors.slice(0, 10)) console.log(`${id}: ${(error * 100).toFixed(1)} %`);
}

async function readSample({ id, file }: CorpusDocument): Promise<readonly Sample[]> {
  const { output } = await generateFiles(plainOptions(file, '.'));
  const manifest = output.find(({ path }) => path === 'generated/manifest.json');
  if (manifest === undefined) return [];
  const { tools } = JSON.parse(manifest.contents) as Manifest;
  const listed = tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => {
    return { name, title, description, inputSchema, outputSchema, annotations };
  });
  const text = JSON.stringify(listed);
  const tokens = countTokens(text, { disallowedSpecial: new Set() });
  const counts = { ...countPieces(text) };
  for (const piece of pieces) counts[piece] /= tokens;
  return [{ id, counts }];
}

/** Least squares by coordinate descent, where the worst samples weigh more each time. */
function fit(samples: readonly Sample[]): Readonly<Costs> {
  const costs = { ...tokensPerPiece };
  let weights = samples.map(() => 1);
  for (let round = 0; round < reweightings; round += 1) {
    for (let sweep = 0; sweep < sweeps; sweep += 1) {
      for (const piece of fitted) costs[piece] = bestCost(piece, samples, weights, costs);
    }
    const errors = samples.map((sample) => Math.abs(errorOf(sample, costs)));
    const worst = Math.max(...errors);
    const raised = weights.map((weight, index) => weight * (0.5 + (errors[index] ?? 0) / worst));
    const sum = raised.reduce((total, weight) => total + weight, 0);
    weights = raised.map((weight) => (weight / sum) * samples.length);
  }
  return costs;
}

/** The best cost of one piece while the others stand. */
function bestCost(
  piece: Piece,
  samples: readonly Sample[],
  weights: readonly number[],
  costs: Readonly<Costs>,
): number {
  let above = 0;
  let below = 0;
  for (const [index, sample] of samples.entries()) {
    const count = sample.counts[piece];
    const weight = weights[index] ?? 0;
    above += weight * count * (count * costs[piece] - errorOf(sample, costs));
    below += weight * count * count;
  }
  return Math.max(above / below, 0);
}

/** By what share the estimate differs from the count. */
function errorOf({ counts }: Sample, costs: Readonly<Costs>): number {
  return pieces.reduce((sum, piece) => sum + counts[piece] * costs[piece], 0) - 1;
}
