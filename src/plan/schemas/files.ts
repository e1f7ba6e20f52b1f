import type { Shape } from './shape.js';
import { anyType, typeBits } from './types.js';

/** Said of a file. */
export const inTwoWays = 'Base64, or a `data:` URL.';
/** Said of a text that can be a file. */
export const markedOnly = 'A file has to be a `data:` URL.';

/** Alternatives of a place in an upload: where one is a file and another is any text, only a `data:` URL is taken for a file. */
export function tellFiles(shapes: readonly Shape[]): readonly Shape[] {
  // Listed values are no files, and what is none of them can be nothing else.
  const isFreeText = (shape: Shape): boolean => isText(shape) && !isFile(shape) && shape.values === undefined;
  const isMixed = shapes.some(isFile) && shapes.some(isFreeText);
  return shapes.map((shape) => {
    if (!isMixed) return isFile(shape) ? { ...shape, notes: [...shape.notes, inTwoWays] } : shape;
    return isText(shape) && shape.values === undefined
      ? { ...shape, notes: [...shape.notes, markedOnly] }
      : shape;
  });
}

function isFile(shape: Shape): boolean {
  return isText(shape) && shape.limits['contentEncoding'] === 'base64';
}

function isText({ types }: Shape): boolean {
  return types !== anyType && (types & typeBits.string) !== 0;
}
