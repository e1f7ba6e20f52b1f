// npm run corpus -- [folder] [--only id,id] [--compilers]
// Puts the documents of a corpus through the whole generator; --compilers also checks the largest project with other TypeScripts.
import { parseArgs } from 'node:util';
import { findCompilerProblems } from './compilers.js';
import { findCorpus, noCorpus, readPending, readSkipped, type Corpus } from './corpus.js';
import { judgeCorpus } from './judge.js';
import { findSkippedSurprises, findSurprises, writeProblems, writeTable } from './report.js';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, compilers: { type: 'boolean', default: false } },
});
const corpus = findCorpus(positionals[0]);
if (corpus === undefined) console.log(noCorpus);
else if (!(await comesOutRight(corpus))) process.exitCode = 1;

async function comesOutRight({ folder, documents }: Corpus): Promise<boolean> {
  const wanted = values.only?.split(',');
  const isWanted = ({ id }: { readonly id: string }): boolean => wanted?.includes(id) ?? true;
  const pending = new Map([...readPending()].filter(([, entry]) => isWanted(entry)));
  const started = performance.now();
  const verdicts = await judgeCorpus({ folder, documents: documents.filter(isWanted) }, (line) =>
    console.error(line),
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const surprises = [...findSurprises(verdicts, pending), ...findSkippedSurprises(verdicts, readSkipped())];
  console.log([writeTable(verdicts), writeProblems(verdicts), ...surprises, `${seconds} s`].join('\n'));
  if (!values.compilers) return surprises.length === 0;
  const [largest] = verdicts.toSorted(
    (left, right) => (right.inspection?.tools ?? 0) - (left.inspection?.tools ?? 0),
  );
  const problems =
    largest?.project === undefined ? ['no project to compile'] : await findCompilerProblems(largest.project);
  console.log(
    problems.length === 0 ? `${largest?.document.id} passes the other compilers` : problems.join('\n'),
  );
  return surprises.length === 0 && problems.length === 0;
}
