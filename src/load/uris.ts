import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Unread } from './file-reading.js';

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

/** The file that a reference without its fragment leads to from the file `from`, or why none may be read. */
export function fileOf(reference: string, base: string, from: string): string | Unread {
  const url = urlOf(reference, base);
  if (url === undefined) return refused('It is no address.');
  if (url.href === uriOf(from)) return from;
  const rule = schemes.get(url.protocol);
  return rule === undefined
    ? refused(`'${url.protocol}' is no kind of address that files are read from.`)
    : rule(url);
}

/** How a file is found by the scheme of its URI. */
const schemes: ReadonlyMap<string, (url: URL) => string | Unread> = new Map([
  ['file:', pathOf],
  ['http:', () => refused('It is on the network.')],
  ['https:', () => refused('It is on the network.')],
  ['stdin:', () => refused('A document on standard input has no folder to read from.')],
]);

function pathOf(url: URL): string | Unread {
  if (url.host !== '') return refused('It names another host.');
  try {
    return fileURLToPath(url);
  } catch {
    return refused('Its path is encoded wrongly or holds an encoded slash.');
  }
}

function refused(problem: string): Unread {
  return { code: 'refused-reference', problem };
}
