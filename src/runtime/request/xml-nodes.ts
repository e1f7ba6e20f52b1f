import type { XmlBinding, XmlContent, XmlNode, XmlNodeType } from '../binding.js';
import { ownMember } from '../own-member.js';
import { invalid } from './encoding.js';
import type { ToolError } from '../tool-error.js';
import { isXmlLocalName, isXmlName, isXmlText, markReferences } from './xml-text.js';
import { isObject } from './value-text.js';

/** A node as fast-xml-parser's builder takes it: children or text under its name, attributes under `:@`. */
export type BuilderNode = Readonly<Record<string, unknown>>;

/** Keys of the builder that are no names of XML, so that no element can be taken for one. */
export const builderKeys = { text: '#text', cdata: '#cdata', attributePrefix: '@_' } as const;

/** Nodes within one another beyond this are refused. */
export const deepestXml = 100;

const schemaInstance = 'http://www.w3.org/2001/XMLSchema-instance';

/** A node without a schema. */
const openNode: XmlNode = { open: true };

/** An element that is being written. */
interface Element {
  readonly attributes: Map<string, string>;
  readonly children: BuilderNode[];
}

/** Where in the argument a value stands, and the name of a node that has none of its own. */
interface Place {
  readonly name: string;
  readonly path: readonly string[];
  readonly depth: number;
}

interface Work {
  readonly property: string;
  readonly types: Readonly<Record<string, XmlContent>>;
}

type WriteNode = (node: XmlNode, value: unknown, place: Place, parent: Element, work: Work) => void;

/** The root element that the argument `property` becomes. */
export function writeXmlRoot(
  { root, types = {} }: XmlBinding,
  value: unknown,
  property: string,
): BuilderNode {
  const document: Element = { attributes: new Map(), children: [] };
  writeNode(root, value, { name: 'root', path: [], depth: 0 }, document, { property, types });
  const [element, ...more] = document.children;
  const isElement = element !== undefined && !(builderKeys.text in element || builderKeys.cdata in element);
  if (isElement && more.length === 0 && document.attributes.size === 0) return element;
  throw invalid(property, 'does not become one root element of XML');
}

const writeNode: WriteNode = (node, value, place, parent, work) => {
  if (value === undefined || (value === null && node.nil !== true)) return;
  if (place.depth > deepestXml) throw invalid(work.property, 'is nested too deeply for XML');
  const nodeType = node.nodeType ?? (Array.isArray(value) ? 'none' : 'element');
  nodeWriters[nodeType](node, value, place, parent, work);
};

const nodeWriters: { readonly [Type in XmlNodeType]: WriteNode } = {
  element: (node, value, place, parent, work) => {
    const name = nameOf(node, place, work);
    const element: Element = { attributes: new Map(), children: [] };
    declareNamespace(node, element);
    if (value === null) element.attributes.set('xmlns:xsi', schemaInstance).set('xsi:nil', 'true');
    else writeContent(node, value, { ...place, name: node.name ?? place.name }, element, work);
    parent.children.push({ [name]: element.children, ':@': attributesOf(element) });
  },
  attribute: (node, value, place, parent, work) => {
    if (value === null) return;
    const text = textOf(value, place, work);
    // A default namespace says nothing of attributes: only one with a prefix is declared for them.
    if (node.prefix !== undefined) declareNamespace(node, parent);
    parent.attributes.set(nameOf(node, place, work), markReferences(text, '\r\n\t'));
  },
  text: (_, value, place, parent, work) => {
    if (value !== null) parent.children.push(textNode(textOf(value, place, work)));
  },
  cdata: (_, value, place, parent, work) => {
    if (value === null) return;
    // A section holds no references, so what needs one stands between two sections.
    for (const [index, text] of textOf(value, place, work).split('\r').entries()) {
      if (index > 0) parent.children.push(textNode('\r'));
      parent.children.push({ [builderKeys.cdata]: [{ [builderKeys.text]: text }] });
    }
  },
  none: (node, value, place, parent, work) => {
    if (value !== null) writeContent(node, value, place, parent, work);
  },
};

const writeContent: WriteNode = (node, value, place, parent, work) => {
  const content = node.type === undefined ? node : (ownMember(work.types, node.type) ?? openNode);
  if (content.inner !== undefined) {
    writeNode(content.inner, value, { ...place, depth: place.depth + 1 }, parent, work);
    return;
  }
  const kind = Array.isArray(value) ? 'array' : isObject(value) ? 'object' : 'text';
  const taken = kindsOf(content);
  if (!taken.includes(kind)) throw unfit(kind, taken, place, work);
  if (Array.isArray(value)) writeItems(content, value, place, parent, work);
  else if (isObject(value)) writeMembers(content, value, place, parent, work);
  else parent.children.push(textNode(textOf(value, place, work)));
};

/** What a value is to XML. */
export type XmlKind = 'array' | 'object' | 'text';

const kindNames = { array: 'an array', object: 'an object', text: 'text' } as const;

/** The kinds of value that a content takes, text first. */
export function kindsOf(content: XmlContent): readonly XmlKind[] {
  if (content.open === true) return ['text', 'object', 'array'];
  const kinds: XmlKind[] = [];
  if (content.members !== undefined || content.additional !== undefined) kinds.push('object');
  if (content.items !== undefined || content.prefixItems !== undefined) kinds.push('array');
  return content.text === true || kinds.length === 0 ? ['text', ...kinds] : kinds;
}

function writeItems(
  { items = openNode, prefixItems = [] }: XmlContent,
  values: readonly unknown[],
  place: Place,
  parent: Element,
  work: Work,
): void {
  for (const [index, value] of values.entries())
    writeNode(
      prefixItems[index] ?? items,
      value,
      { ...step(place, String(index)), name: place.name },
      parent,
      work,
    );
}

/** Members that the schema knows come in its order: an XML Schema asks for one, and arguments have none. */
function writeMembers(
  { members = {}, additional = openNode }: XmlContent,
  value: Readonly<Record<string, unknown>>,
  place: Place,
  parent: Element,
  work: Work,
): void {
  for (const [name, node] of Object.entries(members))
    writeNode(node, ownMember(value, name), step(place, name), parent, work);
  for (const [name, member] of Object.entries(value)) {
    if (Object.hasOwn(members, name) || member === undefined || member === null) continue;
    // A prefix that nothing declares would spoil the whole document.
    if (additional.name === undefined && !isXmlLocalName(name)) throw unnamed(step(place, name), work);
    writeNode(additional, member, step(place, name), parent, work);
  }
}

function nameOf(node: XmlNode, place: Place, work: Work): string {
  const name = node.name ?? place.name;
  if (!isXmlName(name)) throw unnamed(place, work);
  return node.prefix === undefined ? name : `${node.prefix}:${name}`;
}

function declareNamespace({ prefix, namespace }: XmlNode, element: Element): void {
  if (namespace === undefined) return;
  const name = prefix === undefined ? 'xmlns' : `xmlns:${prefix}`;
  if (!element.attributes.has(name)) element.attributes.set(name, namespace);
}

function attributesOf({ attributes }: Element): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...attributes].map(([name, value]) => [`${builderKeys.attributePrefix}${name}`, value]),
  );
}

function textNode(text: string): BuilderNode {
  return { [builderKeys.text]: markReferences(text, '\r') };
}

/** A scalar as text: an integer of any size as its digits. */
function textOf(value: unknown, place: Place, work: Work): string {
  const text = scalarText(value);
  if (text === undefined) throw unfit(Array.isArray(value) ? 'array' : 'object', ['text'], place, work);
  if (isXmlText(text)) return text;
  throw invalid(work.property, `${told(place, 'a character')} that XML cannot carry`);
}

function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value).toString() : String(value);
  return typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : undefined;
}

function step(place: Place, name: string): Place {
  return { name, path: [...place.path, name], depth: place.depth + 1 };
}

function unfit(kind: XmlKind, taken: readonly XmlKind[], place: Place, work: Work): ToolError {
  const wanted = taken.map((each) => kindNames[each]).join(' or ');
  return invalid(work.property, `${told(place, kindNames[kind])} where ${wanted} is expected`);
}

function unnamed(place: Place, work: Work): ToolError {
  return invalid(work.property, `${told(place, 'a property')} whose name cannot be that of an XML element`);
}

const longestPath = 200;

function told({ path }: Place, what: string): string {
  // Names come from the caller: JSON keeps them on one line.
  const pointer = JSON.stringify(`/${path.join('/')}`.slice(0, longestPath));
  return path.length === 0 ? `has ${what}` : `has, at ${pointer}, ${what}`;
}
