import { parametersOf } from '../media-types.js';
import { percentDecode } from '../request/encoding.js';
import { oneLine } from './cut-text.js';

/** What a `Content-Disposition` field (RFC 6266, RFC 7578 4.2) calls a content. */
export interface Disposition {
  readonly name?: string;
  readonly fileName?: string;
}

const mostCharacters = 100;

/** Reads a `Content-Disposition` field; its parameters are written as those of media types. */
export function readDisposition(field: string): Disposition {
  const parameters = parametersOf(field);
  const name = tidy(parameters.get('name'));
  const fileName = tidy(extended(parameters.get('filename*')) ?? parameters.get('filename'));
  const base = fileName?.split(/[/\\]/).at(-1);
  return { ...(name && { name }), ...(base && { fileName: base }) };
}

/** A parameter with a charset, by RFC 8187. */
function extended(value: string | undefined): string | undefined {
  const [, charset, text] = /^([\w-]+)'[^']*'(.*)$/.exec(value ?? '') ?? [];
  if (charset === undefined || text === undefined) return undefined;
  return percentDecode(text).toString(/^utf-8$/i.test(charset) ? 'utf8' : 'latin1');
}

function tidy(text: string | undefined): string | undefined {
  return text === undefined ? undefined : oneLine(text, mostCharacters);
}
