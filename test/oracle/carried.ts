import { asObject, itemsOf } from '../corpus/raw-document.js';
import type { JudgedParameter } from './document-operations.js';

/**
 * Whether a request can carry a value in the way that the document says, so that whoever reads it finds the same value:
 * the specifications leave the others undefined, and what comes of them is nobody's fault.
 */
export function canCarry({ in: place, hasContent, style }: JudgedParameter, value: unknown): boolean {
  const texts = hasContent ? [JSON.stringify(value)] : textsOf(value, style === 'deepObject');
  return texts !== undefined && texts.length > 0 && texts.every((text) => isTextFor(place, text));
}

const texts: Readonly<Record<string, (text: string) => boolean>> = {
  // An empty segment is another path; dot segments are taken out of a path (RFC 3986, 5.2.4).
  path: (text) => text !== '' && text !== '.' && text !== '..',
  // Visible characters of ASCII, no white space around them (RFC 9110, 5.5); a comma is the separator of `simple`.
  header: (text) => /^[!-~]([ -~]*[!-~])?$/.test(text) && !text.includes(','),
  // cookie-octet (RFC 6265, 4.1.1).
  cookie: (text) => /^[!#-+\--:<-[\]-~]+$/.test(text),
};

function isTextFor(place: string, text: string): boolean {
  return Object.hasOwn(texts, place) ? (texts[place]?.(text) ?? true) : true;
}

/** The scalars of a value that a style writes; `undefined` where OpenAPI defines no way to write it. */
function textsOf(value: unknown, isDeep: boolean): readonly string[] | undefined {
  const object = asObject(value);
  const members = object === undefined ? undefined : Object.entries(object);
  const list = Array.isArray(value) ? itemsOf(value) : members?.map(([, member]) => member);
  if (list === undefined) return isScalar(value) ? [String(value)] : undefined;
  const names = members?.map(([name]) => name) ?? [];
  const inner = list.map((item) =>
    isScalar(item) ? [String(item)] : isDeep ? textsOf(item, true) : undefined,
  );
  return inner.some((found) => found === undefined)
    ? undefined
    : [...names, ...inner.flatMap((found) => found ?? [])];
}

/** Null has no text in any style (RFC 6570 leaves it out; OpenAPI's styles are RFC 6570's expansions). */
function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The same for the members of a form: null and what is empty leave no trace in it. What is in no style may be JSON. */
export function canCarryForm(value: unknown, styled: readonly string[] = []): boolean {
  const members = Object.entries(asObject(value) ?? {});
  return members.every(
    ([name, member]) =>
      member !== null &&
      (!Array.isArray(member) || (member.length > 0 && !member.includes(null))) &&
      (!styled.includes(name) || textsOf(member, false) !== undefined),
  );
}
