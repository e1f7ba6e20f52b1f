/** A TypeScript type, before it is laid out. Every text in it is safe to print. */
export type TypeNode =
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'reference'; readonly name: string }
  | { readonly kind: 'record'; readonly values: 'unknown' | 'never' }
  | { readonly kind: 'array'; readonly items: TypeNode }
  | TupleNode
  | { readonly kind: 'union'; readonly members: readonly TypeNode[] }
  | { readonly kind: 'intersection'; readonly members: readonly TypeNode[] }
  | ObjectNode;

/** `[string, number?, ...boolean[]]`. */
export interface TupleNode {
  readonly kind: 'tuple';
  readonly items: readonly TypeNode[];
  /** How many items are there in any case. */
  readonly required: number;
  readonly rest: TypeNode | undefined;
}

/** `{ name: string; [key: string]: unknown }`; never without members and index signature. */
export interface ObjectNode {
  readonly kind: 'object';
  readonly members: readonly TypeMember[];
  /** What the index signature gives. */
  readonly index: TypeNode | undefined;
}

/** One property of an object type. */
export interface TypeMember {
  /** As it is written: an identifier or a string literal. */
  readonly name: string;
  readonly optional: boolean;
  readonly type: TypeNode;
  /** Text of the doc comment, safe to print; `''` for none. */
  readonly comment: string;
}

/** The type that takes every value. */
export const unknownType: TypeNode = nameOf('unknown');

/** The type of an object of which nothing is known. */
export const openObject: TypeNode = { kind: 'record', values: 'unknown' };

/** The type of an object without properties. */
export const emptyObject: TypeNode = { kind: 'record', values: 'never' };

const emptyType: TypeNode = nameOf('never');

/** A keyword or a literal. */
export function nameOf(text: string): TypeNode {
  return { kind: 'name', text };
}

/** The union of types: flat, each name once, `unknown` where one member is. */
export function unionOf(types: readonly TypeNode[]): TypeNode {
  const members = distinct(types.flatMap((type) => (type.kind === 'union' ? type.members : [type])));
  if (members.some((member) => isName(member, 'unknown'))) return unknownType;
  const possible = members.filter((member) => !isName(member, 'never'));
  if (possible.length > 1) return { kind: 'union', members: possible };
  return possible[0] ?? emptyType;
}

/** The intersection of types: flat, each name once, without members that say nothing. */
export function intersectionOf(types: readonly TypeNode[]): TypeNode {
  const members = distinct(types.flatMap((type) => (type.kind === 'intersection' ? type.members : [type])));
  if (members.some((member) => isName(member, 'never'))) return emptyType;
  const telling = members.filter((member) => !isName(member, 'unknown'));
  const narrow = telling.filter((member) => !(member.kind === 'record' && member.values === 'unknown'));
  const kept = narrow.length > 0 ? narrow : telling;
  if (kept.length > 1) return { kind: 'intersection', members: kept };
  return kept[0] ?? unknownType;
}

/** The names of the declared types that a type mentions, at any depth. */
export function referencesOf(type: TypeNode | undefined): readonly string[] {
  if (type === undefined) return [];
  return type.kind === 'reference' ? [type.name] : partsOf(type).flatMap(referencesOf);
}

function partsOf(type: TypeNode): readonly TypeNode[] {
  if (type.kind === 'array') return [type.items];
  if (type.kind === 'union' || type.kind === 'intersection') return type.members;
  if (type.kind === 'tuple') return type.rest === undefined ? type.items : [...type.items, type.rest];
  if (type.kind !== 'object') return [];
  const members = type.members.map((member) => member.type);
  return type.index === undefined ? members : [...members, type.index];
}

function isName(type: TypeNode, text: string): boolean {
  return type.kind === 'name' && type.text === text;
}

function distinct(types: readonly TypeNode[]): readonly TypeNode[] {
  const seen = new Set<string>();
  return types.filter((type) => {
    const key = keyOf(type);
    if (key === undefined) return true;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function keyOf(type: TypeNode): string | undefined {
  if (type.kind === 'name') return type.text;
  if (type.kind === 'reference') return `reference ${type.name}`;
  return type.kind === 'record' ? `record ${type.values}` : undefined;
}
