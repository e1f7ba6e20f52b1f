import { didYouMean } from '../diagnostics/did-you-mean.js';
import { child, entries, isLocatedObject, items, type Located } from '../load/located.js';
import { valueAt } from '../load/json.js';
import { isScopeToken } from '../runtime/scope-token.js';
import type { SecurityRequirement } from '../runtime/security.js';
import { createPlaces, placeOf } from './credential-places.js';
import { reportUndeclaredScopes } from './declared-scopes.js';
import { followList, followMap } from './misplaced-references.js';
import type { NamedScheme, OperationHead } from './model.js';
import type { OutlineReading, Reading } from './reading.js';
import { writtenSchemes, type SecuritySchemes } from './security-schemes.js';

/** The alternatives of an operation that can be satisfied. */
export interface OperationSecurity {
  readonly requirements: readonly SecurityRequirement[];
  /** Why there is none, where the document asks for one. */
  readonly unusable: string | undefined;
}

/** The security of an operation: its own, or else the document's. */
export function readSecurity(
  operation: Located,
  root: Located,
  schemes: SecuritySchemes,
  reading: Reading,
): OperationSecurity {
  const applied = appliedSecurity(operation, root, reading);
  if (applied === undefined)
    return { requirements: [], unusable: 'the `security` that applies to it is no list.' };
  const listed = items(applied);
  const requirements = listed
    .map((alternative) => readRequirement(alternative, schemes, reading))
    .filter((requirement) => requirement !== undefined);
  const isAnonymous = (requirement: SecurityRequirement): boolean => Object.keys(requirement).length === 0;
  const named = requirements.filter((requirement) => !isAnonymous(requirement));
  const anonymous = requirements.filter(isAnonymous).slice(0, 1);
  if (listed.length === 0 || requirements.length > 0) {
    return { requirements: [...named, ...anonymous], unusable: undefined };
  }
  const names = listed.flatMap((alternative) => entries(alternative).map(([name]) => name));
  const unusable =
    names.length === 0
      ? 'none of its security requirements is an object with names of security schemes.'
      : `none of its security requirements can be satisfied (${[...new Set(names)].join(', ')}).`;
  return { requirements: [], unusable };
}

/** The list that applies to an operation; `undefined` where nothing tells whether a credential is needed. */
function appliedSecurity(operation: Located, root: Located, reading: Reading): Located | undefined {
  const own = child(operation, 'security');
  const written = own.value === undefined ? child(root, 'security') : own;
  const applied = followList(written, reading);
  if (written.value === undefined || Array.isArray(applied.value)) return applied;
  const problem = '`security` has to be a list; the operations that it applies to are left out.';
  reading.diagnostics.report('invalid-document', { problem }, written.origin);
  return undefined;
}

/** Reports schemes that nothing asks for: a document that says `security` anywhere, be it an empty one, means it. */
export function reportUnusedSchemes(operations: readonly OperationHead[], reading: OutlineReading): void {
  const { root, files } = reading.document;
  const schemes = writtenSchemes(reading);
  const names = followMap(schemes, reading).map(([name]) => `'${name}'`);
  if (names.length === 0 || operations.length === 0) return;
  const written = operations.map(({ origin }) => ({
    value: valueAt(files.get(origin.file)?.value, origin.pointer),
    origin,
  }));
  if ([root, ...written].some((object) => child(object, 'security').value !== undefined)) return;
  reading.diagnostics.report('unused-security-schemes', { names: names.join(', ') }, schemes.origin);
}

/** Reads a Security Requirement Object; `undefined` where it cannot be satisfied, which is reported. */
function readRequirement(
  alternative: Located,
  schemes: SecuritySchemes,
  reading: Reading,
): SecurityRequirement | undefined {
  const { diagnostics } = reading;
  const { origin } = alternative;
  if (!isLocatedObject(alternative)) {
    const problem = 'A Security Requirement Object has to be an object; it is left out.';
    diagnostics.report('invalid-document', { problem }, origin);
    return undefined;
  }
  const places = createPlaces();
  const members: (readonly [name: string, scopes: Located])[] = [];
  for (const [key, member] of entries(alternative)) {
    const name = schemes.nameOf(key, member.origin);
    if (name === undefined) return undefined;
    members.push([name, member]);
  }
  for (const [name, member] of members) {
    const scheme = schemes.schemeOf(name)?.scheme;
    if (scheme === undefined) {
      const names = schemes.names();
      const details = { name, meant: didYouMean(name, names) };
      // What is wrong with one that is defined has been told.
      if (!names.includes(name)) diagnostics.report('undefined-security-scheme', details, member.origin);
      return undefined;
    }
    const first = places.rivalOf(scheme);
    if (first !== undefined) {
      const details = { first, second: name, place: placeOf(scheme) };
      diagnostics.report('conflicting-security-schemes', details, origin);
      return undefined;
    }
    places.add(name, scheme);
  }
  return readAllScopes(members, schemes, reading);
}

/** The scopes of all schemes of an alternative; `undefined` where one of them is no scope. */
function readAllScopes(
  members: readonly (readonly [name: string, list: Located])[],
  schemes: SecuritySchemes,
  reading: Reading,
): SecurityRequirement | undefined {
  const scopes = members.flatMap(([name, list]) => {
    const named = schemes.schemeOf(name);
    reportUndeclaredScopes({ name, list, named }, reading.diagnostics);
    const read = readScopes(list, named, reading);
    return read === undefined ? [] : [[name, read] as const];
  });
  return scopes.length < members.length ? undefined : Object.fromEntries(scopes);
}

/** The scopes of a scheme, or its roles; `undefined` where one cannot be asked for: without it, less would be asked for. */
function readScopes(
  list: Located,
  named: NamedScheme | undefined,
  { diagnostics }: Reading,
): readonly string[] | undefined {
  const isOAuth = named?.scheme.type === 'oauth2' || named?.scheme.type === 'openIdConnect';
  const wordsOf = isOAuth ? scopesIn : rolesIn;
  const listed = Array.isArray(list.value) ? items(list) : isNothing(list.value) ? [] : [list];
  const read = listed.map(({ value, origin }) => {
    const words = wordsOf(value);
    const isOne = words?.length === 1 && words[0] === value;
    if (isOne && Array.isArray(list.value)) return words;
    const problem = words === undefined ? noScope[isOAuth ? 'scope' : 'role'] : misread(words);
    diagnostics.report('invalid-document', { problem }, origin);
    return words ?? (isOAuth ? undefined : []);
  });
  return read.some((words) => words === undefined) ? undefined : read.flatMap((words = []) => words);
}

const noScope = {
  scope: 'This is no scope; the alternative that asks for it is left out.',
  role: 'This is no role; it is left out.',
};

function misread(words: readonly string[]): string {
  return `Scopes have to be a list of single words; this is read as ${words.map((word) => `'${word}'`).join(' and ')}.`;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

/** The scopes of an item: several where they are written as in a token request (RFC 6749 3.3). */
function scopesIn(value: unknown): readonly string[] | undefined {
  if (typeof value !== 'string') return undefined;
  const words = value.split(' ').filter((word) => word !== '');
  return words.length > 0 && words.every(isScopeToken) ? words : undefined;
}

function rolesIn(value: unknown): readonly string[] | undefined {
  return typeof value === 'string' ? [value] : undefined;
}
