import { child, entries, items, type Located } from '../load/located.js';
import { isForbiddenHeader, isToken } from '../runtime/parameters.js';
import type { OperationPlace } from './message.js';
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
export function listParameters(operation: Located, place: OperationPlace, reading: Reading): ParameterList {
  const byIdentity = new Map<string, DeclaredParameter>();
  const lost: LostParameter[] = [];
  let unusable: string | undefined;
  for (const list of [place.item.field('parameters'), child(operation, 'parameters')]) {
    unusable ??= problemOfList(list, reading);
    const own = new Set<string>();
    for (const parameter of items(list)) {
      const declared = declaredBy(parameter, reading);
      if ('isRequired' in declared) {
        lost.push(declared);
        continue;
      }
      const identity = identityOf(declared);
      if (own.has(identity)) reportDuplicate(declared, parameter, reading);
      else byIdentity.set(identity, declared);
      own.add(identity);
    }
  }
  const isPathWhole = place.template.names.every((name) => byIdentity.has(`path:${name}`));
  if (!lost.every((parameter) => isDispensable(parameter, isPathWhole, place))) {
    unusable ??= 'one of its parameters cannot be read.';
  }
  return { parameters: [...byIdentity.values()], unusable };
}

/** A parameter that cannot be read. */
interface LostParameter {
  /** `undefined` where nothing tells. */
  readonly isRequired: boolean | undefined;
}

/**
 * Whether a request is right without a parameter that cannot be read. None is where it can be a part of the path.
 * Where nothing tells whether it is required, a request that only reads can at worst be refused for the lack of it;
 * one that writes could do something else.
 */
function isDispensable(
  { isRequired }: LostParameter,
  isPathWhole: boolean,
  { method }: OperationPlace,
): boolean {
  return isPathWhole && (isRequired === undefined ? readingMethods.has(method) : !isRequired);
}

/** The safe methods of RFC 9110 9.2.1, and `QUERY`. */
const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

/** What is not listed cannot be sent, so the request would be another one. */
function problemOfList({ value, origin }: Located, { diagnostics }: Reading): string | undefined {
  if (value === undefined || value === null || Array.isArray(value)) return undefined;
  diagnostics.report('invalid-document', { problem: '`parameters` has to be a list.' }, origin);
  return 'its `parameters` are no list.';
}

function declaredBy(parameter: Located, reading: Reading): DeclaredParameter | LostParameter {
  const object = followObject(parameter, 'A parameter', reading);
  if (object === undefined) return { isRequired: undefined };
  const { name, in: location, required } = object.value;
  if (typeof name === 'string' && typeof location === 'string') return { name, location, object };
  reading.diagnostics.report(
    'invalid-document',
    { problem: 'A parameter needs `name` and `in`.' },
    object.origin,
  );
  return { isRequired: required === true || location === 'path' };
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
  templateNames: readonly string[],
  { diagnostics, rules }: Reading,
): ParameterList {
  let { unusable } = list;
  const refusal = createRefusal(list.parameters, rules.locations, templateNames);
  const parameters = list.parameters.filter((declared) => {
    const { name, location, object } = declared;
    if (location === 'header' && ignoredHeaders.has(name.toLowerCase())) return false;
    const refused = refusal(declared);
    if (refused === undefined) return true;
    if (refused.isBroken && object.value.required === true) {
      unusable ??= `its ${location} parameter '${name}' is required, but ${refused.problem}`;
    }
    diagnostics.report('parameter-skipped', { name, location, problem: refused.problem }, object.origin);
    return false;
  });
  return { parameters, unusable };
}

/** The entries of a parameter's `content`: there should be one. */
export function contentOf(object: Located): ReturnType<typeof entries> {
  return entries(child(object, 'content'));
}

/** Header parameters that the Specification has ignored: other fields say what is sent there. */
const ignoredHeaders: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

interface Refusal {
  readonly problem: string;
  /** Whether the document is wrong; otherwise a request is right without the parameter. */
  readonly isBroken: boolean;
}

/** Tells why a parameter cannot be sent, where that is so. */
function createRefusal(
  parameters: readonly DeclaredParameter[],
  locations: readonly string[],
  templateNames: readonly string[],
): (declared: DeclaredParameter) => Refusal | undefined {
  const queries = parameters.filter(({ location }) => location === 'query');
  const wholeQueries = parameters.filter(({ location }) => location === 'querystring');
  return (declared) => {
    const { name, location, object } = declared;
    if (!locations.includes(location)) return broken(`nothing can be sent in '${location}'.`);
    if (location === 'path' && !templateNames.includes(name)) return unwanted('the path does not name it.');
    if ((location === 'header' || location === 'cookie') && !isToken(name)) {
      return broken(`that is no name of a ${location}.`);
    }
    if (location === 'header' && isForbiddenHeader(name))
      return unwanted('a caller may not set this header.');
    if (location !== 'querystring') return undefined;
    if (queries.length > 0)
      return broken('it is the whole query, but there are parameters in the query too.');
    if (wholeQueries[0] !== declared) return broken('another one is the whole query already.');
    return contentOf(object).length === 0 ? broken('it needs `content`.') : undefined;
  };
}

function broken(problem: string): Refusal {
  return { problem, isBroken: true };
}

function unwanted(problem: string): Refusal {
  return { problem, isBroken: false };
}
