import { isReadOnly, isRepeatable, isRepeatableMethod, type Effects } from '../effects.js';

/** What is known of what a call has done, in words for a model that may want to make it again. */
export interface Outcome {
  /** Takes note of a redirect that is followed: the messages behind it are not the request of the call any more. */
  readonly redirect: (status: number) => void;
  /** Takes note of an answer 401 that is followed by the same message with other credentials. */
  readonly refusal: () => void;
  /** Whether a redirect told that the call is done, which changed something. */
  readonly isDone: () => boolean;
  /** The message that failed was not sent; others may have been before it. */
  readonly unsent: () => string;
  /** It was sent, and nothing tells what the API did with it. */
  readonly unanswered: () => string;
  /** It was answered, though the answer cannot be given. */
  readonly answered: (status: number) => string;
  /** It was answered by what is not followed or not read; `undefined` where there is nothing to fear in that. */
  readonly refused: (status: number) => string | undefined;
}

/** What redirects say of the request of a call: one was only passed on, or it is done (RFC 9110 15.4.4). */
type Redirected = 'passed on' | 'done';

const unsent = 'nothing was sent, so it can be tried again later';
const refused =
  'the API had refused the credentials of the call before and did nothing of it, so it can be tried again later';
const done = 'the call itself went through and must not be repeated';

/** Starts to follow what becomes of a call. */
export function startOutcome(tool: Effects): Outcome {
  let redirected: Redirected | undefined;
  let isRefused = false;
  const isSafe = isReadOnly(tool) && isRepeatable(tool);
  const isDone = (): boolean => redirected === 'done' && !isSafe;
  const unanswered = (): string => (isDone() ? done : whatBecame(tool));
  const answered = (status: number): string => {
    if (isSafe || isDone()) return unanswered();
    if (status === 303 || (status >= 200 && status < 300)) return done;
    const isRedirect = status >= 300 && status < 400;
    return isRedirect ? whatBecame(tool) : 'the status tells what became of the call';
  };
  return {
    redirect: (status) => {
      // What was done stays done, wherever a later redirect leads.
      if (redirected !== 'done') redirected = status === 303 ? 'done' : 'passed on';
    },
    refusal: () => {
      isRefused = true;
    },
    isDone,
    unsent: () => (redirected !== undefined ? unanswered() : isRefused ? refused : unsent),
    unanswered,
    answered,
    refused: (status) => (isSafe ? undefined : answered(status)),
  };
}

/** What may have become of a request that has no answer. */
function whatBecame(tool: Effects): string {
  if (!isRepeatable(tool))
    return 'whether it did what was asked is not known: find out before you call again';
  const { method } = tool.request;
  const subject = isRepeatableMethod(method) ? method : 'the call';
  return isReadOnly(tool)
    ? `${subject} changes nothing, so it can be tried again`
    : `whether it did what was asked is not known, and ${subject} can be tried again, since it changes nothing more`;
}
