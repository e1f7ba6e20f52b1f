import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startProgram } from './started-program.js';

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
  const started = await startProgram([program, String(port)], (text) => {
    if (text.includes('canary on 127.0.0.1')) return true;
    return text.includes('EADDRINUSE') ? false : undefined;
  });
  if ('fault' in started) return undefined;
  return {
    port,
    hits: () =>
      started
        .stdout()
        .split('\n')
        .filter((line) => line.startsWith('HIT ')),
    close: started.close,
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
