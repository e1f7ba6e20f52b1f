import { isJson } from '../media-types.js';
import type { Redact } from '../redaction.js';
import { cutAt } from './cut-text.js';
import { withoutHidden } from './hidden-text.js';

const mostCharacters = 2048;
// What is cut away below is found by patterns, which are kept from reading megabytes.
const mostRead = 8 * mostCharacters;

/** The body of an error as a model can use it: what it says in words first, markup and stacks left out, at most 2 KiB. */
export function readableError(text: string, mediaType: string, redact: Redact): string {
  const value = isJson(mediaType) || /^\s*\{/.test(text) ? parse(text) : undefined;
  const shown =
    value !== undefined
      ? textOfJson(text, value)
      : isPage(text, mediaType)
        ? textOfHtml(cutAt(text, mostRead))
        : cutAt(text, mostRead);
  const clean = withoutHidden(withoutStacks(redact(cutAt(shown, mostRead))), 'plain')
    .text.replace(/\p{Cs}/gu, '\ufffd')
    .trim();
  return clean.length > mostCharacters || (value === undefined && text.length > mostRead)
    ? `${cutAt(clean, mostCharacters)}… (cut)`
    : clean;
}

// More than this is not read as JSON to find a message in it.
const mostParsed = 1024 * 1024;

function parse(text: string): unknown {
  if (text.length > mostParsed) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Problem details (RFC 9457) begin with their words; any other JSON only where it is too long to be given whole. */
function textOfJson(text: string, value: unknown): string {
  if (!isRecord(value)) return text;
  const { title, detail, ...rest } = value;
  const words = [title, detail].filter((part) => typeof part === 'string' && part.trim() !== '');
  if (words.length > 0 && (typeof detail === 'string' || 'type' in value || 'status' in value)) {
    // What JSON.parse would change of a number is given as it came.
    const others = /\d{16}|[eE][+-]?\d{3}/.test(text) ? text : JSON.stringify(rest);
    return [words.join(': '), others === '{}' ? '' : others].filter((part) => part !== '').join('\n');
  }
  const message = text.length > mostCharacters ? messagesOf(value).join('; ') : '';
  return message === '' ? text : `${message}\n${text}`;
}

// Where APIs put what a person should read: `message` first, then what holds further errors.
const wordKeys = [
  'message',
  'error_description',
  'detail',
  'title',
  'description',
  'reason',
  'error',
  'fault',
];
const listKeys = ['errors', 'error', 'details', 'issues', 'violations'];
const mostMessages = 10;
const longestMessage = 500;
const deepest = 6;

/** The messages in an error of a usual shape: `{message}`, `{error: {message}}`, `{errors: [{message}]}`. */
function messagesOf(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [cutAt(value, longestMessage)];
  if (depth > deepest || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return value
      .slice(0, mostMessages)
      .flatMap((item) => messagesOf(item, depth + 1))
      .slice(0, mostMessages);
  }
  const record = value as Readonly<Record<string, unknown>>;
  const own = (key: string): unknown => (Object.hasOwn(record, key) ? record[key] : undefined);
  const words = wordKeys.map(own).find((word) => typeof word === 'string' && word.trim() !== '');
  const nested = listKeys.map(own).filter((item) => typeof item === 'object');
  return [
    ...(typeof words === 'string' ? [cutAt(words, longestMessage)] : []),
    ...messagesOf(nested, depth + 1),
  ];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPage(text: string, mediaType: string): boolean {
  return /\bhtml\b/.test(mediaType) || /^\s*<(?:!doctype\s+html|html)\b/i.test(text);
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
};

function textOfHtml(html: string): string {
  return html
    .replace(/<!--[^]*?(?:-->|$)/g, ' ')
    .replace(/<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^<>]*>?/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ');
}

/** Without the places in code of which development servers tell: they help nobody here, and cost room. */
function withoutStacks(text: string): string {
  return text.replace(
    /(?:(?:\\r)?\\n|\r?\n)(?:[ \t]|\\t)*at [^\n"\\]{1,300}(?:(?:(?:\\r)?\\n|\r?\n)(?:[ \t]|\\t)*at [^\n"\\]{1,300})+/g,
    ' …',
  );
}
