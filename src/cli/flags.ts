import yargs, { type Options } from 'yargs';

/** Every option of the command line. */
export const flags = {
  output: { alias: 'o', type: 'string', describe: "The project's folder" },
  name: { type: 'string', describe: 'Name of the package and the server' },
  'server-url': { type: 'string', describe: "Base URL of the API, in place of the document's" },
  check: { type: 'boolean', describe: 'Write nothing; fail if anything would change' },
  'dry-run': { type: 'boolean', describe: 'Write nothing; list what would change' },
  force: { type: 'boolean', describe: 'Replace generated files that were edited' },
  strict: { type: 'boolean', describe: 'Write nothing if there is a warning' },
  'print-scaffold': {
    type: 'string',
    describe: 'Print the present template of a file that is yours, such as src/http.ts',
  },
  quiet: { type: 'boolean', describe: 'Print errors only' },
  verbose: { type: 'boolean', describe: 'Print every finding and every file' },
  json: { type: 'boolean', describe: 'Print the result as one JSON object' },
  help: { alias: 'h', type: 'boolean', describe: 'Show this help' },
  version: { type: 'boolean', describe: 'Show the version' },
} satisfies Record<string, Options>;

type Flags = typeof flags;

/** What was written on the command line; a text option without its value is `''`. */
export type FlagValues = { readonly _: readonly string[] } & {
  readonly [Name in keyof Flags]?: Flags[Name]['type'] extends 'string' ? string : boolean;
};

/** Reads arguments whose names have been checked. */
export async function parseFlags(args: readonly string[]): Promise<FlagValues> {
  const values = await parser().parse([...args]);
  // The flags above are the only ones that can be met here, and yargs gives each the type that stands there.
  return values as unknown as FlagValues;
}

/** The text of `--help`. */
export function helpText(): Promise<string> {
  return parser()
    .usage(
      'Usage: $0 [generate] <document> [options]\n\n' +
        'Writes a TypeScript MCP server for the API that an OpenAPI document describes.\n' +
        '<document> is a path, a URL, or - for standard input. In a project that was generated before,\n' +
        'document and options default to those of the last run.',
    )
    .example([
      ['$0 petstore.yaml', 'Write a new project'],
      ['$0 https://api.example.com/openapi.json -o ./mcp', 'Read a URL, name the folder'],
      ['$0', 'In a project: bring it up to date'],
      ['$0 --check', 'In a project, for CI: fail if it is out of date'],
      ['$0 --print-scaffold src/http.ts', 'In a project: show what a file of yours would start from today'],
    ])
    .epilogue(
      'Exit codes: 0 done; 1 a finding forbids writing; 2 wrong usage; 4 network; 5 disk or permission;\n' +
        '70 a bug of openapi2mcp; 130 interrupted. Every code but 0 means that nothing was written.',
    )
    .wrap(100)
    .getHelp();
}

function parser() {
  return yargs()
    .scriptName('openapi2mcp')
    .locale('en')
    .help(false)
    .version(false)
    .options(flags)
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'duplicate-arguments-array': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'strip-aliased': true,
    })
    .exitProcess(false)
    .fail(false);
}
