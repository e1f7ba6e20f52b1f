import type { XmlBinding, XmlContent, XmlNode, XmlNodeType } from '../binding.js';
import { kindsOf } from '../request/xml-nodes.js';
import type { XmlElement } from './xml-document.js';
import { contentOf, kindIn, nodeTypeOf, openNode, type XmlTypes } from './xml-kinds.js';
import { readScalar } from './xml-scalars.js';
import {
  attributeNamed,
  childrenNamed,
  elementsOf,
  hasElements,
  isBlank,
  isMeta,
  isNil,
  localName,
  openScope,
  restOf,
  textOf,
  type Scope,
} from './xml-scope.js';

/** The member that holds text beside elements and attributes where no schema names one: no element has this name. */
const textKey = '#text';

/**
 * Reads the value that a document stands for, by that of the bindings whose root has its name. What a schema does not
 * name is read as it is built: elements are members, and repeated ones lists.
 */
export function readXmlValue(bindings: readonly XmlBinding[], root: XmlElement): unknown {
  const name = localName(root.name);
  const named = bindings.find((binding) => localName(binding.root.name ?? '') === name);
  const { root: node, types = {} } = named ?? bindings[0] ?? { root: openNode };
  if (node.nodeType !== 'none') return readElement(node, root, node.name ?? name, types);
  // The root has no node of its own: the document is its element.
  const document = { name: '', attributes: new Map(), children: [root], scope: undefined };
  return readBare(contentOf(node, types), openScope(document), name, types) ?? null;
}

function readElement(node: XmlNode, element: XmlElement, name: string, types: XmlTypes): unknown {
  if (isNil(element)) return null;
  const content = contentOf(node, types);
  if (content.inner !== undefined) return readIn(content.inner, openScope(element), name, types) ?? null;
  const kind = kindIn(content, element);
  if (kind === 'array') return readWrapped(content, element, name, types);
  if (kind === 'object') return readMembers(content, openScope(element), types);
  return kind === 'open' ? readOpen(element) : readScalar(textOf(element), content.scalar);
}

/** Reads an element of which no schema says anything. */
function readOpen(element: XmlElement): unknown {
  if (isNil(element)) return null;
  const isText = !hasElements(element) && ownAttributes(element).length === 0;
  return isText ? textOf(element) : readMembers({}, openScope(element), {});
}

function ownAttributes(element: XmlElement): readonly string[] {
  if (element.attributes.size === 0) return [];
  return [...element.attributes.keys()].filter((name) => !isMeta(name, element));
}

type ReadIn = (node: XmlNode, scope: Scope, key: string, types: XmlTypes) => unknown;

/** Reads the value of a node within an element; `undefined` where it is not there. */
const readIn: ReadIn = (node, scope, key, types) =>
  nodeReaders[nodeTypeOf(node, contentOf(node, types))](node, scope, key, types);

const nodeReaders: { readonly [Type in XmlNodeType]: ReadIn } = {
  element: (node, scope, key, types) => {
    const name = node.name ?? key;
    const elements = takeNamed(scope, node, name);
    const [only, ...more] = elements.map((element) => readElement(node, element, name, types));
    if (more.length > 0) return [only, ...more];
    return only === undefined ? readItems(contentOf(node, types), scope, key, types) : only;
  },
  attribute: (node, scope, key, types) => {
    const name = attributeNamed(scope, node, node.name ?? key);
    if (name === undefined) return undefined;
    scope.taken.add(name);
    return readScalar(scope.element.attributes.get(name) ?? '', contentOf(node, types).scalar);
  },
  text: readOwnText,
  cdata: readOwnText,
  none: (node, scope, key, types) => readBare(contentOf(node, types), scope, key, types),
};

function takeNamed(scope: Scope, node: XmlNode, name: string): readonly XmlElement[] {
  const elements = childrenNamed(scope, node, name);
  for (const element of elements) scope.taken.add(element);
  return elements;
}

function readOwnText(node: XmlNode, scope: Scope, _: string, types: XmlTypes): unknown {
  if (scope.isTextTaken) return undefined;
  scope.isTextTaken = true;
  const text = textOf(scope.element);
  const { scalar } = contentOf(node, types);
  // An element without text has an empty one, but for a number there is none.
  const isMissing = text === '' && (scalar !== undefined || hasElements(scope.element));
  return isMissing ? undefined : readScalar(text, scalar);
}

/** Reads a value that has no node of its own from the element in which its parts stand. */
function readBare(content: XmlContent, scope: Scope, key: string, types: XmlTypes): unknown {
  const { reading } = scope;
  if (reading.has(content)) return undefined;
  scope.reading = new Set([...reading, content]);
  const value =
    content.inner === undefined
      ? (readBareMembers(content, scope, types) ?? readItems(content, scope, key, types))
      : readIn(content.inner, scope, key, types);
  scope.reading = reading;
  return value === undefined && content.open !== true && kindsOf(content).includes('text')
    ? readBareText(content, scope)
    : value;
}

function readBareText({ scalar }: XmlContent, scope: Scope): unknown {
  const text = scope.isTextTaken ? '' : textOf(scope.element);
  if (text === '') return undefined;
  scope.isTextTaken = true;
  return readScalar(text, scalar);
}

function readBareMembers(content: XmlContent, scope: Scope, types: XmlTypes): unknown {
  const entries = membersIn(content, scope, types);
  return entries.size === 0 ? undefined : Object.fromEntries(entries);
}

/** Reads the items of a list that stand between other elements, or in a list that is the whole. */
function readItems(
  content: XmlContent,
  scope: Scope,
  key: string,
  types: XmlTypes,
): readonly unknown[] | undefined {
  const { items, prefixItems } = content;
  if (prefixItems !== undefined) return readTuple(content, scope, key, types);
  if (items === undefined) return undefined;
  const inner = contentOf(items, types);
  const nodeType = nodeTypeOf(items, inner);
  if (nodeType === 'none') return listOf(readBare(inner, scope, key, types));
  if (nodeType !== 'element') return listOf(nodeReaders[nodeType](items, scope, key, types));
  const name = items.name ?? key;
  const values = takeNamed(scope, items, name).map((element) => readElement(items, element, name, types));
  return values.length === 0 ? undefined : values;
}

function listOf(value: unknown): readonly unknown[] | undefined {
  return value === undefined ? undefined : [value];
}

/** Reads a list whose element holds nothing else: each element in it is an item, whatever its name. */
function readWrapped(
  content: XmlContent,
  element: XmlElement,
  key: string,
  types: XmlTypes,
): readonly unknown[] {
  const { items = openNode, prefixItems } = content;
  const scope = openScope(element);
  const name = items.name ?? key;
  const isOfElements = prefixItems === undefined && nodeTypeOf(items, contentOf(items, types)) === 'element';
  const elements = elementsOf(element);
  if (!isOfElements) return readItems({ ...content, items }, scope, key, types) ?? [];
  if (elements.length > 0) return elements.map((each) => readElement(items, each, name, types));
  const text = textOf(element);
  return isBlank(text) ? [] : [readScalar(text, contentOf(items, types).scalar)];
}

/** Reads a list that has a node for each of its first positions, which stand in their order. */
function readTuple(
  content: XmlContent,
  scope: Scope,
  key: string,
  types: XmlTypes,
): readonly unknown[] | undefined {
  const { prefixItems = [], items } = content;
  const rest = scope.element.children.filter((child) => typeof child === 'string' || !scope.taken.has(child));
  const values = prefixItems.map((node) => readPosition(node, rest, scope, key, types));
  while (values.at(-1) === undefined && values.length > 0) values.pop();
  const more = items === undefined ? undefined : readItems({ items }, scope, key, types);
  const all = [...values.map((value) => value ?? null), ...(more ?? [])];
  return all.length === 0 ? undefined : all;
}

/** Reads the next of the nodes that are left; one that has another name is left for the next position. */
function readPosition(
  node: XmlNode,
  rest: (XmlElement | string)[],
  scope: Scope,
  key: string,
  types: XmlTypes,
): unknown {
  const content = contentOf(node, types);
  const nodeType = nodeTypeOf(node, content);
  const isText = nodeType === 'text' || nodeType === 'cdata';
  if (!isText && nodeType !== 'element') return nodeReaders[nodeType](node, scope, key, types);
  const [next] = rest;
  if (isText) {
    scope.isTextTaken = true;
    return readScalar(typeof next === 'string' ? (rest.shift(), next) : '', content.scalar);
  }
  if (typeof next === 'string' && isBlank(next)) rest.shift();
  const [element] = rest;
  const name = node.name ?? key;
  if (element === undefined || typeof element === 'string') return undefined;
  if (localName(element.name) !== localName(name)) return undefined;
  rest.shift();
  scope.taken.add(element);
  return readElement(node, element, name, types);
}

/** Reads an object: the members that its schema names, and all else as it is built. */
function readMembers(content: XmlContent, scope: Scope, types: XmlTypes): unknown {
  const members = membersIn(content, scope, types);
  const { additional = openNode } = content;
  for (const [name, elements] of restOf(scope)) {
    addMember(members, name, readNamed(additional, elements, name, types));
  }
  for (const name of ownAttributes(scope.element).filter((each) => !scope.taken.has(each))) {
    const { scalar } = additional.nodeType === 'attribute' ? contentOf(additional, types) : {};
    const value = readScalar(scope.element.attributes.get(name) ?? '', scalar);
    members.set(members.has(name) ? `@${name}` : name, value);
  }
  const text = scope.isTextTaken ? '' : textOf(scope.element);
  if (!isBlank(text)) members.set(textKey, text);
  return Object.fromEntries(members);
}

/** Reads elements of one name, of which the schema of all other members speaks. */
function readNamed(node: XmlNode, elements: readonly XmlElement[], name: string, types: XmlTypes): unknown {
  const content = contentOf(node, types);
  const { items } = nodeTypeOf(node, content) === 'none' ? content : {};
  const values = elements.map((element) => readElement(items ?? node, element, name, types));
  return items === undefined && values.length === 1 ? values[0] : values;
}

function membersIn({ members = {} }: XmlContent, scope: Scope, types: XmlTypes): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [key, node] of Object.entries(members)) {
    const value = readIn(node, scope, key, types);
    if (value !== undefined) found.set(key, value);
    else if (node.required === true) found.set(key, []);
  }
  return found;
}

/** An element where an attribute of the same name is, or the like: nothing is lost. */
function addMember(members: Map<string, unknown>, name: string, value: unknown): void {
  members.set(name, members.has(name) ? [members.get(name), value].flat() : value);
}
