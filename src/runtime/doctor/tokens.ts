import { grantKindOf } from '../credentials/grants.js';
import { partOf } from '../credentials/oauth-client.js';
import { findTokenEndpoint, type EndpointSettings } from '../credentials/token-endpoint.js';
import { noToken, variableOf, variableToCorrect } from '../credentials/token-errors.js';
import { isWhole } from '../credentials/ways.js';
import { createDiscover } from '../issuers/discovery.js';
import { createAskIssuer, type AskIssuer } from '../issuers/issuer-request.js';
import { allowedOrigins } from '../servers.js';
import { ToolError } from '../tool-error.js';
import { baseUrlProblem } from './api.js';
import { examineGrants, toolsBy } from './granted.js';
import { finding, type Finding } from './report.js';
import type { DoctorSettings } from './settings.js';
import { wishOf, type TokenFindings, type TokenScheme, type TokenSettings } from './token-scheme.js';
import type { ExaminedTool } from './tools.js';

/** Really asks for a token of a scheme: whether there is one, how long it is good, and what it does not allow. */
export async function examineTokens(
  target: TokenScheme,
  tools: readonly ExaminedTool[],
  settings: TokenSettings,
): Promise<TokenFindings> {
  const { isExchange, usesRefreshToken } = settings;
  const kind = grantKindOf(wishOf(target, [], isExchange));
  if (kind !== 'exchange' && partOf(target, 'token') !== undefined) return plain([readyToken(target)]);
  const ask = createAskIssuer(noToken);
  const endpoints = endpointSettings(ask, settings);
  try {
    if (kind === 'exchange') return plain(await examineExchange(target, endpoints));
    if (kind === 'refresh' && !usesRefreshToken) return plain([await notTried(target, endpoints, settings)]);
    const own = toolsBy(target.name, tools);
    return await examineGrants({ target, kind, tools: own, ask, endpoints, settings });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return plain([failure(error, settings)]);
  }
}

function plain(findings: readonly Finding[]): TokenFindings {
  return { findings, ungranted: new Map() };
}

/** Where tokens are asked for, and whether they may be, can depend on the base URL: that is told once. */
const dependent: ReadonlySet<string> = new Set(['missing-credentials', 'refused-origin']);

function failure({ message, code }: ToolError, settings: TokenSettings): Finding {
  const problem = baseUrlProblem(settings);
  if (problem === undefined || (message !== problem && !dependent.has(code)))
    return finding('wrong', 'token', message);
  return finding('note', 'token', `asked for once ${settings.manifest.upstream.env} is mended`);
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
async function notTried(
  target: TokenScheme,
  endpoints: EndpointSettings,
  { envFile }: DoctorSettings,
): Promise<Finding> {
  const { token_endpoint: url } = await findTokenEndpoint(target, 'refresh', endpoints);
  const given = variableToCorrect(target, 'refreshToken');
  const outcome = (await isInEnvFile(target, envFile))
    ? 'keeps a new one in .env'
    : 'a new one would be lost, as those of a server are when it ends, since this one does not stand in .env: ' +
      `take ${given} out of the environment, and run \`npm run login\``;
  return finding(
    'note',
    given,
    `set, not tried at ${url}: an issuer may replace it when it is used; ` +
      `\`npm run doctor -- --use-refresh-token\` tries it, and ${outcome}`,
  );
}

/** Whether a new refresh token would take the place of the one at hand. */
async function isInEnvFile(target: TokenScheme, envFile: URL): Promise<boolean> {
  const { readEnvFile } = await import('../env-file.js');
  const variables = await readEnvFile(envFile).catch(() => new Map<string, string>());
  return variables.get(variableOf(target.scheme, 'refreshToken'))?.trim() === partOf(target, 'refreshToken');
}
