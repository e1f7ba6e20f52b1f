import { percentEncode } from './request/parameters.js';

/** Takes what must not be shown to anyone out of a text. */
export type Redact = (text: string) => string;

/** A secret as itself, in a URL and in JSON: the forms in which an API may hand it back. */
export function formsOf(secret: string): readonly string[] {
  return [secret, percentEncode(secret), encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
}

// A shorter one turns up in answers by chance, and taking it out would falsify them.
const shortestSecret = 8;

/** Makes the function that takes these secrets out of texts. */
export function redactor(secrets: readonly string[]): Redact {
  const known = [...new Set(secrets)].filter(({ length }) => length >= shortestSecret);
  // The longest first: one secret may be a part of another.
  known.sort((a, b) => b.length - a.length);
  return (text) => known.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
}
