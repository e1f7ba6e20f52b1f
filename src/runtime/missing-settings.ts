import type { RequestBinding, UpstreamServer } from './binding.js';
import type { Environment } from './settings.js';
import type { Manifest } from './manifest.js';
import { chosenAlternative, readChosenSchemes } from './credentials/choice.js';
import { needsOf } from './credentials/ways.js';
import type { Hooks } from './hooks.js';

type Settings = Pick<Manifest, 'upstream' | 'securitySchemes' | 'securityEnv' | 'securityPreset' | 'tools'>;

/** Tells on stderr, in one line, which variables tools need that are not set. */
export function reportMissingSettings(manifest: Settings, environment: Environment, hooks: Hooks = {}): void {
  const missing = describeMissingSettings(manifest, environment, hooks);
  if (missing !== undefined) console.error(missing);
}

/** The names of what tools need and have not: variables, and code in `hooks`; `undefined` where nothing is missing. */
export function describeMissingSettings(
  manifest: Settings,
  environment: Environment,
  { authenticate = {} }: Hooks = {},
): string | undefined {
  const requests = manifest.tools.map(({ request }) => request);
  const isHooked = (schemeName: string): boolean => Object.hasOwn(authenticate, schemeName);
  const credentials = { manifest, environment, isHooked, chosen: readChosenSchemes(manifest, environment) };
  const missing = new Set([
    ...requests.flatMap(({ server = manifest.upstream }) => missingUrl(server, environment)),
    ...requests.flatMap((request) => missingCredentials(request, credentials)),
    ...requests.flatMap((request) => missingValues(request, environment)),
  ]);
  if (missing.size === 0) return undefined;
  return `missing: ${[...missing].join(', ')} (see .env.example); tools that need them will fail.`;
}

function missingUrl({ url, env }: UpstreamServer, environment: Environment): readonly string[] {
  return url || environment[env] ? [] : [env];
}

interface CredentialSettings {
  readonly manifest: Settings;
  readonly environment: Environment;
  readonly isHooked: (schemeName: string) => boolean;
  readonly chosen: ReadonlySet<string>;
}

/** What the one way lacks, or the ways where there are several. */
function missingCredentials(
  { security }: RequestBinding,
  { manifest, environment, isHooked, chosen }: CredentialSettings,
): readonly string[] {
  const byName = chosenAlternative(security, chosen);
  const ways = (byName === undefined ? security : [byName]).flatMap((requirement) => {
    const needs = needsOf(requirement, { schemes: manifest.securitySchemes, isHooked });
    const code = needs.byCode.map((name) => `code for the scheme ${JSON.stringify(name)} (src/hooks.ts)`);
    return needs.ways.map((names) => [...names.filter((name) => !isSet(name, environment)), ...code]);
  });
  if (ways.some((lacking) => lacking.length === 0)) return [];
  if (ways.length === 1) return ways.flat();
  const texts = new Set(ways.map((lacking) => lacking.join(' and ')));
  return texts.size === 0 ? [] : [[...texts].join(' or ')];
}

function missingValues({ fixed = [] }: RequestBinding, environment: Environment): readonly string[] {
  return fixed.flatMap((each) =>
    'env' in each && each.required === true && !isSet(each.env, environment) ? [each.env] : [],
  );
}

/** Whether a variable has a value, or the file that `<VARIABLE>_FILE` names may have one. */
function isSet(variable: string, environment: Environment): boolean {
  return Boolean(environment[variable]?.trim() || environment[`${variable}_FILE`]);
}
