import { load, type LoadOptions, type State } from 'js-yaml';
import type { Position } from './positions.js';
import type { WantedPlace } from './wanted-places.js';
import { coreSchema, isWrittenScalar } from './yaml-scalars.js';
import { isExplicitKey } from './yaml-text.js';

/**
 * Finds the wanted places of a YAML text. The loader tells where each node begins and ends; the values that it makes are
 * dropped as soon as they are complete, so that a large text needs little memory. What an alias stands for was passed
 * when the alias is met, so that it is looked for in another pass.
 */
export function findYamlPlaces(text: string, root: WantedPlace): void {
  let sought: Sought = { root: [root], starts: new Map() };
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const found = passOver(text, sought);
    if (found.size === 0) return;
    sought = { root: [], starts: found };
  }
}

/** Aliases in what aliases stand for, beyond which nothing is looked for. */
const mostPasses = 5;

/** Where nodes begin, as the loader sees it, with the places that are wanted in them. */
type Starts = Map<number, readonly WantedPlace[]>;

/** What is looked for in one pass. */
interface Sought {
  readonly root: readonly WantedPlace[];
  readonly starts: Starts;
}

/** A node that is being read. */
interface OpenNode {
  /** Where the loader began to look for it: blanks, comments and properties can come first. */
  readonly from: number;
  /** Where its content begins, and the place of that; only known where something is wanted around it. */
  readonly content: number;
  readonly position: Position | undefined;
  readonly wanted: readonly WantedPlace[];
  /** Whether its members give way to those that were found elsewhere. */
  readonly isMerged: boolean;
  readonly isExplicitKey: boolean;
  /** Whether the loader reads the node around it once more, to see whether it is a key. */
  readonly isAround: boolean;
  /** What is wanted of the value of the key that was read last; `undefined` where no key waits for its value. */
  key: { readonly wanted: readonly WantedPlace[]; readonly isMerge: boolean } | undefined;
  /** The number of the next item. */
  index: number;
}

/** Reads a text once; what is wanted of aliases, by the beginnings of the nodes that they stand for. */
function passOver(text: string, sought: Sought): Starts {
  const open: OpenNode[] = [];
  const anchors = new Map<string, number>();
  const aliases: Starts = new Map();
  // The types of js-yaml do not know its two limits yet. `json` lets it go on where a key stands twice.
  const options: LoadOptions & { readonly maxDepth: number; readonly maxTotalMergeKeys: number } = {
    schema: coreSchema,
    json: true,
    maxDepth: Infinity,
    maxTotalMergeKeys: -1,
    listener: (event, state) => {
      if (event === 'open') open.push(openNode(state, open.at(-1), sought));
      else {
        const node = open.pop();
        if (node !== undefined) closeNode(state as ClosedState, node, open.at(-1), { anchors, aliases });
      }
    },
  };
  // A text that was refused stops the loader, be it by the end of the stack: what was met by then serves.
  try {
    load(text, options);
  } catch {
    return aliases;
  }
  return aliases;
}

function openNode(state: State, parent: OpenNode | undefined, { root, starts }: Sought): OpenNode {
  const from = state.position;
  const started = starts.get(from) ?? [];
  const isLooked = parent === undefined || parent.wanted.length > 0;
  const content = isLooked || started.length > 0 ? contentAt(state.input, from) : from;
  const isAround = isLooked && parent?.content === content;
  const inherited = isLooked ? inheritedBy(parent, content, root, state.input) : nothing;
  const position = isLooked ? positionAt(content, state) : undefined;
  for (const place of inherited.placed) place.position = position;
  return {
    from,
    content,
    position,
    wanted: isAround || started.length === 0 ? inherited.wanted : [...inherited.wanted, ...started],
    isMerged: inherited.isMerged || started.length > 0,
    isExplicitKey: isLooked && isExplicitKey(state.input, from),
    isAround,
    key: undefined,
    index: 0,
  };
}

/** What a node has from the one around it; the places among it that begin where the node begins. */
interface Inherited {
  readonly wanted: readonly WantedPlace[];
  readonly placed: readonly WantedPlace[];
  readonly isMerged: boolean;
}

const nothing: Inherited = { wanted: [], placed: [], isMerged: false };

function inheritedBy(
  parent: OpenNode | undefined,
  content: number,
  root: readonly WantedPlace[],
  input: string,
): Inherited {
  if (parent === undefined) return { wanted: root, placed: root, isMerged: false };
  const { wanted, key, isMerged } = parent;
  if (content === parent.content) return { wanted, placed: [], isMerged };
  if (key !== undefined) return { wanted: key.wanted, placed: [], isMerged: isMerged || key.isMerge };
  if (!isSequenceAt(parent.content, input)) return nothing;
  // A list of what is merged stands for all that its items have.
  const items = membersOf(wanted, String(parent.index));
  return isMerged && items.length === 0
    ? { wanted, placed: [], isMerged }
    : { wanted: items, placed: isMerged ? items.filter(isUnplaced) : items, isMerged };
}

/** The state of the loader at the end of a node, with the fields that its types leave out. */
interface ClosedState extends Omit<State, 'kind'> {
  readonly kind: string | null;
  readonly tag: string | null;
  readonly anchor: string | null;
  result: unknown;
}

interface Gathered {
  readonly anchors: Map<string, number>;
  readonly aliases: Starts;
}

function closeNode(
  state: ClosedState,
  node: OpenNode,
  parent: OpenNode | undefined,
  { anchors, aliases }: Gathered,
): void {
  const { input, position, kind, anchor } = state;
  if (anchor !== null) anchors.set(anchor, node.from);
  const isCollection = dropCollection(state);
  if (isCollection && kind === null && node.wanted.length > 0) {
    const start = anchors.get(aliasAt(node.content, input));
    if (start !== undefined) aliases.set(start, [...(aliases.get(start) ?? []), ...node.wanted]);
  }
  if (parent === undefined || parent.wanted.length === 0) return;
  if (!isCollection && (node.isExplicitKey || isColonNext(input, position))) {
    parent.key = keyOf(state, node, parent);
  } else if (!node.isAround) {
    parent.key = undefined;
    parent.index += 1;
  }
}

/** Puts nothing in the place of a list or a mapping that was read; whether it is one. */
function dropCollection(state: ClosedState): boolean {
  const { result } = state;
  if (typeof result !== 'object' || result === null || isWrittenScalar(result)) return false;
  state.result = Array.isArray(result) ? [] : {};
  return true;
}

/** Notes the place of a key; what is wanted of its value. */
function keyOf({ input, result, tag }: ClosedState, node: OpenNode, parent: OpenNode): OpenNode['key'] {
  const { wanted, isMerged, index, content } = parent;
  if (tag === 'tag:yaml.org,2002:merge') return { wanted, isMerge: true };
  // A list can have single pairs for items.
  const mapping = isSequenceAt(content, input) ? membersOf(wanted, String(index)) : wanted;
  const members = membersOf(mapping, String(result));
  for (const member of isMerged ? members.filter(isUnplaced) : members) member.position = node.position;
  return { wanted: members, isMerge: false };
}

function isUnplaced({ position }: WantedPlace): boolean {
  return position === undefined;
}

function membersOf(places: readonly WantedPlace[], key: string): readonly WantedPlace[] {
  return places.flatMap(({ members }) => members.get(key) ?? []);
}

/** Where the content of a node begins: behind blanks, comments, anchor and tag. */
function contentAt(input: string, from: number): number {
  const before = /(?:[ \t\r\n]+|(?<=[ \t\r\n])#[^\r\n]*|[&!][^ \t\r\n,[\]{}]*(?=[ \t\r\n]))*/y;
  before.lastIndex = from;
  before.test(input);
  return before.lastIndex;
}

/** The position of a place at or behind the one that the loader is at. */
function positionAt(offset: number, { input, position, line, lineStart }: State): Position {
  const lines = input.slice(position, offset).split(/\r\n|\n|\r/);
  const last = lines.at(-1) ?? '';
  const column = lines.length > 1 ? last.length : offset - lineStart;
  return { line: line + lines.length, column: column + 1 };
}

function isSequenceAt(content: number, input: string): boolean {
  return input.charAt(content) === '[' || /^-\s/.test(input.slice(content, content + 2));
}

/** Whether a scalar that ends here is a key. */
function isColonNext(input: string, from: number): boolean {
  const next = /[ \t]*:/y;
  next.lastIndex = from;
  return next.test(input);
}

/** The name that an alias stands for. */
function aliasAt(content: number, input: string): string {
  return /^\*([^\s,[\]{}]+)/.exec(input.slice(content, content + 1_000))?.[1] ?? '';
}
