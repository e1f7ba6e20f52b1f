/** Whether two JSON values are equal by JSON Schema: members in any order, 1.0 and 1 the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return keyOf(one) === keyOf(other);
}

/** Each value once, where it first stands. */
export function distinct<Value>(values: readonly Value[]): readonly Value[] {
  const known = new Map<string | undefined, Value>();
  for (const value of values) {
    const key = keyOf(value);
    if (!known.has(key)) known.set(key, value);
  }
  return known.size === values.length ? values : [...known.values()];
}

/** Those of `values` that are among `others` too. */
export function shared(values: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const known = new Set(others.map(keyOf));
  return values.filter((value) => known.has(keyOf(value)));
}

/** The same text for the same value. */
function keyOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
