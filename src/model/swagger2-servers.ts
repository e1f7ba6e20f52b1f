import { urlOf } from '../diagnostics/addresses.js';
import { child, type Located } from '../load/located.js';
import { isLoopback } from '../load/uris.js';
import type { Server } from './model.js';
import { listOf, textOf, type Reading } from './reading.js';
import { absoluteUrl, type OperationServers } from './servers.js';

/** The servers that `host`, `basePath` and `schemes` of Swagger 2.0 name; https stands first. */
export function readSwagger2Servers(root: Located, reading: Reading): readonly Server[] {
  return serversOf(root, schemesIn(root, reading), reading);
}

/** The servers of an operation that has `schemes` of its own. */
export function readSwagger2OperationServers(
  operation: Located,
  _item: unknown,
  reading: Reading,
): OperationServers {
  const schemes = schemesIn(operation, reading);
  if (schemes.length === 0) return { servers: [], unusable: undefined };
  if (!schemes.some(isHttp)) {
    return { servers: [], unusable: `it is called by ${schemes.join(' or ')}, not by http.` };
  }
  return { servers: serversOf(reading.document.root, schemes, reading), unusable: undefined };
}

/** The schemes that requests can have, https first; others only where there is no such one. */
function schemesIn(object: Located, reading: Reading): readonly string[] {
  const schemes = listOf(child(object, 'schemes'), reading) ?? [];
  const usable = ['https', 'http'].filter((scheme) => schemes.includes(scheme));
  return usable.length > 0 ? usable : schemes.filter((scheme) => /^[a-z][a-z\d+.-]*$/i.test(scheme));
}

function isHttp(scheme: string): boolean {
  return scheme === 'https' || scheme === 'http';
}

function serversOf(root: Located, schemes: readonly string[], reading: Reading): readonly Server[] {
  const { url } = reading.document;
  const written = readAddress(root, reading);
  const host = written.host ?? (url === undefined ? undefined : urlOf(url)?.host);
  if (host === undefined) return [{ origin: written.origin, url: written.path, variables: {} }];
  const used = schemes.length > 0 ? schemes : [written.scheme ?? defaultScheme(host, url)];
  return used.map((scheme) => ({
    origin: written.origin,
    url: absoluteUrl(`${scheme}://${host}${written.path}`, url),
    variables: {},
  }));
}

/** An address, taken apart. */
interface Address {
  readonly scheme: string | undefined;
  readonly host: string | undefined;
  /** Begins with a slash. */
  readonly path: string;
}

/** `host` and `basePath` together. */
function readAddress(root: Located, { diagnostics }: Reading): Address & Pick<Located, 'origin'> {
  const [host, basePath] = [child(root, 'host'), child(root, 'basePath')];
  const ofHost = addressIn(textOf(host.value) ?? '', true);
  const ofPath = addressIn(textOf(basePath.value) ?? '/', false);
  if (ofHost.scheme !== undefined || ofHost.path !== '/') {
    const problem = '`host` names more than a host; its scheme and its path are taken too.';
    diagnostics.report('invalid-document', { problem }, host.origin);
  }
  if (ofPath.host !== undefined) {
    const problem = '`basePath` names more than a path; its host counts where `host` names none.';
    diagnostics.report('invalid-document', { problem }, basePath.origin);
  }
  const { scheme, host: name } = ofHost.host === undefined ? ofPath : ofHost;
  // Documents that give the path twice mean it once.
  const isOnce = ofHost.path === '/' || ofHost.path.replace(/\/$/, '') === ofPath.path.replace(/\/$/, '');
  const path = isOnce ? ofPath.path : `${ofHost.path.replace(/\/$/, '')}${ofPath.path}`;
  return { scheme, host: name, path, origin: (name === undefined ? basePath : host).origin };
}

/** Takes a text apart that is a host or a path, and more than that where a document puts a URL there. */
function addressIn(text: string, isHost: boolean): Address {
  const [, scheme, rest = ''] = /^(?:([a-z][a-z\d+.-]*):\/\/)?(.*)$/is.exec(text.trim()) ?? [];
  if (scheme === undefined && !isHost) {
    return { scheme, host: undefined, path: rest.startsWith('/') ? rest : `/${rest}` };
  }
  const [host = '', ...path] = rest.split('/');
  return { scheme: scheme?.toLowerCase(), host: host === '' ? undefined : host, path: `/${path.join('/')}` };
}

/** Without `schemes` the document's own counts; a server on this computer seldom has a certificate. */
function defaultScheme(host: string, url: string | undefined): string {
  if (url !== undefined) return urlOf(url)?.protocol.slice(0, -1) ?? 'https';
  return isLoopback(urlOf(`http://${host}`)?.hostname ?? '') ? 'http' : 'https';
}
