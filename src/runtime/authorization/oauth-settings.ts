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
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Reads the settings of a resource server. */
export function readOAuth(
  environment: Environment,
  manifest: AuthorizedManifest,
  isInstalled: (library: string) => boolean = isResolvable,
): OAuthAuthorization {
  const read = (name: AuthorizationVariableName): string | undefined =>
    readAuthorizationVariable(environment, name);
  const { issuer, audience, identity } = readRequired(environment, manifest, read);
  requireUrl('MCP_ISSUER', issuer, { hasQuery: false });
  const introspection = readIntrospection(read);
  requireLibraries(introspection, isInstalled);
  return {
    mode: 'oauth',
    issuer,
    audience,
    resource: readResource(audience, read('MCP_RESOURCE_URL')),
    resourceName: manifest.server?.title ?? manifest.server?.name ?? 'MCP',
    identity,
    tokenType: readTokenType(environment),
    scopeClaim: read('MCP_SCOPE_CLAIM') ?? 'scope',
    jwksUrl: readUrl('MCP_JWKS_URL', read('MCP_JWKS_URL')),
    introspection,
    dpop: readChoice(environment, 'MCP_DPOP', dpopModes) ?? 'refuse',
    certificateHeader: readHeaderName(read('MCP_CLIENT_CERT_HEADER')),
    scopes: offeredScopes(manifest.tools),
  };
}

/** What a server of this mode does not start without, all of it told at once. */
function readRequired(
  environment: Environment,
  manifest: AuthorizedManifest,
  read: (name: AuthorizationVariableName) => string | undefined,
): Pick<OAuthAuthorization, 'issuer' | 'audience' | 'identity'> {
  const [issuer, audience] = [read('MCP_ISSUER'), read('MCP_AUDIENCE')];
  const identity = readIdentity(environment, manifest.access) ?? presetIdentity(manifest);
  if (issuer !== undefined && audience !== undefined && identity !== undefined)
    return { issuer, audience, identity };
  const wanted: Readonly<Record<string, string | undefined>> = {
    MCP_ISSUER: issuer,
    MCP_AUDIENCE: audience,
    MCP_IDENTITY: identity,
  };
  // Names of the table, which `keys` does not keep.
  const missing = Object.keys(wanted).filter(
    (name) => wanted[name] === undefined,
  ) as AuthorizationVariableName[];
  const purposes = missing.map((name) => `${name}: ${authorizationVariables[name].purpose}.`);
  throw new SettingError(`MCP_AUTH is oauth: set ${inWords(missing)}. ${purposes.join(' ')}`);
}

function inWords(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((text) => text !== '').join(' and ');
}

/** As whom the API is called decides what a caller can do: it is guessed only where the API asks for nothing. */
function presetIdentity({ tools }: AuthorizedManifest): Identity | undefined {
  const isNeeded = tools.some(({ request: { security } }) =>
    security.some((requirement) => Object.keys(requirement).length > 0),
  );
  return isNeeded ? undefined : 'service';
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

const introspectionNames = [
  'MCP_INTROSPECTION_URL',
  'MCP_INTROSPECTION_CLIENT_ID',
  'MCP_INTROSPECTION_CLIENT_SECRET',
] as const;

/** Whoever is asked about tokens has to know who asks: else anyone could try them out there (RFC 7662 2.1). */
function readIntrospection(
  read: (name: AuthorizationVariableName) => string | undefined,
): IntrospectionSettings | undefined {
  const [url, clientId, clientSecret] = introspectionNames.map(read);
  readUrl('MCP_INTROSPECTION_URL', url);
  if (url !== undefined && clientId !== undefined && clientSecret !== undefined)
    return { url, clientId, clientSecret };
  const given = introspectionNames.filter((name) => read(name) !== undefined);
  if (given.length === 0) return undefined;
  const missing = introspectionNames.filter((name) => !given.includes(name));
  throw new SettingError(
    `${inWords(given)} ${given.length === 1 ? 'is' : 'are'} set: set ${inWords(missing)} as well.`,
  );
}

/** `typ` is a media type (RFC 7515 4.1.9): its case does not matter, and neither does `application/`. */
function readTokenType(environment: Environment): TokenType {
  const given = readAuthorizationVariable(environment, 'MCP_TOKEN_TYPE')
    ?.toLowerCase()
    .replace(/^application\//, '');
  const known = tokenTypes.find((type) => type.toLowerCase() === given);
  return known ?? readChoice(environment, 'MCP_TOKEN_TYPE', tokenTypes) ?? 'at+jwt';
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
