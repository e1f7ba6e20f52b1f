import type { ServerVariable, UpstreamServer } from './binding.js';
import type { Environment } from './settings.js';
import type { Manifest } from './manifest.js';
import { ownMember } from './own-member.js';
import { ToolError } from './tool-error.js';

/** The URL under which a tool's paths stand, where requests and credentials may go there. */
export function baseUrlFor(
  server: UpstreamServer | undefined,
  manifest: Pick<Manifest, 'upstream' | 'allowedOriginsEnv'>,
  environment: Environment,
): URL {
  if (server === undefined) return readBaseUrl(manifest.upstream, environment);
  const url = readBaseUrl(server, environment);
  if (!allowedOrigins(manifest, environment).has(url.origin)) {
    throw new ToolError(
      'refused-origin',
      `This tool calls ${url.origin}, another origin than the API's. Add that origin to ` +
        `${manifest.allowedOriginsEnv} in the environment of this server to allow it; nothing was sent.`,
    );
  }
  return url;
}

/** The origin of the configured base URL, and those that the operator allows by name. */
export function allowedOrigins(
  { upstream, allowedOriginsEnv }: Pick<Manifest, 'upstream' | 'allowedOriginsEnv'>,
  environment: Environment,
): ReadonlySet<string> {
  const named = (environment[allowedOriginsEnv] ?? '').split(',').map((origin) => origin.trim());
  const base = environment[upstream.env] || upstream.url ? [readBaseUrl(upstream, environment).origin] : [];
  return new Set([
    ...base,
    ...named.filter((origin) => URL.canParse(origin)).map((origin) => new URL(origin).origin),
  ]);
}

function readBaseUrl(server: UpstreamServer, environment: Environment): URL {
  const text = environment[server.env] || expandTemplate(server, environment);
  if (!text) {
    throw new ToolError(
      'missing-base-url',
      `Nothing tells where the API is. Set ${server.env} in the environment of this server; nothing was sent.`,
    );
  }
  const problem = problemOf(text);
  if (problem === undefined) return new URL(text);
  throw new ToolError(
    'invalid-base-url',
    `The base URL ${problem}. Correct ${server.env}; nothing was sent.`,
  );
}

function problemOf(text: string): string | undefined {
  if (!URL.canParse(text)) return 'is not an absolute URL';
  const { protocol, username, password } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return 'is neither https nor http';
  if (username !== '' || password !== '')
    return 'holds a user name or a password, which have settings of their own';
  if (/[{}]/.test(text)) return 'holds a variable that nothing sets';
  return /[?#]/.test(text) ? 'holds a query or a fragment, to which no path can be added' : undefined;
}

/** The Server Object's template with each variable from the environment, or else its default. */
function expandTemplate({ url, variables }: UpstreamServer, environment: Environment): string | undefined {
  return url?.replace(/\{([^{}]*)\}/g, (expression, name: string) => {
    const variable = ownMember(variables, name);
    return variable === undefined ? expression : valueOf(variable, environment);
  });
}

function valueOf({ default: preset, enum: allowed, env }: ServerVariable, environment: Environment): string {
  const value = environment[env] || preset;
  if (allowed === undefined || allowed.includes(value)) return value;
  throw new ToolError('invalid-base-url', `${env} has to be one of ${allowed.join(', ')}; nothing was sent.`);
}
