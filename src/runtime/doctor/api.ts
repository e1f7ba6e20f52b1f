import type { UpstreamServer } from '../binding.js';
import { isLoopback } from '../loopback.js';
import { allowedOrigins, baseUrlFor } from '../servers.js';
import { setting } from '../settings.js';
import { ToolError } from '../tool-error.js';
import { finding, type Finding, type Section } from './report.js';
import type { DoctorSettings } from './settings.js';

/** Looks at where requests go, and where they may go; nothing is sent there. */
export function examineApi({ manifest, environment }: DoctorSettings): Section {
  const settings = { manifest, environment };
  const servers = new Map(
    manifest.tools.map(({ request: { server } }) => [(server ?? manifest.upstream).env, server]),
  );
  const own = baseUrlProblem(settings);
  // Without a base URL nothing tells which other servers may be called: that is told once, and not of them.
  if (own !== undefined && servers.size > 0) servers.set(manifest.upstream.env, undefined);
  const findings = [...servers.values()].flatMap((server) => examineServer(server, own, settings));
  return { title: 'The API', findings: [...findings, ...examineOrigins(settings)] };
}

/** Nothing is wrong there: something has to be added. */
const missing: ReadonlySet<string> = new Set(['missing-base-url', 'refused-origin']);

type ApiSettings = Pick<DoctorSettings, 'manifest' | 'environment'>;

/** Why the API has no base URL, where it has none. */
export function baseUrlProblem({ manifest, environment }: ApiSettings): string | undefined {
  try {
    baseUrlFor(undefined, manifest, environment);
    return undefined;
  } catch (error) {
    if (error instanceof ToolError) return error.message;
    throw error;
  }
}

function examineServer(
  server: UpstreamServer | undefined,
  own: string | undefined,
  { manifest, environment }: ApiSettings,
): readonly Finding[] {
  const { env } = server ?? manifest.upstream;
  try {
    const url = baseUrlFor(server, manifest, environment);
    const place =
      setting(environment, env) === undefined
        ? finding('note', url.href, `as the document says; ${env} is not set`)
        : finding('set', url.href, `by ${env}`);
    return [place, ...examineTransport(url)];
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (server !== undefined && error.message === own)
      return [finding('note', env, `looked at once ${manifest.upstream.env} is mended`)];
    return [finding(missing.has(error.code) ? 'missing' : 'wrong', env, error.message)];
  }
}

function examineTransport({ protocol, hostname, origin }: URL): readonly Finding[] {
  if (protocol !== 'http:' || isLoopback(hostname)) return [];
  return [
    finding('note', origin, 'plain http: credentials go there unencrypted, for anyone on the way to read'),
  ];
}

function examineOrigins({ manifest, environment }: ApiSettings): readonly Finding[] {
  const named = (environment[manifest.allowedOriginsEnv] ?? '').split(',').map((origin) => origin.trim());
  const unusable = named.filter((origin) => origin !== '' && !URL.canParse(origin));
  return [
    ...originsOf({ manifest, environment }).map((origin) =>
      finding('note', origin, 'credentials may go there'),
    ),
    ...unusable.map(() =>
      finding('wrong', manifest.allowedOriginsEnv, 'it holds an entry that is no origin'),
    ),
  ];
}

function originsOf({ manifest, environment }: ApiSettings): readonly string[] {
  try {
    return [...allowedOrigins(manifest, environment)];
  } catch (error) {
    // What is wrong with the base URL is told already.
    if (error instanceof ToolError) return [];
    throw error;
  }
}
