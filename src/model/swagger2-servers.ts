import { child, items, type Located } from '../load/located.js';
import { isLoopback, urlOf } from '../load/uris.js';
import type { Server } from './model.js';
import { textOf, type Reading } from './reading.js';
import { absoluteUrl, type OperationServers } from './servers.js';

/** The servers that `host`, `basePath` and `schemes` of Swagger 2.0 name; https stands first. */
export function readSwagger2Servers(root: Located, reading: Reading): readonly Server[] {
  return serversOf(root, schemesIn(root), reading);
}

/** The servers of an operation that has `schemes` of its own. */
export function readSwagger2OperationServers(
  operation: Located,
  _item: unknown,
  reading: Reading,
): OperationServers {
  const schemes = schemesIn(operation);
  const servers = schemes.length === 0 ? [] : serversOf(reading.document.root, schemes, reading);
  return { servers, unusable: undefined };
}

function schemesIn(object: Located): readonly string[] {
  const schemes = items(child(object, 'schemes')).map(({ value }) => value);
  return ['https', 'http'].filter((scheme) => schemes.includes(scheme));
}

function serversOf(root: Located, schemes: readonly string[], { document }: Reading): readonly Server[] {
  const { url } = document;
  const basePath = textOf(child(root, 'basePath').value) ?? '/';
  const path = basePath.startsWith('/') ? basePath : `/${basePath}`;
  const host = textOf(child(root, 'host').value) ?? (url === undefined ? undefined : urlOf(url)?.host);
  const origin = child(root, root.value !== null && host !== undefined ? 'host' : 'basePath').origin;
  if (host === undefined) return [{ origin, url: path, variables: {} }];
  const used = schemes.length > 0 ? schemes : [defaultScheme(host, url)];
  return used.map((scheme) => ({
    origin,
    url: absoluteUrl(`${scheme}://${host}${path}`, url),
    variables: {},
  }));
}

/** Without `schemes` the document's own counts; a server on this computer seldom has a certificate. */
function defaultScheme(host: string, url: string | undefined): string {
  if (url !== undefined) return urlOf(url)?.protocol.slice(0, -1) ?? 'https';
  return isLoopback(urlOf(`http://${host}`)?.hostname ?? '') ? 'http' : 'https';
}
