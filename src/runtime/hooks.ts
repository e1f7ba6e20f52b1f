import { logCrash } from './crash-log.js';
import { isCredentialName } from './credential-names.js';
import { placeQuery } from './credential-places.js';
import { formsOf } from './redaction.js';
import type { Environment } from './settings.js';
import { ToolError } from './tool-error.js';
import { within } from './upstream/deadline.js';
import type { Message } from './upstream/exchange.js';
import type { Outcome } from './upstream/outcome.js';

/** A request to the API as it is about to be sent: headers and query may be changed. */
export interface OutgoingRequest {
  /** The name of the tool that is called. */
  readonly tool: string;
  /** Upper case. */
  readonly method: string;
  /**
   * As it goes out, byte for byte; origin and path are those of the operation, and stay so. Its `searchParams` write
   * the whole query anew, by other rules of encoding: `setQuery` leaves every other pair as it is.
   */
  readonly url: URL;
  /** `host`, `content-length` and what else frames a message is made when it is sent. */
  readonly headers: Headers;
  /** The content as it goes out, byte for byte: a copy, to be read. */
  readonly body: Uint8Array | undefined;
  /** Puts a pair into the query, percent-encoded, in place of every pair of that name. */
  readonly setQuery: (name: string, value: string) => void;
  /** Says of a text that nobody may see it: it is taken out of results and errors, as what looks like a credential is. */
  readonly secret: (text: string) => void;
}

/** What a hook may know of its call. */
export interface HookContext {
  /** Aborts when the call is over: by its deadline, or because its client no longer wants the result. */
  readonly signal: AbortSignal;
  /** The variables of this server, those of `.env` too. */
  readonly environment: Environment;
}

/** Code of yours that takes part in every call. */
export interface Hooks {
  /**
   * Runs last before a request is sent, when arguments and credentials are in it: signs it, sets headers. It runs again
   * where the API redirects a request within its origin. What it writes into headers and pairs of the query whose names
   * tell of credentials (`x-signature`, `api_key`) is never shown, nor what it hands to `secret`. A `ToolError` that it
   * throws is told to the model.
   */
  readonly beforeRequest?: (request: OutgoingRequest, context: HookContext) => void | Promise<void>;
}

/** Headers that say how a message is framed and where it goes (RFC 9110, RFC 9112): the connection writes them. */
const framing =
  /^(?:host|connection|keep-alive|proxy-connection|content-length|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|content-encoding)$/;

/** What hooks see of a message. */
export type HookedMessage = Pick<Message, 'method' | 'url' | 'headers' | 'body'>;

/** The hooks of one call. */
interface CallHooks {
  /** Runs them on a message that is about to be sent. */
  readonly run: (message: HookedMessage) => Promise<void>;
  /** The texts of theirs that nobody may see. */
  readonly secrets: readonly string[];
}

/** Takes hooks into a call. */
export function startHooks(
  { beforeRequest }: Hooks,
  tool: string,
  context: HookContext,
  outcome: Outcome,
): CallHooks {
  const secrets: string[] = [];
  const secret = (text: string): void => void secrets.push(...formsOf(text));
  let isRedirect = false;
  const run: CallHooks['run'] = async (message) => {
    if (beforeRequest === undefined) return;
    const before = stateOf(message);
    // A hook that knows of no signal holds up nobody.
    context.signal.throwIfAborted();
    const outgoing = { ...outgoingOf(message), tool, secret };
    const failure = await within(context.signal, failureOf(beforeRequest, outgoing, context));
    for (const text of credentialsIn(message, before)) secret(text);
    const told = isRedirect ? ` A redirect was not followed; ${outcome.unsent()}.` : '';
    if (failure?.error instanceof ToolError) throw withText(failure.error, told);
    const problem = failure === undefined ? misdeedIn(message, before) : 'failed; its log says where';
    if (problem !== undefined)
      throw new ToolError(
        'internal-error',
        `A hook of this server ${problem}.${told || ' Nothing was sent.'}`,
      );
    isRedirect = true;
  };
  return { run, secrets };
}

function withText(error: ToolError, text: string): ToolError {
  return text === '' ? error : new ToolError(error.code, error.message + text, error.status);
}

function outgoingOf(message: HookedMessage): Omit<OutgoingRequest, 'tool' | 'secret'> {
  const { method, url, headers, body } = message;
  return {
    method,
    url,
    headers,
    body: body === undefined ? undefined : Buffer.from(body),
    setQuery: (name, value) => placeQuery(message, name, value),
  };
}

/** What a hook may change of a message, and where that goes. */
interface MessageState {
  readonly place: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly pairs: ReadonlySet<string>;
}

function stateOf({ url, headers }: HookedMessage): MessageState {
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

/** What a hook has written under the name of a credential, as it is written and as it is read. */
function credentialsIn(message: HookedMessage, before: MessageState): readonly string[] {
  const headers = changedHeaders(message, before).filter(([name]) => isCredentialName(name));
  const pairs = pairsOf(message.url).filter(
    (pair) => !before.pairs.has(pair) && isCredentialName(nameOf(pair)),
  );
  const written = pairs.map((pair) => pair.slice(pair.indexOf('=') + 1));
  return [
    ...headers.flatMap(([name, value]) => credentialsOf(name, value)),
    ...written,
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

/** Runs a hook and answers with what it throws: unless that is meant to be told, nobody hears of it but the log. */
async function failureOf(
  hook: NonNullable<Hooks['beforeRequest']>,
  request: OutgoingRequest,
  context: HookContext,
): Promise<{ readonly error: unknown } | undefined> {
  try {
    await hook(request, context);
    return undefined;
  } catch (error) {
    if (!(error instanceof ToolError || context.signal.aborted))
      logCrash(`hook beforeRequest, tool ${request.tool}`, error);
    return { error };
  }
}
