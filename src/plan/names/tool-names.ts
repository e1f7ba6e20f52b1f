import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import type { Operation } from '../../model/model.js';
import type { NameWord } from '../curation/curation.js';
import { longestToolName, type Naming } from './naming.js';
import { cutName, digestOf, wordsOf } from './words.js';

/** An operation, with what its tool is to be called: a name that someone chose, or else its id. */
export interface NameWish {
  readonly operation: Operation;
  readonly id: string | undefined;
  /** There where someone chose the name, which is then the `id` too. */
  readonly chosen: NameWord | undefined;
}

/** Makes the names that a tool can have, the best first. */
export interface NameMaker {
  /** The name where no other tool wants it. */
  readonly ownName: (wish: NameWish) => string;
  /** Whether that is what stands in the document or was chosen, and not made of it. */
  readonly isKept: (wish: NameWish) => boolean;
  /** The name in a collision. */
  readonly suffixedName: (wish: NameWish) => string;
  /** The name where method and path tell nothing apart either. */
  readonly digestedName: (wish: NameWish, isFree: (name: string) => boolean) => string;
}

/** What stands before a made name, and how long that and the name can be. */
interface Frame {
  readonly start: string;
  readonly longest: number;
}

/** Characters that are left to a name behind its prefix: fewer are a digest rather than words. */
const shortestRest = 8;

/** Makes names as someone chose to have them made. */
export function createNameMaker(naming: Naming): NameMaker {
  const isKept = (wish: NameWish): boolean => isKeptBy(naming, wish);
  const makeOwn = (wish: NameWish): string =>
    isKept(wish)
      ? `${frameOf(naming, wish).start}${wish.id ?? ''}`
      : framed(naming, wish, stemOf(naming, wish));
  // It is asked for many times.
  const own = new Map<NameWish, string>();
  return {
    isKept,
    ownName: (wish) => {
      const name = own.get(wish) ?? makeOwn(wish);
      own.set(wish, name);
      return name;
    },
    suffixedName: (wish) => {
      const stem = stemOf(naming, wish);
      const route = routeName(wish.operation);
      // What was made of method and path already is told apart by their digest.
      const suffix = stem === route ? digestOf(routeOf(wish.operation)) : route;
      return framed(naming, wish, `${stem}_${suffix}`);
    },
    digestedName: (wish, isFree) => digestedName(naming, wish, isFree),
  };
}

function frameOf({ prefix, longest }: Naming, { chosen }: NameWish): Frame {
  if (chosen === undefined) return { start: prefix, longest };
  // A name that was chosen says all of it, and whoever runs the generator may break an own limit.
  return { start: '', longest: chosen.field === 'config' ? longestToolName : longest };
}

function isKeptBy(naming: Naming, wish: NameWish): boolean {
  const { id, chosen } = wish;
  const { start, longest } = frameOf(naming, wish);
  if (id === undefined || id === '' || !isLegal(start + id, longest)) return false;
  return chosen !== undefined || naming.style === 'preserve' || wordsOf(id).join('_') === id;
}

function digestedName(naming: Naming, wish: NameWish, isFree: (name: string) => boolean): string {
  const { start, longest } = frameOf(naming, wish);
  const room = longest - start.length;
  const stem = stemOf(naming, wish);
  const digest = digestOf(routeOf(wish.operation), 64);
  const names = [6, 12, 24, 48]
    .filter((digits) => digits + 1 < room)
    .map((digits) => `${start}${stem.slice(0, room - digits - 1)}_${digest.slice(0, digits)}`);
  return names.find(isFree) ?? `${start}${digest.slice(0, room)}`;
}

/** The naming less a prefix that leaves nothing to names, which is reported. */
export function usableNaming(naming: Naming, diagnostics: Diagnostics): Naming {
  const { prefix, longest } = naming;
  if (longest - prefix.length >= shortestRest) return naming;
  const most = longest - shortestRest;
  const problem = `of ${longest} characters (tools.maxToolNameLength) a prefix may take ${most}.`;
  diagnostics.report('unusable-setting', { setting: 'tools.toolNamePrefix', problem });
  return { ...naming, prefix: '' };
}

/** Whether a text can be the name of a tool: hosts take no more. */
export function isLegal(name: string, longest: number): boolean {
  return name.length <= longest && /^[a-zA-Z0-9_-]+$/.test(name);
}

/** `METHOD /path`: what tells an operation from all others. */
export function routeOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** The names under which people speak of an operation: its id, and `METHOD /path`, also as the document has it. */
export function namesOf(
  operation: Pick<Operation, 'operationId' | 'method' | 'path' | 'key'>,
): readonly string[] {
  const id = operation.operationId?.trim() === '' ? undefined : operation.operationId;
  const names = [id, routeOf(operation), operation.key];
  return [...new Set(names.filter((name) => name !== undefined))];
}

function framed(naming: Naming, wish: NameWish, stem: string): string {
  const { start, longest } = frameOf(naming, wish);
  return `${start}${cutName(stem, longest - start.length)}`;
}

/** The words of the id, or of method and path where it has none. */
function stemOf(naming: Naming, wish: NameWish): string {
  const words = wordsOf(wish.id ?? '');
  if (words.length === 0) return routeName(wish.operation);
  // Not every host takes a name that begins with a digit.
  const isNumbered = frameOf(naming, wish).start === '' && /^\d/.test(words[0] ?? '');
  return [...(isNumbered ? wordsOf(wish.operation.method) : []), ...words].join('_');
}

/** `get_pets_by_pet_id` of `GET /pets/{petId}`. */
function routeName({ method, path }: Operation): string {
  const words = path.split(/\/|(\{[^{}]*\})/).flatMap((part = '') => {
    const own = wordsOf(part);
    // A part in another script still tells paths apart.
    const named = own.length === 0 && /[\p{L}\p{N}]/u.test(part) ? [digestOf(part)] : own;
    return part.startsWith('{') && named.length > 0 ? ['by', ...named] : named;
  });
  return [...wordsOf(method), ...(words.length === 0 ? ['root'] : words)].join('_');
}
