import type { Code } from '../../diagnostics/catalog.js';
import type { Diagnostic, Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import { keyOf, pointerTo } from '../../diagnostics/pointer.js';
import type { OpenApiDocument } from '../document.js';
import type { Flaw } from './faults.js';
import { rulesOf } from './rules.js';
import { walk, type Visitor } from './walk.js';

/** Findings that are reported one by one; more are only counted. */
const mostFindings = 1_000;

/**
 * Reports where a document, as it is written, is not as the official schema of its version says; not below the
 * Operation Objects that are left out, and not what was told before.
 */
export async function checkDocument(
  document: OpenApiDocument,
  leftOut: readonly Origin[],
  diagnostics: Diagnostics,
): Promise<void> {
  const { version, root } = document;
  const unwanted = new Set(leftOut.map(keyOf));
  const isTold = toldBy(diagnostics.all);
  const listed = new Set<string>();
  let unlisted = 0;
  const isListed = (key: string): boolean => {
    if (listed.size < mostFindings) listed.add(key);
    else if (!listed.has(key)) unlisted += 1;
    return listed.has(key);
  };
  const repeated: Record<Parameters<Visitor['tellRepeated']>[0], (name: string, place: Origin) => void> = {
    format: (format, place) => diagnostics.repeat('unknown-format', format, { format }, place),
    reference: (object, place) =>
      diagnostics.repeat('unexpected-reference', object, { object, version }, place),
    dialect: (dialect, place) => diagnostics.repeat('unchecked-dialect', dialect, { dialect }, place),
  };
  walk(document, await rulesOf(version), {
    isLeftOut: (operation) => unwanted.has(keyOf(operation)),
    tell: (flaw, object) => {
      const origin = { file: object.file, pointer: object.pointer + flaw.path };
      if (isTold(flaw, origin) || !isListed(keyOf(origin) + (flaw.lacks ?? ''))) return;
      diagnostics.report('invalid-document', { problem: flaw.problem }, origin);
    },
    tellMore: (count) => (unlisted += count),
    tellRepeated: (kind, name, place) => {
      if (isListed(`${kind} ${name}`)) repeated[kind](name, place);
    },
  });
  if (unlisted === 0) return;
  const problem = `${unlisted} more places are not as OpenAPI says; they are not listed.`;
  diagnostics.report('invalid-document', { problem }, root.origin);
}

/** Codes that say of a value that it is wrong, and not what else comes of it. */
const ofValues: ReadonlySet<Code> = new Set<Code>([
  'invalid-document',
  'parameter-skipped',
  'unsupported-parameter-style',
  'unsupported-media-type',
  'unusable-oauth-url',
]);

/** Those that say it of all that is in the value too. */
const ofAllInside: ReadonlySet<Code> = new Set<Code>([
  'unresolved-reference',
  'refused-reference',
  'misplaced-reference',
  'unsupported-schema-keyword',
  'unsupported-security-scheme',
]);

/** Tells what was reported already: of the value itself, or of the object that lacks a field. */
function toldBy(diagnostics: readonly Diagnostic[]): (flaw: Flaw, origin: Origin) => boolean {
  const placesOf = (codes: ReadonlySet<Code>): ReadonlySet<string> =>
    new Set(diagnostics.flatMap(({ code, origin }) => (origin && codes.has(code) ? [keyOf(origin)] : [])));
  const [values, wholes] = [placesOf(ofValues), placesOf(ofAllInside)];
  return ({ lacks }, origin) => {
    const { file, pointer } = origin;
    if (values.has(keyOf(origin))) return true;
    if (lacks !== undefined && values.has(keyOf({ file, pointer: pointerTo(pointer, lacks) }))) return true;
    for (let around = pointer; around !== ''; around = around.slice(0, around.lastIndexOf('/'))) {
      if (wholes.has(keyOf({ file, pointer: around }))) return true;
    }
    return false;
  };
}
