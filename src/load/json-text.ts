import { printParseErrorCode, visit } from 'jsonc-parser';
import type { Diagnostics } from '../diagnostics/diagnostics.js';

/** A JSON text's value, boxed since any value is possible; `undefined` where the text is not JSON. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Reports the first place where a text breaks JSON's syntax. */
export function reportJsonSyntax(text: string, file: string, diagnostics: Diagnostics): void {
  let isReported = false;
  const report = (problem: string, line: number, character: number): void => {
    if (isReported) return;
    isReported = true;
    const position = { line: line + 1, column: character + 1 };
    diagnostics.report('invalid-syntax', { format: 'JSON', problem }, { file, pointer: '' }, position);
  };
  // The visitor descends once per level, so a text that is nested without end stops it by an exception.
  try {
    const onError = (code: number, _offset: number, _length: number, line: number, character: number): void =>
      report(wordsOf(printParseErrorCode(code)), line, character);
    visit(text, { onError }, { disallowComments: true, allowEmptyContent: false });
  } catch {
    report('it is nested too deeply.', 0, 0);
  }
  report('it ends too early or holds a control character.', 0, 0);
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
