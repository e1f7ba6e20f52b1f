import { Diagnostics } from '../diagnostics/diagnostics.js';
import { wordsOf } from './names/words.js';

/** What a variable is for: a project's variables keep their names by it. */
export interface Meaning {
  /** What it stands for, alike in every run: `key of the security scheme "petstore"`. */
  readonly of: string;
  /** What tells several of one meaning apart; a variable that changes in this alone means what it meant. */
  readonly detail?: string;
  /** Whether the name always has a number: there can be any number of them. */
  readonly isNumbered?: true;
}

/** Gives out names of environment variables, each once. */
export interface VariableNames {
  /** The variable of these parts: `PETSTORE_SERVER_REGION` of `server`, `region`. */
  readonly take: (meaning: Meaning, ...parts: readonly string[]) => string;
  /** Whether a name is given out, or would be that of the file of one. */
  readonly isTaken: (name: string) => boolean;
}

/** Names of variables by what they stand for. */
export type NamesByMeaning = Readonly<Record<string, string>>;

/** What names were given out for. */
export interface Named<Value> {
  readonly planned: Value;
  /** Those of this run, and of earlier ones whose names nothing else has by now. */
  readonly names: NamesByMeaning;
}

/**
 * Plans with names that start with `prefix`. A variable keeps the name that it had in the last run, whatever else there
 * is now; one that has none takes a free one, with a number where another has its name.
 */
export function planWithNames<Value>(
  prefix: string,
  last: NamesByMeaning,
  diagnostics: Diagnostics,
  plan: (names: VariableNames, diagnostics: Diagnostics) => Value,
): Named<Value> {
  const kept = new Map(Object.entries(last));
  // Only who is there still keeps a name from others.
  const wanted = kept.size === 0 ? new Set<string>() : meaningsIn(plan);
  const reserved = new Set([...kept].flatMap(([key, name]) => (wanted.has(key) ? filesOf(name) : [])));
  const state: Naming = { prefix, kept, reserved, given: new Map(), taken: new Set(), diagnostics };
  const isTaken = (name: string): boolean => filesOf(name).some((each) => state.taken.has(each));
  const planned = plan({ isTaken, take: (meaning, ...parts) => take(meaning, parts, state) }, diagnostics);
  return { planned, names: namesToKeep(state) };
}

/** What there will be variables for. */
function meaningsIn(plan: (names: VariableNames, diagnostics: Diagnostics) => unknown): ReadonlySet<string> {
  const keys = new Map<string, string>();
  const take = (meaning: Meaning): string => {
    const key = keyFor(meaning, keys);
    keys.set(key, '');
    return key;
  };
  plan({ isTaken: () => false, take }, new Diagnostics());
  return new Set(keys.keys());
}

interface Naming {
  readonly prefix: string;
  readonly kept: ReadonlyMap<string, string>;
  /** Names of the last run that belong to a meaning of this one. */
  readonly reserved: ReadonlySet<string>;
  /** By the key of a meaning. */
  readonly given: Map<string, string>;
  readonly taken: Set<string>;
  readonly diagnostics: Diagnostics;
}

function take(meaning: Meaning, parts: readonly string[], naming: Naming): string {
  const { prefix, kept, reserved, given, taken, diagnostics } = naming;
  const words = parts.map((part) => wordsOf(part).join('_').toUpperCase());
  const name = [prefix, ...words.filter((word) => word !== '')].join('_');
  const key = keyFor(meaning, given);
  const own = kept.get(key);
  const isFree = (one: string): boolean => !filesOf(one).some((each) => taken.has(each));
  const found =
    own !== undefined && isNameOf(own, name, meaning) && isFree(own)
      ? own
      : firstOf(name, meaning, (one) => isFree(one) && !filesOf(one).some((each) => reserved.has(each)));
  if (found !== name && meaning.isNumbered !== true)
    diagnostics.report('variable-renamed', { name, renamed: found });
  reportOther(found, meaning, naming);
  given.set(key, found);
  for (const each of filesOf(found)) taken.add(each);
  return found;
}

/** The variable's value can also stand in a file, which `<NAME>_FILE` names. */
function filesOf(name: string): readonly string[] {
  return [name, `${name}_FILE`];
}

/** A lock that was written under another prefix, or edited, says nothing of this name. */
function isNameOf(own: string, name: string, { isNumbered }: Meaning): boolean {
  if (own === name) return isNumbered !== true;
  return own.startsWith(`${name}_`) && /^[1-9]\d*$/.test(own.slice(name.length + 1));
}

function firstOf(name: string, { isNumbered }: Meaning, isFree: (name: string) => boolean): string {
  let count = isNumbered === true ? 1 : 2;
  let found = isNumbered === true ? `${name}_${count++}` : name;
  while (!isFree(found)) found = `${name}_${count++}`;
  return found;
}

/** How the lock names a meaning; those that nothing tells apart are counted. */
function keyFor({ of, detail }: Meaning, given: ReadonlyMap<string, string>): string {
  const key = detail === undefined ? of : `${of}, ${detail}`;
  let found = key;
  for (let count = 2; given.has(found); count += 1) found = `${key} (${count})`;
  return found;
}

/** Whoever set a variable for something that is gone would see its value go elsewhere. */
function reportOther(name: string, { of }: Meaning, { kept, given, diagnostics }: Naming): void {
  for (const [key, last] of kept) {
    const isAlike = key === of || key.startsWith(`${of}, `) || key.startsWith(`${of} (`);
    if (last !== name || given.has(key) || isAlike) continue;
    diagnostics.report('variable-reassigned', { name, last: key, now: of });
  }
}

function namesToKeep({ kept, given, taken }: Naming): NamesByMeaning {
  const gone = [...kept].filter(([key, name]) => !given.has(key) && !taken.has(name));
  return Object.fromEntries([...given, ...gone]);
}
