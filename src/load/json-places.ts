import { visit, type JSONVisitor } from 'jsonc-parser';
import type { FindPlace, Position } from './positions.js';

interface Place {
  readonly position: Position;
  readonly members: Map<string, Place>;
}

/** An object or array that is being read, and the key of its next member. */
interface Open {
  readonly place: Place;
  key: string;
  /** Where that key stands; `undefined` in an array. */
  keyPosition: Position | undefined;
}

/** The places of all values of a JSON text. */
export function jsonPlaces(text: string): FindPlace {
  const root: Place = { position: { line: 1, column: 1 }, members: new Map() };
  const open: Open[] = [{ place: root, key: '', keyPosition: undefined }];
  // The visitor descends once per level: a text that was refused for its depth stops it, and what it met by then serves.
  try {
    visit(text, visitorOf(open));
  } catch {
    open.length = 0;
  }
  const document = root.members.get('') ?? root;
  return (tokens) => {
    let place = document;
    for (const token of tokens) {
      const member = place.members.get(token);
      if (member === undefined) break;
      place = member;
    }
    return place.position;
  };
}

function visitorOf(open: Open[]): JSONVisitor {
  const add = (line: number, character: number): Place => {
    const parent = open.at(-1);
    const position = parent?.keyPosition ?? { line: line + 1, column: character + 1 };
    const place = { position, members: new Map<string, Place>() };
    parent?.place.members.set(parent.key, place);
    return place;
  };
  return {
    onObjectBegin: (_offset, _length, line, character) => {
      open.push({ place: add(line, character), key: '', keyPosition: undefined });
    },
    onArrayBegin: (_offset, _length, line, character) => {
      open.push({ place: add(line, character), key: '0', keyPosition: undefined });
    },
    onObjectProperty: (key, _offset, _length, line, character) => {
      Object.assign(open.at(-1) ?? {}, { key, keyPosition: { line: line + 1, column: character + 1 } });
    },
    onLiteralValue: (_value, _offset, _length, line, character) => {
      add(line, character);
    },
    onSeparator: (separator) => {
      const parent = open.at(-1);
      if (parent?.keyPosition === undefined && parent !== undefined && separator === ',')
        parent.key = String(Number(parent.key) + 1);
    },
    onObjectEnd: () => {
      open.pop();
    },
    onArrayEnd: () => {
      open.pop();
    },
  };
}
