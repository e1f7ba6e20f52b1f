import { openSession, type ListedTool } from '../tools/mcp-session.js';
import { startStdio, type RpcAnswer } from '../tools/stdio-server.js';
import { envelope } from '../runtime/mcp-client.js';
import { createWatch, pollutionProblems, type Watch } from './watch.js';

/** A started server with a session. */
export interface LiveServer {
  readonly pid: number;
  readonly watch: Watch;
  readonly tools: readonly ListedTool[];
  readonly call: (tool: string, toolArguments: unknown) => Promise<Called>;
  /** The same with arguments as JSON text that no value has. */
  readonly callText: (tool: string, toolArguments: string) => Promise<Called>;
}

/** How a call ended. */
export interface Called {
  /** Whether it was refused or failed: a protocol error, or a result with `isError`. */
  readonly isError: boolean;
  /** All that was answered. */
  readonly line: string;
}

/** What a server that has ended left behind. */
export interface ServerTrace {
  /** All that it wrote. */
  readonly output: string;
  readonly problems: readonly string[];
}

const era = '2026-07-28';

/** Starts the stdio server of a built project, lets it be used, ends it, and tells what it left behind. */
export async function serveProject<Result>(
  folder: string,
  variables: Readonly<Record<string, string>>,
  use: (live: LiveServer) => Promise<Result>,
  onEnd: (trace: ServerTrace) => void,
): Promise<Result> {
  const watch = createWatch();
  const server = startStdio(folder, { ...watch.environment, ...variables });
  try {
    const session = await openSession(server, era);
    const tools = await session.listTools();
    if (server.pid === undefined) throw new Error('The server has no process.');
    return await use({
      pid: server.pid,
      watch,
      tools,
      call: async (tool, toolArguments) => calledOf(await session.callTool(tool, toolArguments)),
      callText: async (tool, toolArguments) =>
        calledOf(await server.requestText((id) => callTextOf(id, tool, toolArguments))),
    });
  } finally {
    const { status, signal } = await server.close();
    const ending = status === 0 ? [] : [`the server ended with ${status ?? signal}`];
    onEnd({
      output: server.stdout().toString() + server.stderr().toString(),
      problems: [...ending, ...pollutionProblems(watch.states())],
    });
  }
}

/** A `tools/call` around the text of its arguments. */
export function callTextOf(id: number, tool: string, toolArguments: string): string {
  const head = JSON.stringify({ name: tool, _meta: envelope() }).slice(0, -1);
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${head},"arguments":${toolArguments}}}`;
}

function calledOf({ message, line }: RpcAnswer): Called {
  const result = message['result'] as { readonly isError?: unknown } | undefined;
  return { isError: result === undefined || result.isError === true, line };
}
