/** What is known of a name: it is new, and remembered from now on; or seen before; or there is no room to remember it. */
export type Freshness = 'new' | 'seen' | 'full';

/** For how long names are remembered, how many at most, and the clock. */
export interface ReplayMemory {
  readonly keptMs: number;
  readonly most: number;
  readonly now: () => number;
}

/** Remembers names for a while. A name that cannot be remembered is told so: whoever forgot another would let it in again. */
export function createReplayGuard({ keptMs, most, now }: ReplayMemory): (name: string) => Freshness {
  // All are kept for the same time, so they end in the order in which they came.
  const endings = new Map<string, number>();
  return (name) => {
    const time = now();
    for (const [oldest, end] of endings) {
      if (end > time) break;
      endings.delete(oldest);
    }
    if (endings.has(name)) return 'seen';
    if (endings.size >= most) return 'full';
    endings.set(name, time + keptMs);
    return 'new';
  };
}
