import type { Limits } from '../limits.js';
import type { UpstreamRequest } from '../request/request.js';
import type { Answer, AnswerHead } from './answer.js';
import { openConnection, type Connection } from './connection.js';
import type { Deadline } from './deadline.js';
import { exchange, type Message, type Received } from './exchange.js';
import type { ClientIdentity } from './identity-agents.js';
import { redirected, refusedCount, type RedirectRules } from './redirects.js';

/** What takes part in the messages to the origin of a request, and in no other. */
export interface HomeRules {
  /** Puts into a message that is about to be sent what belongs to it alone. */
  readonly ready: (message: Message, occasion: Occasion) => Promise<void>;
  /** What makes a message ready to be sent once more, where an answer 401 asks for it; missing where nothing does. */
  readonly renewal?: (head: AnswerHead) => Renew | undefined;
  /** As whom the connections are made. */
  readonly identity?: ClientIdentity;
}

/** Whether there is something new to send the message with. */
type Renew = (message: Message) => Promise<boolean>;

/** Why a message is sent: for the call itself, because a redirect led there, or because credentials were refused. */
export type Occasion = 'call' | 'redirect' | 'renewal';

/** How one request is sent. */
interface SendOptions extends RedirectRules {
  readonly deadline: Deadline;
  readonly progress: (message: string) => void;
  readonly home?: HomeRules;
}

/** Sends a request to the API. */
export type Send = (request: UpstreamRequest, options: SendOptions) => Promise<Answer>;

/** A sender with connections of its own, which are opened on first use. */
export function createSend(limits: Limits): Send {
  let loading: Promise<Connection> | undefined;
  return async (request, options) => {
    const { method, url, headers, body, leavesCoding = false } = request;
    const message = { method, url, headers, body: body?.bytes, leavesCoding };
    const { home } = options;
    const course: Course = { message, ready: message, home, redirects: 0, mayRenew: true, renew: undefined };
    await makeReady(course, 'call');
    loading ??= openConnection(limits);
    return follow(await loading, course, limits, options);
  };
}

/** Where the messages of a call have come to. */
interface Course {
  /** Without what belongs to one sending alone, where it may be sent again. */
  message: Message;
  /** As it is sent. */
  ready: Message;
  /** There until a redirect leads elsewhere; it stays away behind that. */
  home: HomeRules | undefined;
  redirects: number;
  /** Credentials are renewed once in a call. */
  mayRenew: boolean;
  /** What the last answer asks for. */
  renew: Renew | undefined;
}

/** Sends a request, and further messages where the API redirects it or asks for other credentials. */
async function follow(
  connection: Connection,
  course: Course,
  limits: Limits,
  options: SendOptions,
): Promise<Answer> {
  const { progress, outcome } = options;
  for (;;) {
    const received = await receive(connection, course, limits, options);
    if (course.renew !== undefined && (await isRenewed(course, course.renew, options))) continue;
    if ('unreadable' in received) throw received.unreadable;
    const { head, content, next } = received;
    if (next === undefined) {
      progress('Body read');
      const reason = connection.reasons[head.status] ?? '';
      const answer = { status: head.status, reason, headers: head.headers, ...content };
      return outcome.isDone() ? { ...answer, isDone: true } : answer;
    }
    await redirect(course, head, next, limits, options);
  }
}

/** Sends the message of a call; a content that cannot be read does not count where the message is sent again. */
async function receive(
  connection: Connection,
  course: Course,
  limits: Limits,
  options: SendOptions,
): Promise<Received | { readonly unreadable: unknown }> {
  const { deadline, progress, outcome } = options;
  try {
    return await exchange(connection, course.ready, {
      agent: connection.agentFor(course.home?.identity),
      deadline,
      limits,
      progress,
      outcome,
      nextOf: (answered) => nextOf(course, answered, options),
    });
  } catch (error) {
    if (course.renew === undefined || deadline.signal.aborted) throw error;
    return { unreadable: error };
  }
}

/** The message to which an answer leads; none where it may be the last word. */
function nextOf(course: Course, head: AnswerHead, options: SendOptions): Message | undefined {
  const { ready, home, mayRenew } = course;
  course.renew = head.status === 401 && mayRenew ? home?.renewal?.(head) : undefined;
  return course.renew === undefined ? redirected(ready, head, options) : undefined;
}

/** Makes the same message ready with other credentials; `false` where there are none: the 401 is the last word then. */
async function isRenewed(course: Course, renew: Renew, { outcome, deadline }: SendOptions): Promise<boolean> {
  course.mayRenew = false;
  course.renew = undefined;
  outcome.refusal();
  deadline.enter('renewal');
  if (!(await renew(course.message))) return false;
  await makeReady(course, 'renewal');
  return true;
}

async function redirect(
  course: Course,
  { status }: AnswerHead,
  next: Message,
  limits: Limits,
  { outcome, deadline }: SendOptions,
): Promise<void> {
  if (course.redirects === limits.redirects) throw refusedCount(limits.redirects, status, outcome);
  course.redirects += 1;
  outcome.redirect(status);
  // Once elsewhere, never home again: who was there in between has chosen what is asked.
  if (next.url.origin !== course.message.url.origin) course.home = undefined;
  course.message = next;
  deadline.enter('redirect');
  await makeReady(course, 'redirect');
}

async function makeReady(course: Course, occasion: Occasion): Promise<void> {
  const { home, message } = course;
  course.ready = home?.renewal !== undefined && course.mayRenew ? copyOf(message) : message;
  await home?.ready(course.ready, occasion);
}

function copyOf(message: Message): Message {
  return { ...message, url: new URL(message.url), headers: new Headers(message.headers) };
}
