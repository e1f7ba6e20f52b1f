import { profileNames } from '../plan/hosts/profile-names.js';
import { commands, type CommandName } from './commands.js';
import { flagsByName, type Flag } from './flags.js';
import { parserOf } from './parse-flags.js';

const columns = 100;

/** The text of `--help`, of one command. */
export async function helpText(command: CommandName): Promise<string> {
  const shown = [...flagsByName]
    .filter(([, flag]) => flag.commands.includes(command))
    .map(([name, flag]) => [shownName(name, flag), flag] as const);
  const { usage, examples, epilogue } = pages[command];
  const text = await parserOf(new Map(shown))
    .usage(usage)
    .example(examples.map((example) => [...example]))
    .epilogue(epilogue)
    .wrap(columns)
    .getHelp();
  return text.replaceAll(/ +\[(?:string|boolean)\]$/gm, '');
}

function shownName(name: string, { negated, value }: Flag): string {
  return `${negated === true ? 'no-' : ''}${name}${value === undefined ? '' : ` <${value}>`}`;
}

interface Page {
  readonly usage: string;
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  readonly epilogue: string;
}

const filters = `Filters are tag:…, path:…, method:… and operation:…, which takes an operationId or 'METHOD /path'.
In them ? is one character, * any up to the next / of a path, and ** any. Those of one kind are
alternatives, those of different kinds must all match, and one that starts with ! takes away.`;

const profiles = `Profiles are ${profileNames.join(', ')}.`;

const nothingBehind = `--filter= --overlay= --allow-refs-from= and --config= with nothing behind drop what configuration
and last run say. A value that starts with - is written --name=-value.`;

const documentWords =
  '<document> is a path, a URL, or - for standard input; in a generated project it may be left out.';

const pages: Readonly<Record<CommandName, Page>> = {
  generate: {
    usage: `Usage: $0 [generate] <document> [options], or $0 <command>

Writes a TypeScript MCP server for the API that an OpenAPI document describes. <document> is a path,
a URL, or - for standard input. Flags count above configuration and last run; a project needs none.

Further commands, each with a --help of its own:
${commandLines(['inspect', 'lint', 'schema'])}`,
    examples: [
      ['$0 petstore.yaml', 'Write a new project'],
      ['$0 https://example.com/api.json -o mcp', 'Read a URL, name the folder'],
      ['$0 petstore.yaml --filter tag:pets', 'Take a part of it'],
      ['$0', 'In a project: bring it up to date'],
      ['$0 --check', 'In a project: fail if it is out of date, for CI'],
    ],
    epilogue: `${filters}
${profiles}

${nothingBehind}

Exit codes: 0 done; 1 a finding forbids writing; 2 wrong usage or configuration; 4 network;
5 disk or permission; 70 a bug of openapi2mcp; 130 interrupted. All but 0: nothing was written.`,
  },
  inspect: {
    usage: `Usage: $0 inspect <document> [options]

Shows the tools that would be made of a document, what they cost a model, and what is to be mended.
Nothing is written.
${documentWords}`,
    examples: [
      ['$0 inspect petstore.yaml', 'All tools, a line each'],
      ['$0 inspect petstore.yaml --tool get_pets', 'One tool as a host sees it'],
      ['$0 inspect --json', 'In a project: for programs'],
    ],
    epilogue: `${filters}
${profiles}

Exit codes: 0 done; 1 nothing to be made of the document; 2 wrong usage or configuration; 4 network;
70 a bug of openapi2mcp; 130 interrupted.`,
  },
  lint: {
    usage: `Usage: $0 lint <document> [options]

Reports what is wrong with a document, and what keeps models and hosts from using its tools well:
rules of hosts, budgets, poor descriptions. Nothing is written.
${documentWords}`,
    examples: [
      ['$0 lint petstore.yaml', 'For the hosts that every listing has to please'],
      ['$0 lint --hosts all --strict', 'In a project, for CI: all hosts, no warning'],
    ],
    epilogue: `${filters}
${profiles}

Exit codes: 0 no error; 1 an error, or with --strict a warning; 2 wrong usage or configuration;
4 network; 70 a bug of openapi2mcp; 130 interrupted.`,
  },
  schema: {
    usage: `Usage: $0 schema

Prints the JSON Schema of openapi2mcp.config.*, for editors.`,
    examples: [['$0 schema > openapi2mcp.schema.json', 'Name that file as $schema']],
    epilogue: 'Exit codes: 0 done; 2 wrong usage.',
  },
};

function commandLines(names: readonly CommandName[]): string {
  return names.map((name) => `  ${name.padEnd(9)}${commands[name].summary}`).join('\n');
}
