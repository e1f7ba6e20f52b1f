import { printParseErrorCode, visit, type JSONVisitor } from 'jsonc-parser';
import type { Diagnostics } from '../diagnostics/diagnostics.js';

/** A JSON text's value, boxed since any value is possible; `undefined` where the text is not JSON. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Something in a text that JSON does not have, where it stands. */
interface JsonFault {
  readonly problem: string;
  readonly position: { readonly line: number; readonly column: number };
  readonly isComment: boolean;
}

/** Reports the first place where a text breaks JSON's syntax. */
export function reportJsonSyntax(text: string, file: string, diagnostics: Diagnostics): void {
  const { problem, position } = firstFault(text) ?? hiddenFault;
  diagnostics.report('invalid-syntax', { format: 'JSON', problem }, { file, pointer: '' }, position);
}

/** Whether a text is JSON as far as its first comment: YAML would take that for a name, or a part of a text. */
export function isJsonWithComments(text: string): boolean {
  return /^\s*(?:[{[]|\/[/*])/.test(text) && firstFault(text)?.isComment === true;
}

const hiddenFault: JsonFault = {
  problem: 'it ends too early or holds a control character.',
  position: { line: 1, column: 1 },
  isComment: false,
};

function firstFault(text: string): JsonFault | undefined {
  let found: JsonFault | undefined;
  let comma: { readonly end: number; readonly position: JsonFault['position'] } | undefined;
  const note = (problem: string, line: number, character: number, isComment = false): void => {
    found ??= { problem, position: { line: line + 1, column: character + 1 }, isComment };
  };
  const visitor: JSONVisitor = {
    onComment: (_offset, _length, line, character) => note('a comment stands here.', line, character, true),
    onSeparator: (sign, offset, _length, line, character) => {
      if (sign === ',') comma = { end: offset + 1, position: { line: line + 1, column: character + 1 } };
    },
    onError: (code, offset, _length, line, character) => {
      if (
        found === undefined &&
        comma !== undefined &&
        /^\s*[}\]]$/.test(text.slice(comma.end, offset + 1))
      ) {
        found = { problem: 'nothing follows this comma.', position: comma.position, isComment: false };
      }
      note(wordsOf(printParseErrorCode(code)), line, character);
    },
  };
  // The visitor descends once per level, so a text that is nested without end stops it by an exception.
  try {
    visit(text, visitor, { allowEmptyContent: false });
  } catch {
    note('it is nested too deeply.', 0, 0);
  }
  return found;
}

/** How many members the objects of a valid JSON text have, those included that stand twice. */
export function countMembers(text: string): number {
  let members = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x3a) members += 1;
  }
  return members;
}

/** Reports every key that stands twice in one object, with both places, and tells whether there is one. */
export function reportJsonDuplicates(text: string, file: string, diagnostics: Diagnostics): boolean {
  const objects: Map<string, number>[] = [];
  let isFound = false;
  visit(text, {
    onObjectBegin: () => {
      objects.push(new Map());
    },
    onObjectEnd: () => {
      objects.pop();
    },
    onObjectProperty: (key, _offset, _length, line, character) => {
      const first = objects.at(-1)?.get(key);
      if (first === undefined) objects.at(-1)?.set(key, line + 1);
      else {
        const position = { line: line + 1, column: character + 1 };
        diagnostics.report('duplicate-key', { key, first: String(first) }, { file, pointer: '' }, position);
        isFound = true;
      }
    },
  });
  return isFound;
}

/** `ColonExpected` → `colon expected.` */
function wordsOf(code: string): string {
  return `${code.replaceAll(/(?!^)([A-Z])/g, ' $1').toLowerCase()}.`;
}
