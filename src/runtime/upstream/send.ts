import type { Limits } from '../limits.js';
import type { UpstreamRequest } from '../request/request.js';
import type { Answer } from './answer.js';
import { openConnection, type Connection } from './connection.js';
import type { Deadline } from './deadline.js';
import { exchange, type Message } from './exchange.js';
import { redirected, refusedCount, type RedirectRules } from './redirects.js';

/** How one request is sent. */
interface SendOptions extends RedirectRules {
  readonly deadline: Deadline;
  readonly progress: (message: string) => void;
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
  { method, url, headers, body, leavesCoding = false }: UpstreamRequest,
  limits: Limits,
  options: SendOptions,
): Promise<Answer> {
  const { deadline, progress, outcome, beforeRedirect } = options;
  let message: Message = { method, url, headers, body: body?.bytes, leavesCoding };
  let isAtHome = true;
  for (let redirects = 0; ; redirects += 1) {
    const { head, content, next } = await exchange(connection, message, {
      deadline,
      limits,
      progress,
      outcome,
      nextOf: (answered) => redirected(message, answered, options),
    });
    const { status } = head;
    if (next === undefined) {
      progress('Body read');
      const answer = { status, reason: connection.reasons[status] ?? '', headers: head.headers, ...content };
      return outcome.isDone() ? { ...answer, isDone: true } : answer;
    }
    if (redirects === limits.redirects) throw refusedCount(redirects, status, outcome);
    outcome.redirect(status);
    // Once elsewhere, never home again: who was there in between has chosen what is asked.
    isAtHome &&= next.url.origin === message.url.origin;
    message = next;
    if (!isAtHome || beforeRedirect === undefined) continue;
    deadline.enter('redirect');
    await beforeRedirect(message);
  }
}
