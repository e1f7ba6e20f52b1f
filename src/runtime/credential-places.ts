import { isToken, percentDecode, percentEncode } from './request/encoding.js';
import type { Outgoing } from './security.js';
import { ToolError } from './tool-error.js';

/** Puts a credential into a header, in place of what stands there. */
export function placeHeader({ headers }: Outgoing, name: string, value: string): void {
  if (!isToken(name)) throw unusable('belongs in a header whose name is not legal');
  if (!/^[\x20-\x7e\t]+$/.test(value)) throw unusable('holds a character that a header cannot carry');
  headers.set(name, value);
}

/** Puts a credential into the query, in place of every pair of that name. */
export function placeQuery({ url }: Outgoing, name: string, value: string): void {
  const others = url.search.slice(1).split('&');
  const kept = others.filter((pair) => pair !== '' && decoded(pair.split('=', 1)[0] ?? '') !== name);
  url.search = [...kept, `${percentEncode(name)}=${percentEncode(value)}`].join('&');
}

/** Puts a credential into a cookie (RFC 6265 4.1.1), in place of every cookie of that name. */
export function placeCookie({ headers }: Outgoing, name: string, value: string): void {
  if (!isToken(name)) throw unusable('belongs in a cookie whose name is not legal');
  if (!/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/.test(value)) {
    throw unusable('holds a character that a cookie cannot carry');
  }
  const others = (headers.get('cookie') ?? '').split('; ');
  const kept = others.filter((pair) => pair !== '' && decoded(pair.split('=', 1)[0] ?? '') !== name);
  headers.set('cookie', [...kept, `${name}=${value}`].join('; '));
}

/** The error for a credential that cannot be sent; its value is not told. */
export function unusable(problem: string): ToolError {
  return new ToolError('invalid-credentials', `The credential ${problem}.`);
}

function decoded(text: string): string {
  return percentDecode(text.replaceAll('+', ' ')).toString('utf8');
}
