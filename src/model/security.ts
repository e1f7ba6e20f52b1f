import { child, entries, isLocatedObject, items, type Located } from '../load/located.js';
import { valueAt } from '../load/pointer.js';
import { isToken } from '../runtime/parameters.js';
import type { SchemeShape, SecurityRequirement } from '../runtime/security.js';
import type { NamedScheme, Operation } from './model.js';
import { followObject, textOf, type Followed, type Reading } from './reading.js';

/** The security schemes of a document. */
export interface SecuritySchemes {
  readonly supported: ReadonlyMap<string, NamedScheme>;
  /** Names of those that cannot be satisfied. */
  readonly unsupported: ReadonlySet<string>;
}

/** The alternatives of an operation that can be satisfied. */
export interface OperationSecurity {
  readonly requirements: readonly SecurityRequirement[];
  /** Why there is none, where the document asks for one. */
  readonly unusable: string | undefined;
}

/** Reads the Security Scheme Objects; those that cannot be satisfied are reported. */
export function readSecuritySchemes(root: Located, reading: Reading): SecuritySchemes {
  const supported = new Map<string, NamedScheme>();
  const unsupported = new Set<string>();
  for (const [name, scheme] of entries(reading.rules.securitySchemes.reduce(child, root))) {
    const object = followObject(scheme, 'A Security Scheme Object', reading);
    const shape = object === undefined ? 'it cannot be read.' : shapeOf(object);
    if (typeof shape === 'string') {
      unsupported.add(name);
      reading.diagnostics.report('unsupported-security-scheme', { name, problem: shape }, scheme.origin);
    } else supported.set(name, { scheme: shape, description: object?.description });
  }
  return { supported, unsupported };
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
function appliedSecurity(operation: Located, root: Located, { diagnostics }: Reading): Located | undefined {
  const own = child(operation, 'security');
  const applied = own.value === undefined ? child(root, 'security') : own;
  if (applied.value === undefined || Array.isArray(applied.value)) return applied;
  const problem = '`security` has to be a list; the operations that it applies to are left out.';
  diagnostics.report('invalid-document', { problem }, applied.origin);
  return undefined;
}

/** Reports schemes that nothing asks for: a document that says `security` anywhere, be it an empty one, means it. */
export function reportUnusedSchemes(
  operations: readonly Operation[],
  { document, rules, diagnostics }: Reading,
): void {
  const { root, files } = document;
  const schemes = rules.securitySchemes.reduce(child, root);
  const names = entries(schemes).map(([name]) => `'${name}'`);
  if (names.length === 0 || operations.length === 0) return;
  const written = operations.map(({ origin }) => ({
    value: valueAt(files.get(origin.file)?.value, origin.pointer),
    origin,
  }));
  if ([root, ...written].some((object) => child(object, 'security').value !== undefined)) return;
  diagnostics.report('unused-security-schemes', { names: names.join(', ') }, schemes.origin);
}

/** Reads a Security Requirement Object; `undefined` where it cannot be satisfied, which is reported. */
function readRequirement(
  alternative: Located,
  { supported, unsupported }: SecuritySchemes,
  reading: Reading,
): SecurityRequirement | undefined {
  const { diagnostics } = reading;
  const { origin } = alternative;
  if (!isLocatedObject(alternative)) {
    const problem = 'A Security Requirement Object has to be an object; it is left out.';
    diagnostics.report('invalid-document', { problem }, origin);
    return undefined;
  }
  const places = new Map<string, string>();
  for (const [name, member] of entries(alternative)) {
    const scheme = supported.get(name)?.scheme;
    if (scheme === undefined) {
      if (!unsupported.has(name)) diagnostics.report('undefined-security-scheme', { name }, member.origin);
      return undefined;
    }
    const place = placeOf(scheme);
    const other = places.get(place);
    if (other !== undefined) {
      diagnostics.report('conflicting-security-schemes', { first: other, second: name, place }, origin);
      return undefined;
    }
    places.set(place, name);
  }
  const scopes = entries(alternative).map(([name, list]) => [
    name,
    readScopes(list, supported.get(name), reading),
  ]);
  return Object.fromEntries(scopes) as SecurityRequirement;
}

/** Where a credential travels: only one can be there. Names of headers are the same in any case. */
export function placeOf(scheme: SchemeShape): string {
  if (scheme.type !== 'apiKey') return 'the header authorization';
  return `the ${scheme.in} ${scheme.in === 'header' ? scheme.name.toLowerCase() : scheme.name}`;
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

function shapeOf({ value }: Followed): SchemeShape | string {
  const type = textOf(value.type);
  const read = type === undefined ? undefined : schemeTypes.get(type);
  if (read !== undefined) return read(value);
  return type === undefined ? 'it has no `type`.' : `the type '${type}' is not known here.`;
}

type Fields = Readonly<Record<string, unknown>>;

/** Every type of Security Scheme Object; a text says what is wrong. `basic` is Swagger 2.0's. */
const schemeTypes: ReadonlyMap<string, (fields: Fields) => SchemeShape | string> = new Map([
  ['apiKey', readApiKey],
  ['http', readHttp],
  ['basic', (): SchemeShape => ({ type: 'http', scheme: 'basic' })],
  ['oauth2', (): SchemeShape => ({ type: 'oauth2' })],
  ['openIdConnect', (): SchemeShape => ({ type: 'openIdConnect' })],
]);

const keyLocations = ['query', 'header', 'cookie'] as const;

// Headers that frame the request, which no credential can travel in.
const framing = /^(?:host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|keep-alive)$/i;

function readApiKey({ name, in: location }: Fields): SchemeShape | string {
  const place = keyLocations.find((known) => known === location);
  if (typeof name !== 'string' || name === '' || place === undefined)
    return 'an API key needs `name` and `in`.';
  if (place !== 'query' && !isToken(name)) return `'${name}' is no name of a ${place}.`;
  if (place === 'header' && framing.test(name)) return `the header '${name}' cannot carry a credential.`;
  return { type: 'apiKey', name, in: place };
}

function readHttp({ scheme }: Fields): SchemeShape | string {
  const name = typeof scheme === 'string' ? scheme.toLowerCase() : '';
  if (name === 'basic' || name === 'bearer') return { type: 'http', scheme: name };
  return isToken(name)
    ? `the HTTP scheme '${name}' is not known here.`
    : 'its `scheme` is no name of an HTTP scheme.';
}
