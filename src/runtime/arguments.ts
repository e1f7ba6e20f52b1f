import { evenOutMember } from './absent-members.js';
import type { JsonSchema } from './json-schema.js';
import type { ToolDefinition } from './manifest.js';
import { describeViolation, quoteName, type ValidatorOf } from './validation.js';

/** The arguments of a tool call. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** Arguments that may be sent, or what is wrong with them in words for the model. */
type ReadArguments = { readonly values: ToolArguments } | { readonly problem: string };

/** What of a tool its arguments are read by. */
export type ArgumentRules = Pick<ToolDefinition, 'name' | 'inputSchema' | 'listedSchema'> & {
  readonly request?: Pick<ToolDefinition['request'], 'body'>;
};

const namesShown = 20;
const nameLength = 64;

/** Reads the arguments of a call against the tool's listed schema. */
export async function readArguments(
  tool: ArgumentRules,
  given: ToolArguments,
  validatorOf: ValidatorOf,
): Promise<ReadArguments> {
  const even = evenOut(tool, given);
  // Clients that were shown another schema give what that one asks for; an object stays one.
  const values =
    tool.listedSchema === undefined ? even : (evenOutMember(even, [tool.inputSchema]) as ToolArguments);
  const problems = namingProblems(tool, values);
  if (problems.length === 0) {
    const violation = (await validatorOf(tool.inputSchema))(values);
    if (violation === undefined) return { values };
    problems.push(describeViolation(violation));
  }
  return { problem: `Invalid arguments for '${tool.name}': ${problems.join('; ')}.` };
}

/** Leaves out what counts as not given, and reads what came as JSON text. */
function evenOut({ inputSchema, request }: ArgumentRules, given: ToolArguments): ToolArguments {
  const body = request?.body?.property;
  // Object.fromEntries keeps an argument called `__proto__` an ordinary member.
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const schema = propertyOf(inputSchema.properties, name);
      // Null can clear something in a body; for a parameter there is no way to send it.
      if (value === null && !(name === body && allowsNull(schema))) return [];
      return [[name, readJsonText(value, schema)]];
    }),
  );
}

/** Models tend to give objects and arrays as JSON text. */
function readJsonText(value: unknown, schema: JsonSchema | undefined): unknown {
  if (typeof value !== 'string' || !wantsContainer(schema) || hasMirrored(schema)) return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' ? parsed : value;
  } catch {
    return value;
  }
}

function wantsContainer(schema: JsonSchema | undefined): boolean {
  const types = typesOf(schema);
  return types.some((type) => type !== 'null') && types.every((type) => containerTypes.has(type));
}

/** Whether a member is mirrored in a header: inside a text nobody could compare the two. */
function hasMirrored({ properties = {} }: JsonSchema = {}): boolean {
  return Object.values(properties as Readonly<Record<string, JsonSchema>>).some(
    (property) => Object.hasOwn(property, 'x-mcp-header') || hasMirrored(property),
  );
}

const containerTypes: ReadonlySet<unknown> = new Set(['object', 'array', 'null']);

function allowsNull(schema: JsonSchema | undefined): boolean {
  const types = typesOf(schema);
  return types.includes('null') || types.includes(undefined);
}

/** The types that a schema names at its root or in the branches of its `anyOf`; `undefined` stands for any. */
function typesOf(schema: JsonSchema | undefined): readonly unknown[] {
  if (schema === undefined) return [];
  const { type, anyOf } = schema;
  if (type === undefined && Array.isArray(anyOf)) {
    return anyOf.flatMap(
      (branch: JsonSchema) =>
        (Array.isArray(branch['type']) ? branch['type'] : [branch['type']]) as unknown[],
    );
  }
  return Array.isArray(type) ? (type as unknown[]) : [type];
}

/** Every name that is missing or unknown at once: a model mends them all in one round. */
function namingProblems({ inputSchema }: ArgumentRules, values: ToolArguments): string[] {
  const { properties, required = [], additionalProperties } = inputSchema;
  const missing = required
    .filter((name) => !Object.hasOwn(values, name))
    .map((name) => `'${name}' is required`);
  if (additionalProperties !== false) return missing;
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(properties, name));
  if (unknown.length === 0) return missing;
  const known = Object.keys(properties).slice(0, namesShown);
  return [
    ...missing,
    ...unknown.slice(0, namesShown).map((name) => `${quoteName(name, nameLength)} is not a known argument`),
    known.length === 0
      ? 'there are no arguments'
      : `the arguments are ${known.map((name) => `'${name}'`).join(', ')}`,
  ];
}

function propertyOf(properties: Readonly<Record<string, JsonSchema>>, name: string): JsonSchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}
