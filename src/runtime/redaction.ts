import { withoutEscaped } from './escaped-forms.js';
import { percentEncode } from './request/encoding.js';

/** Takes what must not be shown to anyone out of a text. */
export interface Redact {
  (text: string): string;
  /** What it takes out as it stands; missing where that is not known beforehand. */
  readonly forms?: readonly string[];
}

/** A secret as itself, in a URL and in JSON: the forms in which an API may hand it back. */
export function formsOf(secret: string): readonly string[] {
  return [secret, percentEncode(secret), encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
}

// A shorter one turns up in answers by chance, and taking it out would falsify them.
const shortestSecret = 8;
const shortestBase64 = 12;
/** What stands in place of a secret. */
export const mark = '[redacted]';

/** Makes the function that takes these secrets out of texts. */
export function redactor(secrets: readonly string[]): Redact {
  const known = [...new Set(secrets)].filter(({ length }) => length >= shortestSecret);
  const forms = [...new Set(known.flatMap((secret) => [secret, ...base64Of(secret)]))];
  // The longest first: one secret may be a part of another.
  forms.sort((a, b) => b.length - a.length);
  const redact = (text: string): string => {
    const rest = forms.reduce((redacted, form) => redacted.replaceAll(form, mark), text);
    return withoutEscaped(rest, known, mark);
  };
  return Object.assign(redact, { forms });
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

/** The part of a secret's base64 that does not depend on what follows it. */
function base64Of(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const most = Math.floor((bytes.length * 8) / 6);
  if (most < shortestBase64) return [];
  return [bytes.toString('base64').slice(0, most), bytes.toString('base64url').slice(0, most)];
}
