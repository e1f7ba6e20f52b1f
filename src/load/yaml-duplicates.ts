import { load, YAMLException, type LoadOptions, type State } from 'js-yaml';
import type { Limits } from './limits.js';
import { coreSchema, isWrittenScalar } from './yaml-scalars.js';

/** A key that stands twice in one mapping. */
interface DuplicateKey {
  readonly key: string;
  /** The line of the first one. */
  readonly first: number;
  /** Where the other one stands. */
  readonly position: Place;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** A node that is being read: where it began, and the lines of its keys so far. */
interface OpenNode {
  readonly start: Place;
  keys: Map<string, number> | undefined;
}

/** Every key of a YAML text that stands twice in one mapping, as far as the text can be read. */
export function duplicateKeys(text: string, limits: Limits): readonly DuplicateKey[] {
  const duplicates: DuplicateKey[] = [];
  const open: OpenNode[] = [];
  const noteKey = (key: string, position: Place): void => {
    // The pair is complete, and the mapping is what is read now.
    const mapping = open.at(-1);
    if (mapping === undefined || key === '<<') return;
    mapping.keys ??= new Map();
    const first = mapping.keys.get(key);
    if (first === undefined) mapping.keys.set(key, position.line);
    else duplicates.push({ key, first, position });
  };
  // The types of js-yaml do not know its two limits yet. `json` lets it go on where a key stands twice.
  const options: LoadOptions & { readonly maxDepth: number; readonly maxTotalMergeKeys: number } = {
    schema: coreSchema,
    json: true,
    maxDepth: limits.depth,
    maxTotalMergeKeys: limits.nodes,
    listener: (event, state) => {
      if (event === 'open') open.push({ start: placeOf(state), keys: undefined });
      else watchScalar(state, open.pop()?.start, noteKey);
    },
  };
  try {
    load(text, options);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
  }
  return duplicates;
}

function placeOf({ line, position, lineStart }: State): Place {
  return { line: line + 1, column: position - lineStart + 1 };
}

/** Puts a watch in the place of a scalar: js-yaml makes text of it where, and only where, it is a key. */
function watchScalar(
  state: State,
  start: Place | undefined,
  noteKey: (key: string, position: Place) => void,
): void {
  // The types of js-yaml leave out the fields that a node has.
  const node = state as { readonly kind: string | null; result: unknown };
  if (node.kind !== 'scalar' || start === undefined) return;
  const key = textOf(node.result);
  if (key === undefined) return;
  node.result = Object.assign(Object.create(watchPrototype) as object, { key, start, noteKey });
}

/** A scalar as it is written; `undefined` where it is watched already, since keys can be met twice. */
function textOf(scalar: unknown): string | undefined {
  if (typeof scalar === 'string') return scalar;
  if (typeof scalar !== 'object' || scalar === null) return JSON.stringify(scalar);
  return isWrittenScalar(scalar) ? scalar.toString() : undefined;
}

interface WatchedScalar {
  readonly key: string;
  readonly start: Place;
  /** `undefined` once it was called. */
  noteKey: ((key: string, position: Place) => void) | undefined;
}

const watchPrototype = {
  toString(this: WatchedScalar): string {
    this.noteKey?.(this.key, this.start);
    // A key without a value is made text of twice.
    this.noteKey = undefined;
    return this.key;
  },
  // Without a name of its own js-yaml would take it for a mapping.
  [Symbol.toStringTag]: 'WatchedScalar',
};
