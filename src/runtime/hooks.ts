import { logCrash } from './crash-log.js';
import { placeQuery } from './credential-places.js';
import { formsOf } from './redaction.js';
import type { Environment } from './settings.js';
import { ToolError } from './tool-error.js';
import { within } from './upstream/deadline.js';
import type { Message } from './upstream/exchange.js';

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
   * where the API redirects a request within its origin. What it writes into headers and query is taken for secret and
   * never shown. A `ToolError` that it throws is told to the model.
   */
  readonly beforeRequest?: (request: OutgoingRequest, context: HookContext) => void | Promise<void>;
}

/** Headers that say how a message is framed and where it goes (RFC 9110, RFC 9112): the connection writes them. */
const framing =
  /^(?:host|connection|keep-alive|proxy-connection|content-length|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|content-encoding)$/;

/** The hooks of one call. */
interface CallHooks {
  /** Runs them on a message that is about to be sent. */
  readonly run: (message: Message) => Promise<void>;
  /** The texts that they have added, which nobody may see. */
  readonly added: readonly string[];
}

/** Takes hooks into a call. */
export function startHooks(hooks: Hooks, tool: string, context: HookContext): CallHooks {
  const added: string[] = [];
  let outcome = 'Nothing was sent.';
  const run: CallHooks['run'] = async (message) => {
    added.push(...(await applyHooks(hooks, tool, message, context, outcome)));
    outcome = 'A redirect was not followed; the request before it was sent, and must not be repeated unseen.';
  };
  return { run, added };
}

async function applyHooks(
  { beforeRequest }: Hooks,
  tool: string,
  message: Message,
  context: HookContext,
  outcome: string,
): Promise<readonly string[]> {
  if (beforeRequest === undefined) return [];
  const { method, url, headers, body } = message;
  const refusal = (problem: string) =>
    new ToolError('internal-error', `A hook of this server ${problem}. ${outcome}`);
  const place = placeOf(url);
  const before = { headers: new Map(headers), pairs: new Set(pairsOf(url)) };
  const outgoing: OutgoingRequest = {
    tool,
    method,
    url,
    headers,
    body: body === undefined ? undefined : Buffer.from(body),
    setQuery: (name, value) => placeQuery(message, name, value),
  };
  context.signal.throwIfAborted();
  // A hook that knows of no signal holds up nobody.
  const failure = await within(context.signal, failureOf(beforeRequest, outgoing, context));
  if (failure?.error instanceof ToolError) throw failure.error;
  if (failure !== undefined) throw refusal('failed; its log says where');
  if (placeOf(url) !== place) throw refusal('changed where the request goes');
  const changed = [...headers].filter(([name, value]) => before.headers.get(name) !== value);
  const framed = changed.find(([name]) => framing.test(name))?.[0];
  if (framed !== undefined) throw refusal(`set the header '${framed}', which the connection alone may set`);
  const values = [...changed.map(([, value]) => value), ...addedPairs(url, before.pairs)];
  return values.flatMap(formsOf);
}

/** All of a URL but its query. */
function placeOf({ origin, username, password, pathname, hash }: URL): string {
  return JSON.stringify([origin, username, password, pathname, hash]);
}

function pairsOf({ search }: URL): readonly string[] {
  return search.slice(1).split('&');
}

/** The values of pairs that were not in the query before, as they are written and as they are read. */
function addedPairs(url: URL, before: ReadonlySet<string>): readonly string[] {
  const added = pairsOf(url).filter((pair) => !before.has(pair));
  const written = added.map((pair) => pair.slice(pair.indexOf('=') + 1));
  return [...written, ...new URLSearchParams(added.join('&')).values()];
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
