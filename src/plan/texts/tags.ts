import { code } from './code.js';

/** Elements that stand on lines of their own. */
const blocks =
  'blockquote|caption|center|dd|details|div|dl|dt|h[1-6]|li|ol|p|pre|summary|table|tbody|tfoot|thead|tr|ul';

const htmlNames =
  `a|abbr|b|big|br|cite|code|col|del|em|font|hr|i|iframe|img|ins|kbd|mark|q|s|samp|script|small|span|strike|` +
  `strong|style|sub|sup|td|th|tt|u|var|wbr|${blocks}`;

/** Attributes of HTML tags: `a<b && c>d` has none. */
const attributes =
  '(?:\\s{1,9}(?:[\\w:-]{1,60}\\s{0,9}=[^<>]{0,2000}|(?:allowfullscreen|compact|controls|disabled|hidden|nowrap|open|reversed)\\b)){0,9}\\s{0,9}';

const tag = `<(?<end>/?)(?<name>${htmlNames})(?<attributes>${attributes}/?)>`;

const tags = new RegExp(tag, 'i');
const codeOrTags = new RegExp(`(?<code>${code})|${tag}`, 'gi');
const openings = new RegExp(`<(?=/?(?:${htmlNames})[\\s/>])`, 'gi');

const isBlock = new RegExp(`^(?:${blocks})$`);

/** Elements that have no end tag, or need none (HTML 13.1.2.4). */
const endless = /^(?:br|dd|dt|hr|img|li|p|tbody|td|tfoot|th|thead|tr|wbr)$/;

/** What a raised or lowered number is told by in plain text: 10^6 is not 106. */
const raised: ReadonlyMap<string, string> = new Map([
  ['sup', '^'],
  ['sub', '_'],
]);

interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly attributes: string;
  readonly from: number;
  readonly to: number;
}

/** Whether a text holds a tag of HTML. */
export function holdsTag(text: string): boolean {
  return tags.test(text);
}

/** A text without what begins a tag of HTML. */
export function withoutOpenings(text: string): string {
  return text.replace(openings, '');
}

/** A text without tags of HTML; a name in angle brackets that nothing ends is a placeholder: `<code>`. */
export function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  const found = tagsOf(text);
  const firstStarts = new Map<string, number>();
  const lastEnds = new Map<string, number>();
  for (const { name, isEnd, from } of found) {
    if (isEnd) lastEnds.set(name, from);
    else if (!firstStarts.has(name)) firstStarts.set(name, from);
  }
  const parts: string[] = [];
  let at = 0;
  for (const each of found) {
    const { name, isEnd, from, to } = each;
    const isPaired = isEnd ? (firstStarts.get(name) ?? from) < from : (lastEnds.get(name) ?? from) > from;
    if (!isPaired && !endless.test(name) && each.attributes.trim() === '') continue;
    parts.push(text.slice(at, from), standIn(text, each));
    at = to;
  }
  return parts.join('') + text.slice(at);
}

function tagsOf(text: string): readonly Tag[] {
  const found: Tag[] = [];
  for (const { 0: whole, index, groups = {} } of text.matchAll(codeOrTags)) {
    if (groups['code'] !== undefined) continue;
    found.push({
      name: (groups['name'] ?? '').toLowerCase(),
      isEnd: groups['end'] === '/',
      attributes: groups['attributes'] ?? '',
      from: index,
      to: index + whole.length,
    });
  }
  return found;
}

/** What stands in the place of a tag. */
function standIn(text: string, { name, isEnd, attributes: own, from, to }: Tag): string {
  if (name === 'br' || name === 'hr') return '\n';
  if (isBlock.test(name)) return isEnd || /[^\n>]/.test(text.charAt(from - 1)) ? '\n' : '';
  if (isEnd) return name === 'td' || name === 'th' ? ' ' : '';
  if (name === 'img') return alternative(own);
  const follows =
    /[\p{L}\p{N})\]>]/u.test(text.charAt(from - 1)) && /[\p{L}\p{N}+(<−-]/u.test(text.charAt(to));
  return follows && !text.startsWith('</', to) ? (raised.get(name) ?? '') : '';
}

/** The words of an image, as those of Markdown's images. */
function alternative(own: string): string {
  const found = /(?:^|\s)alt\s{0,9}=\s{0,9}(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/i.exec(own);
  return found?.groups?.['double'] ?? found?.groups?.['single'] ?? '';
}
