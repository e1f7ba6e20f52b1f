import { evenOut, type EvenOutRules } from './even-out.js';
import type { ToolDefinition } from '../manifest.js';
import { describeViolation, quoteName, type ValidatorOf } from '../validation.js';

/** The arguments of a tool call. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** Arguments that may be sent, or what is wrong with them in words for the model. */
type ReadArguments = { readonly values: ToolArguments } | { readonly problem: string };

/** What of a tool its arguments are read by. */
export type ArgumentRules = Pick<ToolDefinition, 'name'> & EvenOutRules;

const namesShown = 20;
const nameLength = 64;

/** Reads the arguments of a call against the tool's listed schema. */
export async function readArguments(
  tool: ArgumentRules,
  given: ToolArguments,
  validatorOf: ValidatorOf,
): Promise<ReadArguments> {
  const values = evenOut(tool, given);
  const problems = namingProblems(tool, values);
  if (problems.length === 0) {
    const violation = (await validatorOf(tool.inputSchema))(values);
    if (violation === undefined) return { values };
    problems.push(describeViolation(violation));
  }
  return { problem: `Invalid arguments for '${tool.name}': ${problems.join('; ')}.` };
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
