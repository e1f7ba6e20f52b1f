import { unescapeToken } from '../../diagnostics/pointer.js';
import type { Link, Operation } from '../../model/model.js';
import { readAnswer, type Answer } from '../schemas/answer-shape.js';
import type { Flattener } from '../schemas/flatten.js';
import { typeBits } from '../schemas/types.js';
import { asides, type ListFinder } from './list-answers.js';

/** An operation that becomes a tool, by the tool's name. */
export interface NamedOperation {
  readonly operation: Operation;
  readonly name: string;
}

/** The tools that give the values of a tool's parameters, by the parameter. */
export type IdSources = (operation: Operation) => ReadonlyMap<string, string>;

/** Finds which tool gives the id that another one takes: by Link Objects, and by paths that lead on from a list. */
export function createIdSources(
  tools: readonly NamedOperation[],
  listsOf: ListFinder,
  flattener: Flattener,
): IdSources {
  const linked = sourcesByLink(tools);
  const lists = listsByPath(tools);
  return (operation) => {
    const sources = new Map<string, string>();
    const id = innermostId(operation.path);
    const list = id === undefined ? undefined : lists.get(shapeOf(id.before));
    const isGiven = id !== undefined && list !== undefined && isSource(list, id, operation);
    if (
      isGiven &&
      givesMany(list.operation, id, listsOf) &&
      givesIds(list.operation, id, operation, flattener)
    )
      sources.set(id.name, list.name);
    for (const [name, source] of linked.get(operation) ?? []) sources.set(name, source);
    return sources;
  };
}

/** Whether a list holds what an operation asks for, and whoever can call the operation can call the list. */
function isSource({ operation: list }: NamedOperation, id: PathId, operation: Operation): boolean {
  if (list === operation || canBeNew(id, operation)) return false;
  return needsNoMore(list, operation);
}

/** Members that one thing has: around a list of many there is no id. */
const ownIds = ['id', 'uuid', 'guid', 'sid'];

/** Whether the answer holds many things of which each has such an id, as far as its schema tells; else by the path. */
function givesMany(list: Operation, { name }: PathId, listsOf: ListFinder): boolean {
  const lists = listsOf(list);
  if (lists === undefined) return isPlural(list.path);
  return lists.some((around) => ![name, ...ownIds].some((own) => around.has(own)));
}

/** Whether the listed things, where schemas tell of them, are objects whose id an operation can take. */
function givesIds(list: Operation, { name }: PathId, operation: Operation, flattener: Flattener): boolean {
  const taken = operation.parameters.find((own) => own.in === 'path' && own.name === name);
  const types = readAnswer(taken?.schema.json ?? true, flattener).types;
  const things = list.responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ content }) => content.flatMap(({ schema }) => (schema === undefined ? [] : [schema.json])))
    .flatMap((json) => thingsIn(readAnswer(json, flattener), flattener));
  return things.length === 0 || things.some((thing) => hasId(thing, [name, ...ownIds], types, flattener));
}

/** What an answer that is a list holds, or the lists among its members and their members. */
function thingsIn(answer: Answer, flattener: Flattener): readonly Answer[] {
  const outer = membersOf(answer, flattener);
  const lists = [answer, ...outer, ...outer.flatMap((member) => membersOf(member, flattener))];
  return lists.flatMap(({ items }) => (items === undefined ? [] : [readAnswer(items.schema, flattener)]));
}

function membersOf({ members }: Answer, flattener: Flattener): readonly Answer[] {
  return [...members]
    .filter(([name]) => !asides.has(name))
    .map(([, { schema }]) => readAnswer(schema, flattener));
}

/** Whether a thing is an object, and one of the ids that it shows has a type that is taken. */
function hasId(thing: Answer, names: readonly string[], taken: number, flattener: Flattener): boolean {
  if ((thing.types & typeBits.object) === 0) return false;
  const ids = names.flatMap((name) => thing.members.get(name) ?? []);
  return ids.length === 0 || ids.some(({ schema }) => (readAnswer(schema, flattener).types & taken) !== 0);
}

/** Whether the last segment of a path names many things: `teams`, not `status`. */
function isPlural(path: string): boolean {
  return /[^ius]s(?:\.json|\/)?$/i.test(path);
}

/** Whether a request can name a member that the list does not have yet: to put it there. */
function canBeNew({ before, name }: PathId, { method, path }: Operation): boolean {
  return (
    ['PUT', 'POST'].includes(method) &&
    path.startsWith(`{${name}}`, before.length + 1) &&
    !/\}\/./.test(path.slice(before.length))
  );
}

function needsNoMore(list: Operation, operation: Operation): boolean {
  const known = new Set(operation.parameters.map(({ name }) => name));
  return list.parameters.every(({ name, required, in: location }) => {
    return !required || location === 'path' || known.has(name);
  });
}

/** The operations that read a collection, by the shape of their paths. */
function listsByPath(tools: readonly NamedOperation[]): ReadonlyMap<string, NamedOperation> {
  const lists = tools.filter(
    ({ operation: { method, path, deprecated } }) =>
      method === 'GET' && !deprecated && !/\}[^/]*$/.test(path),
  );
  return new Map(lists.map((tool) => [shapeOf(tool.operation.path), tool]));
}

/** Paths are alike whatever their parameters are called, with and without a suffix. */
function shapeOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}').replace(/(?:\.json|\/)$/, '');
}

interface PathId {
  readonly name: string;
  /** The path up to the segment that is this parameter. */
  readonly before: string;
}

/** The last parameter of a path that is named like an id and is a segment of its own. */
function innermostId(path: string): PathId | undefined {
  return [...path.matchAll(/\/\{([^{}]*)\}(?=\/|\.json$|$)/g)]
    .map(({ index, 1: name = '' }) => ({ name, before: path.slice(0, index) }))
    .findLast(({ name, before }) => isIdName(name) && before !== '');
}

function isIdName(name: string): boolean {
  return /(?:^|[_-])(?:id|uuid|guid|sid)$|(?:^|[a-z0-9])(?:Id|ID|Uuid|UUID|Guid|Sid)$/.test(name);
}

/** The tools whose Link Objects lead to each operation, by the parameter that takes a value of their results. */
function sourcesByLink(
  tools: readonly NamedOperation[],
): ReadonlyMap<Operation, ReadonlyMap<string, string>> {
  const byId = new Map(tools.map(({ operation }) => [operation.operationId, operation]));
  const byPointer = new Map(tools.map(({ operation }) => [operation.origin.pointer, operation]));
  const found = new Map<Operation, Map<string, string>>();
  for (const { operation, name } of tools) {
    for (const link of operation.responses.flatMap(({ links = [] }) => links)) {
      const target =
        link.operationId === undefined ? byPointer.get(pointerOf(link) ?? '') : byId.get(link.operationId);
      if (target === undefined || target === operation) continue;
      const sources = found.get(target) ?? new Map<string, string>();
      const own = new Set(operation.parameters.map((parameter) => parameter.name));
      // What an operation takes itself is known before it is called.
      const given = link.fromBody.filter((parameter) => !own.has(parameter) && !sources.has(parameter));
      for (const parameter of given) sources.set(parameter, name);
      found.set(target, sources);
    }
  }
  return found;
}

/** The pointer of a reference into the document itself. */
function pointerOf({ operationRef = '' }: Link): string | undefined {
  if (!operationRef.startsWith('#/')) return undefined;
  const fragment = operationRef.slice(1);
  // A path template may stand there as it is, braces and all.
  return /%[^0-9a-f]|%.?$/i.test(fragment) ? fragment : decodeSafely(fragment);
}

function decodeSafely(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return unescapeToken(fragment);
  }
}
