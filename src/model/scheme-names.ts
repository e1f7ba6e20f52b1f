import { createHash } from 'node:crypto';
import path from 'node:path';
import { isWebUrl } from '../diagnostics/addresses.js';
import type { Origin } from '../diagnostics/diagnostics.js';

const component = /^\/components\/securitySchemes\/([^/]+)$/;

/**
 * The name of a Security Scheme Object that only URIs name: where it stands, seen from the document. Nothing else decides
 * it, neither how often nor in which order schemes are named: variables, hooks and settings of one never become those of
 * another. It always holds a `#`, so that no key that is meant as a name is like it.
 */
export function schemeNameAt({ file, pointer }: Origin, document: string): string {
  const [, key] = component.exec(pointer) ?? [];
  // Lists of names are divided by commas.
  return `${fileFrom(document, file)}#${key ?? pointer}`.replaceAll(',', '%2C');
}

/** A file as the document would name it. */
function fileFrom(document: string, file: string): string {
  if (file === document) return '';
  if (!isWebUrl(file)) return path.relative(path.dirname(document), file).replaceAll(path.sep, '/');
  const url = new URL(file);
  const isNear = isWebUrl(document) && new URL(document).origin === url.origin;
  const place = isNear
    ? path.posix.relative(path.posix.dirname(new URL(document).pathname), url.pathname)
    : `${url.origin}${url.pathname}`;
  return url.search === '' ? place : `${place}?${digestOf(url.search)}`;
}

/** A query tells files apart, and can be a secret. */
function digestOf(query: string): string {
  return createHash('sha256').update(query).digest('hex').slice(0, 8);
}
