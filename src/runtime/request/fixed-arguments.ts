import type { FixedArgument, ParameterBinding, RequestBinding } from '../binding.js';
import { variableGiven, type Environment } from '../settings.js';
import {
  readClaim,
  readInboundHeader,
  unusableClaim,
  unusableHeader,
  type CallOrigin,
} from './caller-values.js';
import { readSetting, typeNames } from './fixed-types.js';
import type { Arguments } from './parameters.js';
import { writePathPart } from './path.js';
import { formsOf } from '../redaction.js';
import { readVariable } from '../security.js';
import { ToolError } from '../tool-error.js';
import { writeParameter } from './write-parameter.js';

/** What is sent in every call of a tool, whatever its arguments are. */
interface FixedArguments {
  readonly values: Arguments;
  /** What of them nobody may see. */
  readonly secrets: readonly string[];
}

/** Takes the values of parameters that are no arguments from the manifest, the environment, and whoever calls. */
export async function readFixed(
  request: RequestBinding,
  environment: Environment,
  origin: CallOrigin = {},
): Promise<FixedArguments> {
  const values: (readonly [property: string, value: unknown])[] = [];
  const secrets: string[] = [];
  for (const fixed of request.fixed ?? []) {
    const { value, secret } = await readOne(fixed, request, environment, origin);
    // Said to be undefined where there is none, so that no argument takes its place.
    values.push([fixed.property, value]);
    if (secret !== undefined) secrets.push(...formsOf(secret));
  }
  return { values: Object.fromEntries(values), secrets };
}

interface FixedOne {
  readonly value: unknown;
  /** The text that nobody may see. */
  readonly secret?: string;
}

async function readOne(
  fixed: FixedArgument,
  request: RequestBinding,
  environment: Environment,
  origin: CallOrigin,
): Promise<FixedOne> {
  if ('value' in fixed) return fixed;
  if ('env' in fixed) return readEnvironment(fixed, request, environment);
  const isClaim = 'claim' in fixed;
  const value = isClaim ? readClaim(fixed, origin) : readInboundHeader(fixed, origin);
  const binding = bindingOf(fixed, request);
  if (value === undefined || binding === undefined) return { value };
  if (isSendable(value, binding) && isWritten(value, binding)) return { value };
  const problem = unsendable(binding);
  throw isClaim ? unusableClaim(fixed.claim, problem) : unusableHeader(fixed.header, problem);
}

/** Whether anything of a value is sent: of a list of nulls nothing is. */
function isWritten(value: unknown, binding: ParameterBinding): boolean {
  return binding.in === 'path' || binding.in === 'querystring' || writeParameter(binding, value).length > 0;
}

type Variable = Extract<FixedArgument, { readonly env: string }>;

async function readEnvironment(
  fixed: Variable,
  request: RequestBinding,
  environment: Environment,
): Promise<FixedOne> {
  const text = await readVariable(environment, fixed.env);
  if (text === undefined) return { value: unset(fixed) };
  const value = valueOf(text, { ...fixed, env: variableGiven(environment, fixed.env) }, request);
  return { value, ...(fixed.secret === true && { secret: text }) };
}

function unset({ env, required }: Variable): undefined {
  if (required !== true) return undefined;
  throw new ToolError(
    'missing-setting',
    `This tool needs a setting, and nothing was sent. Set ${env} in the environment of this server.`,
  );
}

function valueOf(text: string, fixed: Variable, request: RequestBinding): unknown {
  const { env, type } = fixed;
  const value = readSetting(text, type);
  if (value === undefined) throw unusable(env, `has to be ${typeNames[type ?? 'json']}`);
  const binding = bindingOf(fixed, request);
  // An error about an argument would send the model looking for one that it does not have.
  if (binding !== undefined && !isSendable(value, binding)) throw unusable(env, unsendable(binding));
  return value;
}

function bindingOf(
  { property }: FixedArgument,
  { parameters }: RequestBinding,
): ParameterBinding | undefined {
  return parameters.find((parameter) => parameter.property === property);
}

function unsendable(binding: ParameterBinding): string {
  return `holds what cannot be sent as the ${binding.in} parameter '${binding.name}'`;
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
