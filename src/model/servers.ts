import { isWebUrl, urlOf } from '../diagnostics/addresses.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { child, entries, isLocatedObject, items, type Located } from '../load/located.js';
import { followList } from './misplaced-references.js';
import type { Server } from './model.js';
import type { PathItem } from './path-item.js';
import type { Reading } from './reading.js';

/** The servers of an operation. */
export interface OperationServers {
  /** Empty where the document's apply. */
  readonly servers: readonly Server[];
  /** Why no server is the right one, where that is so. */
  readonly unusable: string | undefined;
}

/** The Server Objects of the document. */
export function readDocumentServers(root: Located, reading: Reading): readonly Server[] {
  const servers = child(root, 'servers');
  if (isGiven(servers)) return readServers(servers, reading);
  // The Specification's default is `/`, which only means something beside the document's own URL.
  const { url } = reading.document;
  return url === undefined ? [] : [{ origin: root.origin, url: absoluteUrl('/', url), variables: {} }];
}

/** The Server Objects of an operation or of its Path Item Object; the document's never stand in for broken ones. */
export function readOperationServers(operation: Located, item: PathItem, reading: Reading): OperationServers {
  const own = child(operation, 'servers');
  const given = isGiven(own) ? own : item.field('servers');
  const servers = readServers(given, reading);
  const isBroken = isGiven(given) && servers.length === 0;
  return { servers, unusable: isBroken ? 'none of its own servers can be used.' : undefined };
}

/** Whether there is anything but an empty list. */
function isGiven({ value }: Located): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

/** A server URL against the URL of its document; as written where that cannot be told. */
export function absoluteUrl(url: string, base: string | undefined): string {
  // A template such as `{scheme}://{host}` says by itself where the server is.
  if (base === undefined || url.startsWith('{') || /^[^/?#]*:/.test(url)) return url;
  const absolute = urlOf(url, base)?.href;
  return absolute?.replace(/%7B/gi, '{').replace(/%7D/gi, '}') ?? url;
}

function readServers(written: Located, reading: Reading): readonly Server[] {
  const servers = followList(written, reading);
  if (isGiven(servers) && !Array.isArray(servers.value)) {
    const problem = '`servers` has to be a list; it is left out.';
    reading.diagnostics.report('invalid-document', { problem }, written.origin);
  }
  return items(servers).flatMap((server) => readServer(server, reading) ?? []);
}

function readServer(server: Located, { diagnostics }: Reading): Server | undefined {
  const { origin } = server;
  if (!isLocatedObject(server) || typeof server.value.url !== 'string') {
    diagnostics.report('invalid-document', { problem: 'A server needs a `url`; it is left out.' }, origin);
    return undefined;
  }
  const { url } = server.value;
  const variables = new Map(
    entries(child(server, 'variables')).flatMap(([name, variable]) => {
      const read = readVariable(variable, diagnostics);
      return read === undefined ? [] : [[name, read] as const];
    }),
  );
  const missing = [...url.matchAll(/\{([^{}]*)\}/g)].find(([, name = '']) => !variables.has(name));
  if (missing !== undefined) {
    const problem = `The variable ${missing[0]} of a server has no default; the server is left out.`;
    diagnostics.report('invalid-document', { problem }, child(server, 'url').origin);
    return undefined;
  }
  // The place it was read from counts, in every file of the document, and never `$self` (API URLs of OpenAPI 3.2).
  // Without its query, which can be a secret: an empty URL would take it over.
  const base = isWebUrl(origin.file) ? origin.file.replace(/\?.*$/s, '') : undefined;
  return { origin, url: absoluteUrl(url, base), variables: Object.fromEntries(variables) };
}

function readVariable(variable: Located, diagnostics: Diagnostics): Server['variables'][string] | undefined {
  const choices = items(child(variable, 'enum')).flatMap(({ value }) => scalarOf(value) ?? []);
  const given = scalarOf(child(variable, 'default').value) ?? choices[0];
  const example = scalarOf(child(variable, 'example').value);
  if (given === undefined && example !== undefined) {
    const problem = 'A server variable needs a `default`; its `example` is taken.';
    diagnostics.report('invalid-document', { problem }, variable.origin);
  }
  const value = given ?? example;
  if (value === undefined) return undefined;
  return choices.length === 0 ? { default: value } : { default: value, enum: choices };
}

/** Unquoted, YAML reads a port or a version as a number. */
function scalarOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
