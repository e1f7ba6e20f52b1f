import { child, type Located } from '../load/located.js';
import type { JsonObject } from '../load/json.js';
import { isToken } from '../runtime/request/encoding.js';
import type { EncodedContent } from './encodings.js';
import { followMap } from './misplaced-references.js';
import { followObject, type Reading } from './reading.js';

/**
 * The header fields of a part: Header Objects with one value, that of `const`, of an `enum` with one member, or of
 * `default`, which is what the API takes where nothing is said. There is no argument for any other.
 */
export function readPartHeaders(
  part: string,
  encoding: Located,
  content: EncodedContent,
  reading: Reading,
): Readonly<Record<string, string>> {
  const found: (readonly [string, string])[] = [];
  for (const [name, written] of followMap(child(encoding, 'headers'), reading)) {
    // It is described by `contentType`; this one "SHALL be ignored".
    if (name.toLowerCase() === 'content-type') continue;
    const isSendable = isToken(name) && !isOurs(name, content);
    const value = isSendable ? constantOf(written, reading) : undefined;
    if (value !== undefined) found.push([name, value]);
    else if (content.isSent)
      reading.diagnostics.report('part-header-not-sent', { name, part }, written.origin);
  }
  return Object.fromEntries(found);
}

/** A part of a form is known by its disposition, which is written with its name. */
function isOurs(name: string, { range }: EncodedContent): boolean {
  return /^multipart\/form-data/i.test(range) && name.toLowerCase() === 'content-disposition';
}

function constantOf(written: Located, reading: Reading): string | undefined {
  const header = followObject(written, 'A header', reading);
  if (header?.value.schema === undefined) return undefined;
  const schema = followObject(child(header, 'schema'), 'A schema', reading);
  const text = schema && textOfConstant(schema.value);
  return text !== undefined && /^[\x20-\x7e\t]*$/.test(text) ? text : undefined;
}

function textOfConstant(schema: JsonObject): string | undefined {
  const { const: only, enum: listed, default: preset } = schema;
  const value = only ?? (Array.isArray(listed) && listed.length === 1 ? (listed[0] as unknown) : preset);
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}
