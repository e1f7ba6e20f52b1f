/** Words that cannot name a declaration of a module, or that the printed code uses itself. */
const reservedWords = new Set(
  (
    'any arguments await bigint boolean break case catch class const continue debugger default delete do else enum ' +
    'eval export extends false finally for function if implements import in instanceof interface let never new null ' +
    'number object package private protected public return static string super switch symbol this throw true try ' +
    'typeof undefined unknown var void while with yield NaN Infinity tool Record'
  )
    .split(' ')
    .concat(Object.getOwnPropertyNames(Object.prototype)),
);

/** Columns after which a line of a comment is broken. */
const commentWidth = 100;

/** Letters beyond the basic plane are left in quotes: compilers differ in which they know. */
const propertyIdentifier = /^(?!.*[\u{10000}-\u{10ffff}])[$_\p{ID_Start}][$\p{ID_Continue}]*$/u;

const legalIdentifier = /^[A-Za-z][\w$]*$/;

/** Writes text for a place inside a block comment or behind `//` on each line; long lines are broken. */
export function commentText(text: string): string {
  const lines = visibleText(text)
    .replaceAll('*/', '*\\/')
    .split('\n')
    .flatMap((line) => wrapLine(line.trimEnd()))
    .map(withoutTag);
  return lines
    .filter((line, index) => line !== '' || (lines[index - 1] ?? '') !== '')
    .join('\n')
    .trim();
}

/** Writes text on one line, for a place inside a comment. */
export function commentLine(text: string): string {
  return withoutTag(visibleText(text).replace(/\s+/g, ' ').trim().replaceAll('*/', '*\\/'));
}

/** A compiler directive or a tag in the document's text would otherwise be obeyed. */
function withoutTag(line: string): string {
  return line.replace(/^(\s*)@/, '$1\\@');
}

/** Writes a string literal of TypeScript, in the quotes that prettier would choose. */
export function stringLiteral(value: string): string {
  if (/^[\w /.:-]*$/.test(value)) return `'${value}'`;
  const body = JSON.stringify(value).slice(1, -1).replace(unprintable, escapeCharacter);
  const singles = value.split("'").length;
  const doubles = value.split('"').length;
  if (singles > doubles) return `"${body}"`;
  return `'${body.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Writes a string of JSON; what a reader cannot see, or another tool takes for the end of a line, is escaped. */
export function jsonString(value: string): string {
  const text = JSON.stringify(value);
  return /^[ -~]*$/.test(text) ? text : text.replace(invisible, escapeCharacter);
}

/** Writes the name of a property in a type: bare where it is an identifier, else a string literal. */
export function propertyName(name: string): string {
  return propertyIdentifier.test(name) ? name : stringLiteral(name);
}

/** Writes the name of a constant: the text itself where it is a legal name, else one made from its words. */
export function identifier(text: string): string {
  if (legalIdentifier.test(text)) return unreserved(text);
  const name = typeName(text);
  return unreserved(name.charAt(0).toLowerCase() + name.slice(1));
}

/** Writes the name of a type: the text's words in PascalCase, beginning with a letter. */
export function typeName(text: string): string {
  const words =
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[A-Za-z0-9]+/g) ?? [];
  const name = words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .slice(0, 100);
  if (name === '') return 'Schema';
  return unreserved(/^[0-9]/.test(name) ? `Schema${name}` : name);
}

/** Writes text on one line of Markdown, where it stays text: no markup, no link, no HTML, no table cell ends. */
export function markdownText(text: string): string {
  return (
    visibleText(text)
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/[&<>]/g, (character) => `&${entityNames[character] ?? ''};`)
      // An ASCII mark is escaped where it could begin markup, an address or, at the start, a heading or a list.
      .replace(/[\\`*_{}[\]|~@$!]|:(?=\/\/)|(?<=www)\./gi, '\\$&')
      .replace(/^[#+=-]|(?<=^\d+)[.)]/, '\\$&')
  );
}

/** Writes text as code in a cell of a Markdown table; text with a backtick, which ends code, as any other. */
export function markdownCode(text: string): string {
  if (text.includes('`')) return markdownText(text);
  const code = visibleText(text).replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
  return code === '' ? '' : `\`${code}\``;
}

/** Writes the value of a variable for a `.env` file; `undefined` where the format has no way to say it. */
export function envValue(value: string): string | undefined {
  if (/^[\w./:@%+,{}-]*$/.test(value)) return value;
  if (/[\p{C}\u2028\u2029]/u.test(value)) return undefined;
  const quote = ["'", '"', '`'].find((character) => !value.includes(character));
  return quote === undefined ? undefined : `${quote}${value}${quote}`;
}

/** The name of an environment variable; anything but capitals, digits and `_` is a fault of the planner's. */
export function envName(name: string): string {
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) throw new Error(`'${name}' is no name of an environment variable.`);
  return name;
}

/** The name of an npm package; anything else is a fault of the planner's. */
export function packageName(name: string): string {
  if (!/^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(name)) {
    throw new Error(`'${name}' is no name of a package.`);
  }
  return name;
}

/** The name of a module's file; anything but a plain name is a fault of the planner's. */
export function moduleFileName(name: string): string {
  if (!/^[a-z0-9][a-z0-9-]*\.ts$/.test(name)) throw new Error(`'${name}' is no name of a module's file.`);
  return name;
}

const entityNames: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt' };

/** What a string literal shows as an escape: controls, marks that hide or reorder text, ends of lines, markup. */
const unprintable = /[\u007f-\u009f\p{Cf}\u2028\u2029<]/gu;

const invisible = /[\u007f-\u009f\p{Cf}\u2028\u2029]/gu;

function escapeCharacter(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

/** Breaks a line of prose between words; a row of a table and indented code keep their line. */
function wrapLine(line: string): readonly string[] {
  if (line.length <= commentWidth || /^(\||\s{4})/.test(line)) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > commentWidth) {
      lines.push(current.trimEnd());
      current = word;
    } else {
      current = current === '' ? word : `${current} ${word}`;
    }
  }
  return [...lines, current];
}

/** The text without what cannot be seen: controls, marks that hide or reorder text, halves of characters. */
function visibleText(text: string): string {
  // Nearly all text is plain, and this is asked of every description.
  if (/^[ -~\n]*$/.test(text)) return text;
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', '  ')
    .replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\p{Cs}/gu, '\ufffd');
}

function unreserved(name: string): string {
  return reservedWords.has(name) ? `${name}_` : name;
}
