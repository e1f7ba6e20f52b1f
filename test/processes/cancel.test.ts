import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { buildProject, type BuiltProject } from '../runtime/built-project.js';
import { startApi, type LoopbackApi } from '../runtime/loopback-api.js';
import { madeManifest, madeTool } from '../runtime/made-manifest.js';
import { eras, type Era } from '../runtime/mcp-client.js';

let api: LoopbackApi;
let project: BuiltProject;

before(async () => {
  api = await startApi();
  project = await buildProject(madeManifest([madeTool({ name: 'listBoats' })]));
});

after(async () => {
  api.stop();
  await project.remove();
});

interface Started {
  readonly client: Client;
  /** Messages that came. */
  readonly received: unknown[];
}

async function start(era: Era): Promise<Started> {
  const mode = era === '2025-11-25' ? 'legacy' : 'auto';
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(project.folder, 'dist/stdio.js')],
    env: { BOATS_BASE_URL: api.url },
    stderr: 'ignore',
  });
  await client.connect(transport);
  const received: unknown[] = [];
  const take = transport.onmessage;
  transport.onmessage = (message) => {
    received.push(message);
    take?.(message);
  };
  return { client, received };
}

/** Starts a call of a stream that has no end, and waits until its first event was told of. */
async function startCall({ client }: Started, signal?: AbortSignal) {
  const closed = new Promise<number>((resolve) => {
    api.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      const timer = setInterval(() => response.write('data: 2\n\n'), 10);
      response.once('close', () => {
        clearInterval(timer);
        resolve(performance.now());
      });
    };
  });
  let told: () => void = () => undefined;
  const event = new Promise<void>((resolve) => (told = resolve));
  const onprogress = ({ message = '' }: { readonly message?: string | undefined }): void => {
    if (message.startsWith('event ')) told();
  };
  const result = client.callTool({ name: 'listBoats' }, { onprogress, ...(signal && { signal }) });
  const failed = assert.rejects(result);
  await event;
  return { failed, closed };
}

// Other processes may hold these up, so the quietest of some rounds tells how long it takes.
const rounds = 5;

for (const era of eras) {
  suite(`stdio with a client of ${era}`, () => {
    test('cancels requests to the API within 100 ms, and sends nothing more', async () => {
      const started = await start(era);
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const controller = new AbortController();
        const { failed, closed } = await startCall(started, controller.signal);
        const at = performance.now();
        controller.abort();
        times.push((await closed) - at);
        await failed;
      }
      assert.ok(Math.min(...times) < 100, `${times.join(', ')} ms`);
      assert.ok(Math.max(...times) < 1_000, `${times.join(', ')} ms`);
      // What was under way when the client cancelled may have come since.
      started.received.length = 0;
      await delay(150);
      assert.deepEqual(started.received, []);
      api.answer = (_, response) => response.writeHead(204).end();
      const { content } = await started.client.callTool({ name: 'listBoats' });
      assert.match(JSON.stringify(content), /204/);
      await started.client.close();
    });
    test('ends the request to the API with its input', async () => {
      const started = await start(era);
      const { failed, closed } = await startCall(started);
      const at = performance.now();
      const ended = started.client.close();
      const ms = (await closed) - at;
      await ended;
      await failed;
      assert.ok(ms < 1_000, `${ms.toFixed(0)} ms`);
      assert.equal(api.open, 0);
    });
  });
}
