import type { Expiring } from '../issuers/expiring-cache.js';

/** When a token was asked for, and what is known of its end. Times in milliseconds. */
export interface Lifetime {
  /** When the request for it was sent: its time cannot have begun earlier. */
  readonly startedAt: number;
  /** `expires_in`; `undefined` where the issuer tells nothing. */
  readonly lifetimeMs: number | undefined;
  /** When it ends at the latest, whatever the issuer says. */
  readonly latest?: number | undefined;
}

const unknownLifetimeMs = 5 * 60_000;
// An issuer may have revoked what it gave for a year, and nobody would ask again.
const longestLifetimeMs = 24 * 60 * 60_000;
const longestMarginMs = 30_000;
const longestReserveMs = 5_000;

/**
 * When a token is replaced and when it is given up. It is replaced early, by 30 seconds or a tenth of its time, and a
 * little earlier by chance so that servers which started together do not ask together; a short one is used for nine
 * tenths of its time all the same. What is left at the end is for the request to arrive.
 */
export function planLifetime(
  { startedAt, lifetimeMs = unknownLifetimeMs, latest = Infinity }: Lifetime,
  random: () => number = Math.random,
): Expiring {
  const lifetime = Math.min(lifetimeMs, longestLifetimeMs);
  // Another one would not live longer either.
  if (startedAt + lifetime > latest) return { refreshAt: Infinity, endsAt: latest };
  const used = Math.max(
    lifetime - Math.max(longestMarginMs, lifetime / 10),
    Math.min(longestMarginMs, lifetime * 0.9),
  );
  const jitter = ((lifetime - used) / 10) * random();
  const reserve = Math.min(longestReserveMs, lifetime / 20);
  return { refreshAt: startedAt + used - jitter, endsAt: startedAt + lifetime - reserve };
}
