import type { CallToolResult } from '@modelcontextprotocol/server';
import { answerResult, wholeResult } from './answer/response.js';
import type { Caller } from './caller.js';
import { logCrash } from './crash-log.js';
import { authorize, type CallCredentials, type CredentialSource } from './credentials/authorize.js';
import { createTokenFence } from './credentials/caller-token.js';
import { readChosenSchemes } from './credentials/choice.js';
import type { RefreshTokenKeeper } from './credentials/refresh-tokens.js';
import { schemesInForce } from './credentials/scheme-urls.js';
import type { TokenSourceSettings } from './credentials/token-source.js';
import type { TokenSource } from './credentials/token-wish.js';
import { startHooks, type CallHooks, type Hooks } from './hooks.js';
import type { Limits } from './limits.js';
import type { Manifest, ToolDefinition } from './manifest.js';
import { createRedactor, formsOf, redactorOfNow, type Redact } from './redaction.js';
import type { CallOrigin } from './request/caller-values.js';
import { readFixed } from './request/fixed-arguments.js';
import type { Arguments } from './request/parameters.js';
import { buildRequest, type UpstreamRequest } from './request/request.js';
import type { Credentials } from './security.js';
import { allowedOrigins, baseUrlFor } from './servers.js';
import type { Environment } from './settings.js';
import { errorResult, ToolError } from './tool-error.js';
import type { Answer } from './upstream/answer.js';
import { startDeadline, timesOf, within, type Deadline } from './upstream/deadline.js';
import { startOutcome, type Outcome } from './upstream/outcome.js';
import type { IsAllowedOrigin } from './upstream/redirects.js';
import { createSend, type HomeRules, type Send } from './upstream/send.js';

/** What of a request to this server a call takes part in. */
export interface CallContext {
  /** Aborts when the client no longer wants the result. */
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
  /** Who calls; missing on stdio and without authorization. */
  readonly caller?: Caller;
  /** The headers of the HTTP request; missing on stdio. */
  readonly inbound?: Headers;
  /** Whether the result is for an override, which is given all that was read of the answer. */
  readonly isWhole?: true;
}

/** Calls the API for a tool. Whatever goes wrong is a result with `isError`; it never throws. */
export type CallTool = (
  tool: ToolDefinition,
  args: Arguments,
  context: CallContext,
) => Promise<CallToolResult>;

/** Where an emitted server takes from what its document leaves open. */
interface CallSettings {
  readonly credentials: Credentials;
  readonly environment: Environment;
  readonly limits: Limits;
  readonly hooks?: Hooks;
  readonly refreshTokens?: RefreshTokenKeeper;
}

/** What all calls of a server share. */
interface Service extends CallSettings {
  readonly manifest: Manifest;
  readonly userAgent: string;
  readonly send: Send;
  readonly redactorOf: (secrets: readonly string[]) => Redact;
  readonly isAllowedOrigin: IsAllowedOrigin;
  readonly credentialSource: CredentialSource;
}

/** One call while it lasts. */
interface Call {
  readonly tool: ToolDefinition;
  readonly args: Arguments;
  readonly origin: CallOrigin;
  readonly hooks: CallHooks;
  readonly deadline: Deadline;
  readonly outcome: Outcome;
  readonly progress: CallContext['progress'];
  /** What nobody may see: the list grows until the call is answered. */
  readonly secrets: string[];
}

/**
 * Makes the function that calls the API that a manifest describes. A setting that says which credentials to take and
 * cannot be used is a `SettingError`.
 */
export function createCallTool(manifest: Manifest, settings: CallSettings): CallTool {
  const service = serviceOf(manifest, settings);
  const { environment, limits, redactorOf } = service;
  return async (tool, args, { signal, progress, isWhole, ...origin }) => {
    const resultOf = isWhole === true ? wholeResult : answerResult;
    const outcome = startOutcome(tool);
    const deadline = startDeadline(timesOf(limits, tool.timeoutMs), outcome, signal);
    const hookContext = { signal: deadline.signal, environment };
    const hooks = startHooks(settings.hooks ?? {}, tool.name, hookContext, outcome);
    const call: Call = { tool, args, origin, hooks, deadline, outcome, progress, secrets: [] };
    const redactOf = (): Redact => redactorOf([...call.secrets, ...hooks.secrets]);
    try {
      deadline.signal.throwIfAborted();
      const answer = await answerTo(service, call, redactorOfNow(redactOf));
      return await resultOf(answer, tool, { redact: redactOf(), limits });
    } catch (error) {
      // An API may hand back what it was sent, and a hook may tell of what it did.
      if (error instanceof ToolError) return errorResult(redacted(error, redactOf()));
      logCrash(`tool ${tool.name}`, error);
      return errorResult(new ToolError('internal-error', 'Something went wrong inside this server.'));
    } finally {
      deadline.stop();
    }
  };
}

function serviceOf(manifest: Manifest, settings: CallSettings): Service {
  const { environment, credentials, limits, refreshTokens } = settings;
  const isAllowedOrigin: IsAllowedOrigin = (origin) => allowedOrigins(manifest, environment).has(origin);
  let loading: Promise<TokenSource> | undefined;
  return {
    ...settings,
    manifest,
    userAgent: userAgentOf(manifest),
    send: createSend(limits),
    redactorOf: createRedactor(),
    isAllowedOrigin,
    credentialSource: {
      schemes: schemesInForce(manifest, environment),
      credentials,
      chosen: readChosenSchemes(manifest, environment),
      tokens: () => (loading ??= loadTokens({ isAllowedOrigin, ...(refreshTokens && { refreshTokens }) })),
      sessions: new Map(),
    },
  };
}

/** No call of an API without OAuth needs what obtains tokens. */
async function loadTokens(settings: TokenSourceSettings): Promise<TokenSource> {
  const { createTokenSource } = await import('./credentials/token-source.js');
  return createTokenSource(settings);
}

/** Sends the request of a call, and gives the API's answer. */
async function answerTo(service: Service, call: Call, redact: Redact): Promise<Answer> {
  const { deadline, outcome, progress, hooks, origin } = call;
  const { isAllowedOrigin, send } = service;
  if (origin.caller !== undefined) call.secrets.push(...formsOf(origin.caller.token));
  const { request, credentials } = await within(deadline.signal, prepare(service, call));
  const { renewal, identity } = credentials;
  const proveWithoutToken = createTokenFence(origin.caller);
  const home: HomeRules = {
    ready: async (message, occasion) => {
      await credentials.prepare(message, occasion);
      await hooks.run(message, occasion);
      credentials.seal(message);
      proveWithoutToken(message);
    },
    ...(renewal !== undefined && { renewal }),
    ...(identity !== undefined && { identity }),
  };
  return send(request, { isAllowedOrigin, redact, outcome, deadline, progress, home });
}

function redacted(error: ToolError, redact: Redact): ToolError {
  const message = redact(error.message);
  return message === error.message ? error : new ToolError(error.code, message, error.status);
}

/** The request of a call, all but what belongs to each message. */
interface Prepared {
  readonly request: UpstreamRequest;
  readonly credentials: CallCredentials;
}

async function prepare(
  { manifest, environment, userAgent, credentialSource }: Service,
  { tool, args, origin, hooks, deadline, secrets }: Call,
): Promise<Prepared> {
  const base = baseUrlFor(tool.request.server, manifest, environment);
  const fixed = await readFixed(tool.request, environment, origin);
  secrets.push(...fixed.secrets);
  const request = await buildRequest(tool, { ...args, ...fixed.values }, base, manifest.securitySchemes);
  if (!request.headers.has('user-agent')) request.headers.set('user-agent', userAgent);
  const credentials = await authorize(request, {
    source: credentialSource,
    requirements: tool.request.security,
    caller: origin.caller,
    authenticatorOf: hooks.authenticatorOf,
    signal: deadline.signal,
    hide: (texts) => void secrets.push(...texts),
  });
  return { request, credentials };
}

/** Many APIs refuse a request that does not say who asks. */
function userAgentOf({ server }: Manifest): string {
  return `${server.name}/${server.version}`.replace(/[^\w!#$%&'*+\-.^`|~/]+/g, '-');
}
