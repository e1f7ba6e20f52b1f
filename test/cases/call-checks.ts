import type { Manifest } from '../../src/runtime/manifest.js';
import type { CallExpectation, CallOutcome } from './case-format.js';
import { isObject } from './matchers.js';
import type { CallObservation, SessionObservation } from './observation.js';
import { requestProblems } from './request-checks.js';
import { resultProblems } from './result-checks.js';
import { findTool } from './tool-names.js';

/** What is wrong with the calls of a case. */
export function callProblems(
  calls: readonly CallExpectation[],
  session: SessionObservation,
  manifest: Manifest | undefined,
): readonly string[] {
  return calls.flatMap((call, index) => {
    const observed = session.calls[index];
    const problems =
      observed === undefined ? ['it was not made'] : problemsOfCall(call, observed, session, manifest);
    return problems.map((problem) => `call ${index + 1}: ${problem}`);
  });
}

function problemsOfCall(
  call: CallExpectation,
  observed: CallObservation,
  session: SessionObservation,
  manifest: Manifest | undefined,
): readonly string[] {
  if (session.failure !== undefined) return mayRefuseToStart(call) ? [] : [session.failure];
  const found = findTool(call.tool, session.tools, manifest);
  if ('problem' in found) return [found.problem];
  if (found.name !== observed.tool) return [`'${observed.tool ?? ''}' was called, not '${found.name}'`];
  return [
    ...outcomeProblems(call, call, observed),
    ...errorProblems(call, observed),
    ...alternativeProblems(call, observed),
  ];
}

/** Whether one of the alternatives is that the server does not start. */
export function mayRefuseToStart({ anyOf }: CallExpectation): boolean {
  return anyOf?.some(({ serverRefusedToStart }) => serverRefusedToStart === true) ?? false;
}

function alternativeProblems(call: CallExpectation, observed: CallObservation): readonly string[] {
  if (call.anyOf === undefined) return [];
  const tried = call.anyOf.map((outcome) =>
    outcome.serverRefusedToStart === true ? ['the server started'] : outcomeProblems(outcome, call, observed),
  );
  return tried.some((problems) => problems.length === 0)
    ? []
    : [tried.map((problems) => problems[0]).join(' or ')];
}

function outcomeProblems(
  outcome: CallOutcome,
  call: CallExpectation,
  observed: CallObservation,
): readonly string[] {
  const { answer, failure } = observed;
  const requests = requestProblems(outcome, observed, call.upstream);
  if (call.thenCloseStdin === true) return requests;
  if (answer === undefined) return [...requests, failure ?? 'there is no answer'];
  return outcome.result === undefined ? requests : [...requests, ...resultProblems(outcome.result, answer)];
}

function errorProblems({ error }: CallExpectation, { answer }: CallObservation): readonly string[] {
  if (error === undefined || answer === undefined) return [];
  const actual = answer.message['error'];
  const code = isObject(actual) ? actual['code'] : undefined;
  return code === error.code ? [] : [`there is no error ${error.code} but ${answer.line.slice(0, 300)}`];
}
