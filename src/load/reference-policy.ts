import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { hostOf, isWebUrl, urlOf } from '../diagnostics/addresses.js';
import type { Unread } from './file-reading.js';
import { folderFor, isWithin, outside, type Folder } from './folder.js';
import type { LoadSettings } from './settings.js';
import { isLoopback, stdinFile, uriOf } from './uris.js';

/** Where the references of a document may lead. */
export interface ReferencePolicy {
  /** The folder that files are read from; `undefined` where none are. */
  readonly folder: Folder | undefined;
  /** The URL of a document that came from one: what lies below its folder may be read as well. */
  readonly site: URL | undefined;
  /** The other hosts that may be asked, as `host:port`. */
  readonly hosts: ReadonlySet<string>;
  readonly allowHttp: boolean;
}

/** What an address names: a file, or a URL of the document's own site or of another host. */
export type Place = { readonly file: string } | { readonly url: URL; readonly on: 'site' | 'host' } | Unread;

/** What is wrong with a choice about references. */
interface WrongChoice {
  readonly option: '--ref-root' | '--allow-refs-from';
  readonly problem: string;
}

/** The policy for the references of a document, or what is wrong with the choices about it. */
export function policyOf(root: string, settings: LoadSettings): ReferencePolicy | WrongChoice {
  const { refHosts, refRoot, cwd, allowHttp } = settings;
  const wrong = refHosts.find((host) => hostOf(host) === undefined);
  if (wrong !== undefined) {
    const problem = `'${wrong}' is no name of a host, with or without a port.`;
    return { option: '--allow-refs-from', problem };
  }
  const hosts = new Set(refHosts.map((host) => keyOf(new URL(`https://${host}`))));
  if (isWebUrl(root)) return { folder: undefined, site: new URL(root), hosts, allowHttp };
  const chosen = refRoot === undefined ? undefined : path.resolve(cwd, refRoot);
  const folder = folderFor(root === stdinFile ? undefined : root, chosen);
  if (refRoot !== undefined && folder === undefined) {
    return { option: '--ref-root', problem: `'${refRoot}' is no folder.` };
  }
  return { folder, site: undefined, hosts, allowHttp };
}

/** The URI from which relative references in the document itself are taken. */
export function rootUriOf(root: string, { folder }: ReferencePolicy): string {
  // A document without a place of its own has the one that its references are allowed.
  return root === stdinFile && folder !== undefined
    ? pathToFileURL(folder.real + path.sep).href
    : uriOf(root);
}

/** The address that a reference without its fragment names, or why it names none. */
export function addressOf(reference: string, base: string): URL | Unread {
  if (/^[a-z]:[\\/]/i.test(reference)) {
    return refused("It is a path of Windows: write it relative to the file that it stands in, with '/'.");
  }
  const host = isWebUrl(base) ? undefined : /^[\\/]{2}([^\\/]+)/.exec(reference)?.[1];
  if (host !== undefined) {
    return refused(`It is on the network; put https: before it, and --allow-refs-from ${host} allows it.`);
  }
  return urlOf(reference, base) ?? refused('It is no address.');
}

/** What may be read under an address that stands in the file `from`. */
export function placeOf(url: URL, from: string, policy: ReferencePolicy): Place {
  if (url.username !== '' || url.password !== '') return refused('It holds a user name or a password.');
  const rule = schemes.get(url.protocol);
  return rule === undefined
    ? refused(`'${url.protocol}' is no kind of address that files are read from.`)
    : rule(url, from, policy);
}

/** Why a redirect to a URL is not followed, where that is so. */
export function redirectRefusal(url: URL, on: 'site' | 'host', policy: ReferencePolicy): string | undefined {
  const place = placeOf(url, on === 'site' ? (policy.site?.href ?? '') : '', policy);
  if ('problem' in place) return place.problem;
  return 'url' in place && place.on === on ? undefined : 'It leaves the hosts that may be asked.';
}

/** Whether a URL's host was named by its address, or is this computer: then that address need not be public. */
export function isNamedByAddress({ hostname }: URL): boolean {
  return isLoopback(hostname) || hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
}

/** How a file is found by the scheme of its address. */
const schemes: ReadonlyMap<string, (url: URL, from: string, policy: ReferencePolicy) => Place> = new Map([
  ['file:', fileAt],
  ['http:', webPlace],
  ['https:', webPlace],
  [
    'stdin:',
    () => refused('A document on standard input has no folder to read from; --ref-root gives it one.'),
  ],
]);

function fileAt(url: URL, from: string, { folder }: ReferencePolicy): Place {
  if (isWebUrl(from)) return refused('What comes from the network leads to no file of this computer.');
  if (url.host !== '') return refused('It names another host.');
  let file: string;
  try {
    file = fileURLToPath(url);
  } catch {
    return refused('Its path is encoded wrongly or holds an encoded slash.');
  }
  if (folder === undefined) {
    return refused('A document on standard input has no folder to read from; --ref-root gives it one.');
  }
  return isWithin(folder, file) ? { file } : outside(folder);
}

function webPlace(url: URL, from: string, policy: ReferencePolicy): Place {
  // A server that decodes twice would leave the folder, or find another host, behind the check.
  if (/%(?:25)*(?:2e|2f|5c)/i.test(url.pathname)) return refused('Its path holds an encoded dot or slash.');
  const { site, hosts, allowHttp } = policy;
  if (site !== undefined && isBelow(url, site) && isBelow(urlOf(from), site)) return { url, on: 'site' };
  const host = keyOf(url);
  const wanted = url.protocol === 'https:' ? host.replace(/:443$/, '') : host;
  const isSafe = url.protocol === 'https:' || isLoopback(hostnameOf(url)) || allowHttp;
  if (hosts.has(host)) {
    return isSafe ? { url, on: 'host' } : refused('It is on the network by http; --allow-http allows that.');
  }
  const options = `--allow-refs-from ${wanted}${isSafe ? '' : ' with --allow-http'}`;
  const where = site?.origin === url.origin ? "outside the document's folder" : 'on the network';
  return refused(`It is ${where}; ${options} allows it.`);
}

function isBelow(url: URL | undefined, site: URL): boolean {
  return url?.origin === site.origin && url.pathname.startsWith(site.pathname.replace(/[^/]*$/, ''));
}

function keyOf(url: URL): string {
  return `${hostnameOf(url)}:${url.port === '' ? (url.protocol === 'http:' ? '80' : '443') : url.port}`;
}

/** A dot at the end of a name only says that it is complete. */
function hostnameOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '');
}

function refused(problem: string): Unread {
  return { code: 'refused-reference', problem };
}
