import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { collect, plainEnvironment } from './run-process.js';
import type { ServerExit } from './stdio-server.js';

/** A started Streamable HTTP server. */
export interface HttpServer {
  readonly pid: number | undefined;
  /** Its endpoint: `http://127.0.0.1:<port>/mcp`. */
  readonly url: string;
  readonly exited: Promise<ServerExit>;
  stdout(): Buffer;
  stderr(): Buffer;
  /** Asks it to end, gives it time, then ends it. */
  close(graceMs?: number): Promise<ServerExit>;
}

/** Starts the HTTP server of a built project on a free port, and waits until it says where it listens. */
export async function startHttp(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  serverArguments: readonly string[] = [],
): Promise<HttpServer> {
  const child = spawn(process.execPath, [join(folder, 'dist', 'http.js'), ...serverArguments], {
    cwd: folder,
    env: plainEnvironment({ PORT: '0', ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const exited = once(child, 'close').then((ended): ServerExit => {
    const [status, signal] = ended as [number | null, NodeJS.Signals | null];
    return { status, signal };
  });
  const close = async (graceMs = 5000): Promise<ServerExit> => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
    return exited.finally(() => clearTimeout(timer));
  };
  try {
    const url = await listeningUrl(child.stderr, stderr, exited);
    return { pid: child.pid, url, exited, stdout, stderr, close };
  } catch (error) {
    await close(0);
    throw error;
  }
}

function listeningUrl(
  stream: NodeJS.ReadableStream,
  written: () => Buffer,
  exited: Promise<ServerExit>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void =>
      reject(new Error(`${reason} ${written().toString().slice(-2000)}`));
    const timer = setTimeout(() => fail('The server did not say where it listens.'), 20_000);
    void exited.then(({ status, signal }) => {
      clearTimeout(timer);
      fail(`The server ended (${status ?? signal}) before it listened.`);
    });
    stream.on('data', () => {
      const url = /Listening on (http:\/\/\S+)/.exec(written().toString())?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
  });
}
