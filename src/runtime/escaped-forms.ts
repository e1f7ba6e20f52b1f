const mayEscape = /\\[u/]|%|&/;
// A backslash before one of these does not stand for the character itself.
const word = /\w/;
// JSON inside JSON has its backslashes doubled.
const mostBackslashes = 3;

const names: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * Puts a mark in place of every secret whose characters are escaped as in JSON, a URL or markup, each as it likes. The
 * text is walked with the secret at hand: to compile an expression of a long one takes longer than a call.
 */
export function withoutEscaped(text: string, secrets: readonly string[], mark: string): string {
  if (!mayEscape.test(text)) return text;
  return secrets.reduce((rest, secret) => withoutOne(rest, Array.from(secret), mark), text);
}

function withoutOne(text: string, secret: readonly string[], mark: string): string {
  const [first = ''] = secret;
  const starts = new RegExp(`[${/^[\w\s]$/.test(first) ? first : ''}\\\\%&+]|${literal(first)}`, 'gu');
  let kept = '';
  let from = 0;
  for (let found = starts.exec(text); found !== null; found = starts.exec(text)) {
    const end = endOf(text, found.index, secret);
    if (end === undefined) continue;
    kept += text.slice(from, found.index) + mark;
    from = end;
    starts.lastIndex = end;
  }
  return from === 0 ? text : kept + text.slice(from);
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
}

/** Where a secret that begins at `start` ends, the furthest way; `undefined` where it does not stand there. */
function endOf(text: string, start: number, secret: readonly string[]): number | undefined {
  let ends: readonly number[] = [start];
  for (const character of secret) {
    const [only] = ends;
    ends =
      ends.length === 1 && only !== undefined
        ? endsOf(text, only, character)
        : endsOfAll(text, ends, character);
    if (ends.length === 0) return undefined;
  }
  return Math.max(...ends);
}

function endsOfAll(text: string, starts: readonly number[], character: string): readonly number[] {
  return [...new Set(starts.flatMap((start) => endsOf(text, start, character)))];
}

/** Where a character that begins at `at` may end: `%` stands for itself, or begins what stands for it. */
function endsOf(text: string, at: number, character: string): readonly number[] {
  const next = text[at];
  const plain = text.startsWith(character, at) ? [at + character.length] : [];
  if (next === '\\') return [...plain, ...afterBackslashes(text, at, character)];
  if (next === '%') return [...plain, ...percentEnds(text, at, character)];
  if (next === '&') return [...plain, ...entityEnds(text, at, character)];
  return next === '+' && character === ' ' ? [at + 1] : plain;
}

function afterBackslashes(text: string, at: number, character: string): readonly number[] {
  let count = 1;
  while (count <= mostBackslashes && text[at + count] === '\\') count += 1;
  const escaped = word.test(character)
    ? []
    : Array.from({ length: Math.min(count, mostBackslashes) }, (_, more) => at + more + 1)
        .filter((start) => text.startsWith(character, start))
        .map((start) => start + character.length);
  return [...escaped, ...unitEnds(text, at, character)];
}

const unit = /\\{1,4}u([\da-fA-F]{4})/y;

/** `\uXXXX`, once for each of its units in UTF-16. */
function unitEnds(text: string, at: number, character: string): readonly number[] {
  let end = at;
  for (let index = 0; index < character.length; index += 1) {
    unit.lastIndex = end;
    const [, digits = ''] = unit.exec(text) ?? [];
    if (parseInt(digits, 16) !== character.charCodeAt(index)) return [];
    end = unit.lastIndex;
  }
  return [end];
}

/** `%XX`, once for each of its bytes in UTF-8; the percent sign may be encoded itself. */
function percentEnds(text: string, at: number, character: string): readonly number[] {
  let ends: readonly number[] = [at];
  for (const byte of Buffer.from(character, 'utf8')) {
    ends = ends.flatMap((end) => [
      ...(byteAt(text, end, '%') === byte ? [end + 3] : []),
      ...(byteAt(text, end, '%25') === byte ? [end + 5] : []),
    ]);
  }
  return ends;
}

function byteAt(text: string, at: number, mark: string): number | undefined {
  const start = at + mark.length;
  const digits = text.slice(start, start + 2);
  return text.startsWith(mark, at) && /^[\da-fA-F]{2}$/.test(digits) ? parseInt(digits, 16) : undefined;
}

const reference = /&#(?:[xX]0{0,6}([\da-fA-F]{1,6})|0{0,6}(\d{1,7}));/y;

function entityEnds(text: string, at: number, character: string): readonly number[] {
  const name = names[character];
  if (name !== undefined && text.startsWith(name, at)) return [at + name.length];
  reference.lastIndex = at;
  const [, hexadecimal, decimal = ''] = reference.exec(text) ?? [];
  const code = hexadecimal === undefined ? parseInt(decimal, 10) : parseInt(hexadecimal, 16);
  return code === character.codePointAt(0) ? [reference.lastIndex] : [];
}
