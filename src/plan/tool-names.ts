import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Operation } from '../model/model.js';
import { cutName, digestOf, groupBy, wordsOf } from './words.js';

const longest = 64;

/**
 * The name of each operation's tool. A unique, legal operationId is the name; other names are made of the id, or of
 * method and path. Every member of a collision gets a suffix, whatever their order, but for the one that had the
 * name in the last run: `locked` holds those by `METHOD /path`.
 */
export function nameTools(
  operations: readonly Operation[],
  locked: Readonly<Record<string, string>>,
  diagnostics: Diagnostics,
): ReadonlyMap<Operation, string> {
  const ids = groupBy(operations, ({ operationId }) => operationId);
  const keepsId = ({ operationId }: Operation): boolean =>
    isLegal(operationId) && ids.get(operationId)?.length === 1;
  const names = new Map<Operation, string>();
  // Made names differ from all others by more than case: not every host tells cases apart.
  const taken = new Set<string>();
  const give = (operation: Operation, name: string): void => {
    names.set(operation, name);
    taken.add(name.toLowerCase());
  };
  for (const operation of operations.filter(keepsId)) give(operation, operation.operationId ?? '');

  const made = operations.filter((operation) => !keepsId(operation));
  const collided = giveWhereAlone(made, baseName, taken, give, (operation) => {
    const key = routeOf(operation);
    return Object.hasOwn(locked, key) && locked[key] === baseName(operation);
  });
  const again = giveWhereAlone(collided, suffixedName, taken, give, () => false);
  for (const operation of again) give(operation, digestedName(operation, taken));
  const hasCollided = new Set(collided);
  for (const operation of made) {
    report(operation, names.get(operation) ?? '', hasCollided.has(operation), diagnostics);
  }
  return names;
}

/** Gives each operation the name it wishes for where no other has or wishes for it; answers with the rest. */
function giveWhereAlone(
  operations: readonly Operation[],
  wish: (operation: Operation) => string,
  taken: ReadonlySet<string>,
  give: (operation: Operation, name: string) => void,
  hadIt: (operation: Operation) => boolean,
): readonly Operation[] {
  const before = new Set(taken);
  const rest: Operation[] = [];
  for (const [key, group] of groupBy(operations, (operation) => wish(operation).toLowerCase())) {
    const keepers = group.length === 1 ? group : group.filter(hadIt);
    const [keeper] = keepers.length === 1 && !before.has(key) ? keepers : [];
    if (keeper !== undefined) give(keeper, wish(keeper));
    rest.push(...group.filter((operation) => operation !== keeper));
  }
  return rest;
}

function isLegal(id: string | undefined): id is string {
  return id !== undefined && /^[a-zA-Z0-9_-]{1,64}$/.test(id);
}

/** `METHOD /path`: what tells an operation from all others. */
export function routeOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

function baseName(operation: Operation): string {
  const { operationId } = operation;
  if (isLegal(operationId)) return operationId;
  const words = wordsOf(operationId ?? '');
  return words.length === 0 ? cutName(routeName(operation), longest) : cutName(words.join('_'), longest);
}

function suffixedName(operation: Operation): string {
  return cutName(`${baseName(operation)}_${routeName(operation)}`, longest);
}

function digestedName(operation: Operation, taken: ReadonlySet<string>): string {
  const digest = digestOf(routeOf(operation), 64);
  const start = baseName(operation);
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

function report(operation: Operation, name: string, hasCollided: boolean, diagnostics: Diagnostics): void {
  const { operationId, origin } = operation;
  if (hasCollided) {
    diagnostics.report('tool-renamed', { name: baseName(operation), renamed: name }, origin);
  } else if (operationId !== undefined && operationId !== '' && operationId !== name) {
    diagnostics.report('tool-name-made', { id: operationId, name }, origin);
  }
}
