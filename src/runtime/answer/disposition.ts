import { mediaTypeParameter } from '../media-types.js';
import { withoutHidden } from './hidden-text.js';

/** What a `Content-Disposition` field (RFC 6266, RFC 7578 4.2) calls a content. */
export interface Disposition {
  readonly name?: string;
  readonly fileName?: string;
}

const mostCharacters = 100;

/** Reads a `Content-Disposition` field; its parameters are written as those of media types. */
export function readDisposition(field: string): Disposition {
  const name = tidy(mediaTypeParameter(field, 'name'));
  const fileName = tidy(
    extended(mediaTypeParameter(field, 'filename*')) ?? mediaTypeParameter(field, 'filename'),
  );
  const base = fileName?.split(/[/\\]/).at(-1);
  return { ...(name && { name }), ...(base && { fileName: base }) };
}

/** A parameter with a charset, by RFC 8187. */
function extended(value: string | undefined): string | undefined {
  const [, charset, text] = /^([\w-]+)'[^']*'(.*)$/.exec(value ?? '') ?? [];
  if (charset === undefined || text === undefined) return undefined;
  const bytes = Buffer.from(
    text.replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    'latin1',
  );
  return /^utf-8$/i.test(charset) ? bytes.toString('utf8') : bytes.toString('latin1');
}

function tidy(text: string | undefined): string | undefined {
  return text === undefined ? undefined : oneLine(text, mostCharacters);
}

/** A text of the API's as a part of a line: without line ends and hidden characters, cut where it is long. */
export function oneLine(text: string, most: number): string {
  const line = withoutHidden(text.slice(0, 4 * most), 'plain')
    .text.replace(/\s+/g, ' ')
    .trim();
  return line.length > most ? `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : line;
}
