import { didYouMean } from '../../diagnostics/did-you-mean.js';
import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import type { Operation } from '../../model/model.js';
import { originOfSetting } from '../setting-names.js';
import type { ToolSettings } from '../settings.js';
import { namesOf } from './setting-names.js';

/** Reports settings for parameters that none of the operations has which they are written for. */
export function reportUnknownParameters(
  operations: readonly Operation[],
  settings: ToolSettings,
  diagnostics: Diagnostics,
): void {
  report('operations', settings, parametersBy(operations, namesOf), diagnostics);
  report(
    'tags',
    settings,
    parametersBy(operations, ({ tags }) => tags),
    diagnostics,
  );
}

function report(
  kind: 'operations' | 'tags',
  settings: ToolSettings,
  known: ReadonlyMap<string, ReadonlySet<string>>,
  diagnostics: Diagnostics,
): void {
  for (const [name, { parameters = {}, headers = {} }] of Object.entries(settings[kind])) {
    const names = known.get(name);
    // A name of no operation or tag is a finding of its own.
    if (names === undefined) continue;
    for (const [member, words] of Object.entries({ parameters, headers })) {
      for (const word of Object.keys(words).filter((each) => !names.has(each))) {
        const problem = `there is no parameter '${word}'${hint(word, [...names])}`;
        const origin = originOfSetting(settings, [kind, name, member, word]);
        const setting = `${kind}.${name}.${member}`;
        diagnostics.report('unknown-operation-setting', { setting, problem }, origin);
      }
    }
  }
}

function hint(word: string, names: readonly string[]): string {
  const meant = didYouMean(word, names);
  return meant === undefined ? '.' : `; did you mean '${meant}'?`;
}

function parametersBy(
  operations: readonly Operation[],
  keysOf: (operation: Operation) => readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Map<string, Set<string>>();
  for (const operation of operations) {
    for (const key of keysOf(operation)) {
      const names = known.get(key) ?? new Set<string>();
      for (const { name } of operation.parameters) names.add(name);
      known.set(key, names);
    }
  }
  return known;
}
