import { setTimeout as delay } from 'node:timers/promises';
import { authenticateClient } from '../credentials/client-authentication.js';
import { readIssuerUrl } from '../issuers/issuer-url.js';
import { readJsonObject } from '../issuers/json-answer.js';
import { fetchOptions } from '../issuers/oauth-library.js';
import { certificateOf, partOf } from '../credentials/oauth-client.js';
import type { Grant } from '../credentials/token-answer.js';
import { RefusedGrant } from '../credentials/token-errors.js';
import { requestGrant, setParameters } from '../credentials/token-request.js';
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
/** No pause is made longer than this because an issuer cannot be reached. */
const longestDoubledMs = 60_000;
/** RFC 8628 3.5: the pause from then on, by why there is no token yet; what an issuer asks for is the least. */
const slower = {
  authorization_pending: (ms: number) => ms,
  slow_down: (ms: number) => ms + 5_000,
  unreachable: (ms: number) => Math.max(ms, Math.min(ms * 2, longestDoubledMs)),
} as const;

/** Signs in by a code that is typed in on any device (RFC 8628). */
export async function signInByDevice(run: LoginRun): Promise<void> {
  const { say, signal, keep } = run;
  const code = await askForCode(run);
  requireTime(code, run);
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
    if (typeof answer === 'object') return await keep(answer);
    intervalMs = slower[answer](intervalMs);
  }
}

/** An issuer that wants to be asked so rarely that no answer could come in time is told of at once. */
function requireTime({ intervalMs, expiresMs }: DeviceCode, { flags, server }: LoginRun): void {
  const { origin } = server.startEndpoint;
  const asked = `The issuer at ${origin} wants ${intervalMs / 1000} seconds between two requests`;
  if (intervalMs >= expiresMs)
    throw new LoginFailure(
      `${asked}, and its code is good for ${expiresMs / 1000}: no token can come of it.`,
    );
  if (intervalMs >= flags.timeoutMs)
    throw new LoginFailure(`${asked}, which is longer than this login may take: see --timeout.`);
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
  const answer = await library.deviceAuthorizationRequest(
    { ...tokenEndpoint, device_authorization_endpoint: startEndpoint.href },
    { client_id: partOf(client, 'clientId') ?? '' },
    await authenticateClient(client, library, tokenEndpoint.metadata),
    setParameters({
      scope: scopes.join(' '),
      audience: partOf(client, 'audience'),
      resource: partOf(client, 'resource'),
    }),
    fetchOptions(library, ask, certificateOf(client)),
  );
  return readCode(answer, startEndpoint);
}

/** Clocks of a process count no further than some days. */
const longestMs = 24 * 60 * 60_000;

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
  const expiresMs = milliseconds(member('expires_in'));
  // Google's name of it is from before RFC 8628.
  const page = readIssuerUrl(member('verification_uri') ?? member('verification_url'));
  if (!isVisible(deviceCode) || !isVisible(userCode) || page === undefined || expiresMs === undefined)
    return fail();
  return {
    deviceCode,
    userCode,
    page,
    completePage: readIssuerUrl(member('verification_uri_complete')),
    expiresMs: Math.min(expiresMs, longestMs),
    intervalMs: milliseconds(member('interval')) ?? usualIntervalMs,
  };
}

/** Text that a terminal shows as it is. */
function isVisible(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,4096}$/.test(value);
}

function milliseconds(seconds: unknown): number | undefined {
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : undefined;
}
