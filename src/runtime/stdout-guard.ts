import { Writable } from 'node:stream';

// An entry point imports this file before all others: once it is loaded, whatever anyone prints goes to stderr.
const write = process.stdout.write.bind(process.stdout);

process.stdout.write = process.stderr.write.bind(process.stderr);

/** The one way to stdout, which carries MCP messages and nothing else. */
export const messageOutput = new Writable({
  decodeStrings: false,
  write: (chunk: string | Uint8Array, encoding, callback) => {
    write(chunk, encoding, callback);
  },
});
