import yargs from 'yargs';
import { flagsByName, type Flag, type FlagValues } from './flags.js';

/** Reads arguments whose names have been checked. */
export async function parseFlags(args: readonly string[]): Promise<FlagValues> {
  const parsed = new Map<string, unknown>(Object.entries(await parserOf(flagsByName).parse([...args])));
  const values: Record<string, unknown> = { _: parsed.get('_') };
  for (const [name, { list }] of flagsByName) {
    const value = parsed.get(name);
    if (value === undefined) continue;
    const all: readonly unknown[] = Array.isArray(value) ? value : [value];
    values[name] = list === true ? all : all.at(-1);
  }
  // The flags above are the only ones that can be met here, and yargs gives each the type that stands there.
  return values as unknown as FlagValues;
}

/** A parser that knows some options, ends no process and prints nothing. */
export function parserOf(shown: ReadonlyMap<string, Flag>) {
  const options = [...shown].map(([name, { alias, type, describe, group }]) => {
    return [name, { type, describe, group, ...(alias === undefined ? {} : { alias }) }] as const;
  });
  return yargs()
    .scriptName('openapi2mcp')
    .locale('en')
    .help(false)
    .version(false)
    .options(Object.fromEntries(options))
    .parserConfiguration({
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'strip-aliased': true,
    })
    .exitProcess(false)
    .fail(false);
}
