import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { defineConfig } from '../config.js';
import type { Diagnostic } from '../diagnostics/diagnostics.js';

/** The value that a module exports, as JSON has it. */
export type Evaluated = { readonly value: unknown } | Refusal;

/** Why a module has no value, and where its syntax is broken. */
interface Refusal {
  readonly problem: string;
  readonly position?: Diagnostic['position'];
}

/** The characters that are shown of an error. */
const longestLine = 300;

/**
 * Ends this process when its parent is gone: an orphan gets another one, but on Windows, where it keeps the dead one.
 * It is a text as threads load no TypeScript, in which form this file can run too.
 */
const watch = `
  const { workerData: parent } = require('node:worker_threads');
  setInterval(() => {
    try {
      process.kill(parent, 0);
      if (process.ppid === parent) return;
    } catch {}
    process.kill(process.pid, 'SIGKILL');
  }, 500);`;

// `evaluateModule` starts this file with the path of the module, and ends it when it has its outcome.
const [, , file = ''] = process.argv;
process.once('disconnect', () => process.exit());
// A module that never gives way would outlive a parent that was killed.
new Worker(watch, { eval: true, execArgv: [], workerData: process.ppid }).unref();
const send = process.send?.bind(process);
// The channel is ours: to the module this is a process that nobody listens to.
delete process.send;
process.on('uncaughtException', (error) => send?.(refusalOf(error)));

const outcome = await evaluate(file);
// What the module promised to nobody fails before its value counts.
await turn();
send?.(outcome);

async function evaluate(path: string): Promise<Evaluated> {
  const { createJiti } = await import('jiti');
  const jiti = createJiti(import.meta.url, {
    fsCache: false,
    moduleCache: false,
    // Also where this package is installed nowhere near the configuration, as with npx.
    virtualModules: { openapi2mcp: { defineConfig } },
  });
  try {
    const exported = await jiti.import<object>(path);
    if ('default' in exported) return asJson(await exported.default);
    return { problem: 'has no default export; write `export default defineConfig({ … })`.' };
  } catch (error) {
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): Refusal {
  const problem = `cannot be evaluated: ${lineOf(error)}`;
  // jiti ends the second line of a syntax error with its place, columns counted from 0.
  const [, line, column] = /^ParseError.*\n.*:(\d+):(\d+)$/.exec(textOf(error)) ?? [];
  return line === undefined
    ? { problem }
    : { problem, position: { line: Number(line), column: Number(column) + 1 } };
}

function asJson(value: unknown): Evaluated {
  if (typeof value === 'function') return { problem: 'exports a function; export its value.' };
  try {
    // Keys without a value drop out, as in `name: isTest ? 'test' : undefined`.
    return { value: JSON.parse(JSON.stringify(value, createLossGuard()) ?? 'null') as unknown };
  } catch (error) {
    return { problem: `exports what cannot be written as JSON: ${lineOf(error)}` };
  }
}

type Replacer = (this: unknown, key: string, value: unknown) => unknown;

/** Throws where JSON would leave something out without a word, or cannot be written, and names the place. */
function createLossGuard(): Replacer {
  const holders: unknown[] = [];
  const keys: string[] = [];
  return function (key, value) {
    while (holders.length > 0 && holders.at(-1) !== this) {
      holders.pop();
      keys.pop();
    }
    const place = [...keys.slice(1), key].join('.') || 'it';
    if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') {
      throw new TypeError(`${place} is a ${typeof value}.`);
    }
    if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${place} is ${value}.`);
    if (typeof value !== 'object' || value === null) return value;
    if (!isPlain(value)) throw new TypeError(`${place} is an instance of ${value.constructor.name}.`);
    if (holders.includes(value)) throw new TypeError(`${place} holds itself.`);
    holders.push(value);
    keys.push(key);
    return value;
  };
}

/** Whether JSON holds all of an object; what has a `toJSON` has been replaced by then. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  // The `Object.prototype` of every realm is the end of its chain.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function lineOf(error: unknown): string {
  const [line = ''] = textOf(error).split('\n');
  const trimmed = line.trim();
  return trimmed.length > longestLine ? `${trimmed.slice(0, longestLine)}…` : trimmed;
}

function textOf(error: unknown): string {
  if (error instanceof Error) return error.message === '' ? error.name : error.message;
  if (typeof error !== 'object' || error === null) return String(error);
  try {
    return JSON.stringify(error);
  } catch {
    return 'it throws an object that cannot be written as JSON.';
  }
}
