import type { JsonSchema } from '../json-schema.js';
import { ownMember } from '../own-member.js';
import { isObject } from './value-text.js';

/** A value on its way down, with the schemas that can be those of its place. */
interface Place {
  readonly value: unknown;
  readonly schemas: readonly JsonSchema[];
}

/** What is wrong with a number anywhere in a value: it is none of JSON, or an integer whose digits JSON may have changed. */
export function numberProblem(whole: unknown, schema: JsonSchema): string | undefined {
  // Hardly any value holds a large number, and without one no schema has to be looked at.
  if (!holdsLargeNumber(whole)) return undefined;
  const pending: Place[] = [{ value: whole, schemas: branchesOf(schema) }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, schemas } = next;
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) return 'holds a number that JSON cannot say';
      const isExact = !Number.isInteger(value) || Number.isSafeInteger(value);
      if (!isExact && !schemas.some(takesNumber))
        return 'is or holds an integer beyond 2^53, which JSON rounds';
    } else if (typeof value === 'object') {
      addMembers(pending, value, schemas);
    }
  }
  return undefined;
}

function holdsLargeNumber(whole: unknown): boolean {
  const open: unknown[] = [whole];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'number' && isLarge(next)) return true;
    if (typeof next !== 'object' || next === null) continue;
    for (const inner of Object.values(next) as readonly unknown[])
      if (typeof inner === 'number' || typeof inner === 'object') open.push(inner);
  }
  return false;
}

/** Whether a number is beyond what integers of JSON are safe within, or none at all. */
function isLarge(number: number): boolean {
  return !(Math.abs(number) <= Number.MAX_SAFE_INTEGER);
}

function addMembers(pending: Place[], value: object | null, schemas: readonly JsonSchema[]): void {
  if (Array.isArray(value)) {
    const items = schemas.flatMap((schema) => schemasIn(schema['items']));
    for (const item of value) pending.push({ value: item as unknown, schemas: items });
    return;
  }
  for (const [name, member] of Object.entries(value ?? {})) {
    pending.push({
      value: member as unknown,
      schemas: schemas.flatMap((schema) => memberSchemas(schema, name)),
    });
  }
}

function memberSchemas(
  { properties, additionalProperties }: JsonSchema,
  name: string,
): readonly JsonSchema[] {
  const own = isObject(properties) ? ownMember(properties, name) : undefined;
  return schemasIn(own ?? additionalProperties);
}

function schemasIn(value: unknown): readonly JsonSchema[] {
  return isObject(value) ? branchesOf(value) : [];
}

/** A schema and the branches of its union. */
function branchesOf(schema: JsonSchema): readonly JsonSchema[] {
  const branches = schema['anyOf'];
  return Array.isArray(branches) ? [schema, ...branches.flatMap(schemasIn)] : [schema];
}

function takesNumber({ type }: JsonSchema): boolean {
  return [type].flat().includes('number');
}
