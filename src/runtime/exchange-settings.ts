import type { AuthorizedManifest } from './authorization/settings.js';
import { alternativesOf, readChosenSchemes } from './credentials/choice.js';
import { lackOfScheme } from './credentials/lacks.js';
import { hasIssuer } from './credentials/ways.js';
import type { Hooks } from './hooks.js';
import { ownMember } from './own-member.js';
import { SettingError, type Environment } from './settings.js';

/**
 * Refuses to call the API as whoever calls where that can be done for no tool: a `SettingError` names the variables of
 * the client that would exchange tokens. A ready token is none, since it says nothing of a caller.
 */
export function requireExchange(
  { securitySchemes: schemes = {}, tools, ...chosenBy }: AuthorizedManifest,
  environment: Environment,
  { authenticate = {} }: Hooks = {},
): void {
  const chosen = readChosenSchemes({ ...chosenBy, securitySchemes: schemes }, environment);
  const caller = { identity: 'exchange' } as const;
  const needing = tools
    .map(({ request: { security: requirements } }) =>
      alternativesOf({ requirements, schemes, chosen, caller }),
    )
    .filter(({ isOptional }) => !isOptional);
  const isHooked = (name: string): boolean => Object.hasOwn(authenticate, name);
  const lacks = needing
    .flatMap(({ counting }) => counting)
    .map((alternative) =>
      Object.keys(alternative)
        .filter((name) => isIssued(ownMember(schemes, name)))
        .flatMap((name) => lackOfScheme(name, { schemes, environment, isHooked, isExchange: true }).names),
    );
  if (needing.length === 0 || lacks.some((names) => names.length === 0)) return;
  const [nearest] = lacks;
  const problem = 'MCP_IDENTITY is exchange: every call to the API carries its caller';
  throw new SettingError(
    nearest === undefined
      ? `${problem}, and no tool takes a token of an issuer. Set MCP_IDENTITY=service.`
      : `${problem}, and there is no client that exchanges tokens. Set ${[...new Set(nearest)].join(' and ')}, or MCP_IDENTITY=service.`,
  );
}

function isIssued(scheme: Parameters<typeof hasIssuer>[0] | undefined): boolean {
  return scheme !== undefined && hasIssuer(scheme);
}
