import { createDiscover } from '../issuers/discovery.js';
import { createAskIssuer, type AskIssuer } from '../issuers/issuer-request.js';
import { clientCredentialsRequest, grantKindOf, refreshRequest } from '../credentials/grants.js';
import { requestToken } from '../credentials/obtain-token.js';
import { partOf } from '../credentials/oauth-client.js';
import type { Grant } from '../credentials/token-answer.js';
import { findTokenEndpoint, type EndpointSettings, type GrantKind } from '../credentials/token-endpoint.js';
import { noToken, RefusedGrant, variableOf } from '../credentials/token-errors.js';
import type { TokenWish } from '../credentials/token-wish.js';
import { isWhole } from '../credentials/ways.js';
import { replaceRefreshToken } from '../keep-refresh-tokens.js';
import type { Credential, SecurityScheme } from '../security.js';
import { allowedOrigins } from '../servers.js';
import { SettingError } from '../settings.js';
import { ToolError } from '../tool-error.js';
import { finding, type Finding } from './report.js';
import type { DoctorSettings } from './settings.js';
import { listed, standIn, type ExaminedTool } from './tools.js';

/** A scheme whose tokens an issuer gives, with the credential that is configured. */
export interface TokenScheme {
  readonly name: string;
  readonly scheme: SecurityScheme;
  readonly credential: Credential;
}

/** What tokens are asked for with. */
export interface TokenSettings extends DoctorSettings {
  /** Whether tokens are exchanged for those of callers. */
  readonly isExchange: boolean;
  /** Whether refresh tokens are used, each of which an issuer may replace then. */
  readonly usesRefreshToken: boolean;
}

/** Sets of scopes that are asked for one by one. */
const mostSets = 8;

/** Really asks for a token of a scheme: whether there is one, how long it is good, and what it does not allow. */
export async function examineTokens(
  target: TokenScheme,
  tools: readonly ExaminedTool[],
  settings: TokenSettings,
): Promise<readonly Finding[]> {
  const { isExchange, usesRefreshToken } = settings;
  const kind = grantKindOf(wishOf(target, [], isExchange));
  if (kind !== 'exchange' && partOf(target, 'token') !== undefined) return [readyToken(target)];
  const ask = createAskIssuer(noToken);
  const endpoints = endpointSettings(ask, settings);
  try {
    if (kind === 'exchange') return await examineExchange(target, endpoints);
    if (kind === 'refresh' && !usesRefreshToken) return [await notTried(target, endpoints)];
    const own = toolsBy(target.name, tools);
    return await examineGrants({ target, kind, tools: own, ask, endpoints, settings });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return [finding('wrong', 'token', error.message)];
  }
}

/** What calls would want a token for. */
function wishOf(
  { name: schemeName, scheme, credential }: TokenScheme,
  scopes: readonly string[],
  isExchange = false,
): TokenWish {
  const { signal } = new AbortController();
  return { schemeName, scheme, credential, scopes, caller: isExchange ? standIn : undefined, signal };
}

function endpointSettings(ask: AskIssuer, { manifest, environment }: DoctorSettings): EndpointSettings {
  const isAllowedOrigin = (origin: string): boolean => allowedOrigins(manifest, environment).has(origin);
  return { discover: createDiscover(ask, noToken), isAllowedOrigin };
}

function readyToken({ scheme }: TokenScheme): Finding {
  const text = 'it is sent as it is, and wins over every other way; whether the API takes it shows a call';
  return finding('note', variableOf(scheme, 'token'), text);
}

async function examineExchange(
  target: TokenScheme,
  endpoints: EndpointSettings,
): Promise<readonly Finding[]> {
  const { scheme, credential } = target;
  const ready = finding(
    'note',
    variableOf(scheme, 'token'),
    'over HTTP it is not sent, since it says nothing of a caller (MCP_IDENTITY is exchange)',
  );
  const found = partOf(target, 'token') === undefined ? [] : [ready];
  // What a client lacks is told of the tools.
  if (!isWhole(scheme, credential, true)) return found;
  const { token_endpoint: url } = await findTokenEndpoint(target, 'exchange', endpoints);
  const text = 'tokens of callers are exchanged there; without a caller there is nothing to ask for';
  return [...found, finding('note', url, text)];
}

/**
 * An issuer may replace a refresh token at each use, and take back all that came of it where an old one is shown again:
 * a server that runs may have a newer one, so nobody but whoever asks for it spends the one at hand.
 */
async function notTried(target: TokenScheme, endpoints: EndpointSettings): Promise<Finding> {
  const { token_endpoint: url } = await findTokenEndpoint(target, 'refresh', endpoints);
  return finding(
    'note',
    variableOf(target.scheme, 'refreshToken'),
    `set, not tried at ${url}: an issuer may replace it when it is used; ` +
      '`npm run doctor -- --use-refresh-token` tries it, and keeps a new one in .env',
  );
}

/** The tools that are called by a scheme, each with the scopes that it asks of it. */
function toolsBy(schemeName: string, tools: readonly ExaminedTool[]): readonly ScopedTool[] {
  return tools.flatMap(({ tool, schemes = [] }) =>
    schemes.filter(({ name }) => name === schemeName).map(({ scopes }) => ({ name: tool.name, scopes })),
  );
}

interface ScopedTool {
  readonly name: string;
  readonly scopes: readonly string[];
}

interface Examination {
  readonly target: TokenScheme;
  readonly kind: GrantKind;
  readonly tools: readonly ScopedTool[];
  readonly ask: AskIssuer;
  readonly endpoints: EndpointSettings;
  readonly settings: TokenSettings;
}

async function examineGrants(examination: Examination): Promise<readonly Finding[]> {
  const { kind, tools } = examination;
  const all = [...new Set(tools.flatMap(({ scopes }) => scopes))];
  try {
    return await examineGrant(examination, all, tools);
  } catch (error) {
    const isScope = error instanceof RefusedGrant && error.error === 'invalid_scope';
    if (!isScope || kind !== 'clientCredentials') throw error;
  }
  // Calls ask for the scopes of their tool alone, and one that is refused spoils no other.
  const sets = new Map<string, ScopedTool[]>();
  for (const tool of tools) {
    const key = JSON.stringify([...new Set(tool.scopes)].sort());
    const known = sets.get(key) ?? [];
    sets.set(key, known);
    known.push(tool);
  }
  const findings: Finding[] = [];
  for (const [key, own] of [...sets].slice(0, mostSets)) {
    findings.push(...(await examineSet(examination, JSON.parse(key) as readonly string[], own)));
  }
  if (sets.size > mostSets)
    findings.push(finding('note', 'scopes', `${sets.size - mostSets} more sets were not tried`));
  return findings;
}

async function examineSet(
  examination: Examination,
  scopes: readonly string[],
  tools: readonly ScopedTool[],
): Promise<readonly Finding[]> {
  try {
    return await examineGrant(examination, scopes, tools);
  } catch (error) {
    if (!(error instanceof RefusedGrant)) throw error;
    const names = listed(tools.map(({ name }) => name));
    return [
      finding(
        'missing',
        `scopes ${scopes.join(' ')}`,
        `the issuer does not grant them (${error.error}): ${names}`,
      ),
    ];
  }
}

async function examineGrant(
  examination: Examination,
  scopes: readonly string[],
  tools: readonly ScopedTool[],
): Promise<readonly Finding[]> {
  const { target, kind, ask, endpoints } = examination;
  const wish = wishOf(target, scopes);
  const { token_endpoint: url } = await findTokenEndpoint(target, kind, endpoints);
  const request =
    kind === 'refresh'
      ? refreshRequest(wish, partOf(target, 'refreshToken') ?? '')
      : clientCredentialsRequest(wish);
  const grant = await requestToken({ wish, kind }, request, { ...endpoints, ask });
  const kept = await keepReplaced(grant, examination);
  return [...kept, ...describeGrant(grant, url, kind === 'refresh' ? undefined : scopes, tools)];
}

async function keepReplaced(
  { refreshToken }: Grant,
  { target, kind, settings: { envFile } }: Examination,
): Promise<readonly Finding[]> {
  if (kind !== 'refresh' || refreshToken === undefined || refreshToken === partOf(target, 'refreshToken'))
    return [];
  const variable = variableOf(target.scheme, 'refreshToken');
  const usedUp = partOf(target, 'refreshToken') ?? '';
  if (await isKept(envFile, { variable, usedUp, refreshToken }))
    return [finding('note', variable, 'the issuer replaces it at each use: the new one stands in .env now')];
  return [
    finding('wrong', variable, 'the issuer has replaced it, and the new one is lost: run npm run login'),
  ];
}

/** Whether the new refresh token stands in `.env`, as one that a server is given does. */
async function isKept(envFile: URL, replaced: Parameters<typeof replaceRefreshToken>[1]): Promise<boolean> {
  try {
    return await replaceRefreshToken(envFile, replaced);
  } catch (error) {
    // A file that cannot be written is told with what it costs.
    if (error instanceof SettingError) return false;
    throw error;
  }
}

function describeGrant(
  { lifetimeMs, scopes }: Grant,
  endpoint: string,
  asked: readonly string[] | undefined,
  tools: readonly ScopedTool[],
): readonly Finding[] {
  const granted = scopes ?? asked;
  const time =
    lifetimeMs === undefined
      ? 'the issuer does not say how long'
      : `${Math.round(lifetimeMs / 1000)} seconds`;
  const told = granted === undefined ? 'not told' : granted.join(' ') || 'none';
  const got = finding('ok', 'token', `${endpoint} gave one (good for: ${time}; scopes: ${told})`);
  if (granted === undefined) return [got];
  const missing = [...new Set(tools.flatMap((tool) => tool.scopes))].filter(
    (scope) => !granted.includes(scope),
  );
  const lacking = missing.map((scope) => {
    const names = tools.filter((tool) => tool.scopes.includes(scope)).map(({ name }) => name);
    return finding('missing', `scope ${scope}`, `not granted: ${listed(names)}`);
  });
  return [got, ...lacking];
}
