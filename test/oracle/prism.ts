import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { collect, plainEnvironment, runProcess } from '../tools/run-process.js';

/** A Prism that answers for one document. */
export interface Prism {
  /** The same after it was started anew. */
  readonly port: number;
  /** How long it took to answer at first. */
  readonly loadMs: number;
  /** Starts it anew where a request has ended it: its leash keeps it from ending by most. */
  revive(): Promise<void>;
  close(): Promise<void>;
}

const packageName = '@stoplight/prism-cli@5.14.2';
const installMs = 240_000;
const mostLoadMs = 60_000;
const leash = new URL('leash.mjs', import.meta.url).href;
const bin = 'node_modules/.bin/prism';

let installed: Promise<string> | undefined;

/** The program of Prism, which npx installs where it is not yet. */
function prismProgram(): Promise<string> {
  installed ??= install();
  return installed;
}

async function install(): Promise<string> {
  // npx puts its own folder first into the path of what it runs.
  const print = `const { delimiter, join, dirname } = require('node:path');
    const [folder] = process.env.PATH.split(delimiter).filter((each) => each.includes('_npx'));
    process.stdout.write(require('node:fs').realpathSync(join(dirname(dirname(folder)), '${bin}')));`;
  const npx = ['-y', '-p', packageName, '--', 'node', '-e', print];
  const { status, stdout, stderr } = await runProcess('npx', npx, { cwd: tmpdir(), timeoutMs: installMs });
  if (status !== 0) throw new Error(`npx could not install ${packageName}:\n${stderr.slice(-2000)}`);
  return stdout.trim();
}

/** Starts Prism on a document, on a free port of the loopback, and waits until it answers. */
export async function startPrism(document: string): Promise<Prism> {
  const program = await prismProgram();
  const started = performance.now();
  const port = await freePort();
  let running = await launch(program, document, port);
  return {
    port,
    loadMs: performance.now() - started,
    revive: async () => {
      // It may be about to end: its port tells sooner than its process.
      if (!running.hasEnded() && (await answers(port))) return;
      await running.end();
      running = await launch(program, document, port);
    },
    close: () => running.end(),
  };
}

interface Running {
  hasEnded(): boolean;
  end(): Promise<void>;
}

async function launch(program: string, document: string, port: number): Promise<Running> {
  const mock = ['mock', '-h', '127.0.0.1', '-p', String(port), '-v', 'fatal', '--errors', document];
  const child = spawn(process.execPath, ['--import', leash, program, ...mock], {
    cwd: dirname(document),
    env: plainEnvironment(),
    // Its input is the leash: it closes when this process ends, however that comes about.
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const stderr = collect(child.stderr);
  let isOver = false;
  const exited = once(child, 'close').then(() => (isOver = true));
  const end = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  const deadline = performance.now() + mostLoadMs;
  while (!(await answers(port))) {
    if (isOver || performance.now() > deadline) {
      await end();
      throw new Error(`Prism did not load ${document}:\n${stderr().toString().slice(-2000)}`);
    }
    await delay(100);
  }
  return { hasEnded: () => isOver, end };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    (answer) => answer.arrayBuffer().then(() => true),
    () => false,
  );
}
