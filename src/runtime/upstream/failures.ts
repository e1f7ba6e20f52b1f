import { ToolError } from '../tool-error.js';
import type { Stage } from './deadline.js';
import type { Outcome } from './outcome.js';

/** A time that ran out. */
interface Timeout {
  readonly stage: Stage;
  readonly ms: number;
  /** Whether it was the time of the whole call, and not that of the stage. */
  readonly isWhole: boolean;
  /** What allows more time. */
  readonly setting: string;
  /** Of the answer whose content did not come. */
  readonly status: number | undefined;
}

interface Lateness {
  readonly problem: (timeout: Timeout) => string;
  readonly told: (outcome: Outcome, timeout: Timeout) => string;
}

const unsent: Lateness['told'] = (outcome) => outcome.unsent();
const unanswered: Lateness['told'] = (outcome) => outcome.unanswered();

/** What did not come in time, by the stage of the call, and what that says of the request. */
const lateness: Readonly<Record<Stage, Lateness>> = {
  preparation: { problem: () => 'The request was not ready to be sent', told: unsent },
  override: { problem: () => 'The override of this tool did not come to its end', told: unanswered },
  connection: { problem: () => 'No connection to the API came about', told: unsent },
  upload: { problem: () => 'The API did not take the whole request', told: unanswered },
  headers: { problem: () => 'The API did not begin to answer', told: unanswered },
  content: {
    problem: ({ status, isWhole }) =>
      `The API answered ${status}, but its answer ${isWhole ? 'did not come whole' : 'did not go on'}`,
    told: (outcome, { status = 0 }) => outcome.answered(status),
  },
  redirect: { problem: () => 'A redirect of the API was not ready to be followed', told: unsent },
  renewal: { problem: () => 'The API refused the credentials, and others were not ready', told: unsent },
};

/** The error of a call whose time ran out. */
export function timeoutError(timeout: Timeout, outcome: Outcome): ToolError {
  const { stage, ms, setting } = timeout;
  const { problem, told } = lateness[stage];
  return new ToolError(
    'upstream-timeout',
    `${problem(timeout)} within ${ms / 1000} s; ${told(outcome, timeout)}. More time is given by ${setting}.`,
  );
}

/** The code of an answer that is announced without an end. */
export const tooManyInterim = 'TOO_MANY_INTERIM_ANSWERS';

/** The error of a request that got no answer; `wasSent` where the API may have received it. */
export function noAnswer(error: unknown, outcome: Outcome, wasSent: boolean): ToolError {
  const code = codeOf(error);
  const reason = wasSent && isContinue(error) ? unaskedContinue : reasons.get(code ?? '');
  const problem = reason ?? (wasSent ? 'it hung up, or does not speak HTTP' : 'it cannot be reached');
  const told = wasSent ? outcome.unanswered() : outcome.unsent();
  return new ToolError(
    'upstream-unreachable',
    `No answer came from the API${inBrackets(code)}: ${problem}; ${told}.`,
  );
}

const unaskedContinue =
  'it sent 100 (Continue), which it must not send where nobody asks for it (RFC 9110 15.2.1), and its answer is not read behind that';

/** Whether undici ended the connection because of an answer 100: it says so in these words alone. */
function isContinue(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return code === 'UND_ERR_SOCKET' && message === 'bad response';
}

/** What some codes mean; those of connections say it themselves. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['UND_ERR_HEADERS_OVERFLOW', 'the header fields of its answer are larger than what is read of them'],
  [tooManyInterim, 'it went on and on announcing an answer'],
  ['UND_ERR_CONNECT_TIMEOUT', 'no connection came about in time'],
]);

/** The error of an answer that broke off, or is not in the coding that it says. */
export function unreadable(error: unknown, outcome: Outcome, status: number): ToolError {
  const code = codeOf(error);
  const problem =
    code !== undefined && /^Z_DATA_ERROR$|^ERR_.*_FORMAT_/.test(code)
      ? 'its content is not in the coding that it says'
      : 'its answer could not be read to its end';
  return new ToolError(
    'unreadable-response',
    `The API answered ${status}, but ${problem}${inBrackets(code)}; ${outcome.answered(status)}.`,
  );
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
