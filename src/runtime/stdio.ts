import type { McpServerFactory } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { exitOnCrash } from './crash-log.js';
import { messageOutput } from './stdout-guard.js';

/** How long the last messages may take to leave once the client has closed our input. */
const flushMs = 500;

/** Serves MCP on stdin and stdout until the client closes stdin. */
export function serveOnStdio(factory: McpServerFactory): void {
  exitOnCrash();
  const transport = new StdioServerTransport(process.stdin, messageOutput);
  serveStdio(factory, { transport });

  const exit = (): void => process.exit(0);
  const leave = (): void => {
    // A call that is still open would keep the process alive, though nobody waits for its answer.
    setTimeout(exit, flushMs).unref();
    messageOutput.end(exit);
  };
  process.stdin.once('end', leave).once('close', leave);
  for (const output of [messageOutput, process.stdout]) output.once('error', exit);
}
