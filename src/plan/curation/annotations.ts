import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import type { Operation } from '../../model/model.js';
import type { ToolAnnotations } from '../../runtime/manifest.js';
import { isSafeMethod } from '../annotations.js';
import type { Source } from './curate.js';

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** Fields whose word that a method reads only is taken: the team wrote it for this very server. */
const trusted: ReadonlySet<string> = new Set(['config', 'x-mcp']);

/** The nearest word on each hint. Other vendors cannot make a method that changes things one that reads only. */
export function curateAnnotations(
  { method, origin }: Operation,
  sources: readonly Source[],
  diagnostics: Diagnostics,
): ToolAnnotations {
  const found: { -readonly [Hint in keyof ToolAnnotations]: ToolAnnotations[Hint] } = {};
  for (const { wishes, field, origin: place } of sources) {
    for (const hint of hints) {
      const value = wishes.annotations?.[hint];
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
