import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { OpenApiDocument } from '../load/document.js';
import type { JsonObject } from '../load/json.js';
import { child, type Located } from '../load/located.js';

/** Reports what stands beside a `$ref` to no effect; vendors' fields are theirs, but for the one that a schema has. */
export function reportSiblings(
  reference: Located<JsonObject>,
  allowed: readonly string[],
  { document, diagnostics }: { readonly document: OpenApiDocument; readonly diagnostics: Diagnostics },
): void {
  const ignored = Object.keys(reference.value)
    .filter(
      (key) => key !== '$ref' && !allowed.includes(key) && (!key.startsWith('x-') || key === 'x-nullable'),
    )
    .map((key) => ({ key, origin: child(reference, key).origin }));
  const isOfOverlay = ({ origin }: (typeof ignored)[number]): boolean => {
    const written = document.files.get(origin.file)?.origins?.(origin.pointer) ?? origin;
    return written.file !== origin.file;
  };
  const groups = [
    ['ineffective-overlay-update', ignored.filter(isOfOverlay)],
    ['ignored-reference-siblings', ignored.filter((sibling) => !isOfOverlay(sibling))],
  ] as const;
  for (const [code, siblings] of groups) {
    const fields = siblings.map(({ key }) => `\`${key}\``).join(', ');
    if (siblings[0] !== undefined) diagnostics.report(code, { fields }, siblings[0].origin);
  }
}
