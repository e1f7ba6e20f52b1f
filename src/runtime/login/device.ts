import { setTimeout as delay } from 'node:timers/promises';
import { authenticateClient } from '../credentials/client-authentication.js';
import { readIssuerUrl } from '../credentials/issuer-url.js';
import { readJsonObject } from '../credentials/json-answer.js';
import { certificateOf, partOf } from '../credentials/oauth-client.js';
import type { Grant } from '../credentials/token-answer.js';
import { RefusedGrant } from '../credentials/token-errors.js';
import { requestGrant } from '../credentials/token-request.js';
import { ownMember } from '../own-member.js';
import { ToolError } from '../tool-error.js';
import type { LoginRun } from './authorization-code.js';
import { LoginFailure } from './login-failure.js';
import { loadLoginLibrary } from './login-library.js';

/** A code that is typed in on another device (RFC 8628 3.2). */
interface DeviceCode {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly page: URL;
  /** The page with the code in it. */
  readonly completePage: URL | undefined;
  readonly expiresMs: number;
  readonly intervalMs: number;
}

const usualIntervalMs = 5_000;
const longestIntervalMs = 60_000;
/** RFC 8628 3.5: the pause from then on, by why there is no token yet. */
const slower = {
  authorization_pending: (ms: number) => ms,
  slow_down: (ms: number) => ms + 5_000,
  unreachable: (ms: number) => ms * 2,
} as const;

/** Signs in by a code that is typed in on any device (RFC 8628). */
export async function signInByDevice(run: LoginRun): Promise<Grant> {
  const { say, signal } = run;
  const code = await askForCode(run);
  say(`On any device, open ${code.page.href} and type in the code:\n\n  ${code.userCode}\n`);
  if (code.completePage !== undefined)
    say(`Or open this address, which has the code in it: ${code.completePage.href}`);
  say(`The code is good for ${Math.round(code.expiresMs / 1000)} seconds; Ctrl-C gives up.`);
  const expired = AbortSignal.timeout(code.expiresMs);
  const ends = AbortSignal.any([signal, expired]);
  let intervalMs = code.intervalMs;
  for (;;) {
    await pause(intervalMs, ends, expired);
    const answer = await poll(code, run);
    if (typeof answer === 'object') return answer;
    intervalMs = Math.min(slower[answer](intervalMs), longestIntervalMs);
  }
}

async function pause(ms: number, ends: AbortSignal, expired: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal: ends });
  } catch {
    if (expired.aborted) throw new LoginFailure(tooLate);
    throw ends.reason;
  }
}

const tooLate = 'The code was not typed in while it was good. Start again.';

const refusals: ReadonlyMap<string, string> = new Map([
  ['expired_token', tooLate],
  ['access_denied', 'The login was refused: whoever signed in said no, or may not.'],
]);

/** The grant, or why there is none yet. */
async function poll({ deviceCode }: DeviceCode, run: LoginRun): Promise<Grant | keyof typeof slower> {
  const { client, server, ask } = run;
  const request = {
    grantType: 'urn:ietf:params:oauth:grant-type:device_code',
    parameters: { device_code: deviceCode },
    secrets: [deviceCode],
  };
  try {
    return await requestGrant(client, server.tokenEndpoint, request, ask);
  } catch (error) {
    // It may be reached again before the code has ended.
    if (error instanceof ToolError && error.code === 'token-unavailable') return 'unreachable';
    if (!(error instanceof RefusedGrant)) throw error;
    if (error.error === 'authorization_pending' || error.error === 'slow_down') return error.error;
    throw new LoginFailure(refusals.get(error.error) ?? error.message);
  }
}

async function askForCode({ client, server, scopes, ask }: LoginRun): Promise<DeviceCode> {
  const { startEndpoint, tokenEndpoint } = server;
  const library = await loadLoginLibrary();
  const certificate = certificateOf(client);
  const answer = await library.deviceAuthorizationRequest(
    { ...tokenEndpoint, device_authorization_endpoint: startEndpoint.href },
    { client_id: partOf(client, 'clientId') ?? '' },
    await authenticateClient(client, library, tokenEndpoint.metadata),
    parametersOf({
      scope: scopes.join(' '),
      audience: partOf(client, 'audience'),
      resource: partOf(client, 'resource'),
    }),
    {
      [library.customFetch]: (url: string, { headers, body }: LoginRequest) =>
        ask(url, { method: 'POST', headers, body: body.toString(), certificate, reconnects: true }),
      // Which plain http there is, is known better by who asks.
      [library.allowInsecureRequests]: true,
    },
  );
  return readCode(answer, startEndpoint);
}

/** What the library hands to its `fetch`. */
interface LoginRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: URLSearchParams;
}

function parametersOf(parameters: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const set = Object.entries(parameters).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return Object.fromEntries(set);
}

async function readCode(answer: Response, { origin }: URL): Promise<DeviceCode> {
  const body = await readJsonObject(answer);
  const error = body && ownMember(body, 'error');
  if (typeof error === 'string' && /^[\w-]{1,64}$/.test(error))
    throw new LoginFailure(`The issuer at ${origin} gives no code: ${error}.`);
  const fail = (): never => {
    throw new LoginFailure(`The issuer at ${origin} answers ${answer.status} with no code for a device.`);
  };
  if (body === undefined || answer.status !== 200) return fail();
  const member = (name: string): unknown => ownMember(body, name);
  const deviceCode = member('device_code');
  const userCode = member('user_code');
  // Google's name of it is from before RFC 8628.
  const page = readIssuerUrl(member('verification_uri') ?? member('verification_url'));
  if (!isVisible(deviceCode) || !isVisible(userCode) || page === undefined) return fail();
  return {
    deviceCode,
    userCode,
    page,
    completePage: readIssuerUrl(member('verification_uri_complete')),
    expiresMs: milliseconds(member('expires_in')) ?? 0,
    intervalMs: Math.min(milliseconds(member('interval')) ?? usualIntervalMs, longestIntervalMs),
  };
}

/** Text that a terminal shows as it is. */
function isVisible(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,4096}$/.test(value);
}

const longestMs = 24 * 60 * 60_000;

function milliseconds(seconds: unknown): number | undefined {
  return typeof seconds === 'number' && seconds > 0 ? Math.min(seconds * 1000, longestMs) : undefined;
}
