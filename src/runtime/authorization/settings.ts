import type { Manifest } from '../manifest.js';
import { isLoopback } from '../loopback.js';
import { SettingError, variableGiven, type Environment } from '../settings.js';
import { readOAuth, type OAuthAuthorization } from './oauth-settings.js';
import { readIdentity } from './identity.js';
import { readAuthorizationVariable, readChoice } from './read-variable.js';
import { readStaticTokens, type StaticToken } from './static-tokens.js';
import { authModes, authorizationVariables, authorizingVariables, type AuthMode } from './variables.js';
import { readVisibility } from './visibility.js';

/** How the clients of an HTTP server are authorized. */
export type Authorization = NoAuthorization | BearerAuthorization | OAuthAuthorization;

/** Whoever reaches the server may call it. */
export interface NoAuthorization {
  readonly mode: 'none';
}

/** Whoever has one of these tokens may call every tool. */
export interface BearerAuthorization {
  readonly mode: 'bearer';
  /** The protection space of RFC 9110: the server's name. */
  readonly realm: string;
  readonly tokens: readonly StaticToken[];
}

/** What of a manifest the settings depend on. */
export type AuthorizedManifest = Pick<Manifest, 'tools'> &
  Partial<Pick<Manifest, 'server' | 'access' | 'securitySchemes' | 'securityEnv' | 'securityPreset'>>;

/** Where the server listens, and what its project has. */
export interface Surroundings {
  /** The host that it listens on, as URLs write it. */
  readonly name: string;
  /** Whether whoever starts it knows that it authorizes nobody. */
  readonly acceptsAnyone: boolean;
  /** Whether the project has a library; missing: as it is. */
  readonly isInstalled?: (library: string) => boolean;
}

/** Reads how clients are authorized; whatever cannot be meant so is a `SettingError` that says what to set. */
export function readAuthorization(
  environment: Environment,
  manifest: AuthorizedManifest,
  surroundings: Surroundings,
): Authorization {
  const mode = readMode(environment, manifest);
  requireUsableTools(mode, environment, manifest);
  // Read for each view; a wrong one is to be told before anything else is.
  readVisibility(environment, manifest.access);
  switch (mode) {
    case 'none':
      return readNone(surroundings);
    case 'bearer':
      return {
        mode,
        realm: manifest.server?.name ?? 'MCP',
        tokens: readStaticTokens(
          variableGiven(environment, 'MCP_TOKENS'),
          required(environment, 'MCP_TOKENS'),
        ),
      };
    case 'oauth':
      return readOAuth(environment, manifest, surroundings.isInstalled);
  }
}

function readMode(environment: Environment, { access = {} }: AuthorizedManifest): AuthMode {
  const mode = readChoice(environment, 'MCP_AUTH', authModes) ?? access.auth;
  if (mode !== undefined) return mode;
  // Whoever sets these has authorization in mind: without it the server would be open.
  const meant = authorizingVariables.find(
    (name) => readAuthorizationVariable(environment, name) !== undefined,
  );
  if (meant === undefined) return 'none';
  const [fitting] = authorizationVariables[meant].modes;
  const given = variableGiven(environment, meant);
  throw new SettingError(`${given} is set, and MCP_AUTH is not. Set MCP_AUTH=${fitting}, or MCP_AUTH=none.`);
}

/** Anyone who reaches a server without authorization acts with its credentials. */
function readNone({ name, acceptsAnyone }: Surroundings): NoAuthorization {
  if (isLoopback(name) || acceptsAnyone) return { mode: 'none' };
  throw new SettingError(
    'MCP_AUTH is none: all who reach this server use its credentials. To serve beyond this machine set ' +
      'MCP_AUTH to bearer or oauth, or put a proxy that authorizes in front of it and start it with --i-know-no-auth.',
  );
}

function requireUsableTools(mode: AuthMode, environment: Environment, manifest: AuthorizedManifest): void {
  if (mode === 'oauth') return;
  if (readIdentity(environment, manifest.access) === 'exchange')
    throw new SettingError(
      `The API is called as whoever calls (exchange), and MCP_AUTH is ${mode}. Set MCP_AUTH=oauth, or MCP_AUTH=${mode} and MCP_IDENTITY=service.`,
    );
  const claiming = manifest.tools.find(({ request: { fixed = [] } }) =>
    fixed.some((value) => 'claim' in value),
  );
  if (claiming !== undefined)
    throw new SettingError(
      `The tool '${claiming.name}' takes a value from the caller's token, and MCP_AUTH is ${mode}. Set MCP_AUTH=oauth.`,
    );
}

function required(environment: Environment, name: 'MCP_TOKENS'): string {
  const value = readAuthorizationVariable(environment, name);
  if (value !== undefined) return value;
  throw new SettingError(`MCP_AUTH is bearer: set ${name}. ${authorizationVariables[name].purpose}.`);
}
