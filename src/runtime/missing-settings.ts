import { readIdentity } from './authorization/identity.js';
import { readVisibility } from './authorization/visibility.js';
import type { RequestBinding, UpstreamServer } from './binding.js';
import { isSet, type Environment } from './settings.js';
import type { Manifest } from './manifest.js';
import { alternativesOf, readChosenSchemes } from './credentials/choice.js';
import { lackOfScheme, type SchemeLack } from './credentials/lacks.js';
import type { Hooks } from './hooks.js';
import { readLimits } from './limits.js';
import type { SecurityRequirement } from './security.js';

type Settings = Pick<Manifest, 'upstream' | 'securitySchemes' | 'securityEnv' | 'securityPreset' | 'tools'> &
  Partial<Pick<Manifest, 'access'>>;

/** Tells on stderr, in one line, which variables tools need that are not set. */
export function reportMissingSettings(manifest: Settings, environment: Environment, hooks: Hooks = {}): void {
  // What cannot be used ends the start, and is then the one thing that is told.
  readVisibility(environment, manifest.access);
  readLimits(environment);
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
  const isExchange = readIdentity(environment, manifest.access) === 'exchange';
  const schemes = manifest.securitySchemes;
  const lackSettings = { schemes, environment, isHooked, isExchange };
  const lackOf = (name: string): SchemeLack => lackOfScheme(name, lackSettings);
  const chosen = readChosenSchemes(manifest, environment);
  const caller = isExchange ? ({ identity: 'exchange' } as const) : undefined;
  const needs = requests
    .map(({ security: requirements }) => alternativesOf({ requirements, schemes, chosen, caller }))
    .flatMap(({ counting, isOptional }) => (isOptional ? [] : [counting]));
  const credentials = missingCredentials(needs, remembered(lackOf));
  const missing = new Set([
    ...requests.flatMap(({ server = manifest.upstream }) => missingUrl(server, environment)),
    ...credentials.texts,
    ...requests.flatMap((request) => missingValues(request, environment)),
  ]);
  if (missing.size === 0) return undefined;
  // Beside the usual way of a scheme there may be others.
  const where = credentials.haveOtherWays ? 'or see .env.example' : 'see .env.example';
  // On stdio there is no caller whose token could be exchanged.
  const when = isExchange && credentials.texts.length > 0 ? ' over HTTP, where MCP_IDENTITY is exchange' : '';
  return `missing: ${fitting([...missing])} (${where}); tools that need them will fail${when}.`;
}

/** A line that a person reads. */
const longestNames = 400;

/** As many texts as fit, and how many are left. */
function fitting(texts: readonly string[]): string {
  let length = 0;
  const end = texts.findIndex((text) => (length += text.length + 2) > longestNames);
  const shown = end < 0 ? texts : texts.slice(0, Math.max(end, 1));
  return [...shown, ...(shown.length < texts.length ? [`${texts.length - shown.length} more`] : [])].join(
    ', ',
  );
}

function missingUrl({ url, env }: UpstreamServer, environment: Environment): readonly string[] {
  return url || environment[env] ? [] : [env];
}

function remembered<Value>(valueOf: (name: string) => Value): (name: string) => Value {
  const known = new Map<string, Value>();
  return (name) => {
    const value = known.get(name) ?? valueOf(name);
    known.set(name, value);
    return value;
  };
}

interface MissingCredentials {
  readonly texts: readonly string[];
  readonly haveOtherWays: boolean;
}

/** What operations lack, each scheme once: one of several alternatives only where no other operation needs it. */
function missingCredentials(
  needs: readonly (readonly SecurityRequirement[])[],
  lackOf: (name: string) => SchemeLack,
): MissingCredentials {
  const isSatisfied = (alternative: SecurityRequirement): boolean =>
    Object.keys(alternative).every((name) => lackOf(name).names.length === 0);
  const lacking = needs.filter((alternatives) => !alternatives.some(isSatisfied));
  const single = lacking.filter(({ length }) => length === 1).flat();
  const wanted = new Set(single.flatMap((alternative) => Object.keys(alternative)));
  const several = lacking.filter(
    (alternatives) =>
      alternatives.length > 1 &&
      !alternatives.some((each) =>
        Object.keys(each).every((name) => wanted.has(name) || lackOf(name).names.length === 0),
      ),
  );
  const textOf = (names: readonly string[]): string =>
    listed(
      names.flatMap((name) => lackOf(name).names),
      'and',
    );
  const shown = new Set([...wanted, ...several.flat().flatMap((alternative) => Object.keys(alternative))]);
  return {
    texts: [
      ...[...wanted].map((name) => textOf([name])).filter((text) => text !== ''),
      ...several.map((alternatives) =>
        listed([...new Set(alternatives.map((each) => textOf(Object.keys(each))))], 'or'),
      ),
      ...(lacking.some(({ length }) => length === 0) ? ['a scheme of the API that tells who calls'] : []),
    ],
    haveOtherWays: [...shown].some((name) => lackOf(name).hasOtherWays),
  };
}

const mostListed = 4;

/** Texts that belong together, the first of them where there are many. */
function listed(texts: readonly string[], word: 'and' | 'or'): string {
  const left = texts.length - mostListed;
  const shown = left > 0 ? [...texts.slice(0, mostListed), `${left} more`] : texts;
  return shown.join(` ${word} `);
}

function missingValues({ fixed = [] }: RequestBinding, environment: Environment): readonly string[] {
  return fixed.flatMap((each) =>
    'env' in each && each.required === true && !isSet(environment, each.env) ? [each.env] : [],
  );
}
