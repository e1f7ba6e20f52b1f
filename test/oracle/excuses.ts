import { exceptions, type Exception } from './exceptions.js';
import type { Refusal } from './judge-tools.js';

/** The exceptions that a refusal falls under; `undefined` where one of its violations falls under none. */
export function excusesOf(
  refusal: Refusal,
  known: readonly Exception[] = exceptions,
): readonly Exception[] | undefined {
  const possible = known.filter(({ where }) => {
    const operations = Object.hasOwn(where, refusal.document) ? where[refusal.document] : undefined;
    return operations === 'many' || operations?.includes(refusal.operation) === true;
  });
  const found = refusal.violations.map((violation) =>
    possible.find((exception) => exception.excuses(violation, refusal)),
  );
  return found.length === 0 || found.includes(undefined)
    ? undefined
    : found.filter((each) => each !== undefined);
}
