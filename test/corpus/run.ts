// npm run corpus -- [folder] [--only id,id] [--compilers] [--record]
// Puts the documents of a corpus through the whole generator; --compilers also checks the largest project with other
// TypeScripts, --record writes the tokens that lists cost now to tokens.json.
import { parseArgs } from 'node:util';
import { findCompilerProblems } from './compilers.js';
import { findCorpus, noCorpus, readPending, readSkipped, type Corpus } from './corpus.js';
import { judgeCorpus, type Verdict } from './judge.js';
import { findSkippedSurprises, findSurprises, writeProblems, writeTable } from './report.js';
import { readRecorded, recordFigures, type RecordedFigures } from './token-figures.js';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    compilers: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const corpus = findCorpus(positionals[0]);
if (corpus === undefined) console.log(noCorpus);
else if (!(await comesOutRight(corpus))) process.exitCode = 1;

/** The figures of these verdicts, and those that were recorded of other documents. */
function recordedOf(verdicts: readonly Verdict[]): RecordedFigures {
  const now = verdicts.flatMap(({ document, inspection }) =>
    inspection === undefined ? [] : [[document.id, inspection.figures] as const],
  );
  return { ...readRecorded(), ...Object.fromEntries(now) };
}

async function comesOutRight({ folder, documents }: Corpus): Promise<boolean> {
  const wanted = values.only?.split(',');
  const isWanted = ({ id }: { readonly id: string }): boolean => wanted?.includes(id) ?? true;
  const pending = new Map([...readPending()].filter(([, entry]) => isWanted(entry)));
  const started = performance.now();
  const verdicts = await judgeCorpus(
    { folder, documents: documents.filter(isWanted) },
    { parses: true },
    (line) => console.error(line),
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  if (values.record) recordFigures(recordedOf(verdicts));
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
