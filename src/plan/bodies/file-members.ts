import type { ObjectSigns, PropertyEncoding } from '../../runtime/binding.js';
import type { Flattener } from '../schemas/flatten.js';
import type { Json, Members } from '../schemas/shape.js';
import { signsOf } from './object-signs.js';
import { textKindsOf, type TextKinds } from './text-kinds.js';

/** A member of a form that can be a file. */
export interface FileMember {
  readonly encoding: Pick<PropertyEncoding, 'bytes' | 'texts' | 'base64'>;
  /** Whether a file can be given where text could stand too, and nothing but a `data:` URL tells it. */
  readonly isMarkedOnly: boolean;
}

/** What a value is that can be bytes; `undefined` for any other. */
export function fileOf(schema: Json, flattener: Flattener): FileMember | undefined {
  const kinds = textKindsOf(schema, flattener);
  return kinds.bytes ? fileMember([kinds], kinds.base64, []) : undefined;
}

/** What the member `name` is where these objects are the branches of a form; `undefined` where it is never bytes. */
export function fileMemberOf(
  name: string,
  objects: readonly Members[],
  flattener: Flattener,
): FileMember | undefined {
  const holders = objects.filter(({ properties }) => properties.has(name));
  const kinds = holders.map(({ properties }) => textKindsOf(properties.get(name) ?? true, flattener));
  if (!kinds.some(({ bytes }) => bytes)) return undefined;
  const texts = holders.filter((_, at) => kinds[at]?.text === true);
  const signs = holders
    .filter((_, at) => kinds[at]?.bytes === true)
    .map((holder) => (texts.includes(holder) ? undefined : signsOf(holder, texts, flattener)));
  return fileMember(
    kinds,
    kinds.every(({ bytes, base64 }) => !bytes || base64),
    signs,
  );
}

/** `signs` are those of each object in which the member is a file; missing where one has none. */
function fileMember(
  kinds: readonly TextKinds[],
  isBase64: boolean,
  signs: readonly (ObjectSigns | undefined)[],
): FileMember {
  const base64 = isBase64 ? ({ base64: true } as const) : {};
  const texts = kinds.filter(({ text }) => text);
  if (texts.every(({ listed }) => listed !== undefined)) {
    // What is none of the listed texts can only be a file.
    const listed = [...new Set(texts.flatMap((each) => each.listed ?? []))];
    const encoding = { bytes: true, ...(listed.length === 0 ? {} : { texts: listed }), ...base64 } as const;
    return { encoding, isMarkedOnly: false };
  }
  const known = signs.filter((each) => each !== undefined);
  const isMarkedOnly = signs.length === 0 || known.length < signs.length;
  return { encoding: { bytes: known, ...base64 }, isMarkedOnly };
}
