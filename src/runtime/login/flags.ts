import { parseArgs } from 'node:util';
import { HelpRequest } from '../environment.js';
import { isScopeToken } from '../scope-token.js';
import { readInteger, SettingError } from '../settings.js';
import { readRedirectUri } from './redirect.js';

/** What a login is asked for on the command line. */
export interface LoginFlags {
  /** The security scheme; `undefined` where there is only one. */
  readonly scheme: string | undefined;
  /** By a code that is typed in on another device (RFC 8628). */
  readonly device: boolean;
  /** The token is printed, and written nowhere. */
  readonly print: boolean;
  readonly browser: boolean;
  readonly port: number | undefined;
  readonly redirectUri: string | undefined;
  /** In place of those that tools ask for. */
  readonly scopes: readonly string[] | undefined;
  /** The `prompt` of the request (OpenID Connect Core); `''` for none. */
  readonly prompt: string | undefined;
  readonly timeoutMs: number;
}

const help = `Signs in, and writes the refresh token into .env (its line alone, readable by you alone).

  npm run login -- [scheme] [flags]

  --device              shows a code that you type in on any device, in place of a browser here
  --print               prints the token, and writes nothing
  --no-browser          prints the address, and opens nothing
  --port <n>            port of the redirect URI http://127.0.0.1:<n>/callback; a free one otherwise
  --redirect-uri <uri>  another redirect URI of this machine, as it is registered: http://localhost:8976/
  --scope "<a> <b>"     scopes to ask for, in place of those that tools ask for
  --prompt <text>       'prompt' of the request, such as login, consent or select_account; '' for none
  --timeout <seconds>   how long the login may take: 300`;

const usage = 'See what there is: npm run login -- --help';

const usualSeconds = 300;
const mostSeconds = 3600;

/** Reads the command line of a login; whatever cannot be meant so is a `SettingError`. */
export function readLoginFlags(args: readonly string[]): LoginFlags {
  const { values, positionals } = parse(args);
  if (values.help === true) throw new HelpRequest(help);
  if (positionals.length > 1) throw new SettingError(`One scheme at a time. ${usage}`);
  readRedirectUri(values['redirect-uri']);
  const { port, scope, timeout = String(usualSeconds) } = values;
  return {
    scheme: positionals[0],
    device: values.device ?? false,
    print: values.print ?? false,
    browser: values['no-browser'] !== true,
    port: port === undefined ? undefined : readInteger('--port', port, 1, 65_535),
    redirectUri: values['redirect-uri'],
    scopes: scope === undefined ? undefined : readScopes(scope),
    prompt: values.prompt,
    timeoutMs: readInteger('--timeout', timeout, 1, mostSeconds) * 1000,
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    ...{ device: flag, print: flag, 'no-browser': flag, help: flag },
    ...{ port: text, 'redirect-uri': text, scope: text, prompt: text, timeout: text },
  };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const problem = error instanceof Error ? (error.message.split('. ')[0] ?? '') : 'Unknown flag';
    throw new SettingError(`${problem}. ${usage}`);
  }
}

function readScopes(text: string): readonly string[] {
  const scopes = text.split(' ').filter((scope) => scope !== '');
  if (scopes.every(isScopeToken)) return scopes;
  throw new SettingError('--scope holds a character that no scope has (RFC 6749 3.3).');
}
