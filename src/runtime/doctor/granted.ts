import { clientCredentialsRequest, refreshRequest } from '../credentials/grants.js';
import { requestToken } from '../credentials/obtain-token.js';
import { partOf } from '../credentials/oauth-client.js';
import type { Grant } from '../credentials/token-answer.js';
import { findTokenEndpoint, type EndpointSettings, type GrantKind } from '../credentials/token-endpoint.js';
import { RefusedGrant, variableOf } from '../credentials/token-errors.js';
import type { AskIssuer } from '../issuers/issuer-request.js';
import { replaceRefreshToken } from '../keep-refresh-tokens.js';
import { SettingError } from '../settings.js';
import { finding, type Finding } from './report.js';
import { wishOf, type TokenFindings, type TokenScheme, type TokenSettings } from './token-scheme.js';
import { listed } from './tool-names.js';
import type { ExaminedTool } from './tools.js';

/** Sets of scopes that are asked for one by one. */
const mostSets = 8;

/** The tools that are called by a scheme, each with the scopes that it asks of it. */
export function toolsBy(schemeName: string, tools: readonly ExaminedTool[]): readonly ScopedTool[] {
  return tools.flatMap(({ tool, schemes = [] }) =>
    schemes.filter(({ name }) => name === schemeName).map(({ scopes }) => ({ name: tool.name, scopes })),
  );
}

/** A tool, and the scopes that it asks of a scheme. */
export interface ScopedTool {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** A token to be asked for, for tools. */
export interface Examination {
  readonly target: TokenScheme;
  readonly kind: GrantKind;
  readonly tools: readonly ScopedTool[];
  readonly ask: AskIssuer;
  readonly endpoints: EndpointSettings;
  readonly settings: TokenSettings;
}

/** Asks for a token as calls do: for the scopes of all tools at once, and where one of them spoils that, set by set. */
export async function examineGrants(examination: Examination): Promise<TokenFindings> {
  const { kind, tools } = examination;
  const all = [...new Set(tools.flatMap(({ scopes }) => scopes))];
  try {
    return await examineGrant(examination, all, tools);
  } catch (error) {
    const isScope = error instanceof RefusedGrant && error.error === 'invalid_scope';
    if (!isScope || kind !== 'clientCredentials') throw error;
  }
  // Calls ask for the scopes of their tool alone, and one that is refused spoils no other.
  const sets = setsOf(tools);
  const examined: TokenFindings[] = [];
  for (const own of sets.slice(0, mostSets)) examined.push(await examineSet(examination, own));
  const left = sets.length - mostSets;
  return {
    findings: [
      ...examined.flatMap(({ findings }) => findings),
      ...(left > 0 ? [finding('note', 'scopes', `${left} more sets were not tried`)] : []),
    ],
    ungranted: new Map(examined.flatMap(({ ungranted }) => [...ungranted])),
  };
}

/** Tools that ask for the same scopes together. */
function setsOf(tools: readonly ScopedTool[]): readonly (readonly ScopedTool[])[] {
  const sets = new Map<string, ScopedTool[]>();
  for (const tool of tools) {
    const key = JSON.stringify([...new Set(tool.scopes)].sort());
    const known = sets.get(key) ?? [];
    sets.set(key, known);
    known.push(tool);
  }
  return [...sets.values()];
}

/** Asks for the scopes of tools that all ask for the same. */
async function examineSet(examination: Examination, tools: readonly ScopedTool[]): Promise<TokenFindings> {
  const scopes = [...new Set(tools[0]?.scopes)].sort();
  try {
    return await examineGrant(examination, scopes, tools);
  } catch (error) {
    if (!(error instanceof RefusedGrant)) throw error;
    const names = tools.map(({ name }) => name);
    const text = `the issuer does not grant them (${error.error}): ${listed(names)}`;
    return {
      findings: [finding('missing', `scopes ${scopes.join(' ')}`, text)],
      ungranted: new Map(names.map((name) => [name, scopes])),
    };
  }
}

async function examineGrant(
  examination: Examination,
  scopes: readonly string[],
  tools: readonly ScopedTool[],
): Promise<TokenFindings> {
  const { target, kind, ask, endpoints } = examination;
  const wish = wishOf(target, scopes);
  const { token_endpoint: url } = await findTokenEndpoint(target, kind, endpoints);
  const request =
    kind === 'refresh'
      ? refreshRequest(wish, partOf(target, 'refreshToken') ?? '')
      : clientCredentialsRequest(wish);
  const grant = await requestToken({ wish, kind }, request, { ...endpoints, ask });
  const kept = await keepReplaced(grant, examination);
  const granted = grant.scopes ?? (kind === 'refresh' ? undefined : scopes);
  return {
    findings: [...kept, describeGrant(grant, url, granted), ...lackingScopes(granted, tools)],
    ungranted: ungrantedOf(granted, tools),
  };
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
  { lifetimeMs }: Grant,
  endpoint: string,
  granted: readonly string[] | undefined,
): Finding {
  const time =
    lifetimeMs === undefined
      ? 'the issuer does not say how long'
      : `${Math.round(lifetimeMs / 1000)} seconds`;
  const told = granted === undefined ? 'not told' : granted.join(' ') || 'none';
  return finding('ok', 'token', `${endpoint} gave one (good for: ${time}; scopes: ${told})`);
}

/** By the name of a tool, what it asks for and is not granted; nothing where nobody tells what is granted. */
function ungrantedOf(
  granted: readonly string[] | undefined,
  tools: readonly ScopedTool[],
): TokenFindings['ungranted'] {
  const lacks = tools.map(
    ({ name, scopes }) => [name, scopes.filter((scope) => granted?.includes(scope) === false)] as const,
  );
  return new Map(lacks.filter(([, scopes]) => scopes.length > 0));
}

function lackingScopes(
  granted: readonly string[] | undefined,
  tools: readonly ScopedTool[],
): readonly Finding[] {
  const lacks = [...ungrantedOf(granted, tools)];
  return [...new Set(lacks.flatMap(([, scopes]) => scopes))].map((scope) => {
    const names = lacks.filter(([, scopes]) => scopes.includes(scope)).map(([name]) => name);
    return finding('missing', `scope ${scope}`, `not granted: ${listed(names)}`);
  });
}
