import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Operation } from '../model/model.js';
import type { NameWord } from './curation/curation.js';
import { reportUnusable } from './curation/refusal.js';
import { cutName, digestOf, groupBy, wordsOf } from './words.js';

const longest = 64;

/** An operation, with what its tool is to be called: a name that someone chose, or else its id. */
interface NameWish {
  readonly operation: Operation;
  readonly id: string | undefined;
  /** There where someone chose the name. */
  readonly chosen: NameWord | undefined;
}

/**
 * The name of each operation's tool. A unique, legal operationId is the name, and a name that was chosen counts above
 * ids; other names are made of the id, or of method and path. Every member of a collision gets a suffix, whatever
 * their order, but for the one that had the name in the last run: `locked` holds those by `METHOD /path`.
 */
export function nameTools(
  operations: readonly Operation[],
  wanted: ReadonlyMap<Operation, NameWord>,
  locked: Readonly<Record<string, string>>,
  diagnostics: Diagnostics,
): ReadonlyMap<Operation, string> {
  const wishes = operations.map((operation): NameWish => {
    const name = wanted.get(operation);
    const chosen = name?.isOfMethod === true ? undefined : name;
    return { operation, id: name?.value ?? operation.operationId, chosen };
  });
  const keepers = keepersOf(wishes);
  const names = new Map<NameWish, string>();
  // Made names differ from all others by more than case: not every host tells cases apart.
  const taken = new Set<string>();
  const give = (wish: NameWish, name: string): void => {
    names.set(wish, name);
    taken.add(name.toLowerCase());
  };
  for (const wish of keepers) give(wish, wish.id ?? '');

  const made = wishes.filter((wish) => !keepers.has(wish));
  const collided = giveWhereAlone(made, baseName, taken, give, (wish) => {
    const key = routeOf(wish.operation);
    return Object.hasOwn(locked, key) && locked[key] === baseName(wish);
  });
  const again = giveWhereAlone(collided, suffixedName, taken, give, () => false);
  for (const wish of again) give(wish, digestedName(wish, taken));
  const hasCollided = new Set(collided);
  for (const wish of made) report(wish, names.get(wish) ?? '', hasCollided.has(wish), diagnostics);
  reportChosen(wishes, names, diagnostics);
  return new Map([...names].map(([{ operation }, name]) => [operation, name]));
}

/** The wishes that are legal and the only ones for their names, or the only chosen ones. */
function keepersOf(wishes: readonly NameWish[]): ReadonlySet<NameWish> {
  const legal = wishes.filter(({ id }) => isLegal(id));
  return new Set(
    [...groupBy(legal, ({ id }) => id).values()].flatMap((rivals) => {
      const chosen = rivals.filter((rival) => rival.chosen !== undefined);
      const strongest = chosen.length === 0 ? rivals : chosen;
      return strongest.length === 1 ? strongest : [];
    }),
  );
}

/** Gives each wish the name that it has where no other has or wishes for it; answers with the rest. */
function giveWhereAlone(
  wishes: readonly NameWish[],
  nameOf: (wish: NameWish) => string,
  taken: ReadonlySet<string>,
  give: (wish: NameWish, name: string) => void,
  hadIt: (wish: NameWish) => boolean,
): readonly NameWish[] {
  const before = new Set(taken);
  const rest: NameWish[] = [];
  for (const [key, group] of groupBy(wishes, (wish) => nameOf(wish).toLowerCase())) {
    const keepers = group.length === 1 ? group : group.filter(hadIt);
    const [keeper] = keepers.length === 1 && !before.has(key) ? keepers : [];
    if (keeper !== undefined) give(keeper, nameOf(keeper));
    rest.push(...group.filter((wish) => wish !== keeper));
  }
  return rest;
}

function isLegal(id: string | undefined): id is string {
  return id !== undefined && /^[a-zA-Z0-9_-]{1,64}$/.test(id);
}

/** `METHOD /path`: what tells an operation from all others. */
export function routeOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** The names under which people speak of an operation: its id, and `METHOD /path`, also as the document has it. */
export function namesOf(
  operation: Pick<Operation, 'operationId' | 'method' | 'path' | 'key'>,
): readonly string[] {
  const names = [operation.operationId, routeOf(operation), operation.key];
  return [...new Set(names.filter((name) => name !== undefined))];
}

function baseName({ id, operation }: NameWish): string {
  if (isLegal(id)) return id;
  const words = wordsOf(id ?? '');
  return cutName(words.length === 0 ? routeName(operation) : words.join('_'), longest);
}

function suffixedName(wish: NameWish): string {
  return cutName(`${baseName(wish)}_${routeName(wish.operation)}`, longest);
}

function digestedName(wish: NameWish, taken: ReadonlySet<string>): string {
  const digest = digestOf(routeOf(wish.operation), 64);
  const start = baseName(wish);
  const names = [6, 12, 24, 48].map(
    (digits) => `${start.slice(0, longest - digits - 1)}_${digest.slice(0, digits)}`,
  );
  return names.find((name) => !taken.has(name.toLowerCase())) ?? digest;
}

/** `get_pets_by_pet_id` of `GET /pets/{petId}`. */
function routeName({ method, path }: Operation): string {
  const parts = path.split(/(\{[^{}]*\})/).map((part) => {
    const words = wordsOf(part);
    return part.startsWith('{') && words.length > 0 ? ['by', ...words] : words;
  });
  const words = parts.flat();
  return [...wordsOf(method), ...(words.length === 0 ? ['root'] : words)].join('_');
}

function report(wish: NameWish, name: string, hasCollided: boolean, diagnostics: Diagnostics): void {
  const { id, operation, chosen } = wish;
  if (chosen !== undefined) return;
  if (hasCollided) {
    diagnostics.report('tool-renamed', { name: baseName(wish), renamed: name }, operation.origin);
  } else if (id !== undefined && id !== '' && id !== name) {
    diagnostics.report('tool-name-made', { id, name }, operation.origin);
  }
}

/** Reports chosen names that cannot be had; those of a configuration also where another operation would lose its own. */
function reportChosen(
  wishes: readonly NameWish[],
  names: ReadonlyMap<NameWish, string>,
  diagnostics: Diagnostics,
): void {
  for (const rivals of groupBy(wishes, ({ id }) => id).values()) {
    for (const wish of rivals) {
      const { chosen, operation } = wish;
      if (chosen === undefined) continue;
      const name = names.get(wish) ?? '';
      const isFirm = chosen.field === 'config';
      if (name === chosen.value && !(isFirm && rivals.length > 1)) continue;
      const rival = rivals.find((other) => other !== wish);
      const problem =
        rival === undefined || !isLegal(chosen.value)
          ? 'a tool name has 1 to 64 letters, digits, `_` and `-`'
          : `'${chosen.value}' is the name of ${routeOf(rival.operation)} too`;
      const outcome = isFirm ? '.' : `; the tool is named '${name}'.`;
      reportUnusable(chosen, `${problem}${outcome}`, operation, diagnostics);
    }
  }
}
