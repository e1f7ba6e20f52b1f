import type { AuthorizedManifest } from './authorization/settings.js';
import { alternativesOf, readChosenSchemes } from './credentials/choice.js';
import { SettingError, type Environment } from './settings.js';

/**
 * Refuses to call the API as whoever calls where no tool that needs credentials can be called by a token of an issuer,
 * whatever is configured. A client that is not there yet is for the line of missing settings: it may come from a store.
 */
export function requireExchange(
  { securitySchemes: schemes = {}, tools, ...chosenBy }: AuthorizedManifest,
  environment: Environment,
): void {
  const chosen = readChosenSchemes({ ...chosenBy, securitySchemes: schemes }, environment);
  const caller = { identity: 'exchange' } as const;
  const needing = tools
    .map(({ request: { security: requirements } }) =>
      alternativesOf({ requirements, schemes, chosen, caller }),
    )
    .filter(({ isOptional }) => !isOptional);
  if (needing.length === 0 || needing.some(({ counting }) => counting.length > 0)) return;
  throw new SettingError(
    'MCP_IDENTITY is exchange: every call to the API carries its caller, and no tool takes a token of an issuer. ' +
      'Set MCP_IDENTITY=service.',
  );
}
