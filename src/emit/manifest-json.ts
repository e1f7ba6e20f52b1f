import type { Manifest } from '../runtime/manifest.js';
import type { DocumentedOperations } from '../runtime/self-test/self-test.js';
import { jsonString } from './text.js';

/** Columns of a line: a value that fits stands on one line, so that a change shows as a short difference. */
const lineWidth = 110;

/** Writes `generated/manifest.json`: what fits on a line stands on one, all else is indented. */
export function writeManifest(manifest: Manifest): string {
  return `${block(manifest, 0, 0)}\n`;
}

/** Writes `test/operations.json` in the same form. */
export function writeOperations(operations: DocumentedOperations): string {
  return `${block(operations, 0, 0)}\n`;
}

/** Writes a value that begins at column `column` of a line which is indented by `indentation`. */
function block(value: unknown, indentation: number, column: number): string {
  const text = inline(value, lineWidth - column);
  if (text !== undefined) return text;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const inner = indentation + 2;
  const lines = entriesOf(value).map(([key, member]) => {
    const start = ' '.repeat(inner) + labelOf(key);
    return start + block(member, inner, start.length + 1);
  });
  return `${open}\n${lines.join(',\n')}\n${' '.repeat(indentation)}${close}`;
}

/** Writes a value on one line; `undefined` where that takes more than `width` columns. Text is never broken. */
function inline(value: unknown, width: number): string | undefined {
  if (typeof value === 'string') return jsonString(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = entriesOf(value);
  if (entries.length === 0) return Array.isArray(value) ? '[]' : '{}';
  const parts: string[] = [];
  let rest = width - 4;
  for (const [key, member] of entries) {
    // The text of a long value need not be written to see that it is too long.
    const isTooLong = rest <= 0 || (typeof member === 'string' && member.length > rest);
    const text = isTooLong ? undefined : inline(member, rest);
    if (text === undefined) return undefined;
    const part = labelOf(key) + text;
    rest -= part.length + 2;
    parts.push(part);
  }
  if (rest + 2 < 0) return undefined;
  return Array.isArray(value) ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
}

type Entry = readonly [key: string | undefined, member: unknown];

/** The members as `JSON.stringify` would write them: a key without a value is none. */
function entriesOf(value: unknown): readonly Entry[] {
  if (Array.isArray(value)) return value.map((member: unknown): Entry => [undefined, member ?? null]);
  return Object.entries(value ?? {}).filter(([, member]) => member !== undefined);
}

function labelOf(key: string | undefined): string {
  return key === undefined ? '' : `${jsonString(key)}: `;
}
