import type { Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import type { OperationHead } from '../../model/model.js';
import { hintNames, isSafeMethod, type HintName, type Hints } from '../annotations.js';
import type { Source } from './curate.js';
import type { Curation } from './curation.js';
import { reportUnusable } from './refusal.js';

/** Fields whose word that a method reads only is taken: the team wrote it for this very server. */
const trusted: ReadonlySet<string> = new Set(['config', 'x-mcp']);

/** The nearest word on each hint. Other vendors cannot make a method that changes things one that reads only. */
export function curateHints(
  { method, origin }: OperationHead,
  sources: readonly Source[],
  diagnostics: Diagnostics,
): Pick<Curation, 'annotations' | 'ownHints'> {
  const found: { -readonly [Hint in HintName]?: boolean } = {};
  const own = new Set<HintName>();
  for (const source of sources) {
    const { field, origin: place } = source;
    const said = agreeing(source, origin, diagnostics);
    for (const hint of hintNames) {
      const value = said[hint];
      if (value === undefined || found[hint] !== undefined || isContradicted(hint, value, found)) continue;
      if (hint === 'readOnlyHint' && value && !isSafeMethod(method) && !trusted.has(field)) {
        const problem = `${method} can change things; say readOnly in x-mcp or in the configuration if this one does not.`;
        diagnostics.report('unusable-curation', { field: `${field}.readOnlyHint`, problem }, place ?? origin);
        continue;
      }
      found[hint] = value;
      if (trusted.has(field)) own.add(hint);
    }
  }
  return { annotations: found, ownHints: own };
}

/** What only reads destroys nothing: of two places that say one each, the nearer counts. */
function isContradicted(hint: HintName, value: boolean, nearer: Hints): boolean {
  if (!value) return false;
  return (
    (hint === 'readOnlyHint' && nearer.destructiveHint === true) ||
    (hint === 'destructiveHint' && nearer.readOnlyHint === true)
  );
}

/** Of a place that contradicts itself the more careful word counts. */
function agreeing(source: Source, origin: Origin, diagnostics: Diagnostics): Hints {
  const { wishes, path } = source;
  const { annotations = {} } = wishes;
  if (annotations.readOnlyHint !== true || annotations.destructiveHint !== true) return annotations;
  const problem = 'destructiveHint is true beside it, and what only reads destroys nothing.';
  reportUnusable({ ...source, path: `${path}.readOnlyHint` }, problem, { origin }, diagnostics);
  return { ...annotations, readOnlyHint: false };
}
