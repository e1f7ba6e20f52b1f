import { withoutEscaped } from './escaped-forms.js';
import { percentDecode, percentEncode } from './request/encoding.js';

/** Takes what must not be shown to anyone out of a text. */
export interface Redact {
  (text: string): string;
  /** What it takes out as it stands; missing where that is not known beforehand. */
  readonly forms?: readonly string[];
  /** Whether a URL tells a secret, be it a short one that makes up a whole part of it. */
  readonly isToldBy?: (url: URL) => boolean;
}

/** A secret as itself, in a URL and in JSON: the forms in which an API may hand it back. */
export function formsOf(secret: string): readonly string[] {
  return [secret, percentEncode(secret), encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
}

/** A shorter one turns up in answers by chance, and taking it out would falsify them. */
export const shortestSecret = 8;

/** What stands in place of a secret. */
export const mark = '[redacted]';

/** Makes the function that takes these secrets out of texts. */
export function redactor(secrets: readonly string[]): Redact {
  const all = new Set(secrets);
  const known = [...all].filter(({ length }) => length >= shortestSecret);
  const forms = [...new Set(known.flatMap((secret) => [secret, ...codedFormsOf(secret)]))];
  // The longest first: one secret may be a part of another.
  forms.sort((a, b) => b.length - a.length);
  const redact = (text: string): string => {
    const rest = forms.reduce((redacted, form) => redacted.replaceAll(form, mark), text);
    return withoutEscaped(rest, known, mark);
  };
  const isToldBy = (url: URL): boolean =>
    redact(url.href) !== url.href || partsOf(url).some((part) => part !== '' && all.has(part));
  return Object.assign(redact, { forms, isToldBy });
}

/** Takes out what is secret by then: the secrets of a call become more while it lasts. */
export function redactorOfNow(current: () => Redact): Redact {
  const redact = (text: string): string => current()(text);
  return Object.assign(redact, { isToldBy: (url: URL) => isToldBy(url, current()) });
}

/** Whether a URL tells what must not be shown. */
export function isToldBy(url: URL, redact: Redact): boolean {
  return redact.isToldBy?.(url) ?? redact(url.href) !== url.href;
}

/** The segments of a URL's path and what its query is made of, decoded. */
function partsOf({ pathname, search }: URL): readonly string[] {
  return [
    ...pathname.split(/[/;,=]/),
    ...search
      .slice(1)
      .replaceAll('+', ' ')
      .split(/[&=;,]/),
  ].map((part) => percentDecode(part).toString('utf8'));
}

/** Whether bytes that are no text hold what must not be shown. */
export function holdsSecret(bytes: Buffer, { forms = [] }: Redact): boolean {
  return forms.some((form) => bytes.includes(form));
}

/** Makes `redactor` keep what it made last: most calls of a server have the same secrets. */
export function createRedactor(): (secrets: readonly string[]) => Redact {
  let last: { readonly secrets: readonly string[]; readonly redact: Redact } | undefined;
  return (secrets) => {
    if (last === undefined || !isSameList(last.secrets, secrets))
      last = { secrets, redact: redactor(secrets) };
    return last.redact;
  };
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/**
 * A secret as others code it: in hexadecimal, and in base64 with anything before and behind it, as in that of a whole
 * header, wherever in it the secret begins.
 */
export function codedFormsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const hex = bytes.toString('hex');
  return [hex, hex.toUpperCase(), ...[0, 1, 2].flatMap((offset) => base64At(offset, bytes))];
}

function base64At(offset: number, bytes: Buffer): readonly string[] {
  const coded = Buffer.concat([Buffer.alloc(offset), bytes]);
  // Characters that mix in bits of what stands before or behind are left out.
  const first = Math.ceil((offset * 8) / 6);
  const last = Math.floor((coded.length * 8) / 6);
  return (['base64', 'base64url'] as const).map((coding) => coded.toString(coding).slice(first, last));
}
