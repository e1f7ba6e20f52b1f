import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readAuthorization, type Authorization, type AuthorizedManifest } from './authorization/settings.js';
import { readEnvFileSync } from './env-file.js';
import { requireExchange } from './exchange-settings.js';
import { readLimits } from './limits.js';
import { isLoopback, loopbackNames } from './loopback.js';
import type { Manifest } from './manifest.js';
import { readInteger, rememberFolder, setting, SettingError, type Environment } from './settings.js';

/** Older projects have it from here, in files that are their owners'. */
export type { Environment } from './settings.js';

/** Where and for whom the server listens. */
export interface HttpSettings {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** The one path that is served. */
  readonly path: string;
  /** Host names by which clients may address this server, lower case, IPv6 in brackets. */
  readonly allowedHosts: readonly string[];
  /** Where browsers may call from: origins (`https://app.example.com`), or host names of any scheme and port. */
  readonly allowedOrigins: readonly string[];
  /** Those of them whose pages may read what they are answered: the ones that were named. */
  readonly sharedOrigins: readonly string[];
  /** How clients prove who they are. */
  readonly authorization: Authorization;
  /** The longest that one call to the API may take. */
  readonly upstreamTimeoutMs: number;
}

/** Raised where someone asks which settings there are; its message tells. */
export class HelpRequest extends Error {}

const help = `Flags, and the variables that they win over:
  --host (HOST)  --port (PORT)  --path (MCP_PATH)  --i-know-no-auth
Variables: MCP_AUTH, MCP_ALLOWED_HOSTS, MCP_ALLOWED_ORIGINS, MCP_UPSTREAM_TIMEOUT_MS, and those that .env.example
lists.`;

/**
 * Reads the variables of a `.env` file beside the real ones, which win; the file need not exist. Where a variable is read
 * by its file, and `.env` names that by a relative path, it counts from there.
 */
export function loadEnvironment(file: URL): Environment {
  const lacking = [...readEnvFileSync(file)].filter(([name]) => process.env[name] === undefined);
  for (const [name, value] of lacking) process.env[name] = value;
  rememberFolder(new Map(lacking), dirname(fileURLToPath(file)));
  return process.env;
}

/** The longest that one call to the API may take: what the server.ts of older projects asks for. */
export function readTimeout(environment: Environment): number {
  return readLimits(environment).callMs;
}

/** The settings of an HTTP server of these tools: a flag wins over its variable, which wins over the default. */
export function readHttpSettings(
  flags: readonly string[],
  environment: Environment,
  manifest: AuthorizedManifest = { tools: [] },
): HttpSettings {
  const given = readFlags(flags);
  const host = given.host ?? setting(environment, 'HOST') ?? '127.0.0.1';
  const name = hostName(host);
  if (name === undefined) throw new SettingError(`The host '${host}' is no host name or address.`);
  const path = given.path ?? setting(environment, 'MCP_PATH') ?? '/mcp';
  requirePath(path);
  const acceptsAnyone = given['i-know-no-auth'] ?? false;
  const authorization = readAuthorization(environment, manifest, { name, acceptsAnyone });
  if (authorization.mode === 'oauth' && authorization.identity === 'exchange')
    requireExchange(manifest, environment);
  const own = [...loopbackNames, name];
  const sharedOrigins = readList(environment, 'MCP_ALLOWED_ORIGINS', originName);
  return {
    host,
    port: readInteger('The port', given.port ?? setting(environment, 'PORT') ?? '3000', 0, 65_535),
    path,
    allowedHosts: [
      ...own,
      ...publicHosts(authorization),
      ...readList(environment, 'MCP_ALLOWED_HOSTS', hostName),
    ],
    // On a public address a page from localhost is a stranger like any other.
    allowedOrigins: [...(isLoopback(name) ? own : []), ...sharedOrigins],
    sharedOrigins,
    authorization,
    upstreamTimeoutMs: longestTime(readLimits(environment).callMs, manifest.tools),
  };
}

/** Clients know the server by its public URL, and a proxy may hand on the name in it. */
function publicHosts(authorization: Authorization): readonly string[] {
  return authorization.mode === 'oauth' ? [new URL(authorization.resource).hostname] : [];
}

// By steps: there can be more tools than a function takes arguments.
function longestTime(usual: number, tools: Manifest['tools']): number {
  return tools.reduce((longest, { timeoutMs = 0 }) => Math.max(longest, timeoutMs), usual);
}

function readFlags(flags: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const flag = { type: 'boolean' } as const;
    const options = { host: text, port: text, path: text, 'i-know-no-auth': flag, help: flag } as const;
    const { values } = parseArgs({ args: [...flags], options });
    if (values.help === true) throw new HelpRequest(help);
    return values;
  } catch (error) {
    if (error instanceof HelpRequest) throw error;
    throw new SettingError(
      `${error instanceof Error ? error.message : 'Unknown flag.'} Flags: --host, --port, --path, --i-know-no-auth.`,
    );
  }
}

function requirePath(path: string): void {
  if (!path.startsWith('/')) throw new SettingError(`The path '${path}' must start with '/'.`);
  if (/^(\/[\w\-.~]+)*\/?$/.test(path)) return;
  throw new SettingError(
    `The path '${path}' may hold letters and digits of ASCII, '-', '.', '_', '~' and single slashes only.`,
  );
}

function readList(
  environment: Environment,
  name: string,
  read: (entry: string) => string | undefined,
): readonly string[] {
  const entries = (environment[name] ?? '').split(',').map((entry) => entry.trim());
  return entries.flatMap((entry) => {
    if (entry === '') return [];
    const value = read(entry);
    if (value === undefined) throw new SettingError(`${name} holds '${entry}', which cannot be read.`);
    return [value];
  });
}

/** A host as URLs write it: lower case, without port, IPv6 in brackets. */
function hostName(text: string): string | undefined {
  const bracketed = /^[\da-f:.]*:[\da-f:.]*:[\da-f:.]*$/i.test(text) ? `[${text}]` : text;
  if (!/^[\w\-.]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(bracketed)) return undefined;
  return URL.canParse(`http://${bracketed}`) ? new URL(`http://${bracketed}`).hostname : undefined;
}

function originName(text: string): string | undefined {
  // What browsers call pages without an origin is the name of no host.
  if (text === 'null') return undefined;
  if (!text.includes('://')) return hostName(text);
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  return origin === 'null' ? undefined : origin;
}
