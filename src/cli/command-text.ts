import { isWebUrl } from '../diagnostics/addresses.js';
import { flagsByName, groups, type FlagValues } from './flags.js';

/** A command line less what it says of its report and of looking only; no value of a header is in it. */
export function commandLine(program: string, values: FlagValues): string {
  const flags = new Map<string, unknown>(Object.entries(values));
  const options = [...flagsByName].flatMap(([name, { group, list }]) => {
    const value = flags.get(name);
    if (value === undefined || group === groups.report || lookingOnly.has(name)) return [];
    if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`];
    // What is no switch is a text, or a list of texts.
    const all = list === true ? (value as readonly string[]) : [value as string];
    return all.map((text) => optionText(name, text));
  });
  return [program, ...values._.map(documentWord), ...options].join(' ');
}

const lookingOnly: ReadonlySet<string> = new Set(['check', 'dry-run', 'print-scaffold']);

/** How whoever runs this called it: by npx, where npm says that it started us, else by its name. */
export function programFor(env: Readonly<Record<string, string | undefined>>): string {
  return env['npm_command'] === undefined ? 'openapi2mcp' : 'npx openapi2mcp';
}

/** An option with its value, for a shell. */
export function optionText(name: string, value: string): string {
  if (name === 'header') return "--header '…'";
  return value === '' || value.startsWith('-')
    ? `--${name}=${value === '' ? '' : quoted(value)}`
    : `--${name} ${quoted(value)}`;
}

function documentWord(document: string): string {
  // Standard input, and no file of that name.
  return document === '-' ? document : pathWord(shownDocument(document));
}

/** The query of a URL may hold a secret. */
function shownDocument(document: string): string {
  return isWebUrl(document) ? document.replace(/\?.*$/s, '?…') : document;
}

/** A word for a POSIX shell; the plain names of nearly all projects are right in every shell. */
function quoted(word: string): string {
  return /^[\w./\\:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A path as a word for a shell; no command takes it for an option of its own. */
export function pathWord(path: string): string {
  return quoted(path.startsWith('-') ? `./${path}` : path);
}
