import type { Origin } from './diagnostics.js';

/** A reference token of RFC 6901 as it stands in a pointer. */
export function escapeToken(token: string): string {
  return /[~/]/.test(token) ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;
}

/** A reference token of RFC 6901 as the key that it means. */
export function unescapeToken(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;
}

/** The pointer to a member of what `pointer` leads to. */
export function pointerTo(pointer: string, key: string): string {
  return `${pointer}/${escapeToken(key)}`;
}

/** The pointer that keys make, the outermost first. */
export function pointerOf(keys: readonly string[]): string {
  return keys.reduce(pointerTo, '');
}

/** The reference tokens of a pointer, unescaped. */
export function tokensOf(pointer: string): readonly string[] {
  return pointer === '' ? [] : pointer.slice(1).split('/').map(unescapeToken);
}

/** A place as the key of a map. */
export function keyOf({ file, pointer }: Origin): string {
  return `${file}#${pointer}`;
}
