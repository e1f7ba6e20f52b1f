import type { Operation, OperationResponse } from '../../model/model.js';
import { readAnswer, type Answer } from '../schemas/answer-shape.js';
import type { Flattener } from '../schemas/flatten.js';
import type { Json } from '../schemas/shape.js';
import { anyType, typeBits } from '../schemas/types.js';

/** The lists in an operation's successful answers, each by the names of the members around it. */
export type AnswerLists = readonly ReadonlySet<string>[];

/** Finds the lists that operations answer with; `undefined` where no schema tells. */
export type ListFinder = (operation: Operation) => AnswerLists | undefined;

/** Members with lists of what the answer is not about. */
export const asides: ReadonlySet<string> = new Set([
  ...['error', 'errors', 'warnings', 'included', 'links', '_links', 'response_metadata'],
]);

/** Finds lists in the answers of operations whose schemas one flattener knows; it remembers what it found. */
export function createListFinder(flattener: Flattener): ListFinder {
  const known = new Map<Operation, AnswerLists | undefined>();
  return (operation) => {
    if (!known.has(operation)) known.set(operation, listsOf(operation, flattener));
    return known.get(operation);
  };
}

function listsOf({ responses }: Operation, flattener: Flattener): AnswerLists | undefined {
  const schemas = responses.filter(isSuccess).flatMap(({ content }) => content.flatMap(schemaOf));
  const found = schemas.map((schema) => listsIn(readAnswer(schema, flattener), flattener));
  const told = found.filter((lists) => lists !== undefined);
  return told.length === 0 ? undefined : told.flat();
}

function isSuccess({ status }: OperationResponse): boolean {
  return /^2(?:\d\d|XX)$/i.test(status);
}

function schemaOf({ schema }: OperationResponse['content'][number]): readonly Json[] {
  return schema === undefined ? [] : [schema.json];
}

/** An answer that is a list, and those among its members and their members: lists lie no deeper. */
function listsIn(answer: Answer, flattener: Flattener): AnswerLists | undefined {
  if (isList(answer)) return [new Set()];
  if (isOpen(answer)) return undefined;
  const outer = membersOf(answer, flattener);
  // `ok` alone tells nothing of what else comes.
  if (outer.length > 0 && outer.every(([, { types }]) => types === typeBits.boolean)) return undefined;
  const inner = outer.flatMap(([, member]) => {
    const parts = membersOf(member, flattener);
    return parts.some(([, part]) => isList(part)) ? [new Set(namesOf([...outer, ...parts]))] : [];
  });
  const lists = outer.some(([, member]) => isList(member)) ? [new Set(namesOf(outer)), ...inner] : inner;
  const isTold = lists.length > 0 || !(answer.additional ?? outer.some(([, member]) => isOpen(member)));
  return isTold ? lists : undefined;
}

type Members = readonly (readonly [name: string, member: Answer])[];

function membersOf({ members }: Answer, flattener: Flattener): Members {
  // Messages beside errors are about the request.
  return [...members]
    .filter(([name]) => !asides.has(name) && !(name === 'messages' && members.has('errors')))
    .map(([name, { schema }]) => [name, readAnswer(schema, flattener)]);
}

function namesOf(members: Members): readonly string[] {
  return members.map(([name]) => name);
}

function isList({ types, items }: Answer): boolean {
  return (types & typeBits.array) !== 0 && (types !== anyType || items !== undefined);
}

/** Whether anything can stand there, or in the members of an object that names none. */
function isOpen({ types, members }: Answer): boolean {
  return types === anyType ? members.size === 0 : (types & typeBits.object) !== 0 && members.size === 0;
}
