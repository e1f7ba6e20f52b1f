import { didYouMean } from '../diagnostics/did-you-mean.js';
import type { Diagnostics, Origin } from '../diagnostics/diagnostics.js';
import type { ApiModel } from '../model/model.js';
import { namesOf } from './curation/setting-names.js';
import type { ToolSettings } from './settings.js';

/** Reports the settings of operations and tags that the document does not have. */
export function reportUnknownSettings(
  { operations, tags }: Pick<ApiModel, 'operations' | 'tags'>,
  settings: ToolSettings,
  diagnostics: Diagnostics,
): void {
  const known = {
    operations: new Set(operations.flatMap(namesOf)),
    tags: new Set([...tags.map(({ name }) => name), ...operations.flatMap((operation) => operation.tags)]),
  };
  for (const key of ['operations', 'tags'] as const) {
    for (const name of Object.keys(settings[key]).filter((each) => !known[key].has(each))) {
      const meant = didYouMean(name, [...known[key]]);
      const problem = `there is no such ${nouns[key]}${meant === undefined ? '.' : `; did you mean '${meant}'?`}`;
      const setting = `${key}.${name}`;
      const origin = originOfSetting(settings, [key, name]);
      diagnostics.report('unknown-operation-setting', { setting, problem }, origin);
    }
  }
}

/** Where a setting stands; `undefined` where it is in no file. */
export function originOfSetting({ file }: ToolSettings, keys: readonly string[]): Origin | undefined {
  if (file === undefined) return undefined;
  return { file, pointer: keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('') };
}

const nouns = { operations: 'operation', tags: 'tag' };
