import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser';
import type { Diagnostics } from '../diagnostics/diagnostics.js';

/** Where npm keeps dependency ranges. */
const sections = ['dependencies', 'devDependencies'] as const;

interface Range {
  readonly section: (typeof sections)[number];
  readonly name: string;
  readonly range: string;
}

/** The dependency ranges of a package.json that the generator made, by name. */
export function rangesOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(readRanges(JSON.parse(text)).map(({ name, range }) => [name, range]));
}

/** The text of an emitted package.json but for its dependency ranges, which are raised apart from the rest. */
export function withoutRanges(text: string): string {
  return JSON.stringify(
    Object.entries(JSON.parse(text) as object).filter(
      ([key]) => !sections.some((section) => section === key),
    ),
  );
}

/**
 * The text of the user's package.json with our newer ranges in it; not a byte else changes.
 *
 * A range that no longer reads as the lock says is the user's: it stays, with a warning where another is needed.
 */
export function raiseDependencies(
  text: string,
  emitted: string,
  written: Readonly<Record<string, string>>,
  shown: string,
  diagnostics: Diagnostics,
): string {
  const present = parseObject(text);
  if (present === undefined) {
    diagnostics.report('dependency-kept', {
      path: shown,
      name: 'the file',
      problem: 'it is not valid JSON.',
    });
    return text;
  }
  const ranges = new Map(readRanges(present).map((entry) => [entry.name, entry]));
  return readRanges(JSON.parse(emitted)).reduce((raised, wanted) => {
    const before = Object.hasOwn(written, wanted.name) ? written[wanted.name] : undefined;
    const now = ranges.get(wanted.name);
    if (now?.range === wanted.range || before === wanted.range) return raised;
    if (now?.range !== before) {
      const problem = now === undefined ? 'it was removed' : `its range is '${now.range}'`;
      diagnostics.report('dependency-kept', {
        path: shown,
        name: `'${wanted.name}'`,
        problem: `${problem}, which is not what was generated; '${wanted.range}' is needed.`,
      });
      return raised;
    }
    return write(raised, { ...wanted, section: now?.section ?? wanted.section });
  }, text);
}

/** Reports a package that still has the name of an earlier run. */
export function reportOldName(text: string, emitted: string, shown: string, diagnostics: Diagnostics): void {
  const [before, now] = [nameOf(parseObject(text)), nameOf(JSON.parse(emitted))];
  if (before === now || before === undefined || now === undefined) return;
  const problem = `it is '${before}', and the server is called '${now}' now.`;
  diagnostics.report('dependency-kept', { path: shown, name: 'the name', problem });
}

function nameOf(value: unknown): string | undefined {
  // A package.json, whose members may still be of any type, or nothing.
  const { name } = (value ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? name : undefined;
}

function write(text: string, { section, name, range }: Range): string {
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  return applyEdits(text, modify(text, [section, name], range, { formattingOptions }));
}

function parseObject(text: string): object | undefined {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  return errors.length === 0 && typeof value === 'object' && value !== null ? value : undefined;
}

function readRanges(value: unknown): readonly Range[] {
  // A package.json, whose members may still be of any type.
  const members = value as Readonly<Record<string, unknown>>;
  return sections.flatMap((section) =>
    Object.entries(members[section] ?? {}).flatMap(([name, range]: [string, unknown]) =>
      typeof range === 'string' ? [{ section, name, range }] : [],
    ),
  );
}
