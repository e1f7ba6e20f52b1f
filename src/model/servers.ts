import { child, entries, isLocatedObject, items, type Located } from '../load/located.js';
import { urlOf } from '../load/uris.js';
import type { Server } from './model.js';
import type { PathItem } from './path-item.js';
import type { Reading } from './reading.js';

/** The Server Objects of the document. */
export function readDocumentServers(root: Located, reading: Reading): readonly Server[] {
  const servers = child(root, 'servers');
  if (items(servers).length > 0) return readServers(servers, reading);
  // The Specification's default is `/`, which only means something beside the document's own URL.
  const { url } = reading.document;
  return url === undefined ? [] : [{ origin: root.origin, url: absoluteUrl('/', url), variables: {} }];
}

/** The Server Objects of an operation or of its Path Item Object; empty where the document's apply. */
export function readOperationServers(
  operation: Located,
  item: PathItem,
  reading: Reading,
): readonly Server[] {
  const own = child(operation, 'servers');
  return readServers(items(own).length > 0 ? own : item.field('servers'), reading);
}

/** A server URL against the URL of its document; as written where that cannot be told. */
export function absoluteUrl(url: string, base: string | undefined): string {
  // A template such as `{scheme}://{host}` says by itself where the server is.
  if (base === undefined || url.startsWith('{') || /^[^/?#]*:/.test(url)) return url;
  const absolute = urlOf(url, base)?.href;
  return absolute?.replace(/%7B/gi, '{').replace(/%7D/gi, '}') ?? url;
}

function readServers(servers: Located, reading: Reading): readonly Server[] {
  return items(servers).flatMap((server) => readServer(server, reading) ?? []);
}

function readServer(server: Located, { document, diagnostics }: Reading): Server | undefined {
  const { origin } = server;
  if (!isLocatedObject(server) || typeof server.value.url !== 'string') {
    diagnostics.report('invalid-document', { problem: 'A server needs a `url`; it is left out.' }, origin);
    return undefined;
  }
  const { url } = server.value;
  const variables = new Map(
    entries(child(server, 'variables')).flatMap(([name, variable]) => {
      const read = readVariable(variable);
      return read === undefined ? [] : [[name, read] as const];
    }),
  );
  const missing = [...url.matchAll(/\{([^{}]*)\}/g)].find(([, name = '']) => !variables.has(name));
  if (missing !== undefined) {
    const problem = `The variable ${missing[0]} of a server has no default; the server is left out.`;
    diagnostics.report('invalid-document', { problem }, child(server, 'url').origin);
    return undefined;
  }
  return { origin, url: absoluteUrl(url, document.url), variables: Object.fromEntries(variables) };
}

function readVariable(variable: Located): Server['variables'][string] | undefined {
  const choices = items(child(variable, 'enum')).flatMap(({ value }) => scalarOf(value) ?? []);
  const value = scalarOf(child(variable, 'default').value) ?? choices[0];
  if (value === undefined) return undefined;
  return choices.length === 0 ? { default: value } : { default: value, enum: choices };
}

/** Unquoted, YAML reads a port or a version as a number. */
function scalarOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
