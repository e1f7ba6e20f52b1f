import { child, items, type Located } from '../load/located.js';
import type { PartEncodings, PropertyEncoding } from '../runtime/binding.js';
import { essenceOf, isMultipart } from '../runtime/media-types.js';
import { isStyleAllowed } from '../runtime/request/parameters.js';
import { isMediaRange } from './media-range.js';
import { followMap } from './misplaced-references.js';
import { readPartHeaders } from './part-headers.js';
import { textOf, type Reading } from './reading.js';

/** The content that Encoding Objects are about. */
export interface EncodedContent {
  readonly range: string;
  /** Whether it is sent, so that what of it cannot be sent is worth telling. */
  readonly isSent: boolean;
}

/** Encoding Objects inside Encoding Objects (OpenAPI 3.2) go no deeper than anyone would nest multipart in multipart. */
const deepest = 4;

/** Reads the Encoding Objects of a Media Type Object, or of an Encoding Object whose part has parts itself. */
export function readPartEncodings(
  holder: Located,
  content: EncodedContent,
  reading: Reading,
  depth = 0,
): PartEncodings {
  if (depth > deepest) return {};
  const read = (name: string, encoding: Located) => readEncoding(name, encoding, content, reading, depth);
  const named = followMap(child(holder, 'encoding'), reading);
  const prefix = items(child(holder, 'prefixEncoding'));
  const item = child(holder, 'itemEncoding');
  return {
    ...(named.length === 0
      ? {}
      : { encoding: Object.fromEntries(named.map(([name, encoding]) => [name, read(name, encoding)])) }),
    ...(prefix.length === 0
      ? {}
      : { prefixEncoding: prefix.map((encoding, at) => read(String(at), encoding)) }),
    ...(item.value === undefined ? {} : { itemEncoding: read('items', item) }),
  };
}

/** Reads an Encoding Object. */
function readEncoding(
  name: string,
  encoding: Located,
  content: EncodedContent,
  reading: Reading,
  depth: number,
): PropertyEncoding {
  const contentType = child(encoding, 'contentType').value;
  const isTyped =
    typeof contentType === 'string' && contentType.split(',').every((type) => isMediaRange(type.trim()));
  const inner = { range: isTyped ? contentType : '', isSent: content.isSent };
  const headers = isMultipart(content.range) ? readPartHeaders(name, encoding, content, reading) : {};
  return {
    ...(isTyped ? { contentType } : {}),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...readStyle(name, encoding, content, reading),
    ...(isMultipart(inner.range) ? readPartEncodings(encoding, inner, reading, depth + 1) : {}),
  };
}

/**
 * The fields that write a property as a query parameter is written. In 3.0 they are for urlencoded forms alone, since
 * 3.1 for `multipart/form-data` too; elsewhere they "SHALL be ignored".
 */
function readStyle(
  name: string,
  encoding: Located,
  { range }: EncodedContent,
  { rules, diagnostics }: Reading,
): Pick<PropertyEncoding, 'style' | 'explode' | 'allowReserved'> {
  const isStyled = essenceOf(range) === 'multipart/form-data' ? rules.hasStyledParts : !isMultipart(range);
  if (!isStyled) return {};
  const [style, explode, allowReserved] = ['style', 'explode', 'allowReserved'].map(
    (key) => child(encoding, key).value,
  );
  // The styles of an Encoding Object are those of a query parameter.
  const isKnown = typeof style === 'string' && isStyleAllowed(style, 'query');
  if (textOf(style) !== undefined && !isKnown) {
    const details = { name, style: String(style), location: 'a form' };
    diagnostics.report('unsupported-parameter-style', details, child(encoding, 'style').origin);
  }
  return {
    ...(isKnown ? { style } : {}),
    ...(typeof explode === 'boolean' ? { explode } : {}),
    ...(allowReserved === true ? { allowReserved: true } : {}),
  };
}
