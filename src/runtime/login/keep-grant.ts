import type { Grant } from '../credentials/token-answer.js';
import { variableOf } from '../credentials/token-errors.js';
import type { Environment } from '../settings.js';
import { readEnvFile, writeEnvVariable } from '../env-file.js';
import type { LoginScheme } from './login-scheme.js';

/** Where a grant goes. */
export interface KeepSettings {
  readonly environment: Environment;
  readonly envFile: URL;
  /** It is printed, and written nowhere. */
  readonly isPrinted: boolean;
  readonly say: (line: string) => void;
}

/** Keeps what a login has brought: the refresh token, or else the access token, in `.env` or on stdout. */
export async function keepGrant(
  grant: Grant,
  { scheme, scopes }: LoginScheme,
  { environment, envFile, isPrinted, say }: KeepSettings,
): Promise<void> {
  const [part, value] =
    grant.refreshToken === undefined
      ? (['token', grant.token] as const)
      : (['refreshToken', grant.refreshToken] as const);
  const variable = variableOf(scheme, part);
  if (part === 'token') say(withoutRefresh(grant));
  if (isPrinted) {
    process.stdout.write(`${variable}=${value}\n`);
    say('This is a secret: it stands for you at the API. Nothing was written.');
  } else {
    const before = await readEnvFile(envFile);
    await writeEnvVariable(envFile, variable, value);
    say(`Signed in. ${variable} stands in .env now, which you alone can read: it is a secret.`);
    const isElsewhere = Boolean(environment[variable]) && environment[variable] !== before.get(variable);
    if (isElsewhere)
      say(`${variable} is set in the environment too, which wins over .env: take it out there.`);
  }
  const token = variableOf(scheme, 'token');
  if (part === 'refreshToken' && environment[token]?.trim())
    say(`${token} is set, and wins over the refresh token: take it out.`);
  say(tellScopes(grant, scopes));
}

function withoutRefresh({ lifetimeMs }: Grant): string {
  const end =
    lifetimeMs === undefined
      ? 'which ends some time'
      : `which ends at ${new Date(Date.now() + lifetimeMs).toISOString()}`;
  return `The issuer gave no refresh token, only an access token, ${end}: sign in again then.`;
}

function tellScopes({ scopes }: Grant, wanted: readonly string[]): string {
  const missing = scopes === undefined ? [] : wanted.filter((scope) => !scopes.includes(scope));
  if (missing.length === 0) return 'See what it is good for: npm run doctor';
  return `Not granted: ${missing.join(' ')}. npm run doctor names the tools that lack them.`;
}
