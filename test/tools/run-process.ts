import { spawn, type ChildProcess } from 'node:child_process';

/** How a process ended and what it wrote. */
export interface ProcessResult {
  /** `null` where a signal ended it. */
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
  readonly timedOut: boolean;
}

/** Where and how long a process runs. */
export interface ProcessOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Written to its standard input, which is empty otherwise. */
  readonly input?: string;
}

/** The variables of this process that every other one needs to run at all; no settings leak through. */
export function plainEnvironment(variables: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = [
    'PATH',
    'HOME',
    'TMPDIR',
    'TEMP',
    'TMP',
    'SystemRoot',
    'USERPROFILE',
    'APPDATA',
    'LOCALAPPDATA',
  ];
  const present = kept.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(present), NO_COLOR: '1', ...variables };
}

/** Runs a program to its end, or to the end of its time. */
export function runProcess(
  command: string,
  commandArguments: readonly string[],
  options: ProcessOptions,
): Promise<ProcessResult> {
  const started = performance.now();
  const child = spawn(command, commandArguments, {
    cwd: options.cwd,
    env: options.env ?? plainEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  // A program that ends without reading its input breaks the pipe; that is no failure of its own.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill('SIGKILL');
  }, options.timeoutMs);
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('close', (status, signal) => {
      clearTimeout(timer);
      const milliseconds = performance.now() - started;
      resolve({
        status,
        signal,
        stdout: stdout().toString(),
        stderr: stderr().toString(),
        milliseconds,
        timedOut,
      });
    });
  });
}

/** Runs npm in a folder and fails with what it wrote if it does. */
export async function runNpm(
  npmArguments: readonly string[],
  cwd: string,
  timeoutMs = 180_000,
): Promise<ProcessResult> {
  // npm is a script for the shell on Windows, and Node starts those only through one.
  const [command, leading] =
    process.platform === 'win32' ? ['cmd.exe', ['/d', '/s', '/c', 'npm']] : ['npm', []];
  const result = await runProcess(command, [...leading, ...npmArguments], { cwd, timeoutMs });
  if (result.status !== 0) {
    throw new Error(`npm ${npmArguments.join(' ')} failed in ${cwd}:\n${result.stdout}${result.stderr}`);
  }
  return result;
}

/** Gathers all bytes of a stream; the function returns what has come so far. */
export function collect(stream: ChildProcess['stdout']): () => Buffer {
  const chunks: Buffer[] = [];
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks);
}
