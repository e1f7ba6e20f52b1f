import type { McpServerFactory } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { exitOnCrash } from './crash-log.js';
import { SettingError } from './settings.js';
import { messageOutput } from './stdout-guard.js';

/** How long the last messages may take to leave once the client has closed our input. */
const flushMs = 500;

const maxMessageBytes = 10 * 1024 * 1024;

/** Serves MCP on stdin and stdout until the client closes stdin. */
export function serveOnStdio(factory: McpServerFactory): void {
  if (process.argv.length > 2) {
    throw new SettingError(
      'This server takes no arguments on stdio: its settings are environment variables.',
    );
  }
  exitOnCrash();
  const transport = new StdioServerTransport(process.stdin, messageOutput, {
    maxBufferSize: maxMessageBytes,
  });
  serveStdio(factory, { transport });

  const leave = (status: number): void => {
    const exit = (): void => process.exit(status);
    // A call that is still open would keep the process alive, though nobody waits for its answer.
    setTimeout(exit, flushMs).unref();
    messageOutput.end(exit);
  };
  watchInput(transport, () => leave(1));
  for (const event of ['end', 'close']) process.stdin.once(event, () => leave(0));
  for (const output of [messageOutput, process.stdout]) output.once('error', () => process.exit(0));
}

/** Says on stderr what the transport drops without a word; it gives up on a message that is too long. */
function watchInput(transport: StdioServerTransport, giveUp: () => void): void {
  const { onmessage, onclose } = transport;
  let taken = 0;
  let closed = false;
  transport.onmessage = (message) => {
    taken += 1;
    onmessage?.(message);
  };
  transport.onclose = () => {
    closed = true;
    onclose?.();
  };
  // The transport listens already, so it is done with a chunk when this listener gets it.
  const look = (chunk: Buffer): void => {
    if (closed) {
      process.stdin.off('data', look);
      console.error(`A message on stdin is over ${maxMessageBytes} bytes: the server stops.`);
      return giveUp();
    }
    const lines = chunk.toString('latin1').split('\n').length - 1;
    for (; taken < lines; taken += 1) {
      console.error('A line on stdin is no JSON-RPC message: it is left out.');
    }
    taken = 0;
  };
  process.stdin.on('data', look);
}
