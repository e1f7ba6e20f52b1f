/**
 * Keeps a value as the one that was used last. Where that makes more than `most`, those that were not used for the
 * longest time have to go, and are handed back; a spared one stays, however many there are.
 */
export function keepRecent<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  most: number,
  isSpared: (value: Value) => boolean = () => false,
): readonly Value[] {
  // A Map keeps the order of insertion.
  map.delete(key);
  map.set(key, value);
  const gone: Value[] = [];
  if (map.size <= most) return gone;
  for (const [oldest, old] of map) {
    if (oldest === key || isSpared(old)) continue;
    map.delete(oldest);
    gone.push(old);
    if (map.size <= most) break;
  }
  return gone;
}
