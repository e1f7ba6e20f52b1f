// tsx test/tokens/run.ts [--minutes 10] [--callers 1000]: tokens that end in seconds under a steady load, and many callers.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startIssuer } from '../runtime/issuer.js';
import { mistakenCalls, createSubjectOf, startTokenApi } from './token-api.js';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, callers: { type: 'string', default: '1000' } },
});
const minutes = Number(values.minutes);
const callers = Number(values.callers);

const callsPerSecond = 100;
const tokenSeconds = 5;
const mostTokensPerMinute = 15;

/** Calls at an even pace, whether or not earlier calls are answered; tokens are asked for ahead of time. */
async function runSteadily(): Promise<boolean> {
  const issuer = await startIssuer();
  const api = await startTokenApi(issuer, tokenSeconds);
  const subjectOf = createSubjectOf(api, issuer);
  const failures: unknown[] = [];
  const calls: Promise<void>[] = [];
  const start = performance.now();
  const count = Math.round(minutes * 60 * callsPerSecond);
  for (let call = 0; call < count; call += 1) {
    const wait = start + (call * 1000) / callsPerSecond - performance.now();
    if (wait > 1) await sleep(wait);
    calls.push(
      subjectOf().then((subject) => {
        if (subject !== 'service') failures.push(subject);
      }),
    );
  }
  await Promise.all(calls);
  const tokens = issuer.tokenRequests().length;
  api.stop();
  issuer.stop();
  const most = Math.ceil(mostTokensPerMinute * minutes);
  console.log(
    `${count} calls in ${minutes} min with tokens of ${tokenSeconds} s: ${failures.length} failed; ` +
      `${api.counts.refused} refused by the API at first; ${tokens} token requests (at most ${most}).`,
  );
  tellSome(failures);
  return failures.length === 0 && tokens <= most;
}

/** Why calls failed: the first of them tell enough. */
function tellSome(failures: readonly unknown[]): void {
  for (const failure of failures.slice(0, 3)) console.log(`  ${JSON.stringify(failure)}`);
}

async function runCallers(): Promise<boolean> {
  const issuer = await startIssuer();
  const api = await startTokenApi(issuer, 3600);
  const mistaken = await mistakenCalls(createSubjectOf(api, issuer), callers);
  const { answered } = api.counts;
  api.stop();
  issuer.stop();
  console.log(
    `${callers} callers, ${answered} calls: ${mistaken.length} taken for another; ` +
      `${issuer.tokenRequests().length} tokens exchanged.`,
  );
  tellSome(mistaken);
  return mistaken.length === 0 && answered === callers * 20 && issuer.tokenRequests().length === callers;
}

const passed = [await runCallers(), await runSteadily()];
process.exitCode = passed.every(Boolean) ? 0 : 1;
