import { createDiscover } from '../credentials/discovery.js';
import { advised, clientCredentialsRequest, refreshRequest } from '../credentials/grants.js';
import { createAskIssuer, type AskIssuer } from '../credentials/issuer-request.js';
import { partOf } from '../credentials/oauth-client.js';
import type { Grant } from '../credentials/token-answer.js';
import { findTokenEndpoint, type EndpointSettings, type GrantKind } from '../credentials/token-endpoint.js';
import { RefusedGrant, variableOf } from '../credentials/token-errors.js';
import { requestGrant } from '../credentials/token-request.js';
import type { TokenWish } from '../credentials/token-wish.js';
import { readEnvFile } from '../env-file.js';
import { replaceRefreshToken } from '../keep-refresh-tokens.js';
import type { Credential, SecurityScheme } from '../security.js';
import { allowedOrigins } from '../servers.js';
import { ToolError } from '../tool-error.js';
import { finding, type Finding } from './report.js';
import type { DoctorSettings } from './settings.js';
import { listed, type ExaminedTool } from './tools.js';

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
  /** Whether a refresh token is used where a new one in its place could not be kept. */
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
  if (partOf(target, 'token') !== undefined) return [readyToken(target)];
  const ask = createAskIssuer();
  const endpoints = endpointSettings(ask, settings);
  try {
    if (settings.isExchange) return [await examineExchange(target, endpoints)];
    const kind = partOf(target, 'refreshToken') === undefined ? 'clientCredentials' : 'refresh';
    if (kind === 'refresh' && !(await mayRefresh(target, settings))) return [notAsked(target)];
    return await examineGrants({
      target,
      kind,
      tools: toolsBy(target.name, tools),
      ask,
      endpoints,
      settings,
    });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return [finding('wrong', 'token', error.message)];
  }
}

function endpointSettings(ask: AskIssuer, { manifest, environment }: DoctorSettings): EndpointSettings {
  const isAllowedOrigin = (origin: string): boolean => allowedOrigins(manifest, environment).has(origin);
  return { discover: createDiscover(ask), isAllowedOrigin };
}

function readyToken({ scheme }: TokenScheme): Finding {
  const variable = variableOf(scheme, 'token');
  return finding(
    'note',
    variable,
    'it is sent as it is, and wins over every other way; whether the API takes it shows a call',
  );
}

async function examineExchange(target: TokenScheme, endpoints: EndpointSettings): Promise<Finding> {
  const { token_endpoint: url } = await findTokenEndpoint(target, 'exchange', endpoints);
  return finding(
    'note',
    url,
    'tokens of callers are exchanged there; without a caller there is nothing to ask for',
  );
}

/** An issuer may replace a refresh token: then the new one has to be kept, or the login is lost. */
async function mayRefresh(
  target: TokenScheme,
  { envFile, usesRefreshToken }: TokenSettings,
): Promise<boolean> {
  if (usesRefreshToken) return true;
  const kept = (await readEnvFile(envFile)).get(variableOf(target.scheme, 'refreshToken'));
  return kept !== undefined && kept.trim() === partOf(target, 'refreshToken');
}

function notAsked({ scheme }: TokenScheme): Finding {
  return finding(
    'note',
    variableOf(scheme, 'refreshToken'),
    'not tried: it is not in .env, where a new one that the issuer may give in its place could be kept ' +
      '(--use-refresh-token tries it all the same)',
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
  const { name: schemeName, scheme, credential } = target;
  const signal = new AbortController().signal;
  const wish: TokenWish = { schemeName, scheme, credential, scopes, caller: undefined, signal };
  const endpoint = await findTokenEndpoint(target, kind, endpoints);
  const request =
    kind === 'refresh'
      ? refreshRequest(wish, partOf(target, 'refreshToken') ?? '')
      : clientCredentialsRequest(wish);
  try {
    const grant = await requestGrant(target, endpoint, request, ask);
    const kept = await keepReplaced(grant, examination);
    return [
      ...kept,
      ...describeGrant(grant, endpoint.token_endpoint, kind === 'refresh' ? undefined : scopes, tools),
    ];
  } catch (error) {
    throw error instanceof RefusedGrant ? advised(error, wish, kind) : error;
  }
}

async function keepReplaced(
  { refreshToken }: Grant,
  { target, kind, settings: { envFile } }: Examination,
): Promise<readonly Finding[]> {
  if (kind !== 'refresh' || refreshToken === undefined || refreshToken === partOf(target, 'refreshToken'))
    return [];
  const variable = variableOf(target.scheme, 'refreshToken');
  const usedUp = partOf(target, 'refreshToken') ?? '';
  if (!(await replaceRefreshToken(envFile, { variable, usedUp, refreshToken })))
    return [
      finding('wrong', variable, 'the issuer has replaced it, and the new one is lost: run npm run login'),
    ];
  const text = 'the issuer replaces it at each use: the new one stands in .env now';
  return [finding('note', variable, text)];
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
