import type { UpstreamServer } from '../binding.js';
import { allowedOrigins, baseUrlFor } from '../servers.js';
import { setting } from '../settings.js';
import { ToolError } from '../tool-error.js';
import { finding, type Finding, type Section } from './report.js';
import type { DoctorSettings } from './settings.js';

/** Looks at where requests go, and where they may go. */
export function examineApi({ manifest, environment }: DoctorSettings): Section {
  const servers = new Map(
    manifest.tools.map(({ request: { server } }) => [(server ?? manifest.upstream).env, server]),
  );
  const findings = [...servers.values()].map((server) => examineServer(server, { manifest, environment }));
  return { title: 'The API', findings: [...findings, ...examineOrigins({ manifest, environment })] };
}

/** Nothing is wrong there: something has to be added. */
const missing: ReadonlySet<string> = new Set(['missing-base-url', 'refused-origin']);

type ApiSettings = Pick<DoctorSettings, 'manifest' | 'environment'>;

function examineServer(server: UpstreamServer | undefined, { manifest, environment }: ApiSettings): Finding {
  const { env } = server ?? manifest.upstream;
  try {
    const url = baseUrlFor(server, manifest, environment);
    const source =
      setting(environment, env) === undefined ? `as the document says; ${env} is not set` : `by ${env}`;
    return finding('ok', url.href, source);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return finding(missing.has(error.code) ? 'missing' : 'wrong', env, error.message);
  }
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
