import type { Origin } from '../diagnostics/diagnostics.js';
import type { SourceFile } from './document.js';
import { jsonPlaces } from './json-places.js';
import { parseJson } from './json-text.js';
import { tokensOf } from './pointer.js';
import { yamlPlaces } from './yaml-places.js';

/** A place in a text, line and column from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Finds the place of what reference tokens lead to, or of the nearest value around it. */
export type FindPlace = (tokens: readonly string[]) => Position | undefined;

// A file is parsed for positions only where there is something to report of it, and then once.
const places = new WeakMap<SourceFile, FindPlace>();

/** The file and place where a value was written: in an overlay, if it came from there. */
export function writtenAt(origin: Origin, files: ReadonlyMap<string, SourceFile>): Origin {
  return files.get(origin.file)?.origins?.(origin.pointer) ?? origin;
}

/** Where a value was written: the place of its key, or of itself where it has none. */
export function positionOf(origin: Origin, files: ReadonlyMap<string, SourceFile>): Position | undefined {
  const { file, pointer } = writtenAt(origin, files);
  const source = files.get(file);
  if (source === undefined || source.text === '') return undefined;
  const find = places.get(source) ?? findPlaceIn(source.text, file);
  places.set(source, find);
  return find(tokensOf(pointer));
}

function findPlaceIn(text: string, file: string): FindPlace {
  // A text in braces can be YAML as well.
  const isJson = /\.json$/i.test(file) || (/^\s*[{[]/.test(text) && parseJson(text) !== undefined);
  // Both parsers descend once per level, so a text that was refused for its depth can stop them by an exception.
  try {
    return isJson ? jsonPlaces(text) : yamlPlaces(text);
  } catch {
    return () => undefined;
  }
}
