import yargs, { type Options } from 'yargs';

/** An option of the command line. */
interface Flag extends Options {
  readonly type: 'string' | 'boolean';
  readonly describe: string;
  readonly group: string;
  readonly alias?: string;
  /** What an option that takes text is given, in a word. */
  readonly value?: string;
  /** Whether it can be given several times. */
  readonly list?: true;
  /** Whether `--no-<name>` is a form of it: the one that help shows, since the other is the default. */
  readonly negated?: true;
}

/** The parts of the help. */
export const groups = {
  project: 'Project:',
  document: 'Document:',
  selection: 'Selection:',
  report: 'Report:',
} as const;

/** Every option of the command line. */
export const flags = {
  output: {
    group: groups.project,
    alias: 'o',
    type: 'string',
    value: 'dir',
    describe: "The project's folder",
  },
  config: {
    group: groups.project,
    alias: 'c',
    type: 'string',
    value: 'file',
    describe: 'Configuration, in place of openapi2mcp.config.* here',
  },
  name: {
    group: groups.project,
    type: 'string',
    value: 'name',
    describe: 'Name of the package and the server',
  },
  'server-url': {
    group: groups.project,
    type: 'string',
    value: 'url',
    describe: "Base URL of the API, in place of the document's",
  },
  check: { group: groups.project, type: 'boolean', describe: 'Write nothing; fail if anything would change' },
  'dry-run': { group: groups.project, type: 'boolean', describe: 'Write nothing; list what would change' },
  force: { group: groups.project, type: 'boolean', describe: 'Replace generated files that were edited' },
  strict: { group: groups.project, type: 'boolean', describe: 'Write nothing if there is a warning' },
  'print-scaffold': {
    group: groups.project,
    type: 'string',
    value: 'path',
    describe: 'Print the present template of a file that is yours',
  },
  header: {
    group: groups.document,
    type: 'string',
    value: 'header',
    list: true,
    describe: "'Name: value' for the document's server; $VAR is replaced",
  },
  overlay: {
    group: groups.document,
    type: 'string',
    value: 'file or URL',
    list: true,
    describe: 'OpenAPI Overlay, file or URL; several are applied in order',
  },
  'ref-root': {
    group: groups.document,
    type: 'string',
    value: 'dir',
    describe: "Folder that references stay in; default: the document's",
  },
  'allow-refs-from': {
    group: groups.document,
    type: 'string',
    value: 'host',
    list: true,
    describe: 'Host that references may lead to: host or host:port',
  },
  'allow-http': {
    group: groups.document,
    type: 'boolean',
    describe: 'Fetch by http from other computers too',
  },
  limit: {
    group: groups.document,
    type: 'string',
    value: 'name=number',
    list: true,
    describe: 'Change a limit: depth=300, documentBytes=50MiB',
  },
  filter: {
    group: groups.selection,
    type: 'string',
    value: 'expression',
    list: true,
    describe: 'Operations that become tools: see below',
  },
  deprecated: {
    group: groups.selection,
    type: 'boolean',
    negated: true,
    describe: 'Leave deprecated operations out',
  },
  profile: {
    group: groups.selection,
    type: 'string',
    value: 'host',
    list: true,
    describe: 'List tools for this host too: see below',
  },
  quiet: { group: groups.report, type: 'boolean', describe: 'Print errors only' },
  verbose: {
    group: groups.report,
    type: 'boolean',
    describe: 'Print every finding, file and left-out operation',
  },
  json: { group: groups.report, type: 'boolean', describe: 'Print the result as one JSON object' },
  color: {
    group: groups.report,
    type: 'boolean',
    negated: true,
    describe: 'Print no colours (--color: always)',
  },
  help: { group: groups.report, alias: 'h', type: 'boolean', describe: 'Show this help' },
  version: { group: groups.report, type: 'boolean', describe: 'Show the version' },
} as const satisfies Record<string, Flag>;

type Flags = typeof flags;

/** The long name of an option. */
export type FlagName = keyof Flags;

type ValueOf<One extends Flag> = One extends { readonly list: true }
  ? readonly string[]
  : One['type'] extends 'string'
    ? string
    : boolean;

/** What was written on the command line; of an option that is given twice the last value, unless it is a list. */
export type FlagValues = { readonly _: readonly string[] } & {
  readonly [Name in FlagName]?: ValueOf<Flags[Name]>;
};

/** The options by their long names, for whoever does not know which one it is. */
export const flagsByName: ReadonlyMap<string, Flag> = new Map(Object.entries(flags));

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

/** The text of `--help`. */
export async function helpText(): Promise<string> {
  const shown = [...flagsByName].map(([name, flag]) => [shownName(name, flag), flag] as const);
  const parser = parserOf(new Map(shown)).usage(usage).example(examples).epilogue(epilogue).wrap(100);
  const text = await parser.getHelp();
  return text.replaceAll(/ +\[(?:string|boolean)\]$/gm, '');
}

function shownName(name: string, { negated, value }: Flag): string {
  return `${negated === true ? 'no-' : ''}${name}${value === undefined ? '' : ` <${value}>`}`;
}

const usage = `Usage: $0 [generate] <document> [options], or $0 schema

Writes a TypeScript MCP server for the API that an OpenAPI document describes; 'schema' prints the
JSON Schema of openapi2mcp.config.*. <document> is a path, a URL, or - for standard input. Flags
count above the configuration, and that above the last run: in a project that was generated before,
all of them may be left out.`;

const examples: [string, string][] = [
  ['$0 petstore.yaml', 'Write a new project'],
  ['$0 https://example.com/api.json -o mcp', 'Read a URL, name the folder'],
  ['$0 petstore.yaml --filter tag:pets', 'Take a part of it'],
  ['$0', 'In a project: bring it up to date'],
  ['$0 --check', 'In a project: fail if it is out of date, for CI'],
];

const epilogue = `Filters are tag:…, path:…, method:… and operation:…, which takes an operationId or 'METHOD /path'.
In them ? is one character, * any up to the next / of a path, and ** any. Those of one kind are
alternatives, those of different kinds must all match, and one that starts with ! takes away.

--filter= --overlay= --allow-refs-from= and --config= with nothing behind drop what configuration
and last run say. A value that starts with - is written --name=-value.

Exit codes: 0 done; 1 a finding forbids writing; 2 wrong usage or configuration; 4 network;
5 disk or permission; 70 a bug of openapi2mcp; 130 interrupted. All but 0: nothing was written.`;

function parserOf(shown: ReadonlyMap<string, Flag>) {
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
