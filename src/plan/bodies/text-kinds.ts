import type { Flattener } from '../schemas/flatten.js';
import type { Json, Shape } from '../schemas/shape.js';
import { anyType, typeBits } from '../schemas/types.js';

/** What the texts of a value can be, its own or those of its items. */
export interface TextKinds {
  /** Bytes, given in base64 or as a `data:` URL. */
  readonly bytes: boolean;
  /** Text as it is. */
  readonly text: boolean;
  /** The texts that are listed, where text is no other; missing where it can be any. */
  readonly listed?: readonly string[];
  /** All bytes are sent as base64 text: `format: byte`, or `contentEncoding` where no `format: binary` made it. */
  readonly base64: boolean;
}

/** What the texts of a value of this schema can be; a schema that says nothing takes text. */
export function textKindsOf(schema: Json, flattener: Flattener): TextKinds {
  const shapes = flattener.flatten(schema).alternatives;
  const lists = shapes.flatMap(({ types, items }) =>
    (types & typeBits.array) !== 0 && types !== anyType && items !== undefined
      ? flattener.flatten(items).alternatives
      : [],
  );
  const texts = [...shapes, ...lists].filter(({ types }) => (types & typeBits.string) !== 0);
  const bytes = texts.filter(isBytes);
  const listed = listedTexts(texts.filter((shape) => !isBytes(shape)));
  return {
    bytes: bytes.length > 0,
    text: bytes.length < texts.length,
    ...(listed === undefined ? {} : { listed }),
    base64: bytes.length > 0 && bytes.every(({ limits }) => limits['format'] !== 'binary'),
  };
}

function listedTexts(texts: readonly Shape[]): readonly string[] | undefined {
  if (texts.some(({ values }) => values === undefined)) return undefined;
  return texts.flatMap(({ values = [] }) => values.filter((value) => typeof value === 'string'));
}

function isBytes({ limits }: Shape): boolean {
  return limits['contentEncoding'] === 'base64';
}

/** Whether values are bytes and nothing else, be it null. */
export function isFile(schema: Json, flattener: Flattener): boolean {
  const shapes = flattener.flatten(schema).alternatives.filter(({ types }) => types !== typeBits.null);
  return shapes.length > 0 && shapes.every((shape) => isOnlyText(shape) && isBytes(shape));
}

/** Whether values are text and nothing else, be it null. */
export function isText(schema: Json, flattener: Flattener): boolean {
  return flattener.flatten(schema).alternatives.every(isOnlyText);
}

function isOnlyText({ types }: Shape): boolean {
  return (types & ~(typeBits.string | typeBits.null)) === 0;
}
