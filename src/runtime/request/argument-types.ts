import type { JsonSchema } from '../json-schema.js';
import type { ToolDefinition } from '../manifest.js';
import { ownMember } from '../own-member.js';
import { invalid } from './encoding.js';
import { numberProblem } from './numbers.js';
import type { Arguments } from './parameters.js';
import { isGiven } from './value-text.js';

/** What is checked of an argument that becomes a parameter. */
interface ArgumentCheck {
  readonly property: string;
  /** Those of the listed schema; none where it takes any. */
  readonly types: readonly unknown[];
  readonly schema: JsonSchema;
}

const checks = new WeakMap<ToolDefinition, readonly ArgumentCheck[]>();

/** Checks the arguments that become parameters against the types of the listed schema: an override may call with anything. */
export function checkParameters(tool: ToolDefinition, args: Arguments): void {
  for (const check of checksOf(tool)) {
    const value = ownMember(args, check.property);
    if (isGiven(value)) checkValue(check, value);
  }
}

/** Checks the numbers of the body: what JSON may have rounded would be another id, or another amount. */
export function checkBody({ request, inputSchema }: ToolDefinition, value: unknown): void {
  const { property = 'body' } = request.body ?? {};
  const problem = numberProblem(value, ownMember(inputSchema.properties, property) ?? {});
  if (problem !== undefined) throw invalid(property, problem);
}

function checksOf(tool: ToolDefinition): readonly ArgumentCheck[] {
  const known = checks.get(tool);
  if (known !== undefined) return known;
  const { request, inputSchema } = tool;
  const made = request.parameters.map(({ property }) => {
    const schema = ownMember(inputSchema.properties, property) ?? {};
    return { property, types: typesOf(schema), schema };
  });
  checks.set(tool, made);
  return made;
}

function checkValue({ property, types, schema }: ArgumentCheck, value: unknown): void {
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    throw invalid(property, `has to be of type ${types.join(' or ')}`);
  }
  // Most are texts, switches and small numbers, in which no number can be wrong.
  if (typeof value !== 'object' && (typeof value !== 'number' || Number.isSafeInteger(value))) return;
  const problem = numberProblem(value, schema);
  if (problem !== undefined) throw invalid(property, problem);
}

function typesOf({ type }: JsonSchema): readonly unknown[] {
  return type === undefined ? [] : [type].flat();
}

function isOfType(value: unknown, type: unknown): boolean {
  if (Array.isArray(value)) return type === 'array';
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}
