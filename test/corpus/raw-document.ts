import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { load } from 'js-yaml';

/** An object of a document as it was written. */
export type RawObject = Readonly<Record<string, unknown>>;

/** A value of a document, with the file that relative references inside it start from. */
export interface RawNode {
  readonly value: unknown;
  readonly file: string;
}

/**
 * A document and the files it refers to, read without anything of the generator, so that what the generator
 * overlooks is seen here.
 */
export interface RawDocument {
  readonly root: RawNode;
  /** What the reference of this node leads to; a value of `undefined` where it leads nowhere or to the network. */
  target(node: RawNode): RawNode;
  /** The node itself, or what its chain of references ends at. */
  follow(node: RawNode): RawNode;
}

/** Opens the document in `file`; the files it refers to are read when they are asked for. */
export function openDocument(file: string): RawDocument {
  const files = new Map<string, unknown>();
  const read = (path: string): unknown => {
    if (!files.has(path)) files.set(path, readValue(path));
    return files.get(path);
  };
  const target = (node: RawNode): RawNode => {
    const [address = '', pointer = ''] = (referenceOf(node.value) ?? '').split('#');
    if (/^[a-z][a-z0-9+.-]+:/i.test(address)) return { value: undefined, file: node.file };
    const path = address === '' ? node.file : resolve(dirname(node.file), decodeURIComponent(address));
    return { value: valueAt(read(path), pointer), file: path };
  };
  const follow = (node: RawNode): RawNode => {
    let at = node;
    // Longer chains than this lead in a circle.
    for (let hops = 0; referenceOf(at.value) !== undefined; hops += 1) {
      if (hops === 100) return { value: undefined, file: node.file };
      at = target(at);
    }
    return at;
  };
  return { root: { value: read(file), file }, target, follow };
}

/** The text of a `$ref`, where the value is a Reference Object. */
export function referenceOf(value: unknown): string | undefined {
  const reference = asObject(value)?.['$ref'];
  return typeof reference === 'string' ? reference : undefined;
}

/** The value if it is an object. */
export function asObject(value: unknown): RawObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as RawObject)
    : undefined;
}

/** The own members of an object; none of anything else. */
export function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(asObject(value) ?? {});
}

/** The items of an array; none of anything else. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function readValue(path: string): unknown {
  try {
    const text = readFileSync(path, 'utf8');
    return path.endsWith('.json') ? JSON.parse(text) : load(text, { json: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function valueAt(value: unknown, pointer: string): unknown {
  let at = value;
  for (const token of pointer.split('/').slice(1)) {
    const key = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as RawObject)[key] : undefined;
  }
  return at;
}
