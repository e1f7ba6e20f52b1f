import type { Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import type { OperationHead } from '../../model/model.js';
import type { ToolAnnotations } from '../../runtime/manifest.js';
import { isSafeMethod } from '../annotations.js';
import type { Source } from './curate.js';
import { reportUnusable } from './refusal.js';

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** Fields whose word that a method reads only is taken: the team wrote it for this very server. */
const trusted: ReadonlySet<string> = new Set(['config', 'x-mcp']);

/** The nearest word on each hint. Other vendors cannot make a method that changes things one that reads only. */
export function curateHints(
  { method, origin }: OperationHead,
  sources: readonly Source[],
  diagnostics: Diagnostics,
): ToolAnnotations {
  const found: { -readonly [Hint in keyof ToolAnnotations]: ToolAnnotations[Hint] } = {};
  for (const source of sources) {
    const { field, origin: place } = source;
    const said = agreeing(source, origin, diagnostics);
    for (const hint of hints) {
      const value = said[hint];
      if (value === undefined || found[hint] !== undefined) continue;
      if (hint === 'readOnlyHint' && value && !isSafeMethod(method) && !trusted.has(field)) {
        const problem = `${method} can change things; say readOnly in x-mcp or in the configuration if this one does not.`;
        diagnostics.report('unusable-curation', { field: `${field}.readOnlyHint`, problem }, place ?? origin);
        continue;
      }
      found[hint] = value;
    }
  }
  return found;
}

/** Of a place that contradicts itself the more careful word counts. */
function agreeing(source: Source, origin: Origin, diagnostics: Diagnostics): ToolAnnotations {
  const { wishes, path } = source;
  const { annotations = {} } = wishes;
  if (annotations.readOnlyHint !== true || annotations.destructiveHint !== true) return annotations;
  const problem = 'destructiveHint is true beside it, and what only reads destroys nothing.';
  reportUnusable({ ...source, path: `${path}.readOnlyHint` }, problem, { origin }, diagnostics);
  return { ...annotations, readOnlyHint: false };
}
