import type { RequestBinding, UpstreamServer } from './binding.js';
import type { Environment } from './settings.js';
import type { Manifest } from './manifest.js';
import { variablesOf } from './security.js';

type Settings = Pick<Manifest, 'upstream' | 'securitySchemes' | 'tools'>;

/** Tells on stderr, in one line, which variables tools need that are not set. */
export function reportMissingSettings(manifest: Settings, environment: Environment): void {
  const missing = describeMissingSettings(manifest, environment);
  if (missing !== undefined) console.error(missing);
}

/** The names of the variables that tools need and that are not set; `undefined` where there are none. */
export function describeMissingSettings(manifest: Settings, environment: Environment): string | undefined {
  const requests = manifest.tools.map(({ request }) => request);
  const missing = new Set([
    ...requests.flatMap(({ server = manifest.upstream }) => missingUrl(server, environment)),
    ...requests.flatMap((request) => missingCredentials(request, manifest, environment)),
    ...requests.flatMap((request) => missingValues(request, environment)),
  ]);
  if (missing.size === 0) return undefined;
  return `missing: ${[...missing].join(', ')} (see .env.example); tools that need them will fail.`;
}

function missingUrl({ url, env }: UpstreamServer, environment: Environment): readonly string[] {
  return url || environment[env] ? [] : [env];
}

/** What the one alternative lacks, or the alternatives where there are several. */
function missingCredentials(
  { security }: RequestBinding,
  { securitySchemes }: Settings,
  environment: Environment,
): readonly string[] {
  const alternatives = security.map((requirement) =>
    variablesOf(requirement, securitySchemes).filter((variable) => !isSet(variable, environment)),
  );
  if (alternatives.some((variables) => variables.length === 0)) return [];
  if (alternatives.length === 1) return alternatives.flat();
  const texts = alternatives.map((variables) => variables.join(' and '));
  return texts.length === 0 ? [] : [[...new Set(texts)].join(' or ')];
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
