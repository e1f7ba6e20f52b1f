import { resolve } from 'node:path';
import { choiceRules, faultsOf, madeChoices, type Choices } from '../choices.js';
import { hostOf, isWebUrl } from '../diagnostics/addresses.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { absolute, valueRules } from '../value-rules.js';
import type { FlagValues } from './flags.js';

/** What the flags choose; what is wrong with their values is reported. */
export function choicesOfFlags(values: FlagValues, cwd: string, diagnostics: Diagnostics): Choices {
  const { name, deprecated, limit, 'ref-root': refRoot = '' } = values;
  const choices = madeChoices({
    name,
    serverUrl: values['server-url'],
    overlays: given(values.overlay)?.map((path) => absolute(path, cwd)),
    filter: given(values.filter),
    deprecated,
    refRoot: refRoot === '' ? undefined : resolve(cwd, refRoot),
    refHosts: given(values['allow-refs-from'])?.map((host) => hostOf(host) ?? host),
    allowHttp: values['allow-http'],
    // What is no profile is a fault.
    profiles: given(values.profile) as Choices['profiles'],
    // What is no mode is a fault.
    auth: values.auth as Choices['auth'],
    limits: limit === undefined ? undefined : readLimits(limit, diagnostics),
  });
  const faults = faultsOf(choices).map(({ choice, problem }) => [choiceRules[choice].flag, problem] as const);
  for (const [option, problem] of [...faults, ...faultsOfPaths(choices)]) {
    diagnostics.report('invalid-option', { option, problem });
  }
  return choices;
}

/** An empty value means none: neither those of the configuration nor those of the last run. */
function given(values: readonly string[] | undefined): readonly string[] | undefined {
  return values?.filter((value) => value !== '');
}

/** What is demanded of flags alone. */
function faultsOfPaths({ overlays = [], refRoot }: Choices): readonly (readonly [string, string])[] {
  const problem = refRoot === undefined ? undefined : valueRules.folder(refRoot);
  const withQuery = overlays.filter(
    (path) => isWebUrl(path) && valueRules.overlay(path) === undefined && new URL(path).search !== '',
  );
  return [
    ...(problem === undefined ? [] : [[choiceRules.refRoot.flag, problem] as const]),
    ...withQuery.map(() => [choiceRules.overlays.flag, keptQuery] as const),
  ];
}

const keptQuery =
  'the query of a URL may hold a secret, and flags are kept for the next run; name it in a configuration.';

const units: Readonly<Record<string, number>> = {
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
};

/** Reads `depth=300` and `documentBytes=50MiB`; of a limit that stands there twice the last value counts. */
function readLimits(texts: readonly string[], diagnostics: Diagnostics): Readonly<Record<string, number>> {
  const limits = new Map<string, number>();
  for (const text of texts) {
    const [, name, digits, unit] = /^([^=]+)=(\d+)([KMG]i?B)?$/.exec(text) ?? [];
    if (name !== undefined && (unit === undefined || name.endsWith('Bytes'))) {
      limits.set(name, Number(digits) * (unit === undefined ? 1 : (units[unit] ?? NaN)));
      continue;
    }
    const problem = 'a limit is written name=number, a size also with KB, MB, GB, KiB, MiB or GiB.';
    diagnostics.report('invalid-option', { option: choiceRules.limits.flag, problem });
  }
  return Object.fromEntries(limits);
}
