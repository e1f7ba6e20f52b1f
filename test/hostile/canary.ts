import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { collect, plainEnvironment } from '../tools/run-process.js';

/** A listener that nobody may call. */
export interface Canary {
  /** Of 127.0.0.1, and of [::1] where there is one. */
  readonly port: number;
  /** The requests that came all the same, a line each. */
  readonly hits: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** The port that hostile documents name; their copies name the canary's own, so that runs can be side by side. */
export const canaryPort = '18999';

const program = fileURLToPath(new URL('tools/canary-listener.mjs', import.meta.url));
const attempts = 5;

/** Starts a canary on a free port. */
export async function startCanary(): Promise<Canary> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const canary = await tryPort(await freePort());
    if (canary !== undefined) return canary;
  }
  throw new Error('No port could be found for the canary.');
}

async function tryPort(port: number): Promise<Canary | undefined> {
  const child = spawn(process.execPath, [program, String(port)], {
    env: plainEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  const listens = await new Promise<boolean>((resolve) => {
    child.stderr.on('data', () => {
      const text = stderr().toString();
      if (text.includes('canary on 127.0.0.1')) resolve(true);
      if (text.includes('EADDRINUSE')) resolve(false);
    });
    void ended.then(() => resolve(false));
  });
  if (!listens) {
    await close();
    return undefined;
  }
  return {
    port,
    hits: () =>
      stdout()
        .toString()
        .split('\n')
        .filter((line) => line.startsWith('HIT ')),
    close,
  };
}

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
