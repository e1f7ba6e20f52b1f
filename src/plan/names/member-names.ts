import type { Flattener } from '../schemas/flatten.js';
import type { Json } from '../schemas/shape.js';

/** A member of a value, by the names that lead to it from the outermost object. */
export interface Member {
  readonly path: readonly string[];
  readonly schema: Json;
}

/** Whether a word can be the name of a request body (`body`) or of a member of one (`body.region`). */
export function isBodyName(word: string): boolean {
  return word === 'body' || word.startsWith('body.');
}

/** The part of a request body that `body` or `body.address.city` means; a name that holds dots is found too. */
export function memberCalled(word: string, body: Json, flattener: Flattener): Member | undefined {
  let rest = word.slice('body.'.length);
  let member: Member = { path: [], schema: body };
  while (rest !== '') {
    const members = membersOf(member.schema, flattener);
    const named = [...members.keys()].filter((name) => rest === name || rest.startsWith(`${name}.`));
    const [name] = named.sort((one, other) => other.length - one.length);
    const schema = name === undefined ? undefined : members.get(name);
    if (name === undefined || schema === undefined) return undefined;
    member = { path: [...member.path, name], schema };
    rest = rest.slice(name.length + 1);
  }
  return member;
}

function membersOf(schema: Json, flattener: Flattener): ReadonlyMap<string, Json> {
  return new Map(
    flattener.flatten(schema).alternatives.flatMap(({ members }) => [...(members?.properties ?? [])]),
  );
}
