import { ToolError } from './tool-error.js';
import type { UpstreamRequest } from './request/request.js';

/** A request to the API as it is about to be sent: headers and query may be changed. */
export interface OutgoingRequest {
  /** The name of the tool that is called. */
  readonly tool: string;
  /** Upper case. */
  readonly method: string;
  /** Its origin and its path are those of the operation, and stay so. */
  readonly url: URL;
  readonly headers: Headers;
  /** The content as it goes out, byte for byte; to be read, not changed. */
  readonly body: Uint8Array | undefined;
}

/** What a hook may know of its call. */
export interface HookContext {
  /** Aborts when the call is over: by its deadline, or because its client no longer wants the result. */
  readonly signal: AbortSignal;
}

/** Code of yours that takes part in every call. */
export interface Hooks {
  /**
   * Runs last before a request is sent, when arguments and credentials are in it: signs it, adds headers. What it
   * writes into headers and query is taken for secret and never shown. A `ToolError` that it throws is told to the model.
   */
  readonly beforeRequest?: (request: OutgoingRequest, context: HookContext) => void | Promise<void>;
}

/** Runs the hook on a request that is about to be sent; answers the texts that it added, which nobody may see. */
export async function applyHooks(
  { beforeRequest }: Hooks,
  tool: string,
  { method, url, headers, body }: UpstreamRequest,
  context: HookContext,
): Promise<readonly string[]> {
  if (beforeRequest === undefined) return [];
  const before = { origin: url.origin, pathname: url.pathname, texts: new Set(textsOf(url, headers)) };
  const bytes = body && Buffer.from(body.bytes);
  await beforeRequest({ tool, method, url, headers, body: bytes }, context);
  if (url.origin !== before.origin || url.pathname !== before.pathname) {
    throw new ToolError(
      'internal-error',
      'A hook of this server changed where the request goes; nothing was sent.',
    );
  }
  return textsOf(url, headers).filter((text) => !before.texts.has(text));
}

function textsOf({ searchParams }: URL, headers: Headers): readonly string[] {
  return [...headers.values(), ...searchParams.values()];
}
