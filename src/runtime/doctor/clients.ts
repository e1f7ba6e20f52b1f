import { createKeysFetcher } from '../authorization/issuer-metadata.js';
import type { OAuthAuthorization } from '../authorization/oauth-settings.js';
import type { Authorization } from '../authorization/settings.js';
import { createAskIssuer } from '../issuers/issuer-request.js';
import { readHttpSettings } from '../environment.js';
import { SettingError } from '../settings.js';
import { finding, type Finding, type Section } from './report.js';
import type { DoctorSettings } from './settings.js';

/** How clients over HTTP are authorized, or why the server would not start there. */
export type ClientSettings = { readonly authorization: Authorization } | { readonly fault: string };

/** Reads the settings that a server over HTTP starts with. */
export function readClientSettings({ manifest, environment }: DoctorSettings): ClientSettings {
  try {
    return { authorization: readHttpSettings([], environment, manifest).authorization };
  } catch (error) {
    if (error instanceof SettingError) return { fault: error.message };
    throw error;
  }
}

/** Looks at who may call the server over HTTP, and whether what says so can be reached. */
export async function examineClients(settings: ClientSettings): Promise<Section> {
  const title = 'Clients over HTTP (npm start); on stdio this counts for nothing';
  if ('fault' in settings) return { title, findings: [finding('wrong', 'settings', settings.fault)] };
  const { authorization } = settings;
  const mode = finding('ok', 'MCP_AUTH', modeTexts[authorization.mode]);
  switch (authorization.mode) {
    case 'none':
      return { title, findings: [mode] };
    case 'bearer':
      return {
        title,
        findings: [mode, finding('ok', 'MCP_TOKENS', clientCount(authorization.tokens.length))],
      };
    case 'oauth':
      return { title, findings: [mode, ...(await examineOAuth(authorization))] };
  }
}

function clientCount(count: number): string {
  return count === 1 ? 'one client' : `${count} clients`;
}

const modeTexts: Readonly<Record<Authorization['mode'], string>> = {
  none: 'none: whoever reaches the server acts with its credentials; it serves this machine alone',
  bearer: 'bearer: whoever has a static token',
  oauth: 'oauth: whoever has an access token of the issuer',
};

const identityTexts: Readonly<Record<OAuthAuthorization['identity'], string>> = {
  service: 'service: the API sees this server, whoever calls',
  exchange: 'exchange: the API sees who calls',
};

async function examineOAuth(authorization: OAuthAuthorization): Promise<readonly Finding[]> {
  const { issuer, audience, resource, identity, tokenType, introspection, scopes } = authorization;
  const all = scopes.all.join(' ') || 'none';
  return [
    finding('ok', 'MCP_AUDIENCE', audience),
    finding('ok', 'resource', resource),
    finding('ok', 'MCP_IDENTITY', identityTexts[identity]),
    finding('note', 'MCP_TOKEN_TYPE', tokenType),
    finding('note', 'scopes of tools', all),
    await examineKeys(issuer, authorization.jwksUrl),
    ...(introspection === undefined ? [] : [finding('note', 'MCP_INTROSPECTION_URL', introspection.url)]),
  ];
}

function fault(problem: string): Error {
  return new Error(problem);
}

async function examineKeys(issuer: string, jwksUrl: string | undefined): Promise<Finding> {
  const about = jwksUrl === undefined ? 'MCP_ISSUER' : 'MCP_JWKS_URL';
  try {
    const count = countKeys(await createKeysFetcher(issuer, jwksUrl, createAskIssuer(fault))());
    if (count === 0) return finding('wrong', about, `${issuer} has no keys`);
    return finding(
      'ok',
      about,
      `${issuer} can be reached, and has ${count === 1 ? 'a key' : `${count} keys`}`,
    );
  } catch (error) {
    const problem = error instanceof Error ? error.message.slice(0, 300) : 'no answer';
    return finding('wrong', about, `there are no keys of ${issuer}: ${problem}`);
  }
}

/** RFC 7517's JWK Set. */
function countKeys(set: unknown): number {
  const keys = typeof set === 'object' && set !== null && 'keys' in set ? set.keys : undefined;
  if (!Array.isArray(keys)) throw new Error('no JWK Set');
  return keys.length;
}
