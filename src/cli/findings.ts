import type { Diagnostic, Origin } from '../diagnostics/diagnostics.js';
import type { SourceFile } from '../load/document.js';

/** A diagnostic with the place to click on. */
export interface Finding {
  readonly diagnostic: Diagnostic;
  /** As the user wrote it; `undefined` where the finding is about no file of the document. */
  readonly file: string | undefined;
  /** Into that file. */
  readonly pointer: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/** Finds lines and columns, and sorts by file and position; findings about no file stand last. */
export async function findingsOf(
  diagnostics: readonly Diagnostic[],
  files: ReadonlyMap<string, SourceFile>,
): Promise<readonly Finding[]> {
  const unplaced = diagnostics.filter(({ position }) => position === undefined);
  const origins = unplaced.flatMap(({ origin }) => origin ?? []);
  // Both parsers of positions are heavy: most runs have nothing to look up.
  const { positionsOf, writtenAt } = origins.length > 0 ? await import('../load/positions.js') : unlocated;
  const positionOf = positionsOf(origins, files);
  const findings = diagnostics.map((diagnostic): Finding => {
    const origin = diagnostic.origin && writtenAt(diagnostic.origin, files);
    const position = diagnostic.position ?? (diagnostic.origin && positionOf(diagnostic.origin));
    return {
      diagnostic,
      file: origin && (files.get(origin.file)?.name ?? origin.file),
      pointer: origin?.pointer,
      line: position?.line,
      column: position?.column,
    };
  });
  return findings.sort(
    (a, b) =>
      compareFiles(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}

/** What stands in where every finding has its position already. */
const unlocated = {
  positionsOf: () => () => undefined,
  writtenAt: (origin: Origin) => origin,
};

/** By code unit: the order is the same in every locale. */
function compareFiles(one: string | undefined, other: string | undefined): number {
  if (one === other) return 0;
  if (one === undefined || other === undefined) return one === undefined ? 1 : -1;
  return one < other ? -1 : 1;
}
