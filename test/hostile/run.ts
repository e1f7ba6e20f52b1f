// npm run hostile -- [id ...]   hostile documents and payloads against INDEX.md; an id is the start of a file's name
import { inTurn } from '../tools/in-turn.js';
import type { Outcome } from './documents.js';
import { faultGroups } from './fault-groups.js';
import type { PayloadFile } from './payloads.js';
import { reportOn, type Report } from './report.js';
import { prepareDocuments, type PreparedDocument, type TargetResult } from './run-documents.js';
import { hostileDocuments, payloadFiles } from './targets.js';

const asked = process.argv.slice(2);
const reports: Report[] = [];
const started = performance.now();

const wantedPayloads = [...payloadFiles, ...faultGroups].filter(isAsked);
const needed = new Set(wantedPayloads.map(({ document }) => document));
const prepared = await prepareDocuments(
  hostileDocuments.filter(({ id }) => isAsked({ id }) || needed.has(id)),
);
try {
  // The payloads that wait for time limits run beside everything else.
  await Promise.all([
    inTurn(wantedPayloads.filter(({ isTimed }) => isTimed !== true).reverse(), async (payload) =>
      say(await judgePayload(payload)),
    ),
    inTurn(prepared.filter(isAsked), async ({ judge }) => say(await judge()), 1),
  ]);
  for (const payload of wantedPayloads.filter(({ isTimed }) => isTimed)) say(await judgePayload(payload));
} finally {
  for (const { close } of prepared) await close();
}
const wrong = reports.filter(({ isRight }) => !isRight).length;
const sum = (count: (report: Report) => number): number =>
  reports.reduce((total, one) => total + count(one), 0);
console.log(
  `${reports.length} files, ${wrong} not ok; ${sum(({ held }) => held)} checks hold, ` +
    `${sum(({ later }) => later)} are for later; ${Math.round((performance.now() - started) / 1000)} s`,
);
process.exitCode = wrong === 0 && reports.length > 0 ? 0 : 1;

function isAsked({ id }: { readonly id: string }): boolean {
  return asked.length === 0 || asked.some((start) => id.startsWith(start));
}

function say(result: TargetResult): void {
  const report = reportOn(result);
  reports.push(report);
  console.log(report.lines.join('\n'));
}

async function judgePayload({ id, document, judge }: PayloadFile): Promise<TargetResult> {
  const built = prepared.find((one: PreparedDocument) => one.id === document)?.built;
  const problem = `there is no built project of ${document}`;
  const judging = built === undefined ? Promise.reject(new Error(problem)) : judge(built);
  // One that hangs or dies in the middle must not keep the others from their turn.
  const outcomes: readonly Outcome[] = await judging.catch((error: unknown) => [
    { check: 'comes to its end', problems: [(error as Error).message] },
  ]);
  const figures = [`${outcomes.length} checks`, ...outcomes.flatMap(({ figure }) => figure ?? [])].join(', ');
  return { id, figures, outcomes };
}
