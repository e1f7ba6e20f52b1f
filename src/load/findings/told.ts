import type { Code } from '../../diagnostics/catalog.js';
import type { Diagnostic, Origin } from '../../diagnostics/diagnostics.js';

/** Codes that say of a value that it is wrong, and not what else comes of it. */
const ofValues: ReadonlySet<Code> = new Set<Code>([
  'invalid-document',
  'unresolved-reference',
  'refused-reference',
  'parameter-skipped',
  'unsupported-parameter-style',
  'unsupported-media-type',
  'unsupported-security-scheme',
  'unsupported-schema-keyword',
]);

/** Whether something was reported already of the value at a place, or of one around it. */
export type IsTold = (origin: Origin) => boolean;

/** The places of which something is reported. */
export function toldPlaces(diagnostics: readonly Diagnostic[]): IsTold {
  const places = new Set(
    diagnostics.flatMap(({ code, origin }) =>
      ofValues.has(code) && origin !== undefined && origin.pointer !== '' ? [placeOf(origin)] : [],
    ),
  );
  return ({ file, pointer }) => {
    let around = pointer;
    while (around !== '') {
      if (places.has(placeOf({ file, pointer: around }))) return true;
      around = around.slice(0, around.lastIndexOf('/'));
    }
    return false;
  };
}

function placeOf({ file, pointer }: Origin): string {
  return `${file}#${pointer}`;
}
