import { createDiscover } from '../issuers/discovery.js';
import { createAskIssuer } from '../issuers/issuer-request.js';
import { partOf, type OAuthClient } from '../credentials/oauth-client.js';
import { schemesInForce } from '../credentials/scheme-urls.js';
import type { Grant } from '../credentials/token-answer.js';
import { noToken, variableOf } from '../credentials/token-errors.js';
import type { Manifest } from '../manifest.js';
import { readVariable } from '../security.js';
import { allowedOrigins } from '../servers.js';
import { SettingError, type Environment } from '../settings.js';
import { ToolError } from '../tool-error.js';
import { signInByBrowser } from './authorization-code.js';
import { signInByDevice } from './device.js';
import { readLoginFlags, type LoginFlags } from './flags.js';
import { keepGrant } from './keep-grant.js';
import { LoginFailure } from './login-failure.js';
import { chooseLoginScheme, type LoginScheme } from './login-scheme.js';
import { loginScopes } from './scopes.js';
import { findLoginServer, type LoginFlow } from './server.js';

/** What a login is about. */
export interface LoginSettings {
  readonly manifest: Manifest;
  readonly environment: Environment;
  /** Where the token is kept. */
  readonly envFile: URL;
  /** The command line, without program and file. */
  readonly args?: readonly string[];
}

/** A login that whoever started it has ended. */
class StoppedLogin extends LoginFailure {}

/** What shells take for the end of a program by SIGINT. */
const exitBySignal = 130;

/** Signs a person in at the issuer of a scheme, and keeps the token in `.env`; what goes wrong is told on stderr. */
export async function runLogin(settings: LoginSettings): Promise<void> {
  const flags = readLoginFlags(settings.args ?? process.argv.slice(2));
  const { manifest, environment } = settings;
  const securitySchemes = schemesInForce(manifest, environment);
  const scheme = chooseLoginScheme({ ...manifest, securitySchemes }, flags.scheme);
  const stopped = new AbortController();
  const stop = (): void => stopped.abort(new StoppedLogin('Stopped; nothing was written.'));
  process.once('SIGINT', stop);
  try {
    await signIn(scheme, flags, settings, stopped.signal);
  } catch (error) {
    if (!(error instanceof ToolError || error instanceof LoginFailure)) throw error;
    say(error.message);
    process.exitCode = error instanceof StoppedLogin ? exitBySignal : 1;
  } finally {
    process.off('SIGINT', stop);
  }
}

/** On stderr: what is printed on purpose is alone on stdout. */
function say(line: string): void {
  console.error(line);
}

async function signIn(
  target: LoginScheme,
  flags: LoginFlags,
  settings: LoginSettings,
  stopped: AbortSignal,
): Promise<void> {
  const { manifest, environment } = settings;
  const client = await readClient(target, environment);
  const flow = flowOf(target, flags);
  const ask = createAskIssuer(noToken);
  const isAllowedOrigin = (origin: string): boolean => allowedOrigins(manifest, environment).has(origin);
  const server = await findLoginServer(client, flow, {
    discover: createDiscover(ask, noToken),
    isAllowedOrigin,
  });
  const scopes = loginScopes(flags.scopes ?? target.scopes, server.metadata);
  say(
    `Signing in for ${JSON.stringify(target.name)}; scopes: ${scopes.join(' ') || 'those that the issuer presets'}.`,
  );
  const late = new AbortController();
  const clock = setTimeout(() => late.abort(tooLate(flags)), flags.timeoutMs);
  try {
    const signal = AbortSignal.any([stopped, late.signal]);
    const keep = (grant: Grant): Promise<void> =>
      keepGrant(grant, target, { ...settings, isPrinted: flags.print, say });
    const run = { client, server, scopes, flags, ask, signal, say, keep };
    await (flow === 'deviceAuthorization' ? signInByDevice(run) : signInByBrowser(run));
  } finally {
    clearTimeout(clock);
  }
}

function tooLate({ timeoutMs }: LoginFlags): LoginFailure {
  return new LoginFailure(
    `Nobody signed in within ${timeoutMs / 1000} seconds. Start again, or give --timeout.`,
  );
}

/** The client of a scheme by its variables; a refresh token is what is to be obtained, and counts for nothing here. */
async function readClient({ scheme }: LoginScheme, environment: Environment): Promise<OAuthClient> {
  const credential: Record<string, string> = {};
  for (const [part, variable] of Object.entries(scheme.env)) {
    if (part === 'refreshToken' || part === 'token') continue;
    const value = await readVariable(environment, variable);
    if (value !== undefined) credential[part] = value;
  }
  const client = { scheme, credential };
  if (partOf(client, 'clientId') !== undefined) return client;
  throw new SettingError(
    `Set ${variableOf(scheme, 'clientId')} in .env first: the id of the client that is registered at the issuer.`,
  );
}

/** By a browser, unless something else was asked for or there is nothing else. */
function flowOf({ scheme }: LoginScheme, { device }: LoginFlags): LoginFlow {
  const isDeviceAlone = scheme.type === 'oauth2' && scheme.flows.authorizationCode === undefined;
  return device || isDeviceAlone ? 'deviceAuthorization' : 'authorizationCode';
}
