import type { Limits } from './limits.js';
import type { UpstreamRequest } from './request/request.js';
import { ToolError } from './tool-error.js';
import type { AnswerHeaders } from './upstream/answer-headers.js';
import { openConnection, type Connection } from './upstream/connection.js';
import type { ReadContent } from './upstream/content.js';
import type { Deadline } from './upstream/deadline.js';
import { exchange, type ExchangeSettings, type Message } from './upstream/exchange.js';
import { mostRedirects, redirected, type IsAllowedOrigin } from './upstream/redirects.js';

export { headerOf, type AnswerHeaders } from './upstream/answer-headers.js';

/** The API's answer, read whole and decoded. */
export interface Answer extends ReadContent {
  readonly status: number;
  readonly reason: string;
  /** By lower-case name; several of one name as a list. */
  readonly headers: AnswerHeaders;
}

/** How one request is sent. */
interface SendOptions {
  readonly deadline: Deadline;
  readonly progress: (message: string) => void;
  /** Where redirects may lead beside the origin of the request. */
  readonly isAllowedOrigin: IsAllowedOrigin;
  /** Makes a message ready that follows a redirect within the origin of the request. */
  readonly beforeRedirect?: (message: Message) => Promise<void>;
}

/** Sends a request to the API. */
export type Send = (request: UpstreamRequest, options: SendOptions) => Promise<Answer>;

/** A sender with connections of its own, which are opened on first use. */
export function createSend(limits: Limits): Send {
  let loading: Promise<Connection> | undefined;
  return async (request, options) => {
    loading ??= openConnection(limits);
    return follow(await loading, request, limits, options);
  };
}

/** Sends a request, and again where the API redirects it. */
async function follow(
  connection: Connection,
  { method, url, headers, body }: UpstreamRequest,
  limits: Limits,
  { deadline, progress, isAllowedOrigin, beforeRedirect }: SendOptions,
): Promise<Answer> {
  let message: Message = { method, url, headers, body: body?.bytes };
  let isAtHome = true;
  for (let redirects = 0; ; redirects += 1) {
    let next: Message | undefined;
    const settings: ExchangeSettings = {
      deadline,
      limits,
      progress,
      isFollowed: (head) => (next = redirected(message, head, isAllowedOrigin)) !== undefined,
    };
    const { status, ...received } = await exchange(connection, message, settings);
    if (next === undefined) {
      progress('Body read');
      return { status, reason: connection.reasons[status] ?? '', ...received };
    }
    if (redirects === mostRedirects) {
      throw new ToolError('refused-redirect', `The API redirected more than ${mostRedirects} times.`);
    }
    // Once elsewhere, never home again: who was there in between has chosen what is asked.
    isAtHome &&= next.url.origin === message.url.origin;
    message = next;
    if (!isAtHome || beforeRedirect === undefined) continue;
    deadline.enter('redirect');
    await beforeRedirect(message);
  }
}
