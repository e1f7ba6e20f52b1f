import type { XmlNode } from '../binding.js';
import type { NamespaceScope, XmlElement } from './xml-document.js';

/** An element that is being read, with what of it nodes have taken. */
export interface Scope {
  readonly element: XmlElement;
  /** Its child elements by their names without prefixes. */
  readonly byName: ReadonlyMap<string, readonly XmlElement[]>;
  /** Child elements, and names of attributes. */
  readonly taken: Set<XmlElement | string>;
  /** Contents that are being read without an element of their own: one within itself has no end. */
  reading: ReadonlySet<unknown>;
  isTextTaken: boolean;
}

const schemaInstance = 'http://www.w3.org/2001/XMLSchema-instance';

// Of most elements nothing is read in this way, and there are many.
const nothing: ReadonlySet<unknown> = new Set();
const noElements: ReadonlyMap<string, readonly XmlElement[]> = new Map();

/** An element of which nothing has been taken. */
export function openScope(element: XmlElement): Scope {
  const byName = hasElements(element)
    ? groupBy(elementsOf(element), ({ name }) => localName(name))
    : noElements;
  return { element, byName, taken: new Set(), reading: nothing, isTextTaken: false };
}

/** The child elements of an element. */
export function elementsOf({ children }: XmlElement): readonly XmlElement[] {
  return children.filter((child) => typeof child !== 'string');
}

/** Whether there are elements in an element. */
export function hasElements({ children }: XmlElement): boolean {
  return children.some((child) => typeof child !== 'string');
}

/** The child elements that no node has taken, by their names as they are written. */
export function restOf({ element, byName, taken }: Scope): ReadonlyMap<string, readonly XmlElement[]> {
  if (byName.size === 0) return noElements;
  const rest = elementsOf(element).filter((child) => !taken.has(child));
  return groupBy(rest, ({ name }) => name);
}

function groupBy(
  elements: readonly XmlElement[],
  keyOf: (element: XmlElement) => string,
): ReadonlyMap<string, readonly XmlElement[]> {
  const groups = new Map<string, XmlElement[]>();
  for (const element of elements) {
    const key = keyOf(element);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [element]);
    else group.push(element);
  }
  return groups;
}

/** What is written in an element itself; nothing where that is but the white space between its elements. */
export function textOf({ children }: XmlElement): string {
  const [first = ''] = children;
  if (children.length <= 1 && typeof first === 'string') return first;
  const text = children.filter((child) => typeof child === 'string').join('');
  return isBlank(text) ? '' : text;
}

/** Whether a text is nothing but white space of XML. */
export function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

/** A name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function prefixOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(':')));
}

function namespaceOf(scope: NamespaceScope | undefined, prefix: string): string | undefined {
  for (let current = scope; current !== undefined; current = current.outer) {
    const namespace = current.declared.get(prefix);
    if (namespace !== undefined) return namespace;
  }
  return undefined;
}

/** Whether an element stands for null: `xsi:nil` (XML Schema, 2.6.2). */
export function isNil({ attributes, scope }: XmlElement): boolean {
  if (attributes.size === 0) return false;
  for (const [name, value] of attributes) {
    if (localName(name) !== 'nil' || !isSchemaInstance(name, scope)) continue;
    return ['true', '1'].includes(value.trim());
  }
  return false;
}

function isSchemaInstance(name: string, scope: NamespaceScope | undefined): boolean {
  const prefix = prefixOf(name);
  if (prefix === '') return false;
  return (namespaceOf(scope, prefix) ?? (prefix === 'xsi' ? schemaInstance : '')) === schemaInstance;
}

/** Whether an attribute tells of XML itself and not of the value: a namespace, or a word of XML Schema. */
export function isMeta(name: string, { scope }: XmlElement): boolean {
  return name === 'xmlns' || name.startsWith('xmlns:') || isSchemaInstance(name, scope);
}

/** The elements that a node names, in its own namespace where there are several. */
export function childrenNamed({ byName, taken }: Scope, node: XmlNode, name: string): readonly XmlElement[] {
  const named = (byName.get(localName(name)) ?? []).filter((child) => !taken.has(child));
  if (named.every((child) => child.name === named[0]?.name) && !isQualified(node, name)) return named;
  const own = named.filter((child) => isInNamespace(child, node, name));
  return own.length > 0 ? own : named;
}

function isQualified({ prefix, namespace }: XmlNode, name: string): boolean {
  return prefix !== undefined || namespace !== undefined || name.includes(':');
}

function isInNamespace(element: XmlElement, { prefix, namespace }: XmlNode, name: string): boolean {
  const actual = prefixOf(element.name);
  if (namespace !== undefined) return namespaceOf(element.scope, actual) === namespace;
  return actual === (prefix ?? prefixOf(name));
}

/** The name, as it is written, of the attribute that a node names: that of its own prefix first. */
export function attributeNamed({ element, taken }: Scope, node: XmlNode, name: string): string | undefined {
  const qualified = node.prefix === undefined ? name : `${node.prefix}:${name}`;
  if (element.attributes.has(qualified)) return qualified;
  const names = [...element.attributes.keys()].filter((key) => !taken.has(key) && !isMeta(key, element));
  return names.find((key) => localName(key) === localName(name));
}
