import { isatty } from 'node:tty';
import picocolors from 'picocolors';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { printableLines } from './printable.js';
import type { Terminal } from './run.js';

/** More than any document may have: a pipe that never ends is cut here and refused by its size. */
const longestInput = 64 * 1024 * 1024;

/** This process as a run sees it. */
export function openTerminal(settle: Terminal['settle']): Terminal {
  let exitCode: ExitCode = exitCodes.disk;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    endUnprinted(error, exitCode, (text) => process.stderr.write(text));
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    endUnprinted(error, exitCode, () => undefined);
  });
  return {
    cwd: process.cwd(),
    env: process.env,
    stdin: readStdin,
    writeResult: (text) => void process.stdout.write(text),
    writeTalk: (text) => void process.stderr.write(text),
    colors: picocolors.createColors(hasColors(process.env, isatty(2))),
    resultColors: picocolors.createColors(hasColors(process.env, isatty(1))),
    columns: process.stdout.columns,
    settle: (settled) => {
      exitCode = settled;
      settle(settled);
    },
  };
}

/** Prints what only we can mend. */
export function reportBug(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(
    `internal error: ${printableLines(text)}\n` +
      'This is a bug of openapi2mcp: please report it, with the part of the document that shows it.\n',
  );
}

/** `NO_COLOR` and `FORCE_COLOR` decide before the terminal does. */
export function hasColors(environment: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (environment.NO_COLOR !== undefined && environment.NO_COLOR !== '') return false;
  const { FORCE_COLOR: forced, TERM: terminal } = environment;
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return isTerminal && terminal !== 'dumb';
}

/** Ends the run where what it prints cannot be written; a project that was written by then stays a success. */
function endUnprinted(
  { code = 'unknown error' }: NodeJS.ErrnoException,
  exitCode: ExitCode,
  say: (text: string) => void,
): void {
  // Whoever reads our output may stop reading: `openapi2mcp --json | head -1` is no failure.
  if (code === 'EPIPE') return;
  say(`standard output cannot be written (${code}).\n`);
  process.exit(exitCode);
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    // A stream without encoding gives buffers.
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > longestInput) break;
  }
  return Buffer.concat(chunks);
}
