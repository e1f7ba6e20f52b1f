/**
 * Writes the arrays inside an array as texts, by the separator of their level: `collectionFormat` of an Items Object
 * of Swagger 2.0. The separators of the value itself are not among them.
 */
export function joinItems(value: unknown, separators: readonly string[]): unknown {
  if (separators.length === 0 || !Array.isArray(value)) return value;
  return value.map((item: unknown) => joinItem(item, separators));
}

function joinItem(item: unknown, [separator, ...inner]: readonly string[]): unknown {
  if (separator === undefined || !Array.isArray(item)) return item;
  const texts = item.map((part: unknown) => joinItem(part, inner));
  return texts.map((text) => (typeof text === 'string' ? text : JSON.stringify(text))).join(separator);
}
