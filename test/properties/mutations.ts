import type { Json } from './random-document.js';

/** Random numbers from 0 up to `limit`. */
export type Pick = (limit: number) => number;

/** Numbers that are the same for the same seed (the generator of Lehmer, by Park and Miller). */
export function picker(seed: number): Pick {
  let state = (Math.abs(seed) % 2_147_483_646) + 1;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % Math.max(limit, 1);
  };
}

/** Changes bytes of a text: flips, removes, repeats, or cuts. */
export function mutateBytes(text: string, pick: Pick): Uint8Array {
  let bytes: Uint8Array = Buffer.from(text);
  for (let count = 1 + pick(4); count > 0; count -= 1) {
    const at = pick(bytes.length);
    const kind = byteChanges[pick(byteChanges.length)];
    bytes = kind?.(bytes, at, pick) ?? bytes;
  }
  return bytes;
}

const byteChanges: readonly ((bytes: Uint8Array, at: number, pick: Pick) => Uint8Array)[] = [
  (bytes, at, pick) => spliced(bytes, at, 1, Buffer.of(pick(256))),
  (bytes, at, pick) => spliced(bytes, at, pick(20), Buffer.alloc(0)),
  (bytes, at, pick) => spliced(bytes, at, 0, bytes.subarray(at, at + pick(200))),
  (bytes, at, pick) => spliced(bytes, at, 0, Buffer.from(tokens[pick(tokens.length)] ?? '')),
  (bytes, at) => bytes.subarray(0, at),
];

const tokens = [
  '{',
  '}',
  '[',
  '"',
  ':',
  '\n',
  '\t',
  '- ',
  '&a ',
  '*a',
  '<<: ',
  '# ',
  '//',
  '\ufeff',
  '%',
  '---\n',
];

function spliced(bytes: Uint8Array, at: number, removed: number, added: Uint8Array): Uint8Array {
  return Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]);
}

/** Changes one to three values of a document: drops, swaps, retypes, or lets a reference dangle. */
export function mutateTree(document: Json, pick: Pick): Json {
  let changed = document;
  for (let count = 1 + pick(3); count > 0; count -= 1) {
    // The document's own keys stay: without `openapi` nothing at all is tried.
    const places = placesIn(changed).filter((place) => place.length > 1);
    const place = places[pick(places.length)] ?? [];
    const other = places[pick(places.length)] ?? [];
    const kind = treeChanges[pick(treeChanges.length)];
    changed = kind?.(changed, place, other, pick) ?? changed;
  }
  return changed;
}

type Place = readonly string[];

const treeChanges: readonly ((root: Json, place: Place, other: Place, pick: Pick) => Json)[] = [
  (root, place) => replaced(root, place, undefined),
  (root, place, other) => replaced(root, place, valueAt(root, other)),
  (root, place, _other, pick) => replaced(root, place, oddities[pick(oddities.length)]),
  (root, place, _other, pick) => replaced(root, place, { $ref: dangling[pick(dangling.length)] ?? '' }),
];

const oddities: readonly Json[] = [
  null,
  true,
  0,
  -1.5,
  1e308,
  '',
  'text',
  [],
  {},
  [[]],
  [null],
  { '': null },
  { $ref: 7 },
  [{}],
  'a'.repeat(5000),
];

const dangling = [
  '#/components/schemas/None',
  '#/paths',
  '#',
  'other.yaml#/a',
  'https://127.0.0.1:9/x',
  '../../up.json',
  '#/components/schemas/Pet/properties/%ff',
  '',
  '#anchor',
];

function placesIn(root: Json): readonly Place[] {
  const places: Place[] = [];
  const open: { readonly value: Json; readonly place: Place }[] = [{ value: root, place: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, place } = next;
    places.push(place);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) open.push({ value: member, place: [...place, key] });
  }
  return places;
}

function valueAt(root: Json, place: Place): Json | undefined {
  return place.reduce<Json | undefined>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Readonly<Record<string, Json>>)[key]
        : undefined,
    root,
  );
}

/** The document with another value at a place, or without it; everything else stays shared. */
function replaced(root: Json, place: Place, value: Json | undefined): Json {
  const [key, ...rest] = place;
  if (key === undefined) return value ?? root;
  if (typeof root !== 'object' || root === null) return root;
  const next = (member: Json | undefined): Json | undefined =>
    rest.length === 0 ? value : member === undefined ? undefined : replaced(member, rest, value);
  if (Array.isArray(root)) {
    const items: readonly Json[] = root;
    return items.flatMap((item, index) => (String(index) === key ? (next(item) ?? []) : [item]));
  }
  const members = Object.entries(root).flatMap(([name, member]): readonly (readonly [string, Json])[] => {
    const kept = name === key ? next(member) : member;
    return kept === undefined ? [] : [[name, kept]];
  });
  return Object.fromEntries(members);
}
