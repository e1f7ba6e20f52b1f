import type { CallToolResult } from '@modelcontextprotocol/server';
import { answerResult, wholeResult } from './answer/response.js';
import type { Caller } from './caller.js';
import { logCrash } from './crash-log.js';
import { startHooks, type Hooks } from './hooks.js';
import type { Limits } from './limits.js';
import type { Manifest, ToolDefinition } from './manifest.js';
import { createRedactor, type Redact } from './redaction.js';
import { readFixed } from './request/fixed-arguments.js';
import type { Arguments } from './request/parameters.js';
import { buildRequest, type UpstreamRequest } from './request/request.js';
import { authorize, type Credentials } from './security.js';
import { allowedOrigins, baseUrlFor } from './servers.js';
import type { Environment } from './settings.js';
import { errorResult, ToolError } from './tool-error.js';
import { startDeadline, timesOf, within } from './upstream/deadline.js';
import { startOutcome } from './upstream/outcome.js';
import type { IsAllowedOrigin } from './upstream/redirects.js';
import { createSend } from './upstream/send.js';

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
}

/** Makes the function that calls the API that a manifest describes. */
export function createCallTool(manifest: Manifest, settings: CallSettings): CallTool {
  const { limits, environment } = settings;
  const send = createSend(limits);
  const redactorOf = createRedactor();
  const parts = { ...settings, manifest, userAgent: userAgentOf(manifest) };
  const isAllowedOrigin: IsAllowedOrigin = (origin) => allowedOrigins(manifest, environment).has(origin);
  return async (tool, args, { signal, progress, isWhole }) => {
    const resultOf = isWhole === true ? wholeResult : answerResult;
    const outcome = startOutcome(tool);
    const deadline = startDeadline(timesOf(limits, tool.timeoutMs), outcome, signal);
    const hookContext = { signal: deadline.signal, environment };
    const hooks = startHooks(settings.hooks ?? {}, tool.name, hookContext, outcome);
    let secrets: readonly string[] = [];
    // Hooks may add to the secrets of a call until it is answered.
    const redact: Redact = (text) => redactorOf([...secrets, ...hooks.secrets])(text);
    try {
      deadline.signal.throwIfAborted();
      const prepared = await within(deadline.signal, prepare(parts, tool, args));
      secrets = prepared.secrets;
      const { request } = prepared;
      await hooks.run({ ...request, body: request.body?.bytes });
      const rules = { isAllowedOrigin, redact, outcome };
      const answer = await send(request, { ...rules, deadline, progress, beforeRedirect: hooks.run });
      return await resultOf(answer, tool, { redact: redactorOf([...secrets, ...hooks.secrets]), limits });
    } catch (error) {
      // An API may hand back what it was sent, and a hook may tell of what it did.
      if (error instanceof ToolError) return errorResult(redacted(error, redact));
      logCrash(`tool ${tool.name}`, error);
      return errorResult(new ToolError('internal-error', 'Something went wrong inside this server.'));
    } finally {
      deadline.stop();
    }
  };
}

function redacted(error: ToolError, redact: Redact): ToolError {
  const message = redact(error.message);
  return message === error.message ? error : new ToolError(error.code, message, error.status);
}

/** The request of a call, all but what hooks do to it, and the texts in it that must not be shown to anyone. */
interface Prepared {
  readonly request: UpstreamRequest;
  readonly secrets: readonly string[];
}

interface PrepareSettings extends Pick<CallSettings, 'credentials' | 'environment'> {
  readonly manifest: Manifest;
  readonly userAgent: string;
}

async function prepare(
  { manifest, credentials, environment, userAgent }: PrepareSettings,
  tool: ToolDefinition,
  args: Arguments,
): Promise<Prepared> {
  const { securitySchemes } = manifest;
  const base = baseUrlFor(tool.request.server, manifest, environment);
  const fixed = await readFixed(tool.request, environment);
  const request = await buildRequest(tool, { ...args, ...fixed.values }, base, securitySchemes);
  if (!request.headers.has('user-agent')) request.headers.set('user-agent', userAgent);
  const secrets = await authorize(request, tool.request.security, securitySchemes, credentials);
  return { request, secrets: [...secrets, ...fixed.secrets] };
}

/** Many APIs refuse a request that does not say who asks. */
function userAgentOf({ server }: Manifest): string {
  return `${server.name}/${server.version}`.replace(/[^\w!#$%&'*+\-.^`|~/]+/g, '-');
}
