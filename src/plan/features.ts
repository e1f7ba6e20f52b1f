import type { ContentEncoding, PartEncodings, PropertyEncoding } from '../runtime/binding.js';
import { bodyKindOf } from '../runtime/request/body.js';
import type { ToolDefinition } from '../runtime/manifest.js';

/** What only some servers need libraries for. */
export type Feature = keyof typeof features;

/** Every feature, with what of a tool asks for it. */
const features = {
  /** XML is written by one library, and read by another, where answers have a structure. */
  xml: ({ request: { body } }) => body !== undefined && [body, ...(body.choice?.others ?? [])].some(sendsXml),
  xmlAnswers: ({ request: { answerXml } }) => answerXml !== undefined,
} satisfies Record<string, (tool: ToolDefinition) => boolean>;

/** The features that the tools of a server need. */
export function planFeatures(tools: readonly ToolDefinition[]): readonly Feature[] {
  // The keys of a literal are its type's.
  return (Object.keys(features) as readonly Feature[]).filter((feature) => tools.some(features[feature]));
}

function sendsXml(content: ContentEncoding): boolean {
  return isXml(content.mediaType) || partsOf(content).some(isXmlPart);
}

function isXmlPart(part: PropertyEncoding): boolean {
  const ranges = part.contentType?.split(',') ?? [];
  return part.xml !== undefined || ranges.some(isXml) || partsOf(part).some(isXmlPart);
}

function partsOf({
  encoding = {},
  otherEncoding,
  prefixEncoding = [],
  itemEncoding,
}: PartEncodings): readonly PropertyEncoding[] {
  const parts = [...Object.values(encoding), otherEncoding, ...prefixEncoding, itemEncoding];
  return parts.filter((part) => part !== undefined);
}

function isXml(range: string): boolean {
  return bodyKindOf(range.trim()) === 'xml';
}
