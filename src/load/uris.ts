import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isWebUrl } from '../diagnostics/addresses.js';

/** What a document on standard input has for a file name. */
export const stdinFile = '<stdin>';

/** The URI of a file, from which relative references in it are taken. */
export function uriOf(file: string): string {
  if (file === stdinFile) return 'stdin:///';
  return isWebUrl(file) ? file : pathToFileURL(file).href;
}

/** What reports call a file: a path as seen from the current folder, or a URL without its secrets. */
export function shownName(file: string, cwd: string): string {
  return isWebUrl(file) ? shownUrl(file) : path.relative(cwd, file) || '.';
}

/** A URL without its user information and its query, which can be secrets. */
export function shownUrl(url: string): string {
  return url.replace(/^(https?:[\\/]*)[^\\/?#]*@/i, '$1').replace(/\?[^#]+/, '?…');
}

/** Whether a URL's host is this computer. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
