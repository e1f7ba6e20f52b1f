import { SettingError, variableGiven, variableTextSync, type Environment } from '../settings.js';
import {
  authorizationVariables,
  type AuthorizationVariable,
  type AuthorizationVariableName,
} from './variables.js';

/** The value of a setting of the authorization of clients, or of the file that `<NAME>_FILE` names. */
export function readAuthorizationVariable(
  environment: Environment,
  name: AuthorizationVariableName,
): string | undefined {
  const text = variableTextSync(environment, name);
  const { secret }: AuthorizationVariable = authorizationVariables[name];
  // A secret can have blanks of its own (RFC 6749 A.2).
  return secret === true ? text : text?.trim();
}

/** One of the values that a setting can have. */
export function readChoice<Choice extends string>(
  environment: Environment,
  name: AuthorizationVariableName,
  choices: readonly Choice[],
): Choice | undefined {
  const value = readAuthorizationVariable(environment, name);
  const choice = choices.find((each) => each === value);
  if (value === undefined || choice !== undefined) return choice;
  const given = variableGiven(environment, name);
  throw new SettingError(`${given} is '${value.slice(0, 40)}'; it must be one of ${choices.join(', ')}.`);
}
