/** A key of the Paths Object, taken apart. */
export interface PathTemplate {
  /** The path that a request has: no query, no fragment. */
  readonly path: string;
  /** The names between braces, in order. */
  readonly names: readonly string[];
  /** What the key says of the query, which is no part of a path but is written there. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Why no request can be made of it, where that is so. */
  readonly unusable: string | undefined;
}

/** Reads a key of the Paths Object. */
export function readPathTemplate(key: string): PathTemplate {
  // Documents tell operations on one path apart by a fragment, or by a query that each of them needs.
  const [beforeFragment = ''] = key.split('#', 1);
  const start = beforeFragment.indexOf('?');
  const path = start < 0 ? beforeFragment : beforeFragment.slice(0, start);
  const query = start < 0 ? '' : beforeFragment.slice(start + 1);
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  return {
    path: path.startsWith('/') ? path : `/${path}`,
    names: [...new Set(names)],
    query: query.split('&').filter(Boolean).map(pairOf),
    unusable: problemOf(path, query, names),
  };
}

function problemOf(path: string, query: string, names: readonly string[]): string | undefined {
  // Parsers of URLs remove dot segments, percent-encoded or not, and cannot write half a character.
  if (/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return 'its path has a dot segment.';
  if (/\p{Surrogate}/u.test(path + query)) return 'its path has half a surrogate pair.';
  if (names.includes('')) return 'its path has a parameter without a name.';
  if (/[{}]/.test(path.replace(/\{[^{}]*\}/g, ''))) return 'its path has a brace without a partner.';
  return /[{}]/.test(query) ? 'the query in its path has a parameter.' : undefined;
}

function pairOf(pair: string): readonly [string, string] {
  const [name = '', ...rest] = pair.split('=');
  return [decode(name), decode(rest.join('='))];
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
