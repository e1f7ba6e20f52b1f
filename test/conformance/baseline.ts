import { readFileSync } from 'node:fs';
import { scenarios, type Check, type Revision, type Status } from './official-suite.js';

/** A check that a server emitted from an OpenAPI document cannot pass. */
export interface BaselineEntry {
  readonly revision: Revision;
  readonly scenario: string;
  readonly check: string;
  readonly status: Extract<Status, 'FAILURE' | 'WARNING'>;
  /** Why it cannot apply. */
  readonly reason: string;
  /** What shows it: a text of the specification, or what the check asks for. */
  readonly proof: string;
}

/** The committed baseline. */
export function readBaseline(): readonly BaselineEntry[] {
  return JSON.parse(
    readFileSync(new URL('baseline.json', import.meta.url), 'utf8'),
  ) as readonly BaselineEntry[];
}

/** What makes a run fail: bad checks that the baseline does not know, entries that are no longer bad, and scenarios that did not run. */
export function findSurprises(
  checks: readonly Check[],
  baseline: readonly BaselineEntry[],
): readonly string[] {
  const known = new Map(
    baseline.map((entry) => [keyOf(entry.revision, entry.scenario, entry.check), entry.status]),
  );
  const bad = new Map(
    checks.filter(isBad).map((check) => [keyOf(check.revision, check.scenario, check.id), check]),
  );
  const ran = new Set(checks.map(({ revision, scenario }) => `${revision} ${scenario}`));
  const wanted = Object.entries(scenarios).flatMap(([revision, names]) =>
    names.map((name) => `${revision} ${name}`),
  );
  return [
    ...[...bad].flatMap(([key, { status, message }]) =>
      known.get(key) === status ? [] : [`${key}: ${status} ${message.slice(0, 300)}`],
    ),
    ...[...known].flatMap(([key, status]) =>
      bad.has(key) ? [] : [`${key}: no longer ${status}: strike it from baseline.json`],
    ),
    ...wanted.filter((scenario) => !ran.has(scenario)).map((scenario) => `${scenario}: did not run`),
  ];
}

/** Whether a check wants a word: a failure, or a warning. */
export function isBad({ status }: Check): boolean {
  return status === 'FAILURE' || status === 'WARNING';
}

function keyOf(revision: Revision, scenario: string, check: string): string {
  return `${revision} ${scenario} ${check}`;
}
