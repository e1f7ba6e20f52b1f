import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { collect, plainEnvironment } from './run-process.js';

/** How a server ended. */
export interface ServerExit {
  /** `null` where a signal ended it. */
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** How a stdio server ended. */
export interface StdioExit extends ServerExit {
  /** The time from the end of its input; 0 where it ended before. */
  readonly afterInputMs: number;
}

/** One answer of a server: the message, and the line that it came in. */
export interface RpcAnswer {
  readonly message: Readonly<Record<string, unknown>>;
  readonly line: string;
}

/** A started stdio server, spoken to in raw JSON-RPC lines; every byte that it writes is kept. */
export interface StdioServer {
  readonly pid: number | undefined;
  readonly exited: Promise<StdioExit>;
  /** Writes one message. */
  send(message: Readonly<Record<string, unknown>>): void;
  /** Sends a request and waits for its answer; fails when the server ends or the time is over. */
  request(method: string, params?: object, timeoutMs?: number): Promise<RpcAnswer>;
  /** The same for a request whose text is made by hand around its id, since no value has it. */
  requestText(textOf: (id: number) => string, timeoutMs?: number): Promise<RpcAnswer>;
  stdout(): Buffer;
  stderr(): Buffer;
  closeStdin(): void;
  /** Closes its input, gives it time to end, then ends it. */
  close(graceMs?: number): Promise<StdioExit>;
}

/** How a stdio server is started. */
export interface StdioOptions {
  /** What runs; `dist/stdio.js` of the project where it is left out. */
  readonly program?: string;
  readonly nodeArguments?: readonly string[];
  /** Messages are written in pieces of this many bytes. */
  readonly chunkBytes?: number | undefined;
}

const answerMs = 45_000;

/** Starts the stdio server of a built project. */
export function startStdio(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  options: StdioOptions = {},
): StdioServer {
  const program = options.program ?? join(folder, 'dist', 'stdio.js');
  const child = spawn(process.execPath, [...(options.nodeArguments ?? []), program], {
    cwd: folder,
    env: plainEnvironment(environment),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const answers = readAnswers(child.stdout);
  let inputEndedAt: number | undefined;
  const exited = once(child, 'close').then((ended): StdioExit => {
    const [status, signal] = ended as [number | null, NodeJS.Signals | null];
    answers.end(
      `The server ended (${status ?? signal}) without an answer. ${stderr().toString().slice(-2000)}`,
    );
    const now = performance.now();
    return { status, signal, afterInputMs: now - (inputEndedAt ?? now) };
  });
  const closeStdin = (): void => {
    inputEndedAt ??= performance.now();
    child.stdin.end();
  };
  const write = lineWriter(child.stdin, options.chunkBytes);
  let lastId = 0;
  const requestText: StdioServer['requestText'] = (textOf, timeoutMs = answerMs) => {
    const id = ++lastId;
    const text = textOf(id);
    const answer = answers.waitFor(id, `${text.slice(0, 200)} got no answer in ${timeoutMs} ms.`, timeoutMs);
    write(text);
    return answer;
  };
  return {
    pid: child.pid,
    exited,
    send: (message) => write(JSON.stringify(message)),
    request: (method, params, timeoutMs) =>
      requestText(
        (id) => JSON.stringify({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) }),
        timeoutMs,
      ),
    requestText,
    stdout,
    stderr,
    closeStdin,
    close: async (graceMs = 5000) => {
      closeStdin();
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
      return exited.finally(() => clearTimeout(timer));
    },
  };
}

interface Answers {
  waitFor(id: number, whenLate: string, timeoutMs: number): Promise<RpcAnswer>;
  /** Fails all that are still waited for, and all later ones. */
  end(reason: string): void;
}

function readAnswers(stream: NodeJS.ReadableStream): Answers {
  const waiting = new Map<number, (outcome: RpcAnswer | Error) => void>();
  let ended: string | undefined;
  let rest: Buffer[] = [];
  const settle = (id: number, outcome: RpcAnswer | Error): void => {
    waiting.get(id)?.(outcome);
    waiting.delete(id);
  };
  stream.on('data', (chunk: Buffer) => {
    let unread = chunk;
    for (let end = unread.indexOf(10); end !== -1; end = unread.indexOf(10)) {
      const line = Buffer.concat([...rest, unread.subarray(0, end)]).toString();
      rest = [];
      unread = unread.subarray(end + 1);
      const message = parseMessage(line);
      if (typeof message?.['id'] === 'number') settle(message['id'], { message, line });
    }
    rest.push(unread);
  });
  return {
    waitFor: (id, whenLate, timeoutMs) =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) return reject(new Error(ended));
        const timer = setTimeout(() => settle(id, new Error(whenLate)), timeoutMs);
        waiting.set(id, (outcome) => {
          clearTimeout(timer);
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        });
      }),
    end: (reason) => {
      ended = reason;
      for (const id of [...waiting.keys()]) settle(id, new Error(reason));
    },
  };
}

/** A JSON-RPC message from one line, `undefined` where it is none. */
export function parseMessage(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const message = value as Readonly<Record<string, unknown>>;
    return message['jsonrpc'] === '2.0' ? message : undefined;
  } catch {
    return undefined;
  }
}

function lineWriter(stdin: NodeJS.WritableStream, chunkBytes: number | undefined): (text: string) => void {
  // A server that has ended cannot be written to; its exit is what a caller is told.
  stdin.on('error', () => undefined);
  let writing = Promise.resolve();
  return (text) => {
    const line = `${text}\n`;
    if (chunkBytes === undefined) {
      stdin.write(line);
      return;
    }
    writing = writing.then(async () => {
      const bytes = Buffer.from(line);
      for (let start = 0; start < bytes.length; start += chunkBytes) {
        stdin.write(bytes.subarray(start, start + chunkBytes));
        // Pieces written in one turn would reach the reader as one. Time for it to take each is given to the first
        // of a message; all of them would make long messages slow.
        await (start < chunkBytes * 64 ? delay(1) : nextTurn());
      }
    });
  };
}
