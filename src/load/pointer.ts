import { isObject } from './json.js';

/** A reference token of RFC 6901 as it stands in a pointer. */
export function escapeToken(token: string): string {
  return /[~/]/.test(token) ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;
}

/** The pointer to a member of what `pointer` leads to. */
export function pointerTo(pointer: string, key: string): string {
  return `${pointer}/${escapeToken(key)}`;
}

/** The reference tokens of a pointer, unescaped. */
export function tokensOf(pointer: string): readonly string[] {
  if (pointer === '') return [];
  const tokens = pointer.slice(1).split('/');
  return pointer.includes('~')
    ? tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    : tokens;
}

/** The value that a pointer leads to; `undefined` where there is none, since JSON has no such value. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const token of tokensOf(pointer)) {
    if (Array.isArray(value))
      value = /^(?:0|[1-9]\d*)$/.test(token) ? (value[Number(token)] as unknown) : undefined;
    else value = isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
  }
  return value;
}
