import { isXmlText } from '../request/xml-text.js';
import { readXmlEvents, type XmlListener } from './xml-events.js';
import { isBlank } from './xml-scope.js';

/** An element of an XML document. */
export interface XmlElement {
  /** As it is written, with its prefix. */
  readonly name: string;
  /** By their names as they are written. */
  readonly attributes: ReadonlyMap<string, string>;
  /** In document order; a CDATA section is text, and no two texts stand side by side. */
  readonly children: readonly (XmlElement | string)[];
  readonly scope: NamespaceScope | undefined;
}

/** The namespaces that an element declares, by prefix; the default one has an empty prefix. */
export interface NamespaceScope {
  readonly declared: ReadonlyMap<string, string>;
  readonly outer: NamespaceScope | undefined;
}

/** A document, or why a text is none that can be read. */
export type ParsedXml =
  { readonly root: XmlElement; readonly hasDoctype: boolean } | { readonly problem: 'malformed' | 'deep' };

/** How a text is read. */
interface XmlParsing {
  /** Elements within one another that are read; a document with more is not. */
  readonly depth: number;
  /** Whether the text is the start of a longer one: elements that are still open end with it. */
  readonly isCut: boolean;
}

/** An element whose end was not read yet. */
interface OpenElement extends Omit<XmlElement, 'children'> {
  /** Where in `content` its children start. */
  readonly start: number;
}

interface State {
  /** Outer elements first. */
  readonly open: OpenElement[];
  /** Children of open elements: those of the outer ones first. */
  readonly content: (XmlElement | string)[];
  root: XmlElement | undefined;
  hasDoctype: boolean;
  problem: 'malformed' | 'deep' | undefined;
}

/**
 * Reads an XML 1.0 document, in linear time. Nothing that a DOCTYPE declares is looked at: no entity is expanded but
 * the five that every document knows, and nothing is ever fetched.
 */
export function parseXml(source: string, { depth, isCut }: XmlParsing): ParsedXml {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  if (!isXmlText(text)) return { problem: 'malformed' };
  const state: State = { open: [], content: [], root: undefined, hasDoctype: false, problem: undefined };
  readXmlEvents(text, isCut, listenerOf(state, depth));
  if (state.problem !== undefined) return { problem: state.problem };
  if (isCut) closeAll(state);
  const { root, open, hasDoctype } = state;
  return root !== undefined && open.length === 0 ? { root, hasDoctype } : { problem: 'malformed' };
}

function listenerOf(state: State, depth: number): XmlListener {
  const fail = (problem: 'malformed' | 'deep'): void => {
    state.problem ??= problem;
  };
  return {
    open: (name, attributes) => {
      if (state.open.length >= depth) fail('deep');
      if (state.open.length === 0 && state.root !== undefined) fail('malformed');
      openElement(state, name, attributes);
    },
    close: () => closeElement(state),
    text: (text) => {
      if (state.open.length > 0) addText(state, text);
      else if (!isBlank(text)) fail('malformed');
    },
    doctype: () => {
      state.hasDoctype = true;
    },
    malformed: () => fail('malformed'),
    isDone: () => state.problem !== undefined,
  };
}

function addText({ content, open }: State, text: string): void {
  const last = content.at(-1);
  const isFirst = content.length === open.at(-1)?.start;
  if (typeof last === 'string' && !isFirst) content[content.length - 1] = last + text;
  else content.push(text);
}

function openElement(state: State, name: string, attributes: ReadonlyMap<string, string>): void {
  const scope = scopeOf(attributes, state.open.at(-1)?.scope);
  state.open.push({ name, attributes, scope, start: state.content.length });
}

function scopeOf(
  attributes: ReadonlyMap<string, string>,
  outer: NamespaceScope | undefined,
): NamespaceScope | undefined {
  const declared = new Map<string, string>();
  for (const [name, value] of attributes) {
    if (name === 'xmlns') declared.set('', value);
    else if (name.startsWith('xmlns:')) declared.set(name.slice('xmlns:'.length), value);
  }
  return declared.size === 0 ? outer : { declared, outer };
}

function closeElement(state: State): void {
  const { open, content } = state;
  const element = open.pop();
  if (element === undefined) return;
  const { name, attributes, scope, start } = element;
  // A list that grows has room to spare, and there are many: these have none.
  const closed = { name, attributes, children: content.slice(start), scope };
  content.length = start;
  if (open.length === 0) state.root = closed;
  else content.push(closed);
}

/** Ends the elements of a text that was cut: those inside which nothing was read to its end are left out. */
function closeAll(state: State): void {
  const { open, content } = state;
  for (let innermost = open.at(-1); innermost !== undefined; innermost = open.at(-1)) {
    const { start } = innermost;
    const isTold = open.length === 1 || content.some((child, at) => at >= start && typeof child !== 'string');
    if (isTold) return closeRest(state);
    content.length = start;
    open.pop();
  }
}

function closeRest(state: State): void {
  while (state.open.length > 0) closeElement(state);
}
