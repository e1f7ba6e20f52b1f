import type { FindKey, JoseHeader, JoseLibrary, JsonWebKeySet, VerificationKey } from './jose-library.js';
import type { Unknown } from './verdict.js';

/** The keys of an issuer. */
export interface IssuerKeys {
  /** Those that a signature with this header may be by; none where the issuer has none; or nobody knows. */
  readonly find: (header: JoseHeader) => Promise<readonly VerificationKey[] | Unknown>;
}

/** Where the keys come from, and the clock. */
interface KeySource {
  readonly jose: Pick<JoseLibrary, 'createLocalJWKSet'>;
  /** Fetches RFC 7517's JWK Set. */
  readonly fetchKeys: () => Promise<unknown>;
  readonly now?: () => number;
}

const second = 1_000;

/** For how long nothing is fetched again, whatever keys tokens name: anyone can name one. */
const cooldown = 30 * second;
const cooldownAfterFailure = 5 * second;

/** When keys are looked up anew beside the calls that use them, and when calls wait for that. */
const staleAfter = 600 * second;
const oldAfter = 3_600 * second;

/** A token without `kid` may be by any of several. */
const mostCandidates = 8;

/**
 * Keeps the keys of an issuer. jose's own remote set makes calls wait for stale keys, refuses known keys while the issuer
 * cannot be reached, and asks it again at each call then; so jose picks the keys, and when to fetch them is decided here.
 */
export function createIssuerKeys({ jose, fetchKeys, now = () => Date.now() }: KeySource): IssuerKeys {
  let find: FindKey | undefined;
  let fetchedAt = -Infinity;
  let failedAt = -Infinity;
  let fetching: Promise<void> | undefined;

  const fetchAnew = async (): Promise<void> => {
    try {
      // What is no set of keys is refused there.
      find = jose.createLocalJWKSet((await fetchKeys()) as JsonWebKeySet);
      fetchedAt = now();
    } catch (error) {
      failedAt = now();
      console.error(`authorization: there are no keys of the issuer: ${problemOf(error)}`);
    }
  };
  const refresh = (): Promise<void> =>
    (fetching ??= fetchAnew().finally(() => {
      fetching = undefined;
    }));
  const hasJustFailed = (): boolean => now() - failedAt < cooldownAfterFailure;

  return {
    find: async (header) => {
      const age = now() - fetchedAt;
      if (age > staleAfter && !hasJustFailed()) {
        const refreshed = refresh();
        // While the issuer is down, calls go on with what is known.
        if (find === undefined || (age > oldAfter && failedAt <= fetchedAt)) await refreshed;
      }
      const picked = find;
      const known = await candidates(picked, header);
      if (known.length > 0) return known;
      const isSettled = fetching === undefined && picked === find;
      if (isSettled && now() - fetchedAt < cooldown) return known;
      // What is fetched meanwhile may have the key.
      if (fetching !== undefined || (isSettled && !hasJustFailed())) await refresh();
      if (find === undefined || hasJustFailed()) return { retryAfterSeconds: cooldownAfterFailure / second };
      return candidates(find, header);
    },
  };
}

/** The keys that fit a header; jose's error for several yields them one by one. */
async function candidates(
  find: FindKey | undefined,
  header: JoseHeader,
): Promise<readonly VerificationKey[]> {
  if (find === undefined) return [];
  try {
    return [await find(header)];
  } catch (error) {
    if (typeof error !== 'object' || error === null || !(Symbol.asyncIterator in error)) return [];
    const keys: VerificationKey[] = [];
    for await (const key of error as AsyncIterable<VerificationKey>) {
      keys.push(key);
      if (keys.length === mostCandidates) break;
    }
    return keys;
  }
}

/** What the operator is told, in one line. */
function problemOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 500) : 'no answer';
}
