import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import type { Operation } from '../../model/model.js';
import type { NameWord } from '../curation/curation.js';
import { reportNames, type GivenName } from './findings.js';
import type { Naming } from './naming.js';
import { createNameMaker, routeOf, usableNaming, type NameMaker, type NameWish } from './tool-names.js';
import { groupBy } from './words.js';

/** What tools are named by, beside their operations. */
export interface NamingRules {
  readonly naming: Naming;
  /** The names that someone chose. */
  readonly wanted: ReadonlyMap<Operation, NameWord>;
  /** The names of the last run by `METHOD /path`. */
  readonly locked: Readonly<Record<string, string>>;
}

/**
 * The name of each operation's tool. A unique, legal operationId is the name, and a name that was chosen counts above
 * ids; other names are made of the id, or of method and path. Every member of a collision gets a suffix, whatever
 * their order, but for the one that had the name in the last run. So a tool whose name nobody else wants is called the
 * same whatever else the document holds.
 */
export function nameTools(
  operations: readonly Operation[],
  { naming, wanted, locked }: NamingRules,
  diagnostics: Diagnostics,
): ReadonlyMap<Operation, string> {
  const usable = usableNaming(naming, diagnostics);
  const maker = createNameMaker(usable);
  const wishes = operations.map((operation): NameWish => {
    const name = wanted.get(operation);
    const chosen = name?.isOfMethod === true ? undefined : name;
    return { operation, id: name?.value ?? operation.operationId, chosen };
  });
  const { names, keepers } = giveNames(wishes, maker, locked);
  const wants = groupBy(wishes, (wish) => maker.ownName(wish).toLowerCase());
  const given = wishes.map((wish): GivenName => {
    const own = maker.ownName(wish);
    const isAlone = keepers.has(wish) || wants.get(own.toLowerCase())?.length === 1;
    const name = names.get(wish) ?? own;
    return { wish, name, isByLock: !isAlone && name === own };
  });
  reportNames(given, maker, usable, diagnostics);
  return new Map(given.map(({ wish, name }) => [wish.operation, name]));
}

/** The names that are given so far. */
interface Register {
  readonly names: ReadonlyMap<NameWish, string>;
  readonly give: (wish: NameWish, name: string) => void;
  readonly isFree: (name: string) => boolean;
  /** Not every host tells cases apart, so made names differ from all others by more. */
  readonly isFreeInAnyCase: (name: string) => boolean;
}

function createRegister(): Register {
  const names = new Map<NameWish, string>();
  const taken = new Set<string>();
  const folded = new Set<string>();
  return {
    names,
    give: (wish, name) => {
      names.set(wish, name);
      taken.add(name);
      folded.add(name.toLowerCase());
    },
    isFree: (name) => !taken.has(name),
    isFreeInAnyCase: (name) => !folded.has(name.toLowerCase()),
  };
}

function giveNames(
  wishes: readonly NameWish[],
  maker: NameMaker,
  locked: NamingRules['locked'],
): { readonly names: ReadonlyMap<NameWish, string>; readonly keepers: ReadonlySet<NameWish> } {
  const register = createRegister();
  const had = ({ operation }: NameWish): string | undefined => {
    const route = routeOf(operation);
    return Object.hasOwn(locked, route) ? locked[route] : undefined;
  };
  const keepers = keepersOf(wishes, maker);
  for (const wish of keepers) register.give(wish, maker.ownName(wish));
  const others = wishes.filter((wish) => !keepers.has(wish));
  const collided = giveUnlessContested(others, maker.ownName, register, {
    had,
    // Ids may differ in case alone.
    mayHave: (wish, name) => (maker.isKept(wish) ? register.isFree(name) : register.isFreeInAnyCase(name)),
  });
  const again = giveUnlessContested(collided, maker.suffixedName, register, {
    had,
    mayHave: (_, name) => register.isFreeInAnyCase(name),
  });
  for (const wish of again) register.give(wish, maker.digestedName(wish, register.isFreeInAnyCase));
  return { names: register.names, keepers };
}

/** The wishes for names that stand somewhere as they are: the only ones for their names, or the only chosen ones. */
function keepersOf(wishes: readonly NameWish[], maker: NameMaker): ReadonlySet<NameWish> {
  const kept = wishes.filter(maker.isKept);
  return new Set(
    [...groupBy(kept, maker.ownName).values()].flatMap((rivals) => {
      const chosen = rivals.filter((rival) => rival.chosen !== undefined);
      const strongest = chosen.length === 0 ? rivals : chosen;
      return strongest.length === 1 ? strongest : [];
    }),
  );
}

/** Who has a claim on a contested name. */
interface Claims {
  /** The name of the last run. */
  readonly had: (wish: NameWish) => string | undefined;
  readonly mayHave: (wish: NameWish, name: string) => boolean;
}

/** Gives each wish its name where it had that before, or where no other has or wishes for it; answers with the rest. */
function giveUnlessContested(
  wishes: readonly NameWish[],
  nameOf: (wish: NameWish) => string,
  { names, give, isFreeInAnyCase }: Register,
  { had, mayHave }: Claims,
): readonly NameWish[] {
  const holders = groupBy(
    wishes.filter((wish) => had(wish) === nameOf(wish)),
    nameOf,
  );
  // A lock that nobody edited gives a name to one operation.
  for (const [name, [holder, ...more]] of holders) {
    if (holder !== undefined && more.length === 0 && mayHave(holder, name)) give(holder, name);
  }
  for (const [name, [only, ...more]] of groupBy(wishes, (wish) => nameOf(wish).toLowerCase())) {
    if (only !== undefined && more.length === 0 && isFreeInAnyCase(name)) give(only, nameOf(only));
  }
  return wishes.filter((wish) => !names.has(wish));
}
