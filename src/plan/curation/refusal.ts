import type { Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import type { Sourced } from './curation.js';

/** Reports a word that is not followed, where it stands: of the configuration an error, of a document a warning. */
export function reportUnusable(
  { field, path, origin }: Pick<Sourced<unknown>, 'field' | 'path' | 'origin'>,
  problem: string,
  operation: { readonly origin: Origin },
  diagnostics: Diagnostics,
): void {
  const place = origin ?? operation.origin;
  if (field === 'config') diagnostics.report('unusable-setting', { setting: path, problem }, place);
  else diagnostics.report('unusable-curation', { field: path, problem }, place);
}
