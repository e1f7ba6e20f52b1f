import type { ContentEncoding, PartEncodings, PropertyEncoding } from '../runtime/binding.js';
import { bodyKindOf } from '../runtime/request/body.js';
import type { Manifest, ToolDefinition } from '../runtime/manifest.js';

/** What only some servers need libraries for. */
export type Feature = keyof typeof features;

/** What of a server decides which libraries it needs. */
type Served = Pick<Manifest, 'access' | 'securitySchemes' | 'tools'>;

/** Every feature, with what of a server asks for it. */
const features = {
  /** XML is written by one library, and read by another, where answers have a structure. */
  xml: ({ tools }) => tools.some(sendsXmlBody),
  xmlAnswers: ({ tools }) => tools.some(({ request: { answerXml } }) => answerXml !== undefined),
  /** Tokens of clients are checked. */
  jwt: hasIssuer,
  /** Tokens are obtained, exchanged, or asked about. */
  oauthClient: (served) =>
    hasIssuer(served) ||
    Object.values(served.securitySchemes).some(({ env }) => Object.hasOwn(env, 'clientId')),
} satisfies Record<string, (served: Served) => boolean>;

function hasIssuer({ access }: Served): boolean {
  return access?.auth === 'oauth';
}

function sendsXmlBody({ request: { body } }: ToolDefinition): boolean {
  return body !== undefined && [body, ...(body.choice?.others ?? [])].some(sendsXml);
}

/** The features that a server needs. */
export function planFeatures(served: Served): readonly Feature[] {
  // The keys of a literal are its type's.
  return (Object.keys(features) as readonly Feature[]).filter((feature) => features[feature](served));
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
