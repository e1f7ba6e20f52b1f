import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/** The variables that a server reads its settings and credentials from. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that cannot be used, in words for the person who starts the server. */
export class SettingError extends Error {}

/** The value of a variable: an empty one is not set. */
export function setting(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}

/** Whether a variable has a value, or a file of its own, which may have one: `<VARIABLE>_FILE` names it. */
export function isSet(environment: Environment, name: string): boolean {
  return setting(environment, name) !== undefined || setting(environment, `${name}_FILE`) !== undefined;
}

/** The variable to look at for a value: its own, or that of its file. */
export function variableGiven(environment: Environment, name: string): string {
  return sourceOf(environment, name).file === undefined ? name : `${name}_FILE`;
}

/** The text of a variable as it stands, or of the file that `<NAME>_FILE` names; a blank variable is not set. */
export async function variableText(environment: Environment, name: string): Promise<string | undefined> {
  const { text, file } = sourceOf(environment, name);
  if (file === undefined) return text;
  return textIn(await readFile(file, 'utf8').catch(() => undefined), name);
}

/** The same at once, for what is read before a server starts. */
export function variableTextSync(environment: Environment, name: string): string | undefined {
  const { text, file } = sourceOf(environment, name);
  if (file === undefined) return text;
  return textIn(contentsOf(file), name);
}

interface VariableSource {
  readonly text?: string;
  readonly file?: string;
}

function sourceOf(environment: Environment, name: string): VariableSource {
  const text = environment[name];
  if (text !== undefined && text.trim() !== '') return { text };
  const file = setting(environment, `${name}_FILE`);
  return file === undefined ? {} : { file: resolve(foldersOfFiles.get(fileKey(name, file)) ?? '', file) };
}

/** What `.env` files say of `<NAME>_FILE`, and where those stand: copies of an environment know it, too. */
const foldersOfFiles = new Map<string, string>();

/**
 * Has the relative paths of a `.env` file, which stands in `folder`, count from there: hosts start servers from wherever
 * they like. Only where a variable is read by its file is one taken as a path.
 */
export function rememberFolder(variables: ReadonlyMap<string, string>, folder: string): void {
  for (const [name, file] of variables) {
    if (name.endsWith('_FILE'))
      foldersOfFiles.set(fileKey(name.slice(0, -'_FILE'.length), file.trim()), folder);
  }
}

function fileKey(name: string, file: string): string {
  return `${name}=${file}`;
}

function contentsOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Whoever names a file means what is in it: going on without would be to go on without what it is for. */
function textIn(contents: string | undefined, name: string): string {
  if (contents === undefined) throw new SettingError(`The file that ${name}_FILE names cannot be read.`);
  // What editors put before and after a text is no part of it.
  const text = contents.replace(/^\uFEFF/, '').replace(/\r?\n$/, '');
  if (text.trim() === '') throw new SettingError(`The file that ${name}_FILE names is empty.`);
  return text;
}

const valueShown = 40;

/** A whole number within its bounds, both included; anything else is a `SettingError` that names variable and value. */
export function readInteger(name: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  const given = text.length > valueShown ? `${text.slice(0, valueShown)}…` : text;
  throw new SettingError(`${name} is '${given}'; it must be a whole number from ${least} to ${most}.`);
}
