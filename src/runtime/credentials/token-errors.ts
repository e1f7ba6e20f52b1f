import { ownMember } from '../own-member.js';
import type { SecurityScheme } from '../security.js';
import { ToolError } from '../tool-error.js';
import { variableGiven } from './given-variables.js';
import type { PartName } from './parts.js';

/** An issuer that could not be asked, or whose answer is no token. */
export function noToken(problem: string): ToolError {
  return new ToolError(
    'token-unavailable',
    `There is no access token for the API, and nothing was sent to it: ${problem}`,
  );
}

/** An issuer that refuses what it was sent: `error` is its code of RFC 6749 5.2. */
export class RefusedGrant extends ToolError {
  readonly error: string;

  constructor(error: string, message: string) {
    super('invalid-credentials', message);
    this.error = error;
  }
}

/** The environment variable to look at for a part that is there: that of its file, where it came from one. */
export function variableToCorrect(client: Parameters<typeof variableGiven>[0], part: PartName): string {
  return variableGiven(client, part) ?? variableOf(client.scheme, part);
}

/** The environment variable of a part of a scheme's credential. */
export function variableOf({ env }: Pick<SecurityScheme, 'env'>, part: PartName): string {
  return ownMember(env, part) ?? `the variable of '${part}'`;
}
