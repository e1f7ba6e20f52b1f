import { keepRecent } from '../keep-recent.js';

/** A value that ends. Times in milliseconds since 1970. */
export interface Expiring {
  /** From here on the next one is obtained, while this one is still used. */
  readonly refreshAt: number;
  /** From here on it is not used any more. */
  readonly endsAt: number;
}

/** Keeps values as long as they are good, and obtains each of them once for all who wait. */
export interface ExpiringCache<Value extends Expiring> {
  /** The value that is good now; otherwise `obtain` brings it, unless that failed a moment ago: the failure is thrown. */
  readonly get: (name: string, obtain: () => Promise<Value>) => Value | Promise<Value>;
  /** Forgets the value, if it is the one that is meant: a newer one stays, and so does one that replaced one just now. */
  readonly drop: (name: string, isMeant: (value: Value) => boolean) => void;
}

interface Entry<Value> {
  value: Value | undefined;
  flight: Promise<Value> | undefined;
  failure: { readonly error: unknown; readonly until: number } | undefined;
  mayDropFrom: number;
}

/** How long a failure is kept, so that who is down is not hammered; as long, whoever refuses all tokens gets the same. */
const pauseMs = 2_000;

/**
 * Makes a cache of so many values; those that were not used for the longest time make room, but for those that are being
 * obtained: others wait for them.
 */
export function createExpiringCache<Value extends Expiring>(
  most: number,
  now: () => number,
): ExpiringCache<Value> {
  const entries = new Map<string, Entry<Value>>();
  return {
    get: (name, obtain) => valueOf(useEntry(entries, name, most), obtain, now),
    drop: (name, isMeant) => {
      const entry = entries.get(name);
      const time = now();
      if (entry?.value === undefined || time < entry.mayDropFrom || !isMeant(entry.value)) return;
      entry.value = undefined;
      entry.mayDropFrom = time + pauseMs;
    },
  };
}

function useEntry<Value>(entries: Map<string, Entry<Value>>, name: string, most: number): Entry<Value> {
  const entry = entries.get(name) ?? {
    value: undefined,
    flight: undefined,
    failure: undefined,
    mayDropFrom: -Infinity,
  };
  keepRecent(entries, name, entry, most, ({ flight }) => flight !== undefined);
  return entry;
}

function goodAt<Value extends Expiring>({ value }: Entry<Value>, time: number): Value | undefined {
  return value !== undefined && time < value.endsAt ? value : undefined;
}

function valueOf<Value extends Expiring>(
  entry: Entry<Value>,
  obtain: () => Promise<Value>,
  now: () => number,
): Value | Promise<Value> {
  const time = now();
  const value = goodAt(entry, time);
  const failure = entry.failure !== undefined && time < entry.failure.until ? entry.failure : undefined;
  if (value === undefined) {
    if (entry.flight === undefined && failure !== undefined) throw failure.error;
    return (entry.flight ??= startFlight(entry, obtain, now));
  }
  if (time >= value.refreshAt && entry.flight === undefined && failure === undefined) {
    entry.flight = startFlight(entry, obtain, now);
    // Nobody waits for it: its failure is told once the value has ended.
    entry.flight.catch(() => undefined);
  }
  return value;
}

async function startFlight<Value>(
  entry: Entry<Value>,
  obtain: () => Promise<Value>,
  now: () => number,
): Promise<Value> {
  try {
    const value = await obtain();
    entry.value = value;
    entry.failure = undefined;
    return value;
  } catch (error) {
    entry.failure = { error, until: now() + pauseMs };
    throw error;
  } finally {
    entry.flight = undefined;
  }
}
