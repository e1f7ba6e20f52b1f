import { child, items, type Located } from '../load/located.js';
import { isForbiddenHeader, isToken } from '../runtime/parameters.js';
import type { PathItem } from './path-item.js';
import { followObject, type Followed, type Reading } from './reading.js';

/** A Parameter Object, told apart from others by its name and location. */
export interface DeclaredParameter {
  readonly name: string;
  /** Its `in`, as written. */
  readonly location: string;
  readonly object: Followed;
}

/** The parameters of an operation, before they are read. */
export interface ParameterList {
  readonly parameters: readonly DeclaredParameter[];
  /** Why no right request can be made, where that is so. */
  readonly unusable: string | undefined;
}

/** Lists the parameters of a Path Item Object and its operation; the operation's replace those of the same name and place. */
export function listParameters(operation: Located, item: PathItem, reading: Reading): ParameterList {
  const byIdentity = new Map<string, DeclaredParameter>();
  let unusable: string | undefined;
  for (const list of [item.field('parameters'), child(operation, 'parameters')]) {
    unusable ??= problemOfList(list, reading);
    const own = new Set<string>();
    for (const parameter of items(list)) {
      const declared = declaredBy(parameter, reading);
      if (declared === undefined) {
        unusable ??= 'one of its parameters cannot be read.';
        continue;
      }
      const identity = identityOf(declared);
      if (own.has(identity)) reportDuplicate(declared, parameter, reading);
      else byIdentity.set(identity, declared);
      own.add(identity);
    }
  }
  return { parameters: [...byIdentity.values()], unusable };
}

/** What is not listed cannot be sent, so the request would be another one. */
function problemOfList({ value, origin }: Located, { diagnostics }: Reading): string | undefined {
  if (value === undefined || value === null || Array.isArray(value)) return undefined;
  diagnostics.report('invalid-document', { problem: '`parameters` has to be a list.' }, origin);
  return 'its `parameters` are no list.';
}

function declaredBy(parameter: Located, reading: Reading): DeclaredParameter | undefined {
  const object = followObject(parameter, 'A parameter', reading);
  if (object === undefined) return undefined;
  const { name, in: location } = object.value;
  if (typeof name === 'string' && typeof location === 'string') return { name, location, object };
  reading.diagnostics.report(
    'invalid-document',
    { problem: 'A parameter needs `name` and `in`.' },
    object.origin,
  );
  return undefined;
}

/** Names of headers are the same in any case. */
function identityOf({ name, location }: DeclaredParameter): string {
  return `${location}:${location === 'header' ? name.toLowerCase() : name}`;
}

function reportDuplicate(
  { name, location }: DeclaredParameter,
  { origin }: Located,
  { diagnostics }: Reading,
): void {
  const problem = `The ${location} parameter '${name}' is declared twice; the first one counts.`;
  diagnostics.report('invalid-document', { problem }, origin);
}

/** Keeps the parameters that can be sent; one that cannot costs itself or, where it is required, the operation. */
export function selectParameters(
  list: ParameterList,
  locations: readonly string[],
  templateNames: readonly string[],
  { diagnostics }: Reading,
): ParameterList {
  let { unusable } = list;
  const parameters = list.parameters.filter((declared) => {
    const { name, location, object } = declared;
    if (location === 'header' && ignoredHeaders.has(name.toLowerCase())) return false;
    const refusal = refusalOf(declared, locations, templateNames);
    if (refusal === undefined) return true;
    if (refusal.isBroken && object.value.required === true) {
      unusable ??= `its ${location} parameter '${name}' is required, but ${refusal.problem}`;
    }
    diagnostics.report('parameter-skipped', { name, location, problem: refusal.problem }, object.origin);
    return false;
  });
  return { parameters, unusable };
}

/** Header parameters that the Specification has ignored: other fields say what is sent there. */
const ignoredHeaders: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

interface Refusal {
  readonly problem: string;
  /** Whether the document is wrong; otherwise a request is right without the parameter. */
  readonly isBroken: boolean;
}

function refusalOf(
  { name, location }: DeclaredParameter,
  locations: readonly string[],
  templateNames: readonly string[],
): Refusal | undefined {
  if (!locations.includes(location)) {
    return { problem: `nothing can be sent in '${location}'.`, isBroken: true };
  }
  if (location === 'path' && !templateNames.includes(name)) {
    return { problem: 'the path does not name it.', isBroken: false };
  }
  if ((location === 'header' || location === 'cookie') && !isToken(name)) {
    return { problem: `that is no name of a ${location}.`, isBroken: true };
  }
  if (location === 'header' && isForbiddenHeader(name)) {
    return { problem: 'a caller may not set this header.', isBroken: false };
  }
  return undefined;
}
