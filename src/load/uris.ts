import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** What a document on standard input has for a file name. */
export const stdinFile = '<stdin>';

/** The URI of a file, from which relative references in it are taken. */
export function uriOf(file: string): string {
  if (file === stdinFile) return 'stdin:///';
  return isWebUrl(file) ? file : pathToFileURL(file).href;
}

/** Whether a text is an http or https URL. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** What reports call a file: a path as seen from the current folder, or a URL. */
export function shownName(file: string, cwd: string): string {
  return isWebUrl(file) ? file : path.relative(cwd, file);
}

/** Whether a URL's host is this computer. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** A URI reference against its base; `undefined` where it is none. */
export function urlOf(reference: string, base?: string): URL | undefined {
  // `URL.parse` is younger than the oldest Node that runs this.
  try {
    return new URL(reference, base);
  } catch {
    return undefined;
  }
}
