import { essenceOf, isMediaType } from '../media-types.js';

/** The media type of bytes of which nothing is known. */
export const unnamed = 'application/octet-stream';

/** The media types and ranges of an Encoding Object's `contentType`, which is one or a list of them. */
export function rangesOf(declared: string): readonly string[] {
  return declared
    .split(',')
    .map((range) => range.trim())
    .filter(isMediaType);
}

/** Whether a range says nothing of what bytes are. */
export function isOpenRange(range: string): boolean {
  return ['*/*', 'application/*', unnamed].includes(essenceOf(range));
}

/** Names that were usual before a type was registered, or beside it. */
const aliases: readonly (readonly [RegExp, string])[] = [
  [/^image\/p?jpe?g$/, 'image/jpeg'],
  [/^text\/xml$/, 'application/xml'],
  [/^application\/zip-compressed$/, 'application/zip'],
  [/^application\/csv$/, 'text/csv'],
  [/^text\/yaml$/, 'application/yaml'],
  [/^audio\/wave$/, 'audio/wav'],
  [/^audio\/mp3$/, 'audio/mpeg'],
];

/** Whether two media types are two names of one. */
export function isSameType(one: string, other: string): boolean {
  return registered(one) === registered(other);
}

function registered(mediaType: string): string {
  const name = essenceOf(mediaType).replace('/x-', '/');
  return aliases.find(([pattern]) => pattern.test(name))?.[1] ?? name;
}

/** Media types as a person names them: `image/png, image/jpeg or image/gif`. */
export function typesInWords(ranges: readonly string[]): string {
  const names = ranges.map(essenceOf);
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}
