import type { FixedArgument, FixedType, ParameterBinding, RequestBinding } from '../binding.js';
import type { Environment } from '../settings.js';
import type { Arguments } from './parameters.js';
import { writePathPart } from './path.js';
import { formsOf } from '../redaction.js';
import { readVariable } from '../security.js';
import { ToolError } from '../tool-error.js';
import { isObject } from './value-text.js';
import { writeParameter } from './write-parameter.js';

/** What is sent in every call of a tool, whatever its arguments are. */
interface FixedArguments {
  readonly values: Arguments;
  /** What of them nobody may see. */
  readonly secrets: readonly string[];
}

/** Takes the values of parameters that are no arguments from the manifest and from the environment. */
export async function readFixed(request: RequestBinding, environment: Environment): Promise<FixedArguments> {
  const values: (readonly [property: string, value: unknown])[] = [];
  const secrets: string[] = [];
  for (const fixed of request.fixed ?? []) {
    if ('value' in fixed) {
      values.push([fixed.property, fixed.value]);
      continue;
    }
    const text = await readVariable(environment, fixed.env);
    // Said to be undefined, so that no argument takes its place.
    const value = text === undefined ? unset(fixed) : valueOf(text, fixed, request);
    values.push([fixed.property, value]);
    if (text !== undefined && fixed.secret === true) secrets.push(...formsOf(text));
  }
  return { values: Object.fromEntries(values), secrets };
}

type Variable = Extract<FixedArgument, { readonly env: string }>;

function unset({ env, required }: Variable): undefined {
  if (required !== true) return undefined;
  throw new ToolError(
    'missing-setting',
    `This tool needs a setting, and nothing was sent. Set ${env} in the environment of this server.`,
  );
}

function valueOf(text: string, { property, env, type }: Variable, { parameters }: RequestBinding): unknown {
  const value = readSetting(text, type);
  if (value === undefined) throw unusable(env, `has to be ${typeNames[type ?? 'json']}`);
  const binding = parameters.find((parameter) => parameter.property === property);
  // An error about an argument would send the model looking for one that it does not have.
  if (binding !== undefined && !isSendable(value, binding)) {
    throw unusable(env, `holds what cannot be sent as the ${binding.in} parameter '${binding.name}'`);
  }
  return value;
}

/** Whether the place and the style of a parameter can carry a value. */
export function isSendable(value: unknown, binding: ParameterBinding): boolean {
  try {
    if (binding.in === 'path') return writePathPart(binding, value) !== undefined;
    writeParameter(binding, value);
    return true;
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  }
}

function unusable(env: string, problem: string): ToolError {
  return new ToolError('invalid-setting', `${env} ${problem}. Correct it; nothing was sent.`);
}

const typeNames: Readonly<Record<FixedType, string>> = {
  integer: 'a whole number within 2^53',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array in JSON',
  object: 'an object in JSON',
  json: 'JSON',
};

const accepts: Readonly<Record<FixedType, (value: unknown) => boolean>> = {
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
  json: (value) => value !== null,
};

/** The value that the text of a variable stands for; `undefined` where it is not of the type. */
export function readSetting(text: string, type: FixedType | undefined): unknown {
  if (type === undefined) return text;
  try {
    const value: unknown = JSON.parse(text);
    return accepts[type](value) ? value : undefined;
  } catch {
    return undefined;
  }
}
