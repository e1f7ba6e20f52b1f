import type { CallToolResult } from '@modelcontextprotocol/server';
import { logCrash } from './crash-log.js';
import type { Environment } from './settings.js';
import { readFixed } from './request/fixed-arguments.js';
import { startHooks, type Hooks } from './hooks.js';
import type { Limits } from './limits.js';
import type { Manifest, ToolDefinition } from './manifest.js';
import type { Arguments } from './request/parameters.js';
import { buildRequest, type UpstreamRequest } from './request/request.js';
import { redactor } from './redaction.js';
import { answerResult } from './answer/response.js';
import { authorize, type Credentials } from './security.js';
import { allowedOrigins, baseUrlFor } from './servers.js';
import { errorResult, ToolError } from './tool-error.js';
import { createSend } from './upstream.js';
import { startDeadline, timesOf, within } from './upstream/deadline.js';
import type { IsAllowedOrigin } from './upstream/redirects.js';

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
  const { limits, environment } = settings;
  const send = createSend(limits);
  const isAllowedOrigin: IsAllowedOrigin = (origin) => allowedOrigins(manifest, environment).has(origin);
  return async (tool, args, { signal, progress }) => {
    const deadline = startDeadline(timesOf(limits, tool.timeoutMs), tool.request.method, signal);
    try {
      deadline.signal.throwIfAborted();
      const { request, secrets } = await within(deadline.signal, prepare(manifest, settings, tool, args));
      const hooks = startHooks(settings.hooks ?? {}, tool.name, { signal: deadline.signal, environment });
      await hooks.run({ ...request, body: request.body?.bytes });
      const options = { deadline, progress, isAllowedOrigin, beforeRedirect: hooks.run };
      const answer = await send(request, options).catch((error: unknown) => {
        // Where a redirect points is the API's text, and it may hand back what it was sent.
        const redact = redactor([...secrets, ...hooks.added]);
        throw error instanceof ToolError ? new ToolError(error.code, redact(error.message)) : error;
      });
      return await answerResult(answer, tool, { redact: redactor([...secrets, ...hooks.added]), limits });
    } catch (error) {
      if (error instanceof ToolError) return errorResult(error);
      logCrash(`tool ${tool.name}`, error);
      return errorResult(new ToolError('internal-error', 'Something went wrong inside this server.'));
    } finally {
      deadline.stop();
    }
  };
}

/** The request of a call, all but what hooks do to it, and the texts in it that must not be shown to anyone. */
interface Prepared {
  readonly request: UpstreamRequest;
  readonly secrets: readonly string[];
}

async function prepare(
  manifest: Manifest,
  { credentials, environment }: CallSettings,
  tool: ToolDefinition,
  args: Arguments,
): Promise<Prepared> {
  const { securitySchemes } = manifest;
  const base = baseUrlFor(tool.request.server, manifest, environment);
  const fixed = await readFixed(tool.request, environment);
  const request = await buildRequest(tool, { ...args, ...fixed.values }, base, securitySchemes);
  if (!request.headers.has('user-agent')) request.headers.set('user-agent', userAgentOf(manifest));
  const secrets = await authorize(request, tool.request.security, securitySchemes, credentials);
  return { request, secrets: [...secrets, ...fixed.secrets] };
}

/** Many APIs refuse a request that does not say who asks. */
function userAgentOf({ server }: Manifest): string {
  return `${server.name}/${server.version}`.replace(/[^\w!#$%&'*+\-.^`|~/]+/g, '-');
}
