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
  /** How often one call is redirected. */
  readonly redirects: number;
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

/** A limit as its user sets it. */
export interface LimitSetting {
  /** The variable of the environment that sets it. */
  readonly env: string;
  /** What it limits, in words for who sets it. */
  readonly purpose: string;
  readonly preset: number;
  /** The least and the greatest number that it can be; missing: 1, and what a timer takes. */
  readonly least?: number;
  readonly most?: number;
}

const mebibyte = 1024 * 1024;

/** Every limit: a new one is a member above and an entry here. */
export const limitSettings: { readonly [Name in keyof Limits]: LimitSetting } = {
  callMs: {
    env: 'MCP_UPSTREAM_TIMEOUT_MS',
    purpose: 'Longest time for one call to the API, in milliseconds; the other times lie within it',
    preset: 30_000,
  },
  connectMs: {
    env: 'MCP_CONNECT_TIMEOUT_MS',
    purpose: 'Longest time until a connection to the API stands, in milliseconds',
    preset: 5_000,
  },
  headersMs: {
    env: 'MCP_HEADERS_TIMEOUT_MS',
    purpose: 'Longest time from a sent request to the first of its answer, in milliseconds',
    preset: 15_000,
  },
  idleMs: {
    env: 'MCP_IDLE_TIMEOUT_MS',
    purpose: 'Longest pause within an answer, in milliseconds',
    preset: 10_000,
  },
  redirects: {
    env: 'MCP_MAX_REDIRECTS',
    purpose: 'Redirects of one call that are followed; 0 follows none',
    preset: 5,
    least: 0,
    most: 100,
  },
  answerBytes: {
    env: 'MCP_MAX_ANSWER_BYTES',
    purpose: 'Bytes that are read of an answer, decoded; of a larger one its beginning is given',
    preset: 8 * mebibyte,
    // An answer becomes one text, and texts have a greatest length.
    most: 256 * mebibyte,
  },
  resultCharacters: {
    env: 'MCP_MAX_RESULT_CHARACTERS',
    purpose: 'Characters of text that a model is given of an answer; JSON is cut between elements',
    preset: 100_000,
    // What was cut is told within it.
    least: 1_000,
  },
  binaryBytes: {
    env: 'MCP_MAX_BINARY_BYTES',
    purpose: 'Bytes of content other than text that are given; of more, type and size are told',
    preset: mebibyte,
  },
  events: {
    env: 'MCP_MAX_EVENTS',
    purpose: 'Events of a stream that are waited for',
    preset: 1_000,
  },
  depth: {
    env: 'MCP_MAX_DEPTH',
    purpose: 'Levels of nesting up to which JSON is given as structure; deeper, it is text alone',
    preset: 200,
    // Whoever writes a value as JSON again does so recursively.
    most: 1_000,
  },
};

/** The limits where nothing sets another. */
export const defaultLimits: Limits = limitsBy(({ preset }) => preset);

/** Reads the limits of a server; a variable that is no whole number within its bounds is a `SettingError`. */
export function readLimits(environment: Environment): Limits {
  return limitsBy(({ env, preset, least = 1, most = 2 ** 31 - 1 }) =>
    readInteger(env, setting(environment, env) ?? String(preset), least, most),
  );
}

function limitsBy(valueOf: (limit: LimitSetting) => number): Limits {
  const entries = Object.entries(limitSettings).map(([name, limit]) => [name, valueOf(limit)] as const);
  // One entry for each member: the table has the names of `Limits`.
  return Object.fromEntries(entries) as unknown as Limits;
}
