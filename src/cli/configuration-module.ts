import { defineConfig } from '../config.js';

/** The value that a module exports, as JSON has it. */
export type Evaluated = { readonly value: unknown } | { readonly problem: string };

/** How long a promise may take that a configuration exports. */
const patience = 30_000;

/** Evaluates a configuration that is a TypeScript or JavaScript module: its default export, or a promise of that. */
export async function evaluateModule(file: string): Promise<Evaluated> {
  const { createJiti } = await import('jiti');
  const jiti = createJiti(import.meta.url, {
    fsCache: false,
    moduleCache: false,
    // Also where this package is installed nowhere near the configuration, as with npx.
    virtualModules: { openapi2mcp: { defineConfig } },
  });
  try {
    return asJson(await inTime(jiti.import(file, { default: true })));
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { problem: `cannot be evaluated: ${line}` };
  }
}

function asJson(value: unknown): Evaluated {
  if (typeof value === 'function') return { problem: 'exports a function; export its value.' };
  try {
    // Keys without a value drop out, as in `name: isTest ? 'test' : undefined`.
    return { value: JSON.parse(JSON.stringify(value, refuseFunction) ?? 'null') as unknown };
  } catch {
    return { problem: 'exports what cannot be written as JSON.' };
  }
}

/** JSON would leave it out without a word. */
function refuseFunction(_key: string, value: unknown): unknown {
  if (typeof value === 'function') throw new TypeError('A function is no JSON.');
  return value;
}

async function inTime<Value>(promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it takes longer than ${patience / 1000} s.`)), patience);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
