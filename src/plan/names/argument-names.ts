import { cutName, digestOf, groupBy } from './words.js';
import { spellComparisons, spellSigns } from './signs.js';

/** A value that a caller gives, as the document names it. */
export interface Named {
  readonly name: string;
  readonly in: string;
}

const longest = 64;

/**
 * The property of the input schema for each parameter: its own name where hosts allow it as a key and no other
 * has it. `taken` holds the names that no parameter can have.
 */
export function argumentNames<Item extends Named>(
  parameters: readonly Item[],
  taken: ReadonlySet<string>,
): ReadonlyMap<Item, string> {
  const names = new Map<Item, string>();
  const used = new Set(taken);
  const give = (item: Item, name: string): void => {
    names.set(item, name);
    used.add(name);
  };
  const byName = groupBy(parameters, ({ name }) => name);
  const [own, others] = partition(
    parameters,
    (item) => isLegal(item.name) && !taken.has(item.name) && byName.get(item.name)?.length === 1,
  );
  for (const item of own) give(item, item.name);
  const spellings = [({ name }: Named) => madeName(name), ({ name }: Named) => speltName(name)];
  const rest = spellings.reduce<readonly Item[]>(
    (left, spell) => giveUnique(left, spell, used, give, ({ name }) => !isLegal(name)),
    others,
  );
  const last = giveUnique(rest, locatedName, used, give);
  for (const item of last)
    give(item, cutName(`${madeName(item.name)}_${digestOf(`${item.in} ${item.name}`)}`, longest));
  return names;
}

/** Whether a reader of the argument `property` can tell which Parameter Object's name it stands for. */
export function tellsName(item: Named, property: string): boolean {
  const { name } = item;
  const isWhole = /^[ -~]{1,64}$/.test(withoutMarks(name));
  return (
    name === property || (isWhole && [madeName(name), speltName(name), locatedName(item)].includes(property))
  );
}

/** Gives the items that alone want a free name that name; answers with the others. */
function giveUnique<Item>(
  items: readonly Item[],
  wish: (item: Item) => string,
  used: ReadonlySet<string>,
  give: (item: Item, name: string) => void,
  mayHave: (item: Item) => boolean = () => true,
): readonly Item[] {
  const wishes = groupBy(items, wish);
  const [lucky, others] = partition(
    items,
    (item) => mayHave(item) && wishes.get(wish(item))?.length === 1 && !used.has(wish(item)),
  );
  for (const item of lucky) give(item, wish(item));
  return others;
}

function partition<Item>(items: readonly Item[], holds: (item: Item) => boolean): readonly [Item[], Item[]] {
  return [items.filter(holds), items.filter((item) => !holds(item))];
}

function isLegal(name: string): boolean {
  // Validators leave a property called `__proto__` out of `properties`, and the closed root would refuse it.
  return /^[a-zA-Z0-9_.-]{1,64}$/.test(name) && name !== '__proto__';
}

/** `filter_name` of `filter[name]`, `top` of `$top`, `created_lt` of `created<`. */
function madeName(name: string): string {
  if (isLegal(name)) return name;
  // What compares says what the argument means; other signs seldom do.
  const legal = legalPart(spellComparisons(name)) || legalPart(spellSigns(name));
  return legal === '' ? `argument_${digestOf(name)}` : cutName(legal, longest);
}

/** `a_star` of `a*`: where the name without its signs is another's. */
function speltName(name: string): string {
  return cutName(legalPart(spellSigns(name)) || madeName(name), longest);
}

function locatedName({ name, in: location }: Named): string {
  return cutName(`${madeName(name)}_${location}`, longest);
}

function legalPart(name: string): string {
  return withoutMarks(name)
    .replace(/[^a-zA-Z0-9_.-]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

function withoutMarks(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}+/gu, '');
}
