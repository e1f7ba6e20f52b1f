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

/** What was read of a document. */
export interface XmlDocument {
  readonly root: XmlElement;
  readonly hasDoctype: boolean;
  /** Whether the document goes on: elements that were open where reading ended are not whole. */
  readonly isCut: boolean;
  /** Characters that were read. */
  readonly read: number;
}

/** Why a text is no document that can be read; `unfinished`: its first tag has no end in what was read. */
export type XmlProblem = 'malformed' | 'deep' | 'unfinished';

/** How a text is read. */
interface XmlParsing {
  /** Elements within one another that are read; a document with more is not. */
  readonly depth: number;
  /** Whether the text is the start of a longer one: elements that are still open end with it. */
  readonly isCut: boolean;
  /** Soon after so many elements and attributes reading ends, as if the text had been cut there; missing: it is read whole. */
  readonly nodes?: number;
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
  /** Elements and attributes that were read. */
  nodes: number;
  hasDoctype: boolean;
  problem: XmlProblem | undefined;
}

/**
 * Reads an XML 1.0 document, in linear time. Nothing that a DOCTYPE declares is looked at: no entity is expanded but
 * the five that every document knows, and nothing is ever fetched.
 */
export function parseXml(
  source: string,
  { depth, isCut, nodes = Infinity }: XmlParsing,
): XmlDocument | { readonly problem: XmlProblem } {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  if (!isXmlText(text)) return { problem: 'malformed' };
  const state = newState();
  const read = readXmlEvents(text, isCut, listenerOf(state, depth, nodes));
  if (state.problem !== undefined) return { problem: state.problem };
  const goesOn = isCut || read < text.length;
  if (goesOn) closeAll(state);
  const { root, open, hasDoctype } = state;
  if (root === undefined) return { problem: goesOn ? 'unfinished' : 'malformed' };
  return open.length === 0 ? { root, hasDoctype, isCut: goesOn, read } : { problem: 'malformed' };
}

function newState(): State {
  return { open: [], content: [], root: undefined, nodes: 0, hasDoctype: false, problem: undefined };
}

function listenerOf(state: State, depth: number, mostNodes: number): XmlListener {
  const fail = (problem: XmlProblem): void => {
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
    isDone: () => state.problem !== undefined || state.nodes >= mostNodes,
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
  state.nodes += 1 + attributes.size;
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
