import type { Shape } from './shape.js';
import { anyType, typeBits } from './types.js';

const inTwoWays = 'Base64, or a `data:` URL.';
const markedOnly = 'A file has to be a `data:` URL.';

/** Alternatives of a place in an upload: where one is a file and another is text, only a `data:` URL is taken for a file. */
export function tellFiles(shapes: readonly Shape[]): readonly Shape[] {
  const isMixed = shapes.some(isFile) && shapes.some((shape) => isText(shape) && !isFile(shape));
  return shapes.map((shape) => {
    if (!isMixed) return isFile(shape) ? { ...shape, notes: [...shape.notes, inTwoWays] } : shape;
    // Listed values are no files, and nobody takes them for one.
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
