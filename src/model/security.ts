import { didYouMean } from '../diagnostics/did-you-mean.js';
import { child, entries, isLocatedObject, items, type Located } from '../load/located.js';
import { valueAt } from '../load/json.js';
import type { SecurityRequirement } from '../runtime/security.js';
import { createPlaces, placeOf } from './credential-places.js';
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
  const names = listed.flatMap(({ value }) => Object.keys(value ?? {}));
  const unusable = `none of its security requirements can be satisfied (${[...new Set(names)].join(', ')}).`;
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
  { supported, unsupported, nameOf }: SecuritySchemes,
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
  const members = entries(alternative).map(([key, member]) => [nameOf(key, origin), member] as const);
  for (const [name, member] of members) {
    const scheme = supported.get(name)?.scheme;
    if (scheme === undefined) {
      const meant = didYouMean(name, [...supported.keys()]);
      const details = { name, meant };
      if (!unsupported.has(name)) diagnostics.report('undefined-security-scheme', details, member.origin);
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
  const scopes = members.map(([name, list]) => [name, readScopes(list, supported.get(name), reading)]);
  return Object.fromEntries(scopes) as SecurityRequirement;
}

function readScopes(
  list: Located,
  named: NamedScheme | undefined,
  { diagnostics }: Reading,
): readonly string[] {
  const isOAuth = named?.scheme.type === 'oauth2' || named?.scheme.type === 'openIdConnect';
  return items(list).flatMap(({ value, origin }) => {
    // RFC 6749 3.3: a scope is one word of visible ASCII.
    const isScope = typeof value === 'string' && (!isOAuth || /^[!\x23-\x5b\x5d-\x7e]+$/.test(value));
    if (isScope) return [value];
    diagnostics.report('invalid-document', { problem: 'This is no scope; it is left out.' }, origin);
    return [];
  });
}
