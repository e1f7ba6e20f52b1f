import { evenOut, type EvenOutRules } from './even-out.js';
import type { ToolDefinition } from '../manifest.js';
import { describeViolation, quoteName, type ValidatorOf } from '../validation.js';
import { escapePointer } from '../violations.js';

/** The arguments of a tool call. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** Arguments that may be sent, or what is wrong with them in words for the model. */
type ReadArguments = { readonly values: ToolArguments } | { readonly problem: string };

/** What of a tool its arguments are read by. */
export type ArgumentRules = Pick<ToolDefinition, 'name'> & EvenOutRules;

const namesShown = 20;
const nameLength = 64;
const violationsShown = 5;

/** Reads the arguments of a call against the tool's listed schema. */
export async function readArguments(
  tool: ArgumentRules,
  given: ToolArguments,
  validatorOf: ValidatorOf,
): Promise<ReadArguments> {
  const values = evenOut(tool, given);
  const validate = await validatorOf(tool.inputSchema);
  const missing = missingNames(tool, values);
  const unknown = unknownNames(tool, values);
  if (missing.length + unknown.length === 0 && validate(values) === undefined) return { values };
  const named = new Set([...missing, ...unknown].map((name) => `/${escapePointer(name)}`));
  const violations = validate.all(values).filter(({ pointer }) => !named.has(pointer));
  const problems = [
    ...missing.map((name) => `'${name}' is required`),
    ...unknown.slice(0, namesShown).map((name) => `${quoteName(name, nameLength)} is not a known argument`),
    ...(unknown.length === 0 ? [] : [knownNames(tool)]),
    ...violations.slice(0, violationsShown).map(describeViolation),
    ...(violations.length > violationsShown ? [`and ${violations.length - violationsShown} more`] : []),
  ];
  return { problem: `Invalid arguments for '${tool.name}': ${problems.join('; ')}.` };
}

/** Every name that is missing or unknown is told at once, and so are some values: a model mends them in one round. */
function missingNames(
  { inputSchema: { required = [] } }: ArgumentRules,
  values: ToolArguments,
): readonly string[] {
  return required.filter((name) => !Object.hasOwn(values, name));
}

function unknownNames({ inputSchema }: ArgumentRules, values: ToolArguments): readonly string[] {
  const { properties, additionalProperties } = inputSchema;
  if (additionalProperties !== false) return [];
  return Object.keys(values).filter((name) => !Object.hasOwn(properties, name));
}

function knownNames({ inputSchema: { properties } }: ArgumentRules): string {
  const known = Object.keys(properties).slice(0, namesShown);
  if (known.length === 0) return 'there are no arguments';
  return `the arguments are ${known.map((name) => `'${name}'`).join(', ')}`;
}
