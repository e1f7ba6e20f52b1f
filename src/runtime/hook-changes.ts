import { isCredentialName } from './credential-names.js';
import type { HookedMessage } from './hooks.js';

/** Headers that say how a message is framed and where it goes (RFC 9110, RFC 9112): the connection writes them. */
const framing =
  /^(?:host|connection|keep-alive|proxy-connection|content-length|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|content-encoding)$/;

/** What a hook may change of a message, and where that goes. */
export interface MessageState {
  readonly place: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly pairs: ReadonlySet<string>;
}

/** Takes down how a message is before a hook runs on it. */
export function stateOf({ url, headers }: HookedMessage): MessageState {
  return { place: placeOf(url), headers: new Map(headers), pairs: new Set(pairsOf(url)) };
}

function changedHeaders({ headers }: HookedMessage, before: MessageState): readonly [string, string][] {
  return [...headers].filter(([name, value]) => before.headers.get(name) !== value);
}

/** What a hook may not do and did. */
function misdeedIn(message: HookedMessage, before: MessageState): string | undefined {
  if (placeOf(message.url) !== before.place) return 'changed where the request goes';
  const framed = changedHeaders(message, before).find(([name]) => framing.test(name))?.[0];
  return framed && `set the header '${framed}', which the connection alone may set`;
}

/** What a hook has done to a message. */
export interface HookChanges {
  /** All that it has written, as it is written and as it is read. */
  readonly written: readonly string[];
  /** What of that stands under the name of a credential. */
  readonly credentials: readonly string[];
  /** What it may not do and did. */
  readonly misdeed: string | undefined;
}

/** Compares a message with what it was before a hook ran on it. */
export function changesOf(message: HookedMessage, before: MessageState): HookChanges {
  const headers = changedHeaders(message, before);
  const pairs = pairsOf(message.url).filter((pair) => pair !== '' && !before.pairs.has(pair));
  return {
    written: textsOf(headers, pairs),
    credentials: textsOf(
      headers.filter(([name]) => isCredentialName(name)),
      pairs.filter((pair) => isCredentialName(nameOf(pair))),
    ),
    misdeed: misdeedIn(message, before),
  };
}

function textsOf(
  headers: readonly (readonly [name: string, value: string])[],
  pairs: readonly string[],
): readonly string[] {
  return [
    ...headers.flatMap(([name, value]) => credentialsOf(name, value)),
    ...pairs.map((pair) => pair.slice(pair.indexOf('=') + 1)),
    ...new URLSearchParams(pairs.join('&')).values(),
  ];
}

/** The credentials of a header: an API may hand back a token without its scheme, and one cookie without the others. */
function credentialsOf(name: string, value: string): readonly string[] {
  if (name === 'cookie') return value.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1));
  const [, credentials] = /^[\w-]+ +(\S.*)$/.exec(value) ?? [];
  return credentials === undefined ? [value] : [value, credentials];
}

/** All of a URL but its query. */
function placeOf({ origin, username, password, pathname, hash }: URL): string {
  return JSON.stringify([origin, username, password, pathname, hash]);
}

function pairsOf({ search }: URL): readonly string[] {
  return search.slice(1).split('&');
}

function nameOf(pair: string): string {
  return new URLSearchParams(pair).keys().next().value ?? '';
}
