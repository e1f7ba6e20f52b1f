import type { Options } from 'yargs';
import type { CommandName } from './commands.js';

/** An option of the command line. */
export interface Flag extends Options {
  readonly type: 'string' | 'boolean';
  readonly describe: string;
  readonly group: string;
  /** Whose option it is. */
  readonly commands: readonly CommandName[];
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

const planning: readonly CommandName[] = ['generate', 'inspect', 'lint'];
const every: readonly CommandName[] = [...planning, 'schema'];

/** Every option of the command line. */
export const flags = {
  output: {
    group: groups.project,
    commands: ['generate'],
    alias: 'o',
    type: 'string',
    value: 'dir',
    describe: "The project's folder",
  },
  config: {
    group: groups.project,
    commands: planning,
    alias: 'c',
    type: 'string',
    value: 'file',
    describe: 'Configuration, in place of openapi2mcp.config.* here',
  },
  name: {
    group: groups.project,
    commands: planning,
    type: 'string',
    value: 'name',
    describe: 'Name of the package and the server',
  },
  'server-url': {
    group: groups.project,
    commands: planning,
    type: 'string',
    value: 'url',
    describe: "Base URL of the API, in place of the document's",
  },
  auth: {
    group: groups.project,
    commands: planning,
    type: 'string',
    value: 'mode',
    describe: 'How HTTP clients prove who they are: none, bearer, oauth',
  },
  check: {
    group: groups.project,
    commands: ['generate'],
    type: 'boolean',
    describe: 'Write nothing; fail if anything would change',
  },
  'dry-run': {
    group: groups.project,
    commands: ['generate'],
    type: 'boolean',
    describe: 'Write nothing; list what would change',
  },
  force: {
    group: groups.project,
    commands: ['generate'],
    type: 'boolean',
    describe: 'Replace generated files that were edited',
  },
  strict: {
    group: groups.project,
    commands: ['generate', 'lint'],
    type: 'boolean',
    describe: 'Let a warning count as an error',
  },
  'print-scaffold': {
    group: groups.project,
    commands: ['generate'],
    type: 'string',
    value: 'path',
    describe: 'Print the present template of a file that is yours',
  },
  header: {
    group: groups.document,
    commands: planning,
    type: 'string',
    value: 'header',
    list: true,
    describe: "'Name: value' for the document's server; $VAR is replaced",
  },
  overlay: {
    group: groups.document,
    commands: planning,
    type: 'string',
    value: 'file or URL',
    list: true,
    describe: 'OpenAPI Overlay, file or URL; several are applied in order',
  },
  'ref-root': {
    group: groups.document,
    commands: planning,
    type: 'string',
    value: 'dir',
    describe: "Folder that references stay in; default: the document's",
  },
  'allow-refs-from': {
    group: groups.document,
    commands: planning,
    type: 'string',
    value: 'host',
    list: true,
    describe: 'Host that references may lead to: host or host:port',
  },
  'allow-http': {
    group: groups.document,
    commands: planning,
    type: 'boolean',
    describe: 'Fetch by http from other computers too',
  },
  limit: {
    group: groups.document,
    commands: planning,
    type: 'string',
    value: 'name=number',
    list: true,
    describe: 'Change a limit: depth=300, documentBytes=50MiB',
  },
  filter: {
    group: groups.selection,
    commands: planning,
    type: 'string',
    value: 'expression',
    list: true,
    describe: 'Operations that become tools: see below',
  },
  deprecated: {
    group: groups.selection,
    commands: planning,
    type: 'boolean',
    negated: true,
    describe: 'Leave deprecated operations out',
  },
  profile: {
    group: groups.selection,
    commands: planning,
    type: 'string',
    value: 'host',
    list: true,
    describe: 'List tools for this host too: see below',
  },
  tool: {
    group: groups.report,
    commands: ['inspect'],
    type: 'string',
    value: 'name',
    describe: 'Show one tool in full, by name, alias, operationId or METHOD /path',
  },
  tokens: {
    group: groups.report,
    commands: ['inspect'],
    type: 'boolean',
    describe: 'Count tokens with gpt-tokenizer, where it is installed',
  },
  hosts: {
    group: groups.report,
    commands: ['lint'],
    type: 'string',
    value: 'names',
    list: true,
    describe: 'Hosts whose rules are checked, all or as claude,openai,n8n',
  },
  quiet: {
    group: groups.report,
    commands: ['generate', 'lint'],
    type: 'boolean',
    describe: 'Print errors only, under --strict warnings too',
  },
  verbose: {
    group: groups.report,
    commands: planning,
    type: 'boolean',
    describe: 'Print every finding, file and left-out operation',
  },
  json: {
    group: groups.report,
    commands: planning,
    type: 'boolean',
    describe: 'Print the result as one JSON object',
  },
  color: {
    group: groups.report,
    commands: every,
    type: 'boolean',
    negated: true,
    describe: 'Print no colours (--color: always)',
  },
  help: { group: groups.report, commands: every, alias: 'h', type: 'boolean', describe: 'Show this help' },
  version: { group: groups.report, commands: every, type: 'boolean', describe: 'Show the version' },
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
