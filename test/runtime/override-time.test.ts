import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CallTool } from '../../src/runtime/call.js';
import { defaultLimits } from '../../src/runtime/limits.js';
import { structuredResult } from '../../src/runtime/answer/response.js';
import { createTools } from '../../src/runtime/tool-call.js';
import { override, tool, type Override } from '../../src/runtime/tool.js';
import { madeManifest, madeTool } from './made-manifest.js';

const getBoat = tool<object, unknown>('getBoat');
const never = new Promise<never>(() => undefined);

interface Run {
  readonly run: Parameters<typeof override<object, unknown>>[1];
  readonly callTool?: CallTool;
  readonly client?: AbortSignal;
  readonly timeoutMs?: number;
}

/** Calls a tool that has an override, in a server whose calls may take 80 ms. */
async function call({ run, callTool = () => never, client, timeoutMs }: Run): Promise<string> {
  const made = madeTool({ name: 'getBoat', ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  const overrides: readonly Override[] = [override(getBoat, run)];
  const limits = { ...defaultLimits, callMs: 80 };
  const tools = createTools({ manifest: madeManifest([made]), callTool, overrides, tools: [], limits });
  const context = { signal: client ?? new AbortController().signal, progress: () => undefined };
  // The clock of a call keeps no process alive.
  const alive = setInterval(() => undefined, 1000);
  const result = await tools.get('getBoat')?.call({}, context);
  clearInterval(alive);
  return result?.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n') ?? '';
}

suite('the time of an override', { timeout: 5000 }, () => {
  test('is that of a call: one that never ends is ended', async () => {
    const told = await call({ run: () => never });
    assert.match(
      told,
      /^The override of this tool did not come to its end within 0\.08 s; .*\[upstream-timeout\]$/,
    );
    assert.match(told, /More time is given by MCP_UPSTREAM_TIMEOUT_MS\./);
  });

  test('is that of the tool where it has one', async () => {
    assert.match(await call({ run: () => never, timeoutMs: 20 }), /within 0\.02 s; .* timeoutMs/);
  });

  test('counts for all of its calls: the one under way is cancelled, and no other is made', async () => {
    const signals: AbortSignal[] = [];
    const callTool: CallTool = async (_, _args, { signal }) => {
      signal.throwIfAborted();
      signals.push(signal);
      await new Promise((resolve) => setTimeout(resolve, 30));
      return structuredResult({});
    };
    const run: Run['run'] = async (input, request) => {
      for (;;) await request(input);
    };
    assert.match(await call({ run, callTool }), /upstream-timeout/);
    const made = signals.length;
    assert.ok(made > 1 && signals.every(({ aborted }) => aborted));
  });

  test('ends where its client no longer wants the result', async () => {
    const client = new AbortController();
    let seen: AbortSignal | undefined;
    const ended = call({
      run: (_, _request, { signal }) => {
        seen = signal;
        return never;
      },
      client: client.signal,
    });
    setTimeout(() => client.abort(), 10);
    assert.match(await ended, /\[cancelled\]$/);
    assert.equal(seen?.aborted, true);
  });

  test('leaves an override alone that ends in it, and its later failure harms nobody', async () => {
    assert.match(await call({ run: () => Promise.resolve({ id: 1 }) }), /"id":1/);
    const late: Run['run'] = () =>
      new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 120));
    assert.match(await call({ run: late }), /upstream-timeout/);
    await new Promise((resolve) => setTimeout(resolve, 80));
  });
});
