import { projectProblems, sessionProblems } from './always-true.js';
import { callProblems, mayRefuseToStart } from './call-checks.js';
import type { CallExpectation, Case, Expectations } from './case-format.js';
import { matches } from './matchers.js';
import type { Generation, Observation, ProjectObservation, SessionObservation } from './observation.js';
import { toolProblems } from './tool-checks.js';

/** What does not hold in a run of a case, the first thing first; empty where the case passes. */
export function judge({ expect }: Case, { generation, project }: Observation): readonly string[] {
  if (generation.timedOut) return [`generate did not end; it had written: ${generation.stderr.slice(-300)}`];
  const outcome = generation.status === 0 ? 'ok' : 'error';
  const allowed = typeof expect.generate === 'string' ? [expect.generate] : expect.generate.anyOf;
  const always = [...timeProblems(expect, generation), ...fileProblems(expect, generation)];
  if (!allowed.includes(outcome)) {
    return [
      `generate ended with ${generation.status}, which is '${outcome}': ${generation.stderr.slice(0, 600)}`,
    ];
  }
  if (project === undefined) {
    return [...always, ...errorProblems(expect, generation), ...leakProblems(expect, generation, undefined)];
  }
  return [
    ...always,
    ...outputProblems(expect, generation),
    ...projectProblems(generation, project),
    ...project.sessions.flatMap((session) => serverProblems(expect, session, project)),
    ...leakProblems(expect, generation, project),
  ];
}

function timeProblems({ withinMs }: Expectations, { milliseconds }: Generation): readonly string[] {
  if (withinMs === undefined || milliseconds <= withinMs) return [];
  return [`generate took ${Math.round(milliseconds)} ms, more than ${withinMs}`];
}

function fileProblems({ cli }: Expectations, { output }: Generation): readonly string[] {
  return Object.entries(cli?.after ?? {})
    .filter(([path, text]) => output.get(path)?.toString() !== text)
    .map(([path]) => `'${path}' in the output folder is not as it should be`);
}

function errorProblems(
  { errorMatches, errorLacks }: Expectations,
  generation: Generation,
): readonly string[] {
  const text = `${generation.stderr}\n${generation.stdout}`;
  return [
    ...(errorMatches === undefined || matches(errorMatches, text)
      ? []
      : [`the error does not match ${errorMatches}: ${text}`]),
    ...(errorLacks !== undefined && matches(errorLacks, text)
      ? [`the error matches ${errorLacks}: ${text}`]
      : []),
  ];
}

function outputProblems(expect: Expectations, { output }: Generation): readonly string[] {
  const { generatedMustNotContain = [], filesNotNamed } = expect;
  return [...output].flatMap(([path, contents]) => [
    ...generatedMustNotContain
      .filter((text) => contents.includes(text))
      .map((text) => `'${path}' holds '${text}'`),
    ...(filesNotNamed !== undefined && matches(filesNotNamed, path) ? [`there is a file '${path}'`] : []),
  ]);
}

/** What a case says of tools and calls holds in every revision that is spoken. */
function serverProblems(
  expect: Expectations,
  session: SessionObservation,
  { manifest }: ProjectObservation,
): readonly string[] {
  const calls = expect.call ?? [];
  const problems =
    session.failure === undefined
      ? [
          ...sessionProblems(session),
          ...countProblems(expect, session),
          ...toolProblems(expect.tools ?? [], session.tools, manifest),
          ...callProblems(calls, session, manifest),
          ...exitProblems(expect, session),
        ]
      : startProblems(calls, session, manifest);
  return problems.map((problem) => `${problem} (${session.era})`);
}

/** A server that does not start is right only where a call of the case says so. */
function startProblems(
  calls: readonly CallExpectation[],
  session: SessionObservation,
  manifest: ProjectObservation['manifest'],
): readonly string[] {
  if (calls.some(mayRefuseToStart)) return callProblems(calls, session, manifest);
  return [`rule 2: the server does not start: ${session.failure}`];
}

function countProblems({ toolCount }: Expectations, { tools }: SessionObservation): readonly string[] {
  if (toolCount === undefined || tools.length === toolCount) return [];
  return [`${tools.length} tools are listed, not ${toolCount}`];
}

function exitProblems({ process }: Expectations, { exit }: SessionObservation): readonly string[] {
  const most = process?.exitsAfterStdinCloseMs;
  if (most === undefined || (exit.status === 0 && exit.milliseconds <= most)) return [];
  return [
    `after its input was closed the server ended with ${exit.status} in ${Math.round(exit.milliseconds)} ms`,
  ];
}

function leakProblems(
  { process }: Expectations,
  { stdout, stderr }: Generation,
  project: ProjectObservation | undefined,
): readonly string[] {
  const secrets = process?.outputMustNotContain ?? [];
  const places: readonly (readonly [string, string])[] = [
    ['the generator', `${stdout}\n${stderr}`],
    ['the type-check', project?.build.join('\n') ?? ''],
    ...(project?.sessions ?? []).map(
      (session) =>
        [
          `the server (${session.era})`,
          `${session.stdout.toString()}\n${session.stderr.toString()}`,
        ] as const,
    ),
  ];
  return secrets.flatMap((secret) =>
    places.filter(([, text]) => text.includes(secret)).map(([place]) => `${place} wrote '${secret}'`),
  );
}
