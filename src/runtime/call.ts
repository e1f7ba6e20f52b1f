import type { CallToolResult } from '@modelcontextprotocol/server';
import { logCrash } from './crash-log.js';
import type { Environment } from './settings.js';
import { readFixed } from './request/fixed-arguments.js';
import { applyHooks, type Hooks } from './hooks.js';
import type { Limits } from './limits.js';
import type { Manifest, ToolDefinition } from './manifest.js';
import type { Arguments } from './request/parameters.js';
import { buildRequest } from './request/request.js';
import { redactor } from './redaction.js';
import { answerResult } from './answer/response.js';
import { authorize, type Credentials } from './security.js';
import { baseUrlFor } from './servers.js';
import { errorResult, ToolError } from './tool-error.js';
import { createSend, type Send } from './upstream.js';

/** What of a request to this server a call takes part in. */
export interface CallContext {
  /** Aborts when the client no longer wants the result. */
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
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
  const send = createSend(settings.limits);
  return async (tool, args, context) => {
    // AbortSignal.timeout() would keep its timer until it fires, long after a call is done.
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), settings.limits.callMs).unref();
    const signal = AbortSignal.any([context.signal, deadline.signal]);
    try {
      return await callApi(manifest, settings, send, tool, args, { ...context, signal });
    } catch (error) {
      if (context.signal.aborted) return errorResult(new ToolError('cancelled', 'The call was cancelled.'));
      if (deadline.signal.aborted) return errorResult(timeout(settings.limits.callMs));
      if (error instanceof ToolError) return errorResult(error);
      logCrash(`tool ${tool.name}`, error);
      return errorResult(new ToolError('internal-error', 'Something went wrong inside this server.'));
    } finally {
      clearTimeout(timer);
    }
  };
}

async function callApi(
  manifest: Manifest,
  { credentials, environment, limits, hooks = {} }: CallSettings,
  send: Send,
  tool: ToolDefinition,
  args: Arguments,
  context: CallContext,
): Promise<CallToolResult> {
  const { securitySchemes } = manifest;
  const base = baseUrlFor(tool.request.server, manifest, environment);
  const fixed = await readFixed(tool.request, environment);
  const request = await buildRequest(tool, { ...args, ...fixed.values }, base, securitySchemes);
  if (!request.headers.has('user-agent')) request.headers.set('user-agent', userAgentOf(manifest));
  const secrets = await authorize(request, tool.request.security, securitySchemes, credentials);
  const added = await applyHooks(hooks, tool.name, request, context);
  context.signal.throwIfAborted();
  const redact = redactor([...secrets, ...fixed.secrets, ...added]);
  try {
    return answerResult(await send(request, context), tool, { redact, limits });
  } catch (error) {
    // Where a redirect points is the API's text, and it may hand back what it was sent.
    throw error instanceof ToolError ? new ToolError(error.code, redact(error.message)) : error;
  }
}

/** Many APIs refuse a request that does not say who asks. */
function userAgentOf({ server }: Manifest): string {
  return `${server.name}/${server.version}`.replace(/[^\w!#$%&'*+\-.^`|~/]+/g, '-');
}

function timeout(ms: number): ToolError {
  return new ToolError(
    'upstream-timeout',
    `The API did not answer within ${ms / 1000} s; whether it did what was asked is not known.`,
  );
}
