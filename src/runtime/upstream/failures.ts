import { ToolError } from '../tool-error.js';
import type { Stage } from './deadline.js';

/** A time that ran out. */
interface Timeout {
  readonly stage: Stage;
  readonly ms: number;
  /** Whether it was the time of the whole call, and not that of the stage. */
  readonly isWhole: boolean;
  /** What allows more time. */
  readonly setting: string;
  readonly method: string;
  /** Of the answer whose content did not come. */
  readonly status: number | undefined;
}

type Outcome = (timeout: Timeout) => string;

const nothingSent: Outcome = () => 'nothing was sent, so it can be tried again later';
const unknown: Outcome = ({ method }) => whatBecame(method);
const answered: Outcome = ({ method, status }) => whatWasDone(method, status);

/** What did not come in time, by the stage of the call, and what that says of the request. */
const lateness: Readonly<
  Record<Stage, { readonly problem: (timeout: Timeout) => string; readonly outcome: Outcome }>
> = {
  preparation: { problem: () => 'The request was not ready to be sent', outcome: nothingSent },
  connection: { problem: () => 'No connection to the API came about', outcome: nothingSent },
  upload: { problem: () => 'The API did not take the whole request', outcome: unknown },
  headers: { problem: () => 'The API did not begin to answer', outcome: unknown },
  content: {
    problem: ({ status, isWhole }) =>
      `The API answered ${status}, but its answer ${isWhole ? 'did not come whole' : 'did not go on'}`,
    outcome: answered,
  },
  redirect: { problem: () => 'A redirect of the API was not ready to be followed', outcome: unknown },
};

/** The error of a call whose time ran out. */
export function timeoutError(timeout: Timeout): ToolError {
  const { stage, ms, setting } = timeout;
  const { problem, outcome } = lateness[stage];
  return new ToolError(
    'upstream-timeout',
    `${problem(timeout)} within ${ms / 1000} s; ${outcome(timeout)}. More time is given by ${setting}.`,
  );
}

/** The code of an answer that is announced without an end. */
export const tooManyInterim = 'TOO_MANY_INTERIM_ANSWERS';

/** The error of a request that got no answer; `wasSent` where the API may have received it. */
export function noAnswer(error: unknown, method: string, wasSent: boolean): ToolError {
  const code = codeOf(error);
  const reason = code === undefined ? undefined : reasons.get(code);
  const problem = reason ?? (wasSent ? 'it hung up, or does not speak HTTP' : 'it cannot be reached');
  const outcome = wasSent ? whatBecame(method) : 'nothing was sent';
  return new ToolError(
    'upstream-unreachable',
    `No answer came from the API${inBrackets(code)}: ${problem}; ${outcome}.`,
  );
}

/** What some codes mean; those of connections say it themselves. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['UND_ERR_HEADERS_OVERFLOW', 'the header fields of its answer are larger than what is read of them'],
  [tooManyInterim, 'it went on and on announcing an answer'],
  ['UND_ERR_CONNECT_TIMEOUT', 'no connection came about in time'],
]);

/** The error of an answer that broke off, or is not in the coding that it says. */
export function unreadable(error: unknown, method: string, status: number): ToolError {
  const code = codeOf(error);
  const problem =
    code !== undefined && /^Z_DATA_ERROR$|^ERR_.*_FORMAT_/.test(code)
      ? 'its content is not in the coding that it says'
      : 'its answer could not be read to its end';
  return new ToolError(
    'unreadable-response',
    `The API answered ${status}, but ${problem}${inBrackets(code)}; ${whatWasDone(method, status)}.`,
  );
}

/** Methods that change nothing (RFC 9110 9.2.1). */
const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE']);

/** Methods that change no more when they are repeated (RFC 9110 9.2.2), beside those that change nothing. */
const idempotent: ReadonlySet<string> = new Set(['PUT', 'DELETE']);

/** What may have become of a request that has no answer. */
function whatBecame(method: string): string {
  if (safe.has(method)) return `${method} changes nothing, so it can be tried again`;
  if (idempotent.has(method)) {
    return `whether it did what was asked is not known, and ${method} can be tried again, since it changes nothing more`;
  }
  return 'whether it did what was asked is not known: find out before you call again';
}

/** What an answer says of the request though it is not there whole. */
function whatWasDone(method: string, status = 0): string {
  if (safe.has(method)) return whatBecame(method);
  return status >= 200 && status < 300
    ? 'the call itself went through and must not be repeated'
    : 'the status tells what became of the call';
}

/** The code of a failed connection, and nothing else: its message would tell of hosts and addresses. */
function codeOf(error: unknown): string | undefined {
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: { readonly code?: unknown } };
  return [cause?.code, code].find(
    (candidate): candidate is string => typeof candidate === 'string' && /^[A-Z][A-Z0-9_]*$/.test(candidate),
  );
}

function inBrackets(code: string | undefined): string {
  return code === undefined ? '' : ` (${code})`;
}
