import { ToolError } from '../tool-error.js';

/** Whether there is a value to send: RFC 6570 leaves undefined and null members out. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a member of an object has a value to send: RFC 6570 2.3 has an empty list or object undefined. */
export function hasContent(value: unknown): boolean {
  return isGiven(value) && (typeof value !== 'object' || Object.keys(value as object).length > 0);
}

/** A scalar as text. No style says how a value inside a value is written, so it is JSON. */
export function scalarText(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value);
}

/** A value as JSON text. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw new ToolError('invalid-argument', 'An argument is nested too deeply to be sent.');
  }
}

/** The same JSON text in visible ASCII: JSON can spell any character so. */
export function inAscii(json: string): string {
  return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

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
  const parts = item.filter(isGiven).map((part: unknown) => scalarText(joinItem(part, inner)));
  if (!parts.some((part) => part.includes(separator))) return parts.join(separator);
  const problem = `A text in an array holds ${JSON.stringify(separator)}, which stands between texts there`;
  throw new ToolError('invalid-argument', `${problem}; nothing was sent.`);
}
