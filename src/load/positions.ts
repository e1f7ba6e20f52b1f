import type { Origin } from '../diagnostics/diagnostics.js';
import { tokensOf } from '../diagnostics/pointer.js';
import type { SourceFile } from './document.js';
import { findJsonPlaces } from './json-places.js';
import { parseJson } from './json-text.js';
import { nearestPosition, wantPlace, wantPlaceAt, type WantedPlace } from './wanted-places.js';
import { findYamlPlaces } from './yaml-places.js';

/** A place in a text, line and column from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The file and place where a value was written: in an overlay, if it came from there. */
export function writtenAt(origin: Origin, files: ReadonlyMap<string, SourceFile>): Origin {
  return files.get(origin.file)?.origins?.(origin.pointer) ?? origin;
}

/**
 * Finds where values were written: the places of their keys, or of themselves where they have none. Each file is read
 * once for all of its values, and only where there is one; of a value that is not there the nearest one around it counts.
 */
export function positionsOf(
  origins: readonly Origin[],
  files: ReadonlyMap<string, SourceFile>,
): (origin: Origin) => Position | undefined {
  const wanted = new Map<string, WantedPlace>();
  for (const origin of origins) {
    const { file, pointer } = writtenAt(origin, files);
    const root = wanted.get(file) ?? wantPlace();
    wanted.set(file, root);
    wantPlaceAt(root, tokensOf(pointer));
  }
  for (const [file, root] of wanted) findPlaces(files.get(file)?.text ?? '', file, root);
  return (origin) => {
    const { file, pointer } = writtenAt(origin, files);
    const root = wanted.get(file);
    return root && nearestPosition(root, tokensOf(pointer));
  };
}

function findPlaces(text: string, file: string, root: WantedPlace): void {
  if (text === '') return;
  // A text in braces can be YAML as well.
  const isJson = /\.json$/i.test(file) || (/^\s*[{[]/.test(text) && parseJson(text) !== undefined);
  if (isJson) findJsonPlaces(text, root);
  else findYamlPlaces(text, root);
}
