import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { callOverride } from '../../src/runtime/override-call.js';
import { defaultLimits } from '../../src/runtime/limits.js';
import { errorResult, ToolError } from '../../src/runtime/tool-error.js';
import { override, tool, type Override, type OverrideContext } from '../../src/runtime/tool.js';
import { madeTool } from './made-manifest.js';

interface Boat {
  readonly id: number;
}

const getBoat = tool<{ readonly id: number }, Boat>('getBoat');
const getPlan = tool<object, unknown>('getPlan');
const context: OverrideContext = { signal: new AbortController().signal, progress: () => undefined };

function run(changed: Override, makeRequest: (values: object) => CallToolResult): Promise<CallToolResult> {
  return callOverride(changed, { id: 1 }, (values) => Promise.resolve(makeRequest(values)), context, {
    tool: madeTool({ name: 'getBoat' }),
    limits: defaultLimits,
  });
}

const boat = (): CallToolResult => ({
  content: [{ type: 'text', text: '{"id": 1.0}' }],
  structuredContent: { id: 1 },
});

suite('an override', () => {
  test('is given the arguments, the call and its context', async () => {
    let given: unknown;
    await run(
      override(getBoat, async (input, call, own) => {
        given = [input, own];
        return call(input);
      }),
      boat,
    );
    assert.deepEqual(given, [{ id: 1 }, context]);
  });

  test('passes on what `call` gave as it came: the digits of the API too', async () => {
    assert.deepEqual(
      await run(
        override(getBoat, (input, call) => call(input)),
        boat,
      ),
      boat(),
    );
  });

  test('gives its own result where it changed what `call` gave, even in place', async () => {
    const changed = override(getBoat, async (input, call) => Object.assign(await call(input), { id: 2 }));
    assert.deepEqual(await run(changed, boat), {
      content: [{ type: 'text', text: '{"id":2}' }],
      structuredContent: { id: 2 },
    });
  });

  test('passes on content that is no structure', async () => {
    const image: CallToolResult = { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] };
    assert.equal(
      await run(
        override(getPlan, (input, call) => call(input)),
        () => image,
      ),
      image,
    );
  });
});

suite('an error of a call inside an override', () => {
  const errors: readonly [of: string, error: ToolError][] = [
    ['of the API', new ToolError('upstream-status', '404 Not Found from GET /boats/{id}', 404)],
    ['that no answer came', new ToolError('upstream-unreachable', 'No answer came from the API.')],
    ['of arguments', new ToolError('invalid-argument', "The argument 'id' is odd.")],
  ];
  for (const [of, error] of errors) {
    test(`${of} is thrown with its code and its status, and told as it came`, async () => {
      let caught: unknown;
      const failed = { ...errorResult(error) };
      const result = errorResult(error);
      const told = await run(
        override(getBoat, async (input, call) => {
          try {
            return await call(input);
          } catch (thrown) {
            caught = thrown;
            throw thrown;
          }
        }),
        () => result,
      );
      assert.equal(caught, error);
      assert.deepEqual(told, failed);
    });
  }

  test('can be answered with a result', async () => {
    const missing = errorResult(new ToolError('upstream-status', '404 Not Found', 404));
    const changed = override(getBoat, (input, call) =>
      call(input).catch((error: unknown) => {
        if (error instanceof ToolError && error.status === 404) return { id: 0 };
        throw error;
      }),
    );
    assert.deepEqual((await run(changed, () => missing)).structuredContent, { id: 0 });
  });
});
