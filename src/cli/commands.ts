/** A command of the command line. */
interface CommandRule {
  /** What it is for, in a line. */
  readonly summary: string;
  /** Whether it reads a document. */
  readonly readsDocument: boolean;
}

/** Every command. */
export const commands = {
  generate: { summary: 'Write a server project; the command that needs no name', readsDocument: true },
  inspect: { summary: 'Show the tools of a document as a table, or one in full', readsDocument: true },
  lint: { summary: 'Report what hurts the tools of a document', readsDocument: true },
  schema: { summary: 'Print the JSON Schema of openapi2mcp.config.*', readsDocument: false },
} as const satisfies Record<string, CommandRule>;

/** The name of a command. */
export type CommandName = keyof typeof commands;

/** The commands by their names, for whoever does not know which one it is. */
export const commandsByName: ReadonlyMap<string, CommandRule> = new Map(Object.entries(commands));

/** Whether a word is a command. */
export function isCommand(word: string | undefined): word is CommandName {
  return word !== undefined && commandsByName.has(word);
}
