import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { ApiModel, Operation, Server } from '../model/model.js';
import type { ServerVariable, UpstreamServer } from '../runtime/binding.js';
import type { Meaning, VariableNames } from './environment.js';
import type { EnvironmentVariable } from './plan.js';
import { cleanLine } from './texts/text.js';

/** Where an emitted server sends its requests. */
interface PlannedServers {
  readonly upstream: UpstreamServer;
  /** Of operations that do not use `upstream`. */
  readonly byOperation: ReadonlyMap<Operation, UpstreamServer>;
  readonly variables: readonly EnvironmentVariable[];
}

/** Chooses the base URLs; what the user gave replaces the document's own servers. */
export function planServers(
  { servers }: ApiModel,
  operations: readonly Operation[],
  serverUrl: string | undefined,
  names: VariableNames,
  diagnostics: Diagnostics,
): PlannedServers {
  const baseUrl = names.take({ of: 'base URL' }, 'base', 'url');
  const bind = createBinder(names);
  const chosen = serverUrl === undefined ? usableOf(servers) : undefined;
  const upstream =
    serverUrl === undefined ? bind(chosen, baseUrl) : { url: serverUrl, variables: {}, env: baseUrl };
  if (serverUrl === undefined) reportPassedOver(servers, chosen, baseUrl, diagnostics);
  const byUrl = new Map<string, UpstreamServer>();
  const byOperation = new Map<Operation, UpstreamServer>();
  for (const operation of operations) {
    const usable = usableOf(operation.servers);
    const own = usable ?? operation.servers[0];
    if (own === undefined) continue;
    const known = isAlike(own, chosen) ? upstream : bindOwn(own);
    reportPassedOver(operation.servers, usable, known.env, diagnostics);
    if (known !== upstream) byOperation.set(operation, known);
  }
  const all = [upstream, ...byUrl.values()];
  return { upstream, byOperation, variables: variablesOf(all) };

  function bindOwn(server: Server): UpstreamServer {
    const key = JSON.stringify([server.url, server.variables]);
    const known = byUrl.get(key);
    if (known !== undefined) return known;
    const env = names.take(meaningOf(server), 'base', 'url');
    const bound = bind(problemOf(server) === undefined ? server : undefined, env);
    byUrl.set(key, bound);
    return bound;
  }
}

/** What the base URL of operations stands for; a lock is committed, and what cannot be used can hold a secret. */
function meaningOf({ url, variables }: Server): Meaning {
  const shown = JSON.stringify(url.replace(/\/\/[^/?#]*@/, '//').replace(/[?#].*$/s, ''));
  const detail = Object.keys(variables).length === 0 ? {} : { detail: JSON.stringify(variables) };
  return { of: `base URL in place of ${shown}`, ...detail, isNumbered: true };
}

function meaningOfVariable(name: string, variable: Server['variables'][string]): Meaning {
  return { of: `server variable ${JSON.stringify(name)}`, detail: JSON.stringify(variable) };
}

/** The first server that can be used. */
function usableOf(servers: readonly Server[]): Server | undefined {
  return servers.find((server) => problemOf(server) === undefined);
}

/** Reports the servers before the one that is taken, for credentials go to another host than the first; else the first. */
function reportPassedOver(
  servers: readonly Server[],
  taken: Server | undefined,
  env: string,
  diagnostics: Diagnostics,
): void {
  if (servers.length === 0) diagnostics.report('unusable-server-url', { url: '', problem: '', env });
  for (const server of taken === undefined ? servers.slice(0, 1) : servers.slice(0, servers.indexOf(taken))) {
    const { url, origin } = server;
    const details = { url, problem: problemOf(server) ?? '', env, taken: taken?.url };
    diagnostics.report('unusable-server-url', details, origin);
  }
}

function isAlike(one: Server, other: Server | undefined): boolean {
  return (
    other !== undefined &&
    JSON.stringify([one.url, one.variables]) === JSON.stringify([other.url, other.variables])
  );
}

/** Why requests do not go to a server that the document names; the user's own choice is free of this. */
function problemOf({ url, variables }: Server): string | undefined {
  const filled = url.replace(/\{([^{}]*)\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name]?.default ?? whole) : whole,
  );
  if (/[{}]/.test(filled)) return 'a variable has no default';
  if (!URL.canParse(filled)) return 'it is relative, and nothing tells to what';
  const { protocol, hostname, username, password, search, hash } = new URL(filled);
  if (username !== '' || password !== '') return 'it holds credentials';
  if (search !== '' || hash !== '') return 'it has a query or a fragment';
  if (protocol === 'https:') return undefined;
  if (protocol !== 'http:') return 'it is neither https nor http';
  return isLoopback(hostname) ? undefined : 'it is http beyond this machine';
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Gives server variables their environment variables; alike ones of several servers share one. */
function createBinder(names: VariableNames): (server: Server | undefined, env: string) => UpstreamServer {
  const known = new Map<string, string>();
  return (server, env) => {
    if (server === undefined) return { variables: {}, env };
    const used = Object.entries(server.variables).filter(([name]) => server.url.includes(`{${name}}`));
    const variables = used.map(([name, variable]): [string, ServerVariable] => {
      const key = JSON.stringify([name, variable]);
      const own = known.get(key) ?? names.take(meaningOfVariable(name, variable), 'server', name);
      known.set(key, own);
      return [name, { ...variable, env: own }];
    });
    return { url: server.url, variables: Object.fromEntries(variables), env };
  };
}

function variablesOf(servers: readonly UpstreamServer[]): readonly EnvironmentVariable[] {
  const urls = servers.map(({ url, env }, at) => ({
    name: env,
    purpose: at === 0 ? 'Base URL of the API' : 'Base URL of operations that the document sends elsewhere',
    default: url,
    required: url === undefined,
    secret: false,
  }));
  const parts = servers.flatMap(({ variables }) =>
    Object.entries(variables).map(([name, variable]): [string, EnvironmentVariable] => [
      variable.env,
      {
        name: variable.env,
        purpose: purposeOf(name, variable),
        default: variable.default,
        required: false,
        secret: false,
      },
    ]),
  );
  return [...urls, ...new Map(parts).values()];
}

function purposeOf(name: string, variable: ServerVariable): string {
  const choice = variable.enum === undefined ? '' : `, one of ${variable.enum.map(cleanLine).join(', ')}`;
  return `The part {${cleanLine(name)}} of the base URL${choice}`;
}
