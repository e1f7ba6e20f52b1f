const nameStart =
  'A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}-\\u{200d}' +
  '\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}' +
  '\\u{10000}-\\u{effff}';
const localPart = `[${nameStart}][\\u{300}-\\u{36f}${nameStart}\\-.0-9\\u{b7}\\u{203f}-\\u{2040}]*`;

const localName = new RegExp(`^${localPart}$`, 'u');
const qualifiedName = new RegExp(`^${localPart}(?::${localPart})?$`, 'u');

/** Whether a text can name an element or an attribute: a `QName` of Namespaces in XML. */
export function isXmlName(text: string): boolean {
  return qualifiedName.test(text);
}

/** Whether a text is a name without a prefix: an `NCName` of Namespaces in XML. */
export function isXmlLocalName(text: string): boolean {
  return localName.test(text);
}

/** Whether XML 1.0 can carry a text: no control characters but tab and line ends, no half of a surrogate pair. */
export function isXmlText(text: string): boolean {
  return !/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text);
}

/**
 * Characters that a parser would take for others unless they are written as references (XML 1.0, 2.11 and 3.3.3).
 * The builder escapes every `&`, so until it is done each is held by a character that no XML text has.
 */
const references = [
  { character: '\r', mark: '\u0001', reference: '&#13;' },
  { character: '\n', mark: '\u0002', reference: '&#10;' },
  { character: '\t', mark: '\u0003', reference: '&#9;' },
] as const;

/** Marks those of `characters` that have to be written as references. */
export function markReferences(text: string, characters: string): string {
  return references
    .filter(({ character }) => characters.includes(character))
    .reduce((marked, { character, mark }) => marked.replaceAll(character, mark), text);
}

/** Writes the references in place of their marks. */
export function writeReferences(xml: string): string {
  return references.reduce((written, { mark, reference }) => written.replaceAll(mark, reference), xml);
}
