import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Choices } from '../write/choices.js';
import type { FlagValues } from './flags.js';
import { hostOf, isUrl, limitProblem, valueRules, type Rule } from './value-rules.js';

/** What the flags choose; what is wrong with their values is reported. */
export function choicesOfFlags(values: FlagValues, cwd: string, diagnostics: Diagnostics): Choices {
  checkTexts(values, diagnostics);
  const {
    name,
    'server-url': serverUrl,
    overlay,
    filter,
    deprecated,
    'ref-root': refRoot,
    'allow-refs-from': hosts,
    'allow-http': allowHttp,
    limit,
  } = values;
  if (refRoot !== undefined && refRoot !== '') checkFolder('--ref-root', resolve(cwd, refRoot), diagnostics);
  return {
    ...(name === undefined ? {} : { name }),
    ...(serverUrl === undefined ? {} : { serverUrl }),
    ...(overlay === undefined ? {} : { overlays: given(overlay).map((path) => absolute(path, cwd)) }),
    ...(filter === undefined ? {} : { filter: given(filter) }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(refRoot === undefined ? {} : { refRoot: resolve(cwd, refRoot) }),
    ...(hosts === undefined ? {} : { refHosts: given(hosts).map((host) => hostOf(host) ?? host) }),
    ...(allowHttp === undefined ? {} : { allowHttp }),
    ...(limit === undefined ? {} : { limits: readLimits(limit, diagnostics) }),
  };
}

/** A path from a folder, or a URL as it is. */
export function absolute(path: string, folder: string): string {
  return isUrl(path) ? path : resolve(folder, path);
}

/** An empty value means none: neither those of the configuration nor those of the last run. */
function given(values: readonly string[]): readonly string[] {
  return values.filter((value) => value !== '');
}

const rules: readonly (readonly [
  flag: 'name' | 'server-url' | 'overlay' | 'filter' | 'allow-refs-from',
  Rule,
])[] = [
  ['name', valueRules.name],
  ['server-url', valueRules.serverUrl],
  ['overlay', keptOverlay],
  ['filter', valueRules.filter],
  ['allow-refs-from', valueRules.host],
];

function checkTexts(values: FlagValues, diagnostics: Diagnostics): void {
  for (const [flag, rule] of rules) {
    const value = values[flag] ?? [];
    for (const text of typeof value === 'string' ? [value] : given(value)) {
      const problem = rule(text);
      if (problem !== undefined) diagnostics.report('invalid-option', { option: `--${flag}`, problem });
    }
  }
}

function keptOverlay(value: string): string | undefined {
  const problem = valueRules.overlay(value);
  if (problem !== undefined || !isUrl(value) || new URL(value).search === '') return problem;
  return 'the query of a URL may hold a secret, and flags are kept for the next run; name it in a configuration.';
}

/** Reports a folder that is not there. */
export function checkFolder(option: string, folder: string, diagnostics: Diagnostics): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  diagnostics.report('invalid-option', { option, problem: 'there is no such folder.' });
}

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
    const isSize = unit === undefined || name?.endsWith('Bytes') === true;
    const value = Number(digits) * (unit === undefined ? 1 : (units[unit] ?? NaN));
    const problem =
      name === undefined || !isSize
        ? 'a limit is written name=number, a size also with KB, MB, GB, KiB, MiB or GiB.'
        : limitProblem(name, value);
    if (problem !== undefined) diagnostics.report('invalid-option', { option: '--limit', problem });
    else if (name !== undefined) limits.set(name, value);
  }
  return Object.fromEntries(limits);
}
