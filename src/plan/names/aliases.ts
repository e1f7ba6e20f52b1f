import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import type { Operation } from '../../model/model.js';
import type { Curation, Sourced } from '../curation/curation.js';
import { reportUnusable } from '../curation/refusal.js';
import { routeOf } from './tool-names.js';
import { groupBy } from './words.js';

/** Someone's wish that a tool answers to another name too. */
interface Claim {
  readonly operation: Operation;
  readonly alias: Sourced<string>;
}

/** The further names of each tool; those that cannot be had are reported. */
export function planAliases(
  names: ReadonlyMap<Operation, string>,
  curations: ReadonlyMap<Operation, Pick<Curation, 'aliases'>>,
  diagnostics: Diagnostics,
): ReadonlyMap<Operation, readonly string[]> {
  const owners = new Map([...names].map(([operation, name]) => [name, operation]));
  const claims = [...names.keys()].flatMap((operation) =>
    (curations.get(operation)?.aliases ?? []).map((alias): Claim => ({ operation, alias })),
  );
  const aliases = new Map<Operation, readonly string[]>();
  for (const [name, rivals] of groupBy(claims, ({ alias }) => alias.value)) {
    const owner = owners.get(name);
    const winner = isLegalAlias(name) && owner === undefined ? winnerOf(rivals) : undefined;
    if (winner !== undefined) aliases.set(winner, [...(aliases.get(winner) ?? []), name]);
    for (const { operation, alias } of rivals) {
      // Its own name is served anyway.
      if (operation === winner || operation === owner) continue;
      const other = owner ?? rivals.find((rival) => rival.operation !== operation)?.operation;
      reportUnusable(alias, problemOf(name, owner, other), operation, diagnostics);
    }
  }
  return aliases;
}

/** Reports each tool that had another name in the last run, unless the old one is served still. */
export function reportChangedNames(
  names: ReadonlyMap<Operation, string>,
  aliases: ReadonlyMap<Operation, readonly string[]>,
  locked: Readonly<Record<string, string>>,
  diagnostics: Diagnostics,
): void {
  const served = new Set([...names.values(), ...[...aliases.values()].flat()]);
  for (const [operation, name] of names) {
    const route = routeOf(operation);
    const last = Object.hasOwn(locked, route) ? locked[route] : undefined;
    if (last === undefined || last === name) continue;
    if (aliases.get(operation)?.includes(last) === true) continue;
    const details = { operation: route, last, name, isTaken: served.has(last) };
    diagnostics.report('tool-name-changed', details, operation.origin);
  }
}

/** Reports each tool that answered to a further name in the last run and does so no more. */
export function reportLostAliases(
  names: ReadonlyMap<Operation, string>,
  aliases: ReadonlyMap<Operation, readonly string[]>,
  locked: Readonly<Record<string, string>>,
  diagnostics: Diagnostics,
): void {
  const byRoute = new Map([...names.keys()].map((operation) => [routeOf(operation), operation]));
  const served = new Set([...names.values(), ...[...aliases.values()].flat()]);
  for (const [alias, route] of Object.entries(locked)) {
    const operation = byRoute.get(route);
    // A tool that is gone took its names along.
    if (operation === undefined) continue;
    const tool = names.get(operation) ?? route;
    if (tool === alias || aliases.get(operation)?.includes(alias) === true) continue;
    diagnostics.report('alias-removed', { tool, alias, isTaken: served.has(alias) }, operation.origin);
  }
}

/** MCP's rule for names: no host is shown an alias, and generators of old names allowed more than hosts do. */
function isLegalAlias(name: string): boolean {
  return /^[a-zA-Z0-9_.-]{1,128}$/.test(name);
}

/** The one tool that a name is claimed for, be it by the configuration alone. */
function winnerOf(claims: readonly Claim[]): Operation | undefined {
  const firm = claims.filter(({ alias }) => alias.field === 'config');
  const operations = new Set((firm.length === 0 ? claims : firm).map(({ operation }) => operation));
  const [only, ...more] = operations;
  return more.length === 0 ? only : undefined;
}

function problemOf(name: string, owner: Operation | undefined, other: Operation | undefined): string {
  if (!isLegalAlias(name)) return 'an alias has 1 to 128 letters, digits, `_`, `.` and `-`.';
  const kind = owner === undefined ? 'an alias' : 'the name';
  return `'${name}' is ${kind} of ${other === undefined ? 'another tool' : routeOf(other)}${owner === undefined ? ' too' : ''}.`;
}
