import type { PropertyEncoding } from '../binding.js';
import { isXml } from '../media-types.js';
import type { Content } from './body.js';
import { hasStyle, itemsOf, membersOf, type Member } from './form.js';
import { typeFor } from './parts.js';
import { writeXmlDocument } from './xml.js';

/** The content of a form with an XML document, as text, in place of each value that its Encoding Object has as XML. */
export async function withXmlFields(content: Content): Promise<Content> {
  const { encoding = {}, otherEncoding } = content.encoding;
  const encodings = [otherEncoding, ...Object.values(encoding)];
  if (!encodings.some((each) => each !== undefined && mayBeXml(each))) return content;
  const members: [string, unknown][] = [];
  for (const member of membersOf(content)) members.push([member.name, await xmlOf(member, content)]);
  return { ...content, value: Object.fromEntries(members) };
}

function mayBeXml(encoding: PropertyEncoding): boolean {
  const ranges = encoding.contentType?.split(',') ?? [];
  return encoding.bytes === undefined && !hasStyle(encoding) && ranges.some((range) => isXml(range.trim()));
}

/** A list has a field for each of its items. */
async function xmlOf({ value, encoding }: Member, { property }: Content): Promise<unknown> {
  if (!mayBeXml(encoding)) return value;
  const texts: unknown[] = [];
  for (const item of itemsOf(value)) {
    const isDocument = isXml(typeFor(item, encoding.contentType));
    texts.push(isDocument ? await writeXmlDocument(encoding.xml, item, property) : item);
  }
  return texts;
}
