import type { Pick } from '../properties/mutations.js';

type Change = (value: unknown, pick: Pick) => unknown;

const others: readonly unknown[] = [null, true, 0, -1, 0.5, '', 'a', [], {}, [null], { more: 1 }];

const objectChanges: readonly Change[] = [
  (value, pick) => without(value as object, pick),
  (value, pick) => ({ ...(value as object), [`added${pick(2)}`]: others[pick(others.length)] }),
  (value, pick) => changedMember(value as object, pick),
  (value, pick) => changedMember(value as object, pick),
  (value, pick) => changedMember(value as object, pick),
];

const arrayChanges: readonly Change[] = [
  (value) => (value as readonly unknown[]).slice(1),
  (value) => [...(value as readonly unknown[]), ...(value as readonly unknown[])],
  (value, pick) => [...(value as readonly unknown[]), others[pick(others.length)]],
  (value, pick) => changedItem(value as readonly unknown[], pick),
  (value, pick) => changedItem(value as readonly unknown[], pick),
];

const numberChanges: readonly Change[] = [
  (value) => Number(value) + 1,
  (value) => Number(value) - 1,
  (value) => -Number(value),
  (value) => Number(value) + 0.5,
];

const stringChanges: readonly Change[] = [
  (value) => `${String(value)}x`,
  (value) => String(value).slice(1),
  (value) => String(value).toUpperCase(),
  (value) => `${String(value)}${String(value)}`,
];

/** A value that differs in one place: a member less or more, another type, one more or one less. */
export const changeInstance: Change = (value, pick) => {
  const changes = changesOf(value);
  const isSwapped = changes.length === 0 || pick(6) === 0;
  return isSwapped ? others[pick(others.length)] : changes[pick(changes.length)]?.(value, pick);
};

function changesOf(value: unknown): readonly Change[] {
  if (Array.isArray(value)) return arrayChanges;
  if (typeof value === 'object' && value !== null) return objectChanges;
  if (typeof value === 'number') return numberChanges;
  return typeof value === 'string' ? stringChanges : [];
}

function without(value: object, pick: Pick): unknown {
  const members = Object.entries(value);
  const dropped = pick(members.length);
  return Object.fromEntries(members.filter((_member, at) => at !== dropped));
}

function changedMember(value: object, pick: Pick): unknown {
  const members = Object.entries(value) as readonly (readonly [string, unknown])[];
  const changed = pick(members.length);
  return Object.fromEntries(
    members.map(([name, member], at) => [name, at === changed ? changeInstance(member, pick) : member]),
  );
}

function changedItem(value: readonly unknown[], pick: Pick): unknown {
  const changed = pick(value.length);
  return value.map((item, at) => (at === changed ? changeInstance(item, pick) : item));
}
