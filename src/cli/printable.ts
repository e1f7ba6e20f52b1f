/** Controls, and characters that reorder or hide text on a terminal. */
const unprintable =
  // eslint-disable-next-line no-control-regex -- controls are what this is about
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** The user information of a URL. */
const credentials = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/?#'"]*@/gi;

/** A text as one line that a terminal can be trusted with: no control characters, no credentials of a URL. */
export function printable(text: string): string {
  return withoutCredentials(text)
    .replace(/[\t\r\n\u2028\u2029]+/g, ' ')
    .replace(unprintable, '');
}

/** A text of ours, some lines long, with words of a document in it. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** JSON that means the same and holds no character that a terminal acts on. */
export function printableJson(value: unknown): string {
  return withoutCredentials(JSON.stringify(value, null, 2)).replace(/[^\n -~]/gu, (character) =>
    unprintableOnly.test(character) ? escapeCharacter(character) : character,
  );
}

const unprintableOnly = new RegExp(`^(?:${unprintable.source})$`, 'u');

function escapeCharacter(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

function withoutCredentials(text: string): string {
  return text.replace(credentials, '$1');
}
