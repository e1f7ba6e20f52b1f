import type { XmlContent, XmlNode, XmlNodeType } from '../binding.js';
import { ownMember } from '../own-member.js';
import { kindsOf } from '../request/xml-nodes.js';
import type { XmlElement } from './xml-document.js';
import { attributeNamed, elementsOf, localName, openScope } from './xml-scope.js';

/** Contents that nodes refer to. */
export type XmlTypes = Readonly<Record<string, XmlContent>>;

/** A node without a schema. */
export const openNode: XmlNode = { open: true };

/** What a node holds. */
export function contentOf(node: XmlNode, types: XmlTypes): XmlContent {
  return node.type === undefined ? node : (ownMember(types, node.type) ?? openNode);
}

/** The node type of a node, also where its schema says none. */
export function nodeTypeOf(node: XmlNode, content: XmlContent): XmlNodeType {
  if (node.nodeType !== undefined) return node.nodeType;
  return content.open !== true && kindsOf(content).every((kind) => kind === 'array') ? 'none' : 'element';
}

/** What an element holds: of what its schema takes, what it looks like. */
export function kindIn(content: XmlContent, element: XmlElement): 'array' | 'object' | 'text' | 'open' {
  if (content.open === true) return 'open';
  const [first, ...others] = kindsOf(content);
  const elements = elementsOf(element);
  // Markup where the schema has text: as text alone it would lose its words' places.
  if (first === 'text' && others.length === 0) return elements.length === 0 ? 'text' : 'open';
  if (first === 'text' && elements.length === 0 && !hasKnownAttribute(content, element)) return 'text';
  const kinds = first === 'text' ? others : [first, ...others];
  if (kinds.length < 2) return kinds[0] ?? 'open';
  const keys = Object.entries(content.members ?? {}).map(([key, { name = key }]) => localName(name));
  return elements.length > 0 && elements.every(({ name }) => !keys.includes(localName(name)))
    ? 'array'
    : 'object';
}

function hasKnownAttribute({ members = {} }: XmlContent, element: XmlElement): boolean {
  const scope = openScope(element);
  return Object.entries(members).some(
    ([key, node]) =>
      node.nodeType === 'attribute' && attributeNamed(scope, node, node.name ?? key) !== undefined,
  );
}
