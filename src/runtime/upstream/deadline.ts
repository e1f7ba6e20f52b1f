import { limitSettings, type Limits } from '../limits.js';
import { ToolError } from '../tool-error.js';
import { timeoutError } from './failures.js';
import type { Outcome } from './outcome.js';

/** Where a call stands: each stage is waited for so long, and all of them for no longer than the call may take. */
export type Stage = keyof typeof stageLimits;

/** The limit that a stage has inside that of the call; `undefined` where it has none of its own. */
const stageLimits = {
  preparation: undefined,
  override: undefined,
  connection: 'connectMs',
  upload: undefined,
  headers: 'headersMs',
  content: 'idleMs',
  redirect: undefined,
  renewal: undefined,
} as const satisfies Readonly<Record<string, keyof Limits | undefined>>;

/** The times of one call, in milliseconds. */
export interface CallTimes extends Pick<Limits, 'callMs' | 'connectMs' | 'headersMs' | 'idleMs'> {
  /** What allows the call more time. */
  readonly setting: string;
}

/** The one clock of a call. */
export interface Deadline {
  /** Aborts when the call is over before it is done; its reason is the `ToolError` that tells why. */
  readonly signal: AbortSignal;
  /** Goes on to another stage; `status` is that of the answer whose content is awaited. */
  readonly enter: (stage: Stage, status?: number) => void;
  /** Starts the time of the stage once more: something came. */
  readonly refresh: () => void;
  /** Ends the clock: a call that is done leaves no timer behind. */
  readonly stop: () => void;
}

/** The times of a call: a tool that has a time of its own may spend it on any stage but connecting. */
export function timesOf(limits: Limits, timeoutMs: number | undefined): CallTimes {
  const { callMs, connectMs, headersMs, idleMs } = limits;
  if (timeoutMs === undefined) {
    return { callMs, connectMs, headersMs, idleMs, setting: limitSettings.callMs.env };
  }
  return {
    callMs: timeoutMs,
    connectMs,
    headersMs: Math.max(headersMs, timeoutMs),
    idleMs: Math.max(idleMs, timeoutMs),
    setting: "the tool's timeoutMs",
  };
}

/** Starts the clock of a call, which ends early where its client no longer wants the result. */
export function startDeadline(times: CallTimes, outcome: Outcome, client: AbortSignal): Deadline {
  const controller = new AbortController();
  const { signal } = controller;
  let stage: Stage = 'preparation';
  let status: number | undefined;
  let inner: NodeJS.Timeout | undefined;
  let stopped = false;

  const expire = (ms: number, setting: string, isWhole: boolean): void =>
    controller.abort(timeoutError({ stage, ms, setting, isWhole, status }, outcome));
  const cancel = (): void => controller.abort(new ToolError('cancelled', 'The call was cancelled.'));
  const whole = startTimer(times.callMs, () => expire(times.callMs, times.setting, true));
  if (client.aborted) cancel();
  else client.addEventListener('abort', cancel, { once: true });

  return {
    signal,
    enter: (next, answered) => {
      if (stopped || signal.aborted) return;
      stage = next;
      status = answered;
      clearTimeout(inner);
      const limit = stageLimits[next];
      // A stage that could outlast the call needs no timer beside that of the call.
      const ms = limit === undefined ? times.callMs : times[limit];
      inner =
        limit === undefined || ms >= times.callMs
          ? undefined
          : startTimer(ms, () => expire(ms, limitSettings[limit].env, false));
    },
    refresh: () => inner?.refresh(),
    stop: () => {
      stopped = true;
      clearTimeout(whole);
      clearTimeout(inner);
      client.removeEventListener('abort', cancel);
    },
  };
}

/** A timer that keeps no process alive. */
function startTimer(ms: number, run: () => void): NodeJS.Timeout {
  return setTimeout(run, ms).unref();
}

/** The value of a promise, if it comes before the signal aborts; else the reason of the signal is thrown. */
export function within<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as ToolError);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
