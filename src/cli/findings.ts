import type { Diagnostic, Origin } from '../diagnostics/diagnostics.js';
import type { SourceFile } from '../load/document.js';

/** A place to click on. */
export interface Place {
  /** As the user wrote it; `undefined` where the finding is about no file of the document. */
  readonly file: string | undefined;
  /** Into that file. */
  readonly pointer: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/** A diagnostic with its place. */
export interface Finding extends Place {
  readonly diagnostic: Diagnostic;
  /** Of a finding about several places the first of them; empty where it is about one. */
  readonly places: readonly Place[];
  readonly placeCount: number;
}

/** More places of one finding help nobody. */
const mostPlaces = 20;

/** Finds lines and columns, and sorts by file and position; findings about no file stand last. */
export async function findingsOf(
  diagnostics: readonly Diagnostic[],
  files: ReadonlyMap<string, SourceFile>,
): Promise<readonly Finding[]> {
  const unplaced = diagnostics.filter(({ position }) => position === undefined);
  const origins = unplaced.flatMap(({ origin, places = [] }) => [
    ...(origin === undefined ? [] : [origin]),
    ...places.slice(0, mostPlaces),
  ]);
  // Both parsers of positions are heavy: most runs have nothing to look up.
  const { positionsOf, writtenAt } = origins.length > 0 ? await import('../load/positions.js') : unlocated;
  const positionOf = positionsOf(origins, files);
  const placeAt = (read: Origin | undefined, known?: Diagnostic['position']): Place => {
    const origin = read && writtenAt(read, files);
    const position = known ?? (read && positionOf(read));
    const file = origin && (files.get(origin.file)?.name ?? origin.file);
    return { file, pointer: origin?.pointer, line: position?.line, column: position?.column };
  };
  const findings = diagnostics.map((diagnostic): Finding => {
    const { origin, position, places = [] } = diagnostic;
    const first = places.slice(0, mostPlaces).map((place) => placeAt(place));
    return { ...placeAt(origin, position), diagnostic, places: first, placeCount: places.length || 1 };
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
