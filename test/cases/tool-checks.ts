import type { Manifest, ToolDefinition } from '../../src/runtime/manifest.js';
import type { ListedTool } from '../tools/mcp-session.js';
import { argumentsOf, bodyPropertyOf, propertyOf, type Place } from './arguments.js';
import type { ToolExpectation } from './case-format.js';
import { isValid, subschemas, valueAt } from './json-schemas.js';
import { holds, isObject, matches } from './matchers.js';
import { differs } from './request-checks.js';
import { findTool, textOf } from './tool-names.js';

/** A listed tool with what the manifest says of it. */
interface Subject {
  readonly listed: ListedTool;
  readonly definition: ToolDefinition | undefined;
}

type Check<Operand> = (expected: Operand, subject: Subject) => readonly (string | undefined)[];
type Keys = Exclude<keyof ToolExpectation, 'name'>;

/** Every key of `tools[]` in FORMAT.md but `name`. */
const checks: { readonly [Key in Keys]-?: Check<NonNullable<ToolExpectation[Key]>> } = {
  inputAccepts: (expected, subject) =>
    expected.map((placed) => takes(subject, argumentsOf(subject.definition, placed), true)),
  inputRejects: (expected, subject) =>
    expected.map((placed) => takes(subject, argumentsOf(subject.definition, placed), false)),
  outputAccepts: (expected, { listed: { outputSchema } }) =>
    expected.map((value) =>
      outputSchema === undefined || wrappings(outputSchema, value).some((one) => isValid(outputSchema, one))
        ? undefined
        : `its outputSchema does not take ${JSON.stringify(value)}`,
    ),
  argumentCount: (expected, { listed }) => {
    const { properties } = listed.inputSchema;
    const count = isObject(properties) ? Object.keys(properties).length : 0;
    return [differs('number of arguments', count === expected, expected, count)];
  },
  arraysHaveItems: (_, { listed }) => {
    const bare = subschemas(listed.inputSchema).find(
      (schema) => isArraySchema(schema) && !Object.hasOwn(schema, 'items'),
    );
    return [bare && `an array has no items: ${JSON.stringify(bare)}`];
  },
  inputSchemaHas: (expected, subject) =>
    Object.entries(expected).map(([pointer, value]) => {
      const actual = schemaValue(subject, pointer);
      return differs(pointer, holds(value, actual), value, actual);
    }),
  inputSchemaLacks: (expected, subject) =>
    expected.map((pointer) => (isThere(subject, pointer) ? `its inputSchema has ${pointer}` : undefined)),
  descriptionMatches: (expected, { listed }) => {
    const text = textOf(listed);
    return [differs('description', matches(expected, text), expected, text)];
  },
};

/** What is wrong with the listed tools that a case looks at. */
export function toolProblems(
  expected: readonly ToolExpectation[],
  tools: readonly ListedTool[],
  manifest: Manifest | undefined,
): readonly string[] {
  return expected.flatMap(({ name, ...expectations }) => {
    const found = findTool(name, tools, manifest);
    if ('problem' in found) return [found.problem];
    const listed = tools.find((tool) => tool.name === found.name);
    if (listed === undefined) return [`tool '${found.name}' is not listed`];
    const definition = manifest?.tools.find((tool) => tool.name === found.name);
    return Object.entries(expectations).flatMap(([key, value]) =>
      // The table has each key with the type of its operand; a lookup by name cannot say so.
      (checks[key as Keys] as Check<unknown>)(value, { listed, definition }).flatMap((problem) =>
        problem === undefined ? [] : [`tool '${found.name}': ${problem}`],
      ),
    );
  });
}

function takes({ listed }: Subject, instance: unknown, expected: boolean): string | undefined {
  if (isValid(listed.inputSchema, instance) === expected) return undefined;
  return `its inputSchema ${expected ? 'does not take' : 'takes'} ${JSON.stringify(instance)}`;
}

/** An API's answer as it is, and in the wrapper with one member if the schema describes one. */
function wrappings(outputSchema: Readonly<Record<string, unknown>>, value: unknown): readonly unknown[] {
  const { properties } = outputSchema;
  const names = isObject(properties) ? Object.keys(properties) : [];
  return names.length === 1 ? [value, Object.fromEntries([[names[0], value]])] : [value];
}

function isArraySchema({ type }: Readonly<Record<string, unknown>>): boolean {
  return type === 'array' || (Array.isArray(type) && type.includes('array'));
}

function isThere(subject: Subject, pointer: string): boolean {
  const keyword = /^\*\*\/(.+)$/.exec(pointer)?.[1];
  if (keyword === undefined) return schemaValue(subject, pointer) !== undefined;
  return subschemas(subject.listed.inputSchema).some((schema) => Object.hasOwn(schema, keyword));
}

/** The value that `query:on#/default`, `body#/x` or `#/x` points at. */
function schemaValue({ listed: { inputSchema }, definition }: Subject, pointer: string): unknown {
  const hash = pointer.indexOf('#');
  const start = pointer.slice(0, hash);
  if (hash === -1) throw new Error(`'${pointer}' is no pointer of FORMAT.md.`);
  if (start === '') return valueAt(inputSchema, inputSchema, pointer.slice(hash + 1));
  const colon = start.indexOf(':');
  const property =
    start === 'body'
      ? bodyPropertyOf(definition)
      : propertyOf(definition, start.slice(0, colon) as Place, start.slice(colon + 1));
  const schema = valueAt(
    inputSchema,
    inputSchema,
    `/properties/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  );
  return valueAt(inputSchema, schema, pointer.slice(hash + 1));
}
