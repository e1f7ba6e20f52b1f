import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createExpiringCache } from '../../src/runtime/issuers/expiring-cache.js';
import { planLifetime, type Lifetime } from '../../src/runtime/credentials/token-lifetime.js';

interface Value {
  readonly of: number;
  readonly refreshAt: number;
  readonly endsAt: number;
}

/** A cache on a clock of its own, whose values are refreshed after 8 s and end after 10 s. */
function startCache(most = 100) {
  const clock = { time: 0 };
  const state = { asked: 0, error: undefined as Error | undefined };
  const cache = createExpiringCache<Value>(most, () => clock.time);
  const obtain = async (): Promise<Value> => {
    state.asked += 1;
    const of = state.asked;
    await Promise.resolve();
    if (state.error !== undefined) throw state.error;
    return { of, refreshAt: clock.time + 8_000, endsAt: clock.time + 10_000 };
  };
  const get = async (name = 'one'): Promise<number> => (await cache.get(name, obtain)).of;
  return { clock, state, cache, get };
}

/** Lets what is under way in the background come to its end. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

suite('values that end', () => {
  test('are obtained once for all who wait', async () => {
    const { get, state } = startCache();
    const values = await Promise.all(Array.from({ length: 50 }, () => get()));
    assert.deepEqual([new Set(values).size, state.asked], [1, 1]);
  });

  test('are kept by name', async () => {
    const { get, state } = startCache();
    assert.deepEqual([await get('one'), await get('__proto__'), await get('one')], [1, 2, 1]);
    assert.equal(state.asked, 2);
  });

  test('are refreshed in the background while they are good', async () => {
    const { get, clock } = startCache();
    await get();
    clock.time = 7_999;
    assert.equal(await get(), 1);
    clock.time = 8_000;
    assert.equal(await get(), 1);
    await settle();
    assert.equal(await get(), 2);
  });

  test('are not used once they have ended', async () => {
    const { get, clock } = startCache();
    await get();
    clock.time = 10_000;
    assert.equal(await get(), 2);
  });

  test('outlive failures to refresh them, of which there is one in two seconds', async () => {
    const { get, clock, state } = startCache();
    await get();
    state.error = new Error('down');
    for (clock.time = 8_000; clock.time < 10_000; clock.time += 10) {
      assert.equal(await get(), 1);
      await settle();
    }
    assert.equal(state.asked, 2);
    clock.time = 10_000;
    await assert.rejects(get(), /down/);
    assert.equal(state.asked, 3);
  });

  test('are not asked for again for two seconds after a failure', async () => {
    const { get, clock, state } = startCache();
    state.error = new Error('down');
    await assert.rejects(get(), /down/);
    clock.time = 1_999;
    await assert.rejects(get(), /down/);
    assert.equal(state.asked, 1);
    state.error = undefined;
    clock.time = 2_000;
    assert.equal(await get(), 2);
  });

  test('make room for others, those first that were not used for the longest time', async () => {
    const { get } = startCache(2);
    await get('one');
    await get('two');
    await get('one');
    await get('three');
    assert.deepEqual([await get('one'), await get('two')], [1, 4]);
  });

  test('make no room while they are being obtained', async () => {
    const { get, state } = startCache(2);
    const values = await Promise.all(['one', 'two', 'three', 'one', 'two', 'three'].map(get));
    assert.deepEqual([values, state.asked], [[1, 2, 3, 1, 2, 3], 3]);
    assert.equal(await get('four'), 4);
    assert.equal(await get('three'), 3);
    assert.equal(await get('one'), 5);
  });
});

suite('a value that is dropped', () => {
  test('is obtained anew', async () => {
    const { get, cache } = startCache();
    await get();
    cache.drop('one', ({ of }) => of === 1);
    cache.drop('none', () => true);
    assert.equal(await get(), 2);
  });

  test('is the one that is meant: a newer one stays', async () => {
    const { get, cache, clock } = startCache();
    await get();
    clock.time = 10_000;
    await get();
    cache.drop('one', ({ of }) => of === 1);
    assert.equal(await get(), 2);
  });

  test('gives way to one that stays for two seconds, whatever is said of it', async () => {
    const { get, cache, clock, state } = startCache();
    for (; clock.time < 6_000; clock.time += 10) {
      const value = await get();
      cache.drop('one', ({ of }) => of === value);
    }
    assert.equal(state.asked, 4);
  });
});

suite('the time of a token', () => {
  const second = 1_000;
  const cases: readonly [of: string, lifetime: Partial<Lifetime>, refreshAt: number, endsAt: number][] = [
    ['an hour is used for nine tenths of it', { lifetimeMs: 3600 * second }, 3240 * second, 3595 * second],
    ['five minutes leave 30 seconds', { lifetimeMs: 300 * second }, 270 * second, 295 * second],
    ['a minute is used for half of it', { lifetimeMs: 60 * second }, 30 * second, 57 * second],
    ['40 seconds are used for 30', { lifetimeMs: 40 * second }, 30 * second, 38 * second],
    ['five seconds are used for nearly all', { lifetimeMs: 5 * second }, 4.5 * second, 4.75 * second],
    ['what is not told is five minutes', { lifetimeMs: undefined }, 270 * second, 295 * second],
    ['years are a day', { lifetimeMs: Infinity }, 77_760 * second, 86_395 * second],
    ['an end that is set is kept', { lifetimeMs: 60 * second, latest: 20 * second }, Infinity, 20 * second],
    ['a later end changes nothing', { lifetimeMs: 5 * second, latest: 9 * second }, 4500, 4750],
  ];
  for (const [of, lifetime, refreshAt, endsAt] of cases) {
    test(of, () => {
      const planned = planLifetime({ startedAt: 0, lifetimeMs: undefined, ...lifetime }, () => 0);
      assert.deepEqual(planned, { refreshAt, endsAt });
    });
  }

  test('is refreshed a little earlier by chance, by a tenth of what is left', () => {
    const lifetime = { startedAt: 7, lifetimeMs: 3600 * second };
    assert.equal(planLifetime(lifetime, () => 1).refreshAt, 7 + 3204 * second);
  });
});
