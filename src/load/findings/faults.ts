import { pointerTo } from '../../diagnostics/pointer.js';
import type { Fault } from './compiler.js';
import type { Subject } from './phrases.js';
import { quirkOf } from './quirks.js';
import { wordingOf } from './wordings.js';

/** One thing that is wrong with an object of OpenAPI. */
export interface Flaw {
  /** Pointer from the object to what is wrong. */
  readonly path: string;
  /** The field that the object lacks, where that is what is wrong. */
  readonly lacks: string | undefined;
  readonly problem: string;
}

/** Turns the faults of an object into flaws: one for each thing that a person has to change. */
export function flawsOf(faults: readonly Fault[], subject: Subject): readonly Flaw[] {
  const found = new Map<string, Flaw>();
  for (const fault of causesOf(faults, subject)) {
    const wording = wordingOf(fault, subject);
    if (wording === undefined) continue;
    const { field, problem } = wording;
    const path = field === undefined ? fault.instancePath : pointerTo(fault.instancePath, field);
    const lacks = fault.keyword === 'required' ? String(fault.params.missingProperty) : undefined;
    const key = JSON.stringify([path, lacks]);
    const quirk = quirkOf(fault, subject) ?? { problem };
    if (quirk.problem !== undefined && !found.has(key))
      found.set(key, { path, lacks, problem: quirk.problem });
  }
  return [...found.values()];
}

/** The faults that do not follow from others, those of a value's type first. */
function causesOf(faults: readonly Fault[], subject: Subject): readonly Fault[] {
  const ofGroups = faults.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf');
  const left = ofGroups.reduce(withoutConsequences, faults);
  const isOther = left.some(({ keyword }) => keyword !== 'unevaluatedProperties' && keyword !== 'if');
  // Where a part of a schema fails, the fields that it alone names count as unknown.
  const causes = left.filter(
    (fault) => !(isOther && fault.keyword === 'unevaluatedProperties' && isKnown(fault, subject)),
  );
  return causes.toSorted((one, other) => Number(other.keyword === 'type') - Number(one.keyword === 'type'));
}

/** Of alternatives, keeps what is wrong with the one that the value has the type of; else that it is none of them. */
function withoutConsequences(faults: readonly Fault[], group: Fault): readonly Fault[] {
  const branchOf = ({ schemaPath, instancePath }: Fault): string | undefined => {
    const isInside =
      schemaPath.startsWith(`${group.schemaPath}/`) && instancePath.startsWith(group.instancePath);
    return isInside ? schemaPath.slice(group.schemaPath.length + 1).split('/')[0] : undefined;
  };
  const missed = new Set(faults.filter((fault) => isMiss(fault, group)).map(branchOf));
  const left = faults.filter((fault) => branchOf(fault) === undefined || !missed.has(branchOf(fault)));
  const isMeant = left.some((fault) => branchOf(fault) !== undefined);
  return isMeant ? left.filter((fault) => fault !== group) : left;
}

/** Whether a fault says that a value was not meant for an alternative at all. */
function isMiss({ keyword, instancePath }: Fault, group: Fault): boolean {
  return instancePath === group.instancePath && (keyword === 'type' || keyword === 'required');
}

function isKnown({ params, instancePath }: Fault, { fields }: Subject): boolean {
  return instancePath !== '' || fields.includes(String(params.unevaluatedProperty));
}
