import type { RequestBinding } from '../binding.js';
import { isXml } from '../media-types.js';
import { ToolError } from '../tool-error.js';
import { writeXmlRoot } from '../request/xml-nodes.js';

type Values = Readonly<Record<string, unknown>>;

/** The values with an XML document in place of any text; `undefined` where XML cannot carry what was made up. */
export function withXmlBody({ body }: RequestBinding, values: Values): Values | undefined {
  if (body === undefined || !isXml(body.mediaType) || !Object.hasOwn(values, body.property)) return values;
  if (body.xml === undefined) return { ...values, [body.property]: '<sample/>' };
  try {
    writeXmlRoot(body.xml, values[body.property], body.property);
    return values;
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
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
