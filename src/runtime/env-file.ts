import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { SettingError } from './settings.js';

/** Values that the format reads the same without quotes. */
const plainValue = /^[\w./:@%+,~=-]+$/;

const quotes = ["'", '"', '`'];

/** The variables of a `.env` file; none where there is no such file. */
export async function readEnvFile(file: URL): Promise<ReadonlyMap<string, string>> {
  return variablesIn((await readText(file)) ?? '');
}

/** The same at once, for what is read before a server starts. */
export function readEnvFileSync(file: URL): ReadonlyMap<string, string> {
  return variablesIn(readTextSync(file) ?? '');
}

/**
 * Gives a variable a value in a `.env` file: its line is replaced, or one is added, and nothing else changes. The file is
 * its owner's alone to read afterwards, and is never there by halves.
 */
export async function writeEnvVariable(file: URL, name: string, value: string): Promise<void> {
  const before = (await readText(file)) ?? '';
  await replaceFile(file, withVariable(before, name, value));
}

/** The text of a `.env` file in which a variable has a value; a `SettingError` where the format cannot say that. */
export function withVariable(text: string, name: string, value: string): string {
  const line = `${name}=${quoted(value)}`;
  const lines = text.split('\n');
  const place = placeOf(lines, name);
  if (place !== undefined) {
    const { first, last } = place;
    const end = lines[last]?.endsWith('\r') ? '\r' : '';
    return checked(text, [...lines.slice(0, first), line + end, ...lines.slice(last + 1)], name, value);
  }
  const end = /\r\n/.test(text) ? '\r' : '';
  const kept =
    text === '' || text.endsWith('\n') ? lines.slice(0, -1) : [...lines.slice(0, -1), lines.at(-1) + end];
  return checked(text, [...kept, line + end, ''], name, value);
}

function quoted(value: string): string {
  if (plainValue.test(value)) return value;
  const quote = /[\p{Cc}\u2028\u2029]/u.test(value)
    ? undefined
    : quotes.find((each) => !value.includes(each));
  return quote === undefined ? value : `${quote}${value}${quote}`;
}

/** The lines of a variable's last assignment, which is the one that counts; a value in quotes can have several. */
function placeOf(lines: readonly string[], name: string): { first: number; last: number } | undefined {
  let place: { first: number; last: number } | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const [, assigned, value = ''] = /^\s*(?:export\s+)?([^\s#=]+)\s*=\s*([^]*)$/.exec(lines[at] ?? '') ?? [];
    if (assigned === undefined) continue;
    const last = endOf(lines, at, value);
    if (assigned === name) place = { first: at, last };
    at = last;
  }
  return place;
}

/** The line on which a value ends that begins on line `at`; one whose quote nothing closes ends there itself. */
function endOf(lines: readonly string[], at: number, value: string): number {
  const quote = quotes.find((each) => value.startsWith(each));
  if (quote === undefined || value.indexOf(quote, 1) > 0) return at;
  const end = lines.findIndex((line, index) => index > at && line.includes(quote));
  return end < 0 ? at : end;
}

/** What Node reads from the new text has to be what it read before, but for the one variable. */
function checked(before: string, lines: readonly string[], name: string, value: string): string {
  const text = lines.join('\n');
  const [found, wanted] = [variablesIn(text), new Map(variablesIn(before)).set(name, value)];
  const isRight = found.size === wanted.size && [...wanted].every(([key, each]) => found.get(key) === each);
  if (isRight) return text;
  throw new SettingError(
    `${name} cannot be written into .env as it stands: use --print, and put it where you keep it.`,
  );
}

/** The variables of the text of a `.env` file. */
export function variablesIn(text: string): ReadonlyMap<string, string> {
  // In the text of another encoding no variable would be found, not even the one that lets nobody in without a token.
  if (text.includes('\0')) throw new SettingError('The file .env is not written in UTF-8.');
  // What editors put before a text would be part of its first name.
  const written = text.replace(/^\uFEFF/, '');
  return new Map(Object.entries(parseEnv(written) as Readonly<Record<string, string>>));
}

async function readText(file: URL): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    return withoutFile(error);
  }
}

function readTextSync(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return withoutFile(error);
  }
}

/** There need not be a file; one that cannot be read is not passed over. */
function withoutFile(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw new SettingError('The file .env cannot be read.');
}

/** A link stays one: what it leads to is replaced. */
async function replaceFile(file: URL, text: string): Promise<void> {
  const path = fileURLToPath(file);
  const target = await realpath(path).catch(() => path);
  const staged = `${target}.${randomUUID()}`;
  try {
    const handle = await open(staged, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(staged, target);
  } catch (error) {
    await rm(staged, { force: true });
    const { code = 'error' } = error as NodeJS.ErrnoException;
    throw new SettingError(
      `The file .env cannot be written (${code}): use --print, and put the value where you keep it.`,
    );
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
