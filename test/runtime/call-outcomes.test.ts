import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { after, before, suite, test } from 'node:test';
import { createCallTool } from '../../src/runtime/call.js';
import type { Hooks } from '../../src/runtime/hooks.js';
import { defaultLimits } from '../../src/runtime/limits.js';
import { environmentCredentials } from '../../src/runtime/security.js';
import { errorOf, ToolError } from '../../src/runtime/tool-error.js';
import { json, startApi, type LoopbackApi } from './loopback-api.js';
import { madeManifest, madeTool } from './made-manifest.js';

let api: LoopbackApi;

before(async () => {
  api = await startApi();
});

after(() => api.stop());

interface Call {
  readonly method?: string;
  readonly hooks?: Hooks;
  readonly progress?: (message: string) => void;
}

async function call(answer: RequestListener, { method = 'POST', hooks = {}, progress }: Call = {}) {
  api.answer = answer;
  const request = { method, path: '/orders', parameters: [], accept: [], security: [] };
  const tool = madeTool({ name: 'order', request });
  const environment = { BOATS_BASE_URL: api.url };
  const credentials = environmentCredentials({});
  const settings = { credentials, environment, limits: defaultLimits, hooks };
  const context = { signal: new AbortController().signal, progress: progress ?? (() => undefined) };
  const result = await createCallTool(madeManifest([tool]), settings)(tool, {}, context);
  const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  return { result, text };
}

/** Redirects to `/end`, which answers with this status. */
function to(redirect: number, status: number): RequestListener {
  return ({ url }, response) =>
    url === '/end'
      ? json(response, { message: 'no such order' }, status)
      : response.writeHead(redirect, { location: '/end' }).end();
}

suite('an error behind a redirect', () => {
  for (const status of [400, 401, 404, 409, 422, 429, 500, 503]) {
    test(`${status} behind 303 does not ask for the call once more (RFC 9110 15.4.4)`, async () => {
      const { text } = await call(to(303, status));
      assert.match(text, /The call itself went through and must not be repeated/);
      assert.doesNotMatch(text, /call again|made again|not known/);
      assert.match(text, /no such order/);
    });
  }
  test('behind 307 is that of the call', async () => {
    assert.match((await call(to(307, 422))).text, /Correct the arguments/);
  });
  test('behind 303 of a request that changes nothing is that of the call', async () => {
    assert.match((await call(to(303, 422), { method: 'GET' })).text, /Correct the arguments/);
  });
  test('a redirect that leaves the method to the model says that nobody knows what became of it', async () => {
    const { text } = await call(to(302, 200));
    assert.match(text, /^302 Found .*\n.*not followed, and whether the call did what was asked is not known/);
    assert.doesNotMatch((await call(to(300, 200), { method: 'GET' })).text, /not known/);
  });
});

suite('a hook’s part in what a call tells', () => {
  test('its ToolError keeps code and status, and loses the secrets that it told of', async () => {
    const hooks: Hooks = {
      beforeRequest: ({ headers, secret }) => {
        headers.set('x-signature', 'SIGNATURE-1');
        secret('CLIENT-NUMBER-2');
        throw new ToolError('upstream-status', 'No ticket for SIGNATURE-1 of CLIENT-NUMBER-2.', 409);
      },
    };
    const { result, text } = await call(() => undefined, { hooks });
    assert.equal(text, 'No ticket for [redacted] of [redacted]. [upstream-status]');
    assert.equal(errorOf(result)?.status, 409);
  });
  test('a value that is no credential stays in the answer', async () => {
    const hooks: Hooks = {
      beforeRequest: ({ headers, setQuery, secret }) => {
        headers.set('x-table', 'customers');
        setQuery('view', 'customers');
        setQuery('api_key', 'KEY-OF-HOOK');
        secret('told-secret');
      },
    };
    const answer: RequestListener = (_, response) =>
      json(response, { customers: ['KEY-OF-HOOK', 'told-secret', 'customers'] });
    const { result } = await call(answer, { hooks });
    assert.deepEqual(result.structuredContent, { customers: ['[redacted]', '[redacted]', 'customers'] });
  });
  test('what one call adds is no secret of the next', async () => {
    let count = 0;
    const hooks: Hooks = { beforeRequest: ({ headers }) => headers.set('x-sig', `signature-${++count}`) };
    const made = madeTool({ name: 'order' });
    const environment = { BOATS_BASE_URL: api.url };
    const settings = { credentials: environmentCredentials({}), environment, limits: defaultLimits, hooks };
    const callTool = createCallTool(madeManifest([made]), settings);
    api.answer = (_, response) => json(response, ['signature-1', 'signature-2']);
    const context = { signal: new AbortController().signal, progress: () => undefined };
    const results = [await callTool(made, {}, context), await callTool(made, {}, context)];
    assert.deepEqual(
      results.map(({ structuredContent }) => structuredContent),
      [
        ['[redacted]', 'signature-2'],
        ['signature-1', '[redacted]'],
      ],
    );
  });
});

suite('a fault of this server', () => {
  test('is logged as one, and not told as one of the API', async (t) => {
    const { mock } = t.mock.method(console, 'error', () => undefined);
    const progress = (message: string): void => {
      if (message === 'Headers received') throw new RangeError('our own');
    };
    const { text } = await call((_, response) => json(response, {}), { progress });
    assert.equal(text, 'Something went wrong inside this server. [internal-error]');
    assert.match(String(mock.calls[0]?.arguments.join(' ')), /^tool order: RangeError/);
  });
});
