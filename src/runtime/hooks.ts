import type { Caller } from './caller.js';
import { logCrash } from './crash-log.js';
import { placeQuery } from './credential-places.js';
import { changesOf, stateOf } from './hook-changes.js';
import { ownMember } from './own-member.js';
import { formsOf } from './redaction.js';
import type { SecurityScheme } from './security.js';
import type { Environment } from './settings.js';
import { ToolError } from './tool-error.js';
import { within } from './upstream/deadline.js';
import type { Message } from './upstream/exchange.js';
import type { Outcome } from './upstream/outcome.js';
import type { Occasion } from './upstream/send.js';

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

/** What code that does a security scheme may know of its call. */
export interface AuthenticateContext extends HookContext {
  /** The Security Scheme Object. */
  readonly scheme: SecurityScheme;
  /** Those that the operation asks for. */
  readonly scopes: readonly string[];
  /** Who calls; `undefined` on stdio and without authorization. Its token must not be sent to the API. */
  readonly caller: Caller | undefined;
}

/** Puts the credential of a security scheme into a request. */
export type Authenticate = (request: OutgoingRequest, context: AuthenticateContext) => void | Promise<void>;

/** Code of yours that takes part in every call. */
export interface Hooks {
  /**
   * Runs last before a request is sent, when arguments and credentials are in it: signs it, sets headers. It runs again
   * where the API redirects a request within its origin, or asks for other credentials. What it writes into headers and pairs of the query whose names
   * tell of credentials (`x-signature`, `api_key`) is never shown, nor what it hands to `secret`. A `ToolError` that it
   * throws is told to the model.
   */
  readonly beforeRequest?: (request: OutgoingRequest, context: HookContext) => void | Promise<void>;
  /**
   * By the name of a security scheme, what puts its credential into a request: for a scheme that is not built in, which
   * nothing else does, or in place of what is. It runs before `beforeRequest`, and as often. Whatever it writes into
   * headers and query is never shown, nor what it hands to `secret`. A scheme that has an entry counts as configured.
   */
  readonly authenticate?: Readonly<Record<string, Authenticate>>;
}

/** What hooks see of a message. */
export type HookedMessage = Pick<Message, 'method' | 'url' | 'headers' | 'body'>;

/** Runs hooks on a message that is about to be sent. */
type RunHooks = (message: HookedMessage, occasion?: Occasion) => Promise<void>;

/** The hooks of one call. */
export interface CallHooks {
  /** Runs `beforeRequest`. */
  readonly run: RunHooks;
  /** What runs the `authenticate` of a scheme; `undefined` where there is none. */
  readonly authenticatorOf: (
    schemeName: string,
  ) => ((use: Omit<AuthenticateContext, keyof HookContext>) => RunHooks) | undefined;
  /** The texts of theirs that nobody may see. */
  readonly secrets: readonly string[];
}

/** Takes hooks into a call. */
export function startHooks(
  { beforeRequest, authenticate = {} }: Hooks,
  tool: string,
  context: HookContext,
  outcome: Outcome,
): CallHooks {
  const secrets: string[] = [];
  const call: HookedCall = {
    tool,
    signal: context.signal,
    outcome,
    secret: (text) => void secrets.push(...formsOf(text)),
  };
  return {
    run: async (message, occasion = 'call') => {
      if (beforeRequest === undefined) return;
      const work = (request: OutgoingRequest) => beforeRequest(request, context);
      await runHook({ name: 'beforeRequest', isAuthentication: false, work }, message, occasion, call);
    },
    authenticatorOf: (schemeName) => {
      const hook = ownMember(authenticate, schemeName);
      if (hook === undefined) return undefined;
      return (use) =>
        async (message, occasion = 'call') => {
          const work = (request: OutgoingRequest) => hook(request, { ...context, ...use });
          await runHook({ name: 'authenticate', isAuthentication: true, work }, message, occasion, call);
        };
    },
    secrets,
  };
}

interface HookedCall {
  readonly tool: string;
  readonly signal: AbortSignal;
  readonly outcome: Outcome;
  readonly secret: (text: string) => void;
}

interface Hook {
  readonly name: string;
  /** Whether it puts a credential into the request, and does nothing else to it. */
  readonly isAuthentication: boolean;
  readonly work: (request: OutgoingRequest) => void | Promise<void>;
}

async function runHook(
  hook: Hook,
  message: HookedMessage,
  occasion: Occasion,
  { tool, signal, outcome, secret }: HookedCall,
): Promise<void> {
  const before = stateOf(message);
  // A hook that knows of no signal holds up nobody.
  signal.throwIfAborted();
  const outgoing = { ...outgoingOf(message), tool, secret };
  const failure = await within(signal, failureOf(hook, outgoing, signal));
  const { credentials, written, misdeed } = changesOf(message, before);
  for (const text of hook.isAuthentication ? written : credentials) secret(text);
  const told = untold[occasion] && ` ${untold[occasion]}; ${outcome.unsent()}.`;
  if (failure?.error instanceof ToolError) throw withText(failure.error, told);
  // A request without its credential is never sent. One that is sent again may have it already.
  const isIdle = hook.isAuthentication && occasion === 'call' && written.length === 0;
  const problem =
    failure !== undefined
      ? 'failed; its log says where'
      : (misdeed ?? (isIdle ? 'put no credential into the request' : undefined));
  if (problem === undefined) return;
  throw new ToolError('internal-error', `A hook of this server ${problem}.${told || ' Nothing was sent.'}`);
}

/** What is not done where a hook fails, beside what goes without saying. */
const untold: Readonly<Record<Occasion, string>> = {
  call: '',
  redirect: 'A redirect was not followed',
  renewal: 'The request was not sent again',
};

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

/** Runs a hook and answers with what it throws: unless that is meant to be told, nobody hears of it but the log. */
async function failureOf(
  { name, work }: Hook,
  request: OutgoingRequest,
  signal: AbortSignal,
): Promise<{ readonly error: unknown } | undefined> {
  try {
    await work(request);
    return undefined;
  } catch (error) {
    if (!(error instanceof ToolError || signal.aborted))
      logCrash(`hook ${name}, tool ${request.tool}`, error);
    return { error };
  }
}
