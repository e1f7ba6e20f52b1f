import { mark, type Redact } from '../redaction.js';
import { mapNumbers } from '../json-numbers.js';

/** A JSON text, or lines of it, without secrets and JSON still: a number that holds one becomes a text. */
export function redactJson(text: string, redact: Redact): string {
  if (redact(text) === text) return text;
  const rewrite = (number: string): string => (redact(number) === number ? number : JSON.stringify(mark));
  // No string of JSON goes on in another line, so that a quote of other text disturbs its own line alone.
  return redact(text.replace(/[^\r\n]+/g, (line) => mapNumbers(line, rewrite)));
}

/**
 * A value that was made of a text, without secrets in its keys and strings: what is in pieces in the text, as in
 * sections of XML, or escaped in ways of its own, is whole in here.
 */
export function redactValue(value: unknown, redact: Redact): unknown {
  if (redact.forms?.length === 0 || value === undefined) return value;
  // As one text it is looked through faster than by its parts, and hardly any has a secret.
  const text = JSON.stringify(value);
  return redact(text) === text ? value : withoutSecrets(value, redact);
}

/** It calls itself once for each level of nesting, which the limits bound. */
function withoutSecrets(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, redact));
  const members = Object.entries(value).map(([key, member]) => [redact(key), withoutSecrets(member, redact)]);
  return Object.fromEntries(members) as unknown;
}
