import type { Identity } from '../caller.js';
import { issuerUrlRule, readIssuerUrl } from '../issuers/issuer-url.js';
import { isToken } from '../request/encoding.js';
import { SettingError, type Environment } from '../settings.js';
import { offeredScopes, type OfferedScopes } from './offered-scopes.js';
import { readIdentity } from './identity.js';
import { readAuthorizationVariable, readChoice } from './read-variable.js';
import type { AuthorizedManifest } from './settings.js';
import {
  authorizationVariables,
  dpopModes,
  tokenTypes,
  type AuthorizationVariableName,
  type DpopMode,
  type TokenType,
} from './variables.js';

/** Whoever has an access token of this issuer may call what it allows: the server is an OAuth resource server. */
export interface OAuthAuthorization {
  readonly mode: 'oauth';
  /** Exactly as in `iss`. */
  readonly issuer: string;
  /** Exactly as in `aud`. */
  readonly audience: string;
  /** RFC 9728's resource identifier: the public URL of the server. */
  readonly resource: string;
  readonly resourceName: string;
  readonly identity: Identity;
  readonly tokenType: TokenType;
  readonly scopeClaim: string;
  /** `undefined` where the issuer's metadata tell it. */
  readonly jwksUrl: string | undefined;
  /** `undefined` where tokens that are no JWT are refused. */
  readonly introspection: IntrospectionSettings | undefined;
  readonly dpop: DpopMode;
  /** In lower case; `undefined` where tokens that are bound to a certificate are refused. */
  readonly certificateHeader: string | undefined;
  readonly scopes: OfferedScopes;
}

/** RFC 7662's introspection endpoint, and who asks it. */
export interface IntrospectionSettings {
  readonly url: string;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
}

/** Reads the settings of a resource server. */
export function readOAuth(
  environment: Environment,
  manifest: AuthorizedManifest,
  isInstalled: (library: string) => boolean = isResolvable,
): OAuthAuthorization {
  const read = (name: AuthorizationVariableName): string | undefined =>
    readAuthorizationVariable(environment, name);
  const issuer = required('MCP_ISSUER', read('MCP_ISSUER'));
  requireUrl('MCP_ISSUER', issuer, { hasQuery: false });
  const audience = required('MCP_AUDIENCE', read('MCP_AUDIENCE'));
  const introspection = readIntrospection(read);
  requireLibraries(introspection, isInstalled);
  return {
    mode: 'oauth',
    issuer,
    audience,
    resource: readResource(audience, read('MCP_RESOURCE_URL')),
    resourceName: manifest.server?.title ?? manifest.server?.name ?? 'MCP',
    identity: requiredIdentity(environment, manifest),
    tokenType: readChoice(environment, 'MCP_TOKEN_TYPE', tokenTypes) ?? 'at+jwt',
    scopeClaim: read('MCP_SCOPE_CLAIM') ?? 'scope',
    jwksUrl: readUrl('MCP_JWKS_URL', read('MCP_JWKS_URL')),
    introspection,
    dpop: readChoice(environment, 'MCP_DPOP', dpopModes) ?? 'refuse',
    certificateHeader: readHeaderName(read('MCP_CLIENT_CERT_HEADER')),
    scopes: offeredScopes(manifest.tools),
  };
}

function required(name: AuthorizationVariableName, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new SettingError(`MCP_AUTH is oauth: set ${name}. ${authorizationVariables[name].purpose}.`);
}

/** The resource identifier: where it is not told, the audience has to be one. */
function readResource(audience: string, url: string | undefined): string {
  if (url !== undefined) {
    requireUrl('MCP_RESOURCE_URL', url);
    return url;
  }
  if (!/^https?:\/\//i.test(audience))
    throw new SettingError(
      'MCP_AUDIENCE is no URL: set MCP_RESOURCE_URL to the public URL of this server, such as https://mcp.example.com/mcp.',
    );
  requireUrl('MCP_AUDIENCE', audience);
  return audience;
}

function readUrl(name: AuthorizationVariableName, url: string | undefined): string | undefined {
  if (url !== undefined) requireUrl(name, url);
  return url;
}

function requireUrl(name: AuthorizationVariableName, text: string, { hasQuery = true } = {}): void {
  // A parser takes line ends and tabs out of what it is given.
  if (readIssuerUrl(text) === undefined || /[#\s\p{Cc}]/u.test(text))
    throw new SettingError(`${name} ${issuerUrlRule}.`);
  // RFC 8414 2: an issuer has none.
  if (!hasQuery && text.includes('?')) throw new SettingError(`${name} may not have a query.`);
}

/** As whom the API is called decides what a caller can do: it is never guessed. */
function requiredIdentity(environment: Environment, { access, tools }: AuthorizedManifest): Identity {
  const identity = readIdentity(environment, access);
  if (identity !== undefined) return identity;
  const needing = tools.some(({ request: { security } }) =>
    security.some((requirement) => Object.keys(requirement).length > 0),
  );
  if (!needing) return 'service';
  throw new SettingError(
    'MCP_AUTH is oauth: set MCP_IDENTITY to service (every caller acts with the credentials of this server) or ' +
      'exchange (the API is called as the caller, by RFC 8693).',
  );
}

function readIntrospection(
  read: (name: AuthorizationVariableName) => string | undefined,
): IntrospectionSettings | undefined {
  const url = readUrl('MCP_INTROSPECTION_URL', read('MCP_INTROSPECTION_URL'));
  const clientId = read('MCP_INTROSPECTION_CLIENT_ID');
  const clientSecret = read('MCP_INTROSPECTION_CLIENT_SECRET');
  if (clientId === undefined && clientSecret !== undefined)
    throw new SettingError(
      'MCP_INTROSPECTION_CLIENT_SECRET is set: set MCP_INTROSPECTION_CLIENT_ID as well.',
    );
  if (url !== undefined) return { url, clientId, clientSecret };
  if (clientId === undefined) return undefined;
  throw new SettingError('MCP_INTROSPECTION_CLIENT_ID is set: set MCP_INTROSPECTION_URL as well.');
}

/** Headers that say something else already. */
const takenHeaders: ReadonlySet<string> = new Set(['authorization', 'cookie', 'dpop', 'host', 'origin']);

function readHeaderName(text: string | undefined): string | undefined {
  const name = text?.toLowerCase();
  if (name === undefined || (isToken(name) && !takenHeaders.has(name))) return name;
  throw new SettingError('MCP_CLIENT_CERT_HEADER has to name a header, such as Client-Cert.');
}

function requireLibraries(
  introspection: IntrospectionSettings | undefined,
  isInstalled: (library: string) => boolean,
): void {
  const needed = introspection === undefined ? ['jose'] : ['jose', 'oauth4webapi'];
  const missing = needed.filter((library) => !isInstalled(library));
  if (missing.length === 0) return;
  throw new SettingError(
    `MCP_AUTH is oauth, and this project does not have ${missing.join(' and ')}. Generate it with --auth oauth, ` +
      `which adds jose and oauth4webapi, or run: npm install ${missing.join(' ')}`,
  );
}

function isResolvable(library: string): boolean {
  try {
    return import.meta.resolve(library) !== '';
  } catch {
    return false;
  }
}
