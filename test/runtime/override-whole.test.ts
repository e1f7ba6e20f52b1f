import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { createCallTool } from '../../src/runtime/call.js';
import { defaultLimits } from '../../src/runtime/limits.js';
import { createTools } from '../../src/runtime/tool-call.js';
import { override, tool, type Override } from '../../src/runtime/tool.js';
import { json, startApi, type LoopbackApi } from './loopback-api.js';
import { madeManifest, madeTool } from './made-manifest.js';

interface Row {
  readonly id: number;
}

interface Page {
  readonly rows: readonly Row[];
  readonly _truncated?: unknown;
}

const listRows = tool<object, Page>('listRows');
const getText = tool<object, unknown>('listRows');
const rows = Array.from({ length: 5_000 }, (_, id) => ({ id }));
const sum = 12_497_500;
const limits = { ...defaultLimits, resultCharacters: 2_000 };

let api: LoopbackApi;

before(async () => {
  api = await startApi();
  api.answer = (_, response) => json(response, { rows });
});

after(() => api.stop());

async function run(changed: Override, given: Partial<typeof limits> = {}): Promise<CallToolResult> {
  const upstream = { url: api.url, variables: {}, env: 'ROWS_BASE_URL' };
  const manifest = madeManifest([madeTool({ name: 'listRows' })], { upstream });
  const all = { ...limits, ...given };
  const credentials = () => Promise.resolve(undefined);
  const callTool = createCallTool(manifest, { credentials, environment: {}, limits: all });
  const tools = createTools({ manifest, callTool, overrides: [changed], tools: [], limits: all });
  const context = { signal: new AbortController().signal, progress: () => undefined };
  return (await tools.get('listRows')?.call({}, context)) ?? assert.fail('no such tool');
}

const textOf = ({ content: [block] }: CallToolResult): string =>
  block?.type === 'text' ? block.text : assert.fail('no text');

suite('an override of a tool whose answer is over the limit of characters', () => {
  test('is given the whole answer', async () => {
    const summed = override(listRows, async (input, call) => {
      const page = await call(input);
      assert.equal(page._truncated, undefined);
      return { rows: [{ id: page.rows.reduce((total, { id }) => total + id, 0) }] };
    });
    assert.deepEqual((await run(summed)).structuredContent, { rows: [{ id: sum }] });
  });
  const cut: readonly [of: string, changed: Override, of: number][] = [
    ['what it passes on as it is', override(listRows, (input, call) => call(input)), 5_000],
    [
      'what it makes of it',
      override(listRows, async (input, call) => ({ rows: (await call(input)).rows.slice(1) })),
      4_999,
    ],
  ];
  for (const [of, changed, count] of cut) {
    test(`has ${of} cut, in text and structure, and told`, async () => {
      const result = await run(changed);
      const text = textOf(result);
      assert.match(text, new RegExp(`^\\[Cut: \\d+ of ${count} items in "/rows" are given\\.`));
      assert.ok(text.length <= 2_000 && text.length > 1_600, `${text.length}`);
      const { rows: given, _truncated } = result.structuredContent as Page;
      assert.ok(given.length > 50 && given.length < 300);
      assert.deepEqual(_truncated, result._meta?.['openapi2mcp/truncated']);
    });
  }
  test('is told where not even that is all', async () => {
    const seen: unknown[] = [];
    const changed = override(listRows, async (input, call) => {
      const page = await call(input);
      seen.push(page._truncated);
      return page;
    });
    await run(changed, { answerBytes: 10_000 });
    assert.match(JSON.stringify(seen), /"stopped":"size"/);
  });
  test('is given the whole of a text', async () => {
    api.answer = (_, response) => response.setHeader('content-type', 'text/plain').end('word '.repeat(1_000));
    const measured = override(getText, async (input, call) => String(await call(input)).length);
    assert.equal((await run(measured)).structuredContent, 5_000);
    const passedOn = await run(override(getText, (input, call) => call(input)));
    assert.match(textOf(passedOn), /^\[Cut: the first \d+ characters are given\./);
  });
});
