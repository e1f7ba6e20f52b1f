import { createHash, timingSafeEqual } from 'node:crypto';
import { isBearerToken } from '../bearer-token.js';
import { SettingError } from '../settings.js';

/** A token that one client has, by name. */
export interface StaticToken {
  readonly name: string;
  /** Its SHA-256: the token itself is not kept. */
  readonly digest: Buffer;
}

/** As many characters as no one guesses, even of hexadecimal digits. */
const fewestCharacters = 32;

/** What is made at random has as many different characters, even of decimal digits. */
const fewestDifferent = 8;

/** Reads `name=token` pairs that commas or line ends separate; the fault of an entry is told without its token. */
export function readStaticTokens(variable: string, text: string): readonly StaticToken[] {
  const entries = text.split(/[,\r\n]/).map((entry) => entry.trim());
  const names = new Set<string>();
  const tokens = new Map<string, string>();
  for (const entry of entries.filter((each) => each !== '')) {
    const [, name, token = ''] = /^([\w\-.@]{1,64})\s*=\s*(.*)$/.exec(entry) ?? [];
    const fault = (problem: string): SettingError => new SettingError(`${variable}: ${problem}`);
    if (name === undefined)
      throw fault('every entry is name=token; names have letters, digits, `_`, `-`, `.` and `@`.');
    if (names.has(name)) throw fault(`two tokens are of '${name}'.`);
    if (token.length < fewestCharacters)
      throw fault(
        `the token of '${name}' has fewer than ${fewestCharacters} characters. Make one: openssl rand -hex 32`,
      );
    if (new Set(token).size < fewestDifferent)
      throw fault(
        `the token of '${name}' has fewer than ${fewestDifferent} different characters. Make one: openssl rand -hex 32`,
      );
    if (!isBearerToken(token))
      throw fault(`the token of '${name}' has a character that tokens cannot have (RFC 6750 2.1).`);
    const other = tokens.get(token);
    if (other !== undefined) throw fault(`'${other}' and '${name}' have the same token.`);
    names.add(name);
    tokens.set(token, name);
  }
  if (tokens.size === 0) throw new SettingError(`${variable} holds no token.`);
  return [...tokens].map(([token, name]) => ({ name, digest: digestOf(token) }));
}

/** Whose token this is. It takes as long whichever token it is, and as long where it is none. */
export function ownerOf(token: string, tokens: readonly StaticToken[]): string | undefined {
  const digest = digestOf(token);
  let owner: string | undefined;
  for (const each of tokens) {
    if (timingSafeEqual(each.digest, digest)) owner = each.name;
  }
  return owner;
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
