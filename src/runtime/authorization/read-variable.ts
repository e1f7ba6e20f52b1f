import { readFileSync } from 'node:fs';
import { setting, SettingError, type Environment } from '../settings.js';
import {
  authorizationVariables,
  type AuthorizationVariable,
  type AuthorizationVariableName,
} from './variables.js';

/** The value of a setting of the authorization of clients; a secret one may stand in the file that `<NAME>_FILE` names. */
export function readVariable(environment: Environment, name: AuthorizationVariableName): string | undefined {
  const value = setting(environment, name);
  const { secret }: AuthorizationVariable = authorizationVariables[name];
  if (value !== undefined || secret !== true) return value;
  const file = setting(environment, `${name}_FILE`);
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    throw new SettingError(`The file that ${name}_FILE names cannot be read.`);
  }
}

/** One of the values that a setting can have. */
export function readChoice<Choice extends string>(
  environment: Environment,
  name: AuthorizationVariableName,
  choices: readonly Choice[],
): Choice | undefined {
  const value = readVariable(environment, name);
  const choice = choices.find((each) => each === value);
  if (value === undefined || choice !== undefined) return choice;
  throw new SettingError(`${name} is '${value.slice(0, 40)}'; it must be one of ${choices.join(', ')}.`);
}
