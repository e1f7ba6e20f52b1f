import { readInteger, setting, type Environment } from './settings.js';

/** What one call may take. Times in milliseconds, sizes in bytes of decoded content. */
export interface Limits {
  /** From first to last: the deadline of the whole call, inside which all other times lie. */
  readonly callMs: number;
  /** Until a connection to the API stands. */
  readonly connectMs: number;
  /** From the sent request to the headers of the answer. */
  readonly headersMs: number;
  /** Between two pieces of the answer's content. */
  readonly idleMs: number;
  /** What is read of an answer. */
  readonly answerBytes: number;
  /** Characters of text that a model is given. */
  readonly resultCharacters: number;
  /** Content that is no text and is given whole; of more, its type and size are told. */
  readonly binaryBytes: number;
  /** Events of a stream that are waited for. */
  readonly events: number;
  /** Levels of arrays and objects inside one another that are given as structure. */
  readonly depth: number;
}

interface Setting {
  /** The variable of the environment that sets it. */
  readonly env: string;
  readonly preset: number;
}

/** Every limit: a new one is a member above and an entry here. */
export const limitSettings: { readonly [Name in keyof Limits]: Setting } = {
  callMs: { env: 'MCP_UPSTREAM_TIMEOUT_MS', preset: 30_000 },
  connectMs: { env: 'MCP_CONNECT_TIMEOUT_MS', preset: 5_000 },
  headersMs: { env: 'MCP_HEADERS_TIMEOUT_MS', preset: 15_000 },
  idleMs: { env: 'MCP_IDLE_TIMEOUT_MS', preset: 10_000 },
  answerBytes: { env: 'MCP_MAX_ANSWER_BYTES', preset: 8 * 1024 * 1024 },
  resultCharacters: { env: 'MCP_MAX_RESULT_CHARACTERS', preset: 100_000 },
  binaryBytes: { env: 'MCP_MAX_BINARY_BYTES', preset: 1024 * 1024 },
  events: { env: 'MCP_MAX_EVENTS', preset: 1_000 },
  depth: { env: 'MCP_MAX_DEPTH', preset: 200 },
};

/** The limits where nothing sets another. */
export const defaultLimits: Limits = limitsBy(({ preset }) => preset);

/** Reads the limits of a server; a variable that is no whole number is a `SettingError`. */
export function readLimits(environment: Environment): Limits {
  return limitsBy(({ env, preset }) =>
    readInteger(env, setting(environment, env) ?? String(preset), 1, 2 ** 31 - 1),
  );
}

function limitsBy(valueOf: (limit: Setting) => number): Limits {
  const entries = Object.entries(limitSettings).map(([name, limit]) => [name, valueOf(limit)] as const);
  // One entry for each member: the table has the names of `Limits`.
  return Object.fromEntries(entries) as unknown as Limits;
}
