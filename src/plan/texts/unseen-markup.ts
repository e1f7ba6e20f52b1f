import { code } from './code.js';
import type { HiddenCount } from './hidden.js';

/** Declarations of CSS that keep an element from sight. */
const concealing =
  /\bdisplay\s{0,9}:\s{0,9}none\b|\bvisibility\s{0,9}:\s{0,9}(?:hidden|collapse)\b|\b(?:font-size|opacity)\s{0,9}:\s{0,9}0(?![.\d]{0,9}[1-9])/i;

/** Elements whose words no page shows. */
const unshown: ReadonlySet<string> = new Set(['script', 'style', 'template']);

/** Elements without words. */
const empty: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'col', 'wbr', 'source']);

/** What may begin a comment or a hidden element; code is passed over. */
const starts = new RegExp(
  `(?<code>${code})|(?<comment><!--)|<(?<name>[a-z][a-z0-9]{0,15})(?<attributes>(?:\\s[^<>]{0,2000})?)>`,
  'gi',
);

/** A part of a text that no page shows. */
interface Unseen {
  readonly kind: 'HTML comments' | 'hidden HTML elements';
  readonly from: number;
  readonly to: number;
}

/** A text without comments and hidden elements of HTML. */
export function withoutUnseen(text: string): string {
  const parts = partsOf(text);
  if (parts.length === 0) return text;
  const seen = parts.map(({ from }, at) => text.slice(parts[at - 1]?.to ?? 0, from));
  return [...seen, text.slice(parts.at(-1)?.to)].join('');
}

/** The comments and hidden elements of HTML in a text, by kind. */
export function unseenIn(text: string): readonly HiddenCount[] {
  const parts = partsOf(text);
  const kinds = [...new Set(parts.map(({ kind }) => kind))];
  return kinds.map((kind) => ({ kind, count: parts.filter((part) => part.kind === kind).length }));
}

function partsOf(text: string): readonly Unseen[] {
  if (!/<[!a-z]/i.test(text)) return [];
  const parts: Unseen[] = [];
  const lastEnd = text.lastIndexOf('-->');
  const pattern = new RegExp(starts);
  for (let start = pattern.exec(text); start !== null; start = pattern.exec(text)) {
    const part = partAt(text, start, lastEnd);
    if (part === undefined) continue;
    parts.push(part);
    pattern.lastIndex = part.to;
  }
  return parts;
}

function partAt(
  text: string,
  { index, 0: found, groups = {} }: RegExpExecArray,
  lastEnd: number,
): Unseen | undefined {
  if (groups['code'] !== undefined) return undefined;
  if (groups['comment'] !== undefined) {
    // A comment without an end is text.
    if (lastEnd < index + found.length) return undefined;
    const to = text.indexOf('-->', index + found.length) + 3;
    return { kind: 'HTML comments', from: index, to };
  }
  const name = (groups['name'] ?? '').toLowerCase();
  if (empty.has(name) || found.endsWith('/>')) return undefined;
  if (!unshown.has(name) && !conceals(groups['attributes'] ?? '')) return undefined;
  return { kind: 'hidden HTML elements', from: index, to: endOf(text, name, index) };
}

function conceals(attributes: string): boolean {
  const names = attributes.replace(/"[^"]*"|'[^']*'/g, '""');
  return concealing.test(attributes) || /\shidden(?=$|[\s=])/i.test(names);
}

/** Where an element ends; without an end it takes all that follows, as it does on a page. */
function endOf(text: string, name: string, from: number): number {
  const tags = new RegExp(`<(?<end>/?)${name}(?:\\s[^<>]{0,2000})?>`, 'gi');
  tags.lastIndex = from;
  let depth = 0;
  for (let tag = tags.exec(text); tag !== null; tag = tags.exec(text)) {
    depth += tag.groups?.['end'] === '/' ? -1 : 1;
    if (depth === 0) return tag.index + tag[0].length;
  }
  return text.length;
}
