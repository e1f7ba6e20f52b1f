import type { JsonObject } from '../load/json.js';
import type { XmlNodeType } from '../runtime/binding.js';

/** An XML Object with its versions evened out: what a schema of the model has as `xml`. */
export interface XmlObject {
  /** Only where the document says so: the default depends on the schema. */
  readonly nodeType?: XmlNodeType;
  readonly name?: string;
  readonly prefix?: string;
  readonly namespace?: string;
}

/** Evens out an XML Object: OpenAPI 3.2 has `nodeType`, earlier versions say `attribute` and `wrapped`, AutoRest `x-ms-text`. */
export function evenXmlObject(written: JsonObject): XmlObject {
  const texts = textFields.flatMap((field) => {
    const value = written[field];
    return typeof value === 'string' && value !== '' ? [[field, value] as const] : [];
  });
  const nodeType = nodeTypeOf(written);
  return { ...(nodeType === undefined ? {} : { nodeType }), ...Object.fromEntries(texts) };
}

const textFields = ['name', 'prefix', 'namespace'] as const;

const nodeTypes: ReadonlySet<unknown> = new Set<XmlNodeType>([
  'element',
  'attribute',
  'text',
  'cdata',
  'none',
]);

/** Flags of earlier versions, the strongest first: none may stand beside `nodeType`. */
const flags = [
  ['x-ms-text', 'text'],
  ['attribute', 'attribute'],
  ['wrapped', 'element'],
] as const;

function nodeTypeOf(written: JsonObject): XmlNodeType | undefined {
  // The set has told that it is one.
  if (nodeTypes.has(written.nodeType)) return written.nodeType as XmlNodeType;
  return flags.find(([flag]) => written[flag] === true)?.[1];
}
