// npm run properties [-- --only documents|schemas|requests] [--count n] [--runs n] [--schemas n] [--instances n]
//                    [--requests n] [--seed n]
// Random and mutated documents, none of which may break a rule; random schemas and those of the corpus, none of which
// may be listed in a way that forbids what it allows; random arguments, none of which may lead out of the template of
// their operation. The same seed tries the same ones.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { findCorpus } from '../corpus/corpus.js';
import { runCommandLine } from './command-line.js';
import { checkRequests } from './requests.js';
import { checkCorpus, checkRandom } from './schemas.js';
import { runShares, sharesOf } from './shares.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    count: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '200' },
    schemas: { type: 'string', default: '5000' },
    instances: { type: 'string', default: '16' },
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: '20261130' },
  },
});
const seed = Number(values.seed);
if (findCorpus() === undefined) console.log('No corpus beside the project: only what is random is tried.');
const broken = [
  ...(isWanted('documents') ? await checkDocuments(seed) : []),
  ...(isWanted('schemas') ? await checkSchemas(seed) : []),
  ...(isWanted('requests') ? await tryRequests(seed) : []),
];
for (const problem of broken) console.error(`BROKEN ${problem}`);
process.exit(broken.length === 0 ? 0 : 1);

function isWanted(part: string): boolean {
  return values.only === undefined || values.only === part;
}

async function checkDocuments(seed: number): Promise<readonly string[]> {
  const [count, runs] = [Number(values.count), Number(values.runs)];
  const started = performance.now();
  const threads = Math.min(availableParallelism(), 2);
  const { tally, problems } = await runShares(sharesOf({ count, seed, threads }));
  for (const [kind, { generated, refused }] of Object.entries(tally)) {
    const tried = generated + refused;
    const share = ((100 * generated) / tried).toFixed(1);
    console.log(`${kind}: ${tried} tried, ${generated} generated (${share} %)`);
  }
  console.log(`documents: ${secondsSince(started)} s, seed ${seed}`);
  const others = await runCommandLine(runs, seed);
  console.log(`command line: ${runs} runs`);
  return [...problems, ...others];
}

async function checkSchemas(seed: number): Promise<readonly string[]> {
  const started = performance.now();
  console.log(`schemas: seed ${seed}`);
  const problems = [
    ...checkRandom(Number(values.schemas), seed),
    ...(await checkCorpus(Number(values.instances), seed)),
  ];
  console.log(`schemas: ${secondsSince(started)} s`);
  return problems;
}

async function tryRequests(seed: number): Promise<readonly string[]> {
  const started = performance.now();
  const { sent, refused, problems } = await checkRequests(Number(values.requests), seed);
  console.log(`requests: ${sent} sent, ${refused} refused, ${secondsSince(started)} s, seed ${seed}`);
  return problems;
}

function secondsSince(started: number): number {
  return Math.round((performance.now() - started) / 1000);
}
