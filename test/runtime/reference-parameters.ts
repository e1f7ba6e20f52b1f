// A reader of parameters, written from the Specification alone: what a server understands of what is on the wire.
// Values are split before they are decoded (OpenAPI 3.2, Appendix C), and every scalar is read as text.

/** What the schema of a parameter says that its value is. */
export type Kind = 'scalar' | 'array' | 'object';

/** A Parameter Object as a server knows it. */
export interface Declared {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly style: string;
  readonly explode: boolean;
}

/** What reached a server: the text of the path parameter, the query without `?`, a header, or all cookies. */
export type Wire = string;

/** A value whose scalars are texts; `undefined` where the parameter is not there. */
export type Read = string | undefined | readonly Read[] | { readonly [name: string]: Read };

type Decode = (text: string) => string;

/** Reads a parameter. */
export function readReference(declared: Declared, kind: Kind, wire: Wire): Read {
  switch (declared.style) {
    case 'simple':
      return readJoined(wire, kind, declared.explode, ',', decoderOf(declared));
    case 'label':
      return readLabel(wire, kind, declared.explode);
    case 'matrix':
      return readMatrix(wire, kind, declared);
    case 'deepObject':
      return readDeepObject(wire, declared.name);
    default:
      return declared.in === 'query' || declared.in === 'cookie'
        ? readForm(wire, kind, declared)
        : readDelimited(decoderOf(declared)(wire), kind, delimiters.get(declared.style) ?? ',');
  }
}

/** Percent-decoding (RFC 3986 2.1); headers and the style `cookie` have none. */
function decoderOf(declared: Declared): Decode {
  if (declared.in === 'header' || declared.style === 'cookie') return (text) => text;
  if (declared.in !== 'query') return decodeURIComponent;
  // A query is `application/x-www-form-urlencoded` (OpenAPI 3.2, URL Percent-Encoding).
  return (text) => decodeURIComponent(text.replaceAll('+', ' '));
}

/** Items, or names and values, that a separator joins; exploded members are `name=value` (RFC 6570 3.2.1). */
function readJoined(text: string, kind: Kind, explode: boolean, separator: string, decode: Decode): Read {
  if (kind === 'scalar') return decode(text);
  const pieces = text.split(separator);
  if (kind === 'array') return pieces.map(decode);
  return objectOf(
    explode ? pieces.map((piece) => pairOf(piece, decode)) : pairsIn(pieces).map((pair) => pair.map(decode)),
  );
}

/** RFC 6570 3.2.5. */
function readLabel(text: string, kind: Kind, explode: boolean): Read {
  if (!text.startsWith('.')) throw new Error(`'${text}' is no label.`);
  return readJoined(text.slice(1), kind, explode, explode ? '.' : ',', decodeURIComponent);
}

/** RFC 6570 3.2.7. */
function readMatrix(text: string, kind: Kind, { name, explode }: Declared): Read {
  if (!text.startsWith(';')) throw new Error(`'${text}' is no matrix.`);
  const raw = text
    .slice(1)
    .split(';')
    .map((piece) => pairOf(piece, (one) => one));
  if (explode && kind === 'object') return objectOf(raw.map((pair) => pair.map(decodeURIComponent)));
  const values = raw.map(([key = '', value = '']) => {
    if (decodeURIComponent(key) !== name) throw new Error(`'${key}' is not '${name}'.`);
    return value;
  });
  if (explode && kind === 'array') return values.map(decodeURIComponent);
  if (values.length !== 1) throw new Error(`'${text}' is more than one value.`);
  return readJoined(values[0] ?? '', kind, false, ',', decodeURIComponent);
}

/** What stands between the items of the styles that RFC 6570 does not have (OpenAPI 3.2, Style Values; `tsv` of 2.0). */
const delimiters: ReadonlyMap<string, string> = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
  ['tabDelimited', '\t'],
]);

/** RFC 6570 3.2.8; in cookies RFC 6265 4.2.1 has the separator. */
function readForm(wire: string, kind: Kind, declared: Declared): Read {
  const { name, explode, style } = declared;
  const decode = decoderOf(declared);
  const pairs =
    wire === ''
      ? []
      : wire.split(declared.in === 'cookie' ? '; ' : '&').map((one) => pairOf(one, (text) => text));
  if (explode && kind === 'object') {
    return pairs.length === 0 ? undefined : objectOf(pairs.map((pair) => pair.map(decode)));
  }
  const values = pairs.filter(([key = '']) => decode(key) === name).map(([, value = '']) => value);
  if (values.length === 0) return undefined;
  if (explode && kind === 'array') return values.map(decode);
  if (values.length !== 1) throw new Error(`'${wire}' has '${name}' more than once.`);
  const [value = ''] = values;
  const delimiter = delimiters.get(style);
  // A delimiter that has to be percent-encoded is seen only after decoding (OpenAPI 3.2, Appendix E).
  if (delimiter !== undefined) return readDelimited(decode(value), kind, delimiter);
  return readJoined(value, kind, false, ',', decode);
}

function readDelimited(text: string, kind: Kind, delimiter: string): Read {
  return readJoined(text, kind, false, delimiter, (piece) => piece);
}

/** A tree of names; what is empty between brackets is a next item. */
interface Branch {
  readonly members: Map<string, Branch | string>;
}

/** `name[a][b]=1`, as qs, Rack and PHP read it; only the first level is the Specification's. */
function readDeepObject(query: string, name: string): Read {
  const root: Branch = { members: new Map() };
  for (const pair of query === '' ? [] : query.split('&')) {
    const [key = '', value = ''] = pairOf(pair, decodeURIComponent);
    const [, head = '', brackets = ''] = /^([^[]*)((?:\[[^[\]]*\])*)$/.exec(key) ?? [];
    const path = [head, ...[...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, member = '']) => member)];
    plant(root, path, value);
  }
  const found = root.members.get(name);
  return found === undefined ? undefined : treeOf(found);
}

function plant(root: Branch, path: readonly string[], value: string): void {
  let branch = root;
  for (const [index, written] of path.entries()) {
    const key = written === '' ? String(branch.members.size) : written;
    const known = branch.members.get(key);
    if (index === path.length - 1) {
      if (known !== undefined) throw new Error(`'${path.join('/')}' is there twice.`);
      branch.members.set(key, value);
      return;
    }
    if (typeof known === 'string') throw new Error(`'${path.join('/')}' is a text already.`);
    const next = known ?? { members: new Map<string, Branch | string>() };
    branch.members.set(key, next);
    branch = next;
  }
}

/** A branch whose names count from 0 is an array. */
function treeOf(branch: Branch | string): Read {
  if (typeof branch === 'string') return branch;
  const entries = [...branch.members].map(([key, member]) => [key, treeOf(member)] as const);
  return entries.every(([key], index) => key === String(index))
    ? entries.map(([, member]) => member)
    : Object.fromEntries(entries);
}

function pairOf(text: string, decode: Decode): readonly string[] {
  const end = text.indexOf('=');
  return end < 0 ? [decode(text), ''] : [decode(text.slice(0, end)), decode(text.slice(end + 1))];
}

function pairsIn(pieces: readonly string[]): readonly (readonly string[])[] {
  if (pieces.length % 2 !== 0) throw new Error(`'${pieces.join()}' are no pairs.`);
  return pieces.flatMap((piece, index) => (index % 2 === 0 ? [[piece, pieces[index + 1] ?? '']] : []));
}

function objectOf(pairs: readonly (readonly string[])[]): Read {
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}
