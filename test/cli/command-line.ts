import picocolors from 'picocolors';
import { run } from '../../src/cli/run.js';
import type { ExitCode } from '../../src/cli/exit-codes.js';

/** What came of a run of the command line in this process. */
export interface Ran {
  readonly exitCode: ExitCode;
  /** What went to standard output. */
  readonly result: string;
  /** What went to standard error. */
  readonly talk: string;
}

/** Runs the command line in this process, without colours. */
export async function runHere(
  args: readonly string[],
  cwd: string,
  stdin = '',
  columns?: number,
): Promise<Ran> {
  const written = { result: '', talk: '' };
  const exitCode = await run(args, {
    cwd,
    env: {},
    stdin: () => Promise.resolve(Buffer.from(stdin)),
    writeResult: (text) => void (written.result += text),
    writeTalk: (text) => void (written.talk += text),
    colors: picocolors.createColors(false),
    resultColors: picocolors.createColors(false),
    columns,
    settle: () => undefined,
  });
  return { exitCode, ...written };
}

/** A small document; `path` names its one operation. */
export function documentOf(path: string, title = 'Pets'): string {
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: { [path]: { get: { summary: `Reads ${path}`, responses: { 200: { description: 'Read.' } } } } },
  });
}
