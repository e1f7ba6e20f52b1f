import { authorizationVariables } from '../authorization/variables.js';
import { readEnvFile } from '../env-file.js';
import { limitSettings } from '../limits.js';
import type { Manifest } from '../manifest.js';
import { SettingError } from '../settings.js';
import { finding, type Finding, type Section } from './report.js';
import type { DoctorSettings } from './settings.js';

/** Settings of a server over HTTP that only its start reads. */
const listening = ['HOST', 'PORT', 'MCP_PATH', 'MCP_ALLOWED_HOSTS', 'MCP_ALLOWED_ORIGINS'];

/** Looks for variables of `.env` that are named as if they were this server's, and that nothing reads. */
export async function examineNames({
  manifest,
  envFile,
}: Pick<DoctorSettings, 'manifest' | 'envFile'>): Promise<Section> {
  const known = new Set(variablesOf(manifest));
  const isRead = (name: string): boolean => known.has(name) || known.has(name.replace(/_FILE$/, ''));
  const prefix = manifest.allowedOriginsEnv.replace(/ALLOWED_ORIGINS(?:_\d+)?$/, '');
  const isMeant = (name: string): boolean =>
    [prefix, 'MCP_'].some((start) => start !== '' && name.toUpperCase().startsWith(start));
  const strangers = (await namesIn(envFile)).filter((name) => isMeant(name) && !isRead(name));
  return { title: 'The file .env', findings: strangers.map((name) => stranger(name, [...known])) };
}

async function namesIn(envFile: URL): Promise<readonly string[]> {
  try {
    return [...(await readEnvFile(envFile)).keys()];
  } catch (error) {
    // The start of a server refuses a file that cannot be read, and says so itself.
    if (error instanceof SettingError) return [];
    throw error;
  }
}

function stranger(name: string, known: readonly string[]): Finding {
  const meant = nearest(name, known);
  const guess = meant === undefined ? '' : `; did you mean ${meant}?`;
  return finding('note', name, `nothing reads it, unless code of yours does${guess}`);
}

/** Every variable that a server reads. */
function variablesOf({ upstream, tools, securitySchemes, ...manifest }: Manifest): readonly string[] {
  const requests = tools.map(({ request }) => request);
  const servers = [upstream, ...requests.flatMap(({ server }) => server ?? [])];
  return [
    ...servers.flatMap(({ env, variables }) => [env, ...Object.values(variables).map((each) => each.env)]),
    ...Object.values(securitySchemes).flatMap(({ env }) => Object.values(env)),
    ...requests.flatMap(({ fixed = [] }) => fixed.flatMap((each) => ('env' in each ? each.env : []))),
    manifest.allowedOriginsEnv,
    ...(manifest.securityEnv === undefined ? [] : [manifest.securityEnv]),
    ...Object.keys(authorizationVariables),
    ...Object.values(limitSettings).map(({ env }) => env),
    ...listening,
  ];
}

/** Letters that may differ: in a longer name more of them. */
const lettersPerSlip = 5;

/** The variable that a name is most like, or that of its file; `undefined` where it is like none. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const most = Math.ceil(name.length / lettersPerSlip);
  const candidates = known.flatMap((each) => [each, `${each}_FILE`]);
  const distances = candidates.map((candidate) => ({
    candidate,
    distance: distanceOf(name.toUpperCase(), candidate, most),
  }));
  const best = distances.reduce<(typeof distances)[number] | undefined>(
    (found, each) => (found === undefined || each.distance < found.distance ? each : found),
    undefined,
  );
  return best === undefined || best.distance > most ? undefined : best.candidate;
}

/** How many letters have to be added, left out or changed; anything over `most` where it is more than that. */
function distanceOf(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line];
    for (let at = 1; at <= other.length; at += 1) {
      const changed = (row[at - 1] ?? 0) + (one[line - 1] === other[at - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? most + 1;
}
