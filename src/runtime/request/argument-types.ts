import type { JsonSchema } from '../json-schema.js';
import type { ToolDefinition } from '../manifest.js';
import { ownMember } from '../own-member.js';
import { invalid, type Arguments } from './parameters.js';
import { isGiven, isObject } from './value-text.js';

/** Checks the arguments that become parameters against the types of the listed schema: an override may call with anything. */
export function checkParameters({ request, inputSchema }: ToolDefinition, args: Arguments): void {
  for (const { property } of request.parameters) {
    const value = ownMember(args, property);
    if (isGiven(value)) checkValue(property, value, ownMember(inputSchema.properties, property) ?? {});
  }
}

function checkValue(property: string, value: unknown, schema: JsonSchema): void {
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    throw invalid(property, `has to be of type ${types.join(' or ')}`);
  }
  const problem = typeof value === 'string' ? undefined : numberProblem(value, schema);
  if (problem !== undefined) throw invalid(property, problem);
}

function typesOf({ type }: JsonSchema): readonly unknown[] {
  return type === undefined ? [] : [type].flat();
}

function isOfType(value: unknown, type: unknown): boolean {
  if (Array.isArray(value)) return type === 'array';
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

/** A value on its way down, with the schemas that can be those of its place. */
interface Place {
  readonly value: unknown;
  readonly schemas: readonly JsonSchema[];
}

/** What is wrong with a number anywhere in a value: it is none of JSON, or an integer whose digits JSON may have changed. */
function numberProblem(whole: unknown, schema: JsonSchema): string | undefined {
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

function takesNumber(schema: JsonSchema): boolean {
  return typesOf(schema).includes('number');
}
