import type { PartEncodings, RequestBinding } from '../binding.js';
import { isXml } from '../media-types.js';
import { ownMember } from '../own-member.js';
import { ToolError } from '../tool-error.js';
import { writeXmlRoot } from '../request/xml-nodes.js';

type Values = Readonly<Record<string, unknown>>;

/** The values with an XML document in place of any text; `undefined` where XML cannot carry what was made up. */
export function withXmlBody({ body }: RequestBinding, values: Values): Values | undefined {
  if (body === undefined || !Object.hasOwn(values, body.property)) return values;
  if (!isXml(body.mediaType))
    return { ...values, [body.property]: withXmlParts(body, values[body.property]) };
  if (body.xml === undefined) return { ...values, [body.property]: '<sample/>' };
  try {
    writeXmlRoot(body.xml, values[body.property], body.property);
    return values;
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

/** The value of a form with an XML document in place of each text that is a part of XML. */
function withXmlParts({ encoding = {} }: PartEncodings, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    const { contentType = '', xml } = ownMember(encoding, name) ?? {};
    return [
      name,
      isXml(contentType) && xml === undefined && typeof member === 'string' ? '<sample/>' : member,
    ];
  });
  return Object.fromEntries(members) as unknown;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Whether an XML body holds every text, number and truth value of an argument. */
export function carriesTexts(body: Buffer, value: unknown): boolean {
  const xml = body.toString().replace(/&(\w+);/g, (reference, name: string) => entities[name] ?? reference);
  return textsOf(value).every((text) => xml.includes(text));
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isText ? [String(value)] : [];
}
