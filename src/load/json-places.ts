import { visit, type JSONVisitor } from 'jsonc-parser';
import type { WantedPlace } from './wanted-places.js';

/** An object or array that is being read. */
interface Open {
  /** What is wanted of it; `undefined` for nothing. */
  readonly wanted: WantedPlace | undefined;
  readonly isArray: boolean;
  /** The number of the next item. */
  index: number;
  /** The member that is read next, in an object. */
  member: WantedPlace | undefined;
}

/** Finds the wanted places of a JSON text; nothing else of it is kept. */
export function findJsonPlaces(text: string, root: WantedPlace): void {
  // The visitor descends once per level: a text that was refused for its depth stops it, and what it met by then serves.
  try {
    visit(text, visitorOf(root));
  } catch {
    return;
  }
}

function visitorOf(root: WantedPlace): JSONVisitor {
  const open: Open[] = [];
  /** The place of a value that begins. */
  const enter = (line: number, character: number): WantedPlace | undefined => {
    const parent = open.at(-1);
    if (parent?.isArray === false) return parent.member;
    const place = parent === undefined ? root : parent.wanted?.members.get(String(parent.index));
    if (place !== undefined) place.position = { line: line + 1, column: character + 1 };
    return place;
  };
  const begin = (isArray: boolean, line: number, character: number): void => {
    open.push({ wanted: enter(line, character), isArray, index: 0, member: undefined });
  };
  const end = (): void => {
    open.pop();
  };
  return {
    onObjectBegin: (_offset, _length, line, character) => begin(false, line, character),
    onArrayBegin: (_offset, _length, line, character) => begin(true, line, character),
    onObjectProperty: (key, _offset, _length, line, character) => {
      const object = open.at(-1);
      if (object === undefined) return;
      object.member = object.wanted?.members.get(key);
      if (object.member !== undefined) object.member.position = { line: line + 1, column: character + 1 };
    },
    onLiteralValue: (_value, _offset, _length, line, character) => void enter(line, character),
    onSeparator: (separator) => {
      const parent = open.at(-1);
      if (separator === ',' && parent !== undefined) parent.index += 1;
    },
    onObjectEnd: end,
    onArrayEnd: end,
  };
}
