// npm run properties [-- --count n] [--seed n]: random and mutated documents, none of which may break a rule.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { findCorpus } from '../corpus/corpus.js';
import { runCommandLine } from './command-line.js';
import { runShares, sharesOf } from './shares.js';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: '20261130' },
  },
});
const [count, runs, seed] = [Number(values.count), Number(values.runs), Number(values.seed)];
if (findCorpus() === undefined)
  console.log('No corpus beside the project: only random documents are mutated.');

const started = performance.now();
const { tally, problems } = await runShares(
  sharesOf({ count, seed, threads: Math.min(availableParallelism(), 2) }),
);
for (const [kind, { generated, refused }] of Object.entries(tally)) {
  const tried = generated + refused;
  console.log(
    `${kind}: ${tried} tried, ${generated} generated (${((100 * generated) / tried).toFixed(1)} %)`,
  );
}
console.log(`${Math.round((performance.now() - started) / 1000)} s, seed ${seed}`);

const broken = [...problems, ...(await runCommandLine(runs, seed))];
console.log(`command line: ${runs} runs`);
for (const problem of broken) console.error(`BROKEN ${problem}`);
process.exit(broken.length === 0 ? 0 : 1);
