import { isScalar, LineCounter, parseDocument, visit, type YAMLMap } from 'yaml';
import { textOf } from './yaml-places.js';

/** A key that stands twice in one mapping. */
export interface DuplicateKey {
  readonly key: string;
  /** The line of the first one. */
  readonly first: number;
  /** Where the other one stands. */
  readonly position: { readonly line: number; readonly column: number };
}

/** Every key of a YAML text that stands twice in one mapping. */
export function duplicateKeys(text: string): readonly DuplicateKey[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, logLevel: 'silent' });
  const duplicates: DuplicateKey[] = [];
  visit(document, {
    Map: (_key, map) => {
      duplicates.push(...duplicatesOf(map, lines));
    },
  });
  return duplicates;
}

function duplicatesOf(map: YAMLMap, lines: LineCounter): readonly DuplicateKey[] {
  const firsts = new Map<string, number>();
  return map.items.flatMap(({ key }): readonly DuplicateKey[] => {
    if (!isScalar(key) || key.range == null) return [];
    const { line, col } = lines.linePos(key.range[0]);
    const name = textOf(key) ?? '';
    const first = firsts.get(name);
    if (first === undefined) {
      firsts.set(name, line);
      return [];
    }
    return name === '<<' ? [] : [{ key: name, first, position: { line, column: col } }];
  });
}
