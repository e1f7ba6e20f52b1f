import type { OperationHead } from '../model/model.js';
import { nameGlob, pathGlob, type Matcher } from './glob.js';
import { namesOf } from './names/tool-names.js';

/** One expression of `--filter`: `tag:pets`, `!path:/internal/**`. */
export interface Filter {
  /** As it was written. */
  readonly text: string;
  readonly kind: FilterKind;
  /** What stands behind the colon. */
  readonly pattern: string;
  /** Whether it takes operations away. */
  readonly excludes: boolean;
  readonly matches: (operation: OperationHead) => boolean;
}

/** What a filter looks at. */
type FilterKind = keyof typeof filterKinds;

interface KindRule {
  /** What of an operation a pattern is compared with. */
  readonly namesOf: (operation: OperationHead) => readonly string[];
  readonly matcherOf: (pattern: string) => Matcher;
}

/** Every kind of filter. A new one is an entry here, a word in `--help`, and its cases in test/plan/filters.test.ts. */
export const filterKinds = {
  tag: { namesOf: ({ tags }) => tags, matcherOf: nameGlob },
  path: {
    namesOf: ({ path, key }) => (key === undefined ? [path] : [path, key.slice(key.indexOf(' ') + 1)]),
    matcherOf: pathGlob,
  },
  operation: { namesOf, matcherOf: operationGlob },
  method: {
    namesOf: ({ method }) => [method.toUpperCase()],
    matcherOf: (pattern) => nameGlob(pattern.toUpperCase()),
  },
} satisfies Record<string, KindRule>;

/** Reads an expression; a text that says what is wrong with it where it cannot be read. */
export function readFilter(text: string): Filter | string {
  const [, sign, kind = '', written = ''] = /^(!?)([^:]*):(.*)$/s.exec(text) ?? [];
  const pattern = written.trim();
  if (sign === undefined) return `'${text}' does not say what to look at; write ${forms}.`;
  if (!isFilterKind(kind)) return `'${kind}' in '${text}' is nothing to look at; write ${forms}.`;
  if (pattern === '') return `'${text}' has nothing behind the colon.`;
  const rule: KindRule = filterKinds[kind];
  const matchesName = rule.matcherOf(pattern);
  const matches = (operation: OperationHead): boolean => rule.namesOf(operation).some(matchesName);
  return { text, kind, pattern, excludes: sign === '!', matches };
}

/** A pattern with a method before a path is one of routes, any other one of operationIds. */
function operationGlob(pattern: string): Matcher {
  const [, method, path] = /^(\S+)\s+([/*].*)$/s.exec(pattern) ?? [];
  if (method === undefined || path === undefined) return nameGlob(pattern);
  const [isMethod, isPath] = [nameGlob(method.toUpperCase()), pathGlob(path)];
  return (name) => {
    const end = name.indexOf(' ');
    return end !== -1 && isMethod(name.slice(0, end).toUpperCase()) && isPath(name.slice(end + 1));
  };
}

function isFilterKind(kind: string): kind is FilterKind {
  return Object.hasOwn(filterKinds, kind);
}

const forms = Object.keys(filterKinds)
  .map((kind) => `${kind}:…`)
  .join(', ');
