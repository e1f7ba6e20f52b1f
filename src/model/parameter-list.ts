import { didYouMean } from '../diagnostics/did-you-mean.js';
import { tokensOf } from '../diagnostics/pointer.js';
import { child, items, referenceOf, type Located } from '../load/located.js';
import { isForbiddenHeader, isToken } from '../runtime/request/encoding.js';
import { followList, followMap, type Members } from './misplaced-references.js';
import type { OperationPlace } from './message.js';
import { followObject, type Followed, type Reading } from './reading.js';
import { schemesOf } from './security-schemes.js';

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

/**
 * Lists the parameters of an operation. Those of the same name and place replace each other: its own the ones of the
 * Path Item Object, and these the ones of what that one's `$ref` leads to.
 */
export function listParameters(operation: Located, place: OperationPlace, reading: Reading): ParameterList {
  const byIdentity = new Map<string, DeclaredParameter>();
  const lost: LostParameter[] = [];
  let unusable: string | undefined;
  for (const written of [...place.item.fields('parameters').toReversed(), child(operation, 'parameters')]) {
    const list = followList(written, reading);
    unusable ??= problemOfList(written, list, reading);
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
  const [needed] = lost.filter((parameter) => !isDispensable(parameter, isPathWhole, place));
  if (needed !== undefined) unusable ??= `its parameter ${needed.shown} cannot be read.`;
  return { parameters: [...byIdentity.values()], unusable };
}

/** A parameter that cannot be read. */
interface LostParameter {
  /** Its reference or, where it stands in the list, its place there. */
  readonly shown: string;
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
function problemOfList(written: Located, { value }: Located, { diagnostics }: Reading): string | undefined {
  if (Array.isArray(value) || value === null) return undefined;
  if (value === undefined)
    return written.value === undefined ? undefined : 'its `parameters` cannot be read.';
  const problem = `\`parameters\` has to be a list${referenceOf(written) === undefined ? '.' : ', and what its `$ref` leads to is none.'}`;
  diagnostics.report('invalid-document', { problem }, written.origin);
  return 'its `parameters` are no list.';
}

function declaredBy(parameter: Located, reading: Reading): DeclaredParameter | LostParameter {
  const object = followObject(parameter, 'A parameter', reading);
  const reference = referenceOf(parameter);
  const index = tokensOf(parameter.origin.pointer).at(-1) ?? '';
  const shown = reference === undefined ? `at index ${index}` : `'${reference}'`;
  if (object === undefined) return { shown, isRequired: undefined };
  const { in: location, required } = object.value;
  const name = nameOf(object, reading);
  if (name !== undefined && typeof location === 'string') return { name, location, object };
  reading.diagnostics.report(
    'invalid-document',
    { problem: 'A parameter needs `name` and `in`.' },
    object.origin,
  );
  return { shown, isRequired: required === true || location === 'path' };
}

/** The name of a parameter; unquoted, YAML reads some as numbers or booleans. */
function nameOf(object: Located, { diagnostics }: Reading): string | undefined {
  const { value, origin } = child(object, 'name');
  if (typeof value !== 'number' && typeof value !== 'boolean')
    return typeof value === 'string' ? value : undefined;
  const problem = `The name of a parameter has to be text; '${value}' is taken.`;
  diagnostics.report('invalid-document', { problem }, origin);
  return String(value);
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
  reading: Reading,
): ParameterList {
  let { unusable } = list;
  const refusal = createRefusal(list.parameters, templateNames, reading);
  const renamed = renamedIn(list.parameters, templateNames);
  const parameters = list.parameters.filter((declared) => {
    const { name, location, object } = declared;
    if (location === 'header' && ignoredHeaders.has(name.toLowerCase())) {
      reportIgnored(declared, reading);
      return false;
    }
    const refused = refusal(declared);
    if (refused === undefined) return true;
    if (refused.isBroken && object.value.required === true) {
      unusable ??= `its ${location} parameter '${name}' is required, but ${refused.problem}`;
    }
    const { problem, field } = refused;
    const { origin } = field === undefined ? object : child(object, field);
    const details = { name, location, problem };
    if (declared !== renamed?.declared) reading.diagnostics.report('parameter-skipped', details, origin);
    return false;
  });
  return { parameters, unusable };
}

/** A parameter in the path and the name in the template that are left over: one is the other's by another name. */
interface Renamed {
  readonly declared: DeclaredParameter;
  readonly name: string;
}

/** The parameter in the path that has another name there, where there is exactly one of each. */
export function renamedIn(
  parameters: readonly DeclaredParameter[],
  templateNames: readonly string[],
): Renamed | undefined {
  const inPath = parameters.filter(({ location }) => location === 'path');
  const [declared, ...others] = inPath.filter(({ name }) => !templateNames.includes(name));
  const [name, ...rest] = templateNames.filter((known) => inPath.every((one) => one.name !== known));
  const isOne = others.length === 0 && rest.length === 0;
  return isOne && declared !== undefined && name !== undefined ? { declared, name } : undefined;
}

/** The entries of a parameter's `content`: there should be one. */
export function contentOf(object: Located, reading: Reading): Members {
  return followMap(child(object, 'content'), reading);
}

/** Header parameters that the Specification has ignored, and what says in their place what is sent. */
const ignoredHeaders: ReadonlyMap<string, string> = new Map([
  ['accept', 'the media types of the responses'],
  ['content-type', 'the media types of the request body'],
  ['authorization', 'security schemes'],
]);

/** Without a security scheme nothing would send the credential that the parameter was meant for. */
function reportIgnored({ name, object: { origin } }: DeclaredParameter, reading: Reading): void {
  const { diagnostics } = reading;
  const key = name.toLowerCase();
  if (key !== 'authorization' || schemesOf(reading).length > 0) {
    diagnostics.report('parameter-ignored', { name, instead: ignoredHeaders.get(key) ?? '' }, origin);
    return;
  }
  const problem =
    'OpenAPI has it ignored, and the document declares no security scheme that sends a credential.';
  diagnostics.report('parameter-skipped', { name, location: 'header', problem }, origin);
}

interface Refusal {
  readonly problem: string;
  /** Whether the document is wrong; otherwise a request is right without the parameter. */
  readonly isBroken: boolean;
  /** The field that is wrong, where it is one. */
  readonly field?: string;
}

/** Tells why a parameter cannot be sent, where that is so. */
function createRefusal(
  parameters: readonly DeclaredParameter[],
  templateNames: readonly string[],
  reading: Reading,
): (declared: DeclaredParameter) => Refusal | undefined {
  const locations = new Set<string>(reading.rules.locations);
  const queries = parameters.filter(({ location }) => location === 'query');
  const wholeQueries = parameters.filter(({ location }) => location === 'querystring');
  return (declared) => {
    const { name, location, object } = declared;
    if (!locations.has(location)) {
      const meant = didYouMean(location, [...locations]);
      const hint = meant === undefined ? '.' : `; did you mean '${meant}'?`;
      return { ...broken(`nothing can be sent in '${location}'${hint}`), field: 'in' };
    }
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
    return contentOf(object, reading).length === 0 ? broken('it needs `content`.') : undefined;
  };
}

function broken(problem: string): Refusal {
  return { problem, isBroken: true };
}

function unwanted(problem: string): Refusal {
  return { problem, isBroken: false };
}
