import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import type { OpenApiDocument } from '../document.js';
import { pointerTo } from '../pointer.js';
import { rulesOf } from './rules.js';
import { toldPlaces } from './told.js';
import { walk } from './walk.js';

/** Findings that are reported one by one; more are only counted. */
const mostFindings = 1_000;

/** Reports where a document, as it is written, is not as the official schema of its version says. */
export async function checkDocument(document: OpenApiDocument, diagnostics: Diagnostics): Promise<void> {
  const { version, root } = document;
  const isTold = toldPlaces(diagnostics.all);
  let count = 0;
  const { formats, references } = walk(
    document,
    await rulesOf(version),
    ({ path, lacks, problem }, object) => {
      const origin = { file: object.file, pointer: object.pointer + path };
      const place = lacks === undefined ? origin : { ...origin, pointer: pointerTo(origin.pointer, lacks) };
      if (isTold(place)) return;
      count += 1;
      if (count <= mostFindings) diagnostics.report('invalid-document', { problem }, origin);
    },
  );
  if (count > mostFindings) {
    const problem = `${count - mostFindings} more places are not as OpenAPI says; they are not listed.`;
    diagnostics.report('invalid-document', { problem }, root.origin);
  }
  for (const [object, { origin, uses }] of references) {
    const times = uses === 1 ? 'once' : `${uses} times`;
    const problem = `\`$ref\` stands for the ${object} Object (${times}), which OpenAPI ${version} does not allow; it is followed.`;
    diagnostics.report('invalid-document', { problem }, origin);
  }
  for (const [format, { origin, uses }] of formats) {
    diagnostics.report('unknown-format', { format, uses }, origin);
  }
}
