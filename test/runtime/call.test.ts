import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { after, before, suite, test } from 'node:test';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { RequestBinding } from '../../src/runtime/binding.js';
import { createCallTool, type CallTool } from '../../src/runtime/call.js';
import type { Hooks } from '../../src/runtime/hooks.js';
import { defaultLimits, type Limits } from '../../src/runtime/limits.js';
import type { Manifest, ToolDefinition } from '../../src/runtime/manifest.js';
import { environmentCredentials } from '../../src/runtime/security.js';
import { json, ok, startApi, type LoopbackApi } from './loopback-api.js';

let api: LoopbackApi;
let other: LoopbackApi;

before(async () => {
  [api, other] = await Promise.all([startApi(), startApi()]);
});

after(() => {
  for (const { stop } of [api, other]) stop();
});

const environment = { T_KEY: 'SECRETq71/x', T_TOKEN: 'SECRETb72' };

function manifestOf(url: string): Manifest {
  return {
    manifestVersion: 1,
    server: { name: 'pets mcp', version: '1.0.0' },
    upstream: { url, variables: {}, env: 'T_BASE_URL' },
    allowedOriginsEnv: 'T_ALLOWED_ORIGINS',
    securitySchemes: {
      key: { type: 'apiKey', in: 'query', name: 'token', env: { key: 'T_KEY' } },
      badge: { type: 'http', scheme: 'bearer', env: { token: 'T_TOKEN' } },
    },
    tools: [],
  };
}

function toolOf(request: Partial<RequestBinding>): ToolDefinition {
  return {
    name: 'tool',
    inputSchema: { type: 'object', properties: {} },
    request: {
      method: 'GET',
      path: '/x',
      parameters: [],
      accept: ['application/json'],
      security: [],
      ...request,
    },
  };
}

interface Call {
  readonly request?: Partial<RequestBinding>;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly limits?: Partial<Limits>;
  readonly tool?: Partial<ToolDefinition>;
  readonly hooks?: Hooks;
  readonly url?: string;
  readonly signal?: AbortSignal;
  readonly progress?: (message: string) => void;
}

async function call(answer: RequestListener, options: Call = {}) {
  const { request = {}, args = {}, variables = environment, limits: given = {}, url = api.url } = options;
  const { signal = new AbortController().signal, progress = () => undefined, hooks = {} } = options;
  api.answer = answer;
  api.requests.length = 0;
  other.requests.length = 0;
  const limits = { ...defaultLimits, ...given };
  const settings = { credentials: environmentCredentials(variables), environment: variables, limits, hooks };
  const callTool: CallTool = createCallTool(manifestOf(url), settings);
  const result = await callTool({ ...toolOf(request), ...options.tool }, args, { signal, progress });
  return { result, text: textOf(result), requests: [...api.requests] };
}

function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

suite('a call', () => {
  test('sends the request and returns the answer', async () => {
    const { result, requests } = await call(ok, {
      request: {
        method: 'POST',
        path: '/pets/{id}',
        parameters: [{ property: 'id', name: 'id', in: 'path', style: 'simple', explode: false }],
        body: { property: 'body', mediaType: 'application/json' },
        security: [{ key: [], badge: [] }],
      },
      args: { id: 'a/b', body: { n: 1 } },
    });
    assert.deepEqual(result, {
      content: [{ type: 'text', text: '{"ok":true}' }],
      structuredContent: { ok: true },
    });
    const [request] = requests;
    assert.equal(requests.length, 1);
    assert.equal(request?.method, 'POST');
    assert.equal(request.target, '/pets/a%2Fb?token=SECRETq71%2Fx');
    assert.equal(request.body, '{"n":1}');
    assert.equal(request.headers.authorization, 'Bearer SECRETb72');
    assert.equal(request.headers['content-type'], 'application/json');
    assert.equal(request.headers['content-length'], '7');
    assert.equal(request.headers.accept, 'application/json, */*;q=0.1');
    assert.equal(request.headers['user-agent'], 'pets-mcp/1.0.0');
  });
  for (const method of ['GET', 'DELETE', 'PATCH', 'OPTIONS']) {
    test(`carries a body with ${method}`, async () => {
      const body = { property: 'body', mediaType: 'application/json' };
      const { requests } = await call(ok, { request: { method, body }, args: { body: ['u1', 'é'] } });
      assert.equal(requests[0]?.method, method);
      assert.equal(requests[0].body, '["u1","é"]');
    });
  }
  test('tells of its progress in three steps', async () => {
    const messages: string[] = [];
    await call(ok, { progress: (message) => messages.push(message) });
    assert.deepEqual(messages, ['Request sent', 'Headers received', 'Body read']);
  });
  test('uses a connection again', async () => {
    api.answer = ok;
    const settings = { credentials: environmentCredentials({}), environment: {}, limits: defaultLimits };
    const callTool = createCallTool(manifestOf(api.url), settings);
    const ports = new Set<number | undefined>();
    api.server.on('request', ({ socket }: IncomingMessage) => ports.add(socket.remotePort));
    const context = { signal: new AbortController().signal, progress: () => undefined };
    for (let count = 0; count < 10; count += 1) await callTool(toolOf({}), {}, context);
    // The second call may be made before the first connection is known to be free.
    assert.ok(ports.size <= 2, `${ports.size}`);
  });
});

suite('a call that is not made', () => {
  const cases: readonly [of: string, options: Call, code: string][] = [
    ['no credentials', { request: { security: [{ badge: [] }] }, variables: {} }, 'missing-credentials'],
    ['no base URL', { url: '' }, 'missing-base-url'],
    ['a bad base URL', { url: '/v1' }, 'invalid-base-url'],
    [
      'another origin',
      { request: { server: { url: 'http://127.0.0.1:9', variables: {}, env: 'T_1' } } },
      'refused-origin',
    ],
    [
      'a path value that climbs',
      {
        request: {
          path: '/{id}',
          parameters: [{ property: 'id', name: 'id', in: 'path', style: 'simple', explode: false }],
        },
        args: { id: '..' },
      },
      'invalid-argument',
    ],
    ['a call that was cancelled before', { signal: AbortSignal.abort() }, 'cancelled'],
  ];
  for (const [of, options, code] of cases) {
    test(of, async () => {
      const { result, text, requests } = await call(ok, options);
      assert.equal(result.isError, true);
      assert.ok(text.endsWith(`[${code}]`), text);
      assert.equal(requests.length, 0);
    });
  }
});

suite('a failing API', () => {
  const breaking: readonly [of: string, answer: RequestListener, text: RegExp][] = [
    [
      'hangs up',
      (request) => request.socket.destroy(),
      /^No answer came from the API \(\w+\): .* \[upstream-unreachable\]$/,
    ],
    [
      'answers what is no HTTP',
      (request) => request.socket.end('garbage\r\n\r\n'),
      /^No answer came from the API: .* \[upstream-unreachable\]$/,
    ],
    [
      'breaks off',
      (_, response) => {
        response.writeHead(200, { 'content-length': '10' }).write('half', () => response.destroy());
      },
      /^The API answered 200, but its answer could not be read to its end \(\w+\); .* \[unreadable-response\]$/,
    ],
    [
      'fails',
      (_, response) => json(response, { error: 'invalid_token' }, 401),
      /^401 Unauthorized from GET \/x \[upstream-status\]\n[^]*invalid_token/,
    ],
  ];
  for (const [of, answer, text] of breaking) {
    test(of, async () => {
      const outcome = await call(answer, { request: { security: [{ key: [], badge: [] }] } });
      assert.equal(outcome.result.isError, true);
      assert.match(outcome.text, text);
      assert.doesNotMatch(JSON.stringify(outcome.result), /SECRET|127\.0\.0\.1/);
    });
  }
  test('cannot be reached', async () => {
    const closed = await startApi();
    closed.stop();
    await once(closed.server, 'close');
    const { text } = await call(ok, { url: closed.url });
    assert.match(text, /^No answer came from the API \(ECONNREFUSED\): .* \[upstream-unreachable\]$/);
  });
  test('hands the credentials back', async () => {
    const echo: RequestListener = ({ headers, url }, response) => json(response, { headers, url }, 400);
    const { text } = await call(echo, { request: { security: [{ key: [], badge: [] }] } });
    assert.match(text, /\[redacted\]/);
    assert.doesNotMatch(text, /SECRET/);
  });
  test('is silent', async () => {
    const closed = new Promise((resolve) => {
      api.server.once('connection', (socket) => socket.once('close', resolve));
    });
    const { text } = await call(() => undefined, { limits: { callMs: 150 } });
    assert.match(text, /^The API did not begin to answer within 0\.15 s; .* \[upstream-timeout\]$/);
    await closed;
  });
  test('drips', async () => {
    let timer: NodeJS.Timeout | undefined;
    const drip: RequestListener = (_, response) => {
      timer = setInterval(() => response.write(' '), 20);
    };
    const { text } = await call(drip, { limits: { callMs: 200 } });
    clearInterval(timer);
    assert.match(text, /\[upstream-timeout\]$/);
  });
  test('is no longer wanted', async () => {
    const controller = new AbortController();
    let closed: Promise<unknown> = Promise.resolve();
    const waiting: RequestListener = ({ socket }) => {
      closed = once(socket, 'close');
      controller.abort();
    };
    const { text } = await call(waiting, { signal: controller.signal });
    assert.equal(text, 'The call was cancelled. [cancelled]');
    await closed;
  });
});

suite('the time of a call', () => {
  const never = (): Promise<void> => new Promise(() => undefined);
  test('is that of the tool where it has one', async () => {
    const { text } = await call(() => undefined, { tool: { timeoutMs: 150 }, limits: { callMs: 60_000 } });
    assert.match(text, /within 0\.15 s; .* given by the tool's timeoutMs\. \[upstream-timeout\]$/);
  });
  test('holds what comes before the request', async () => {
    const { text, requests } = await call(ok, { hooks: { beforeRequest: never }, limits: { callMs: 150 } });
    assert.match(text, /^The request was not ready to be sent within 0\.15 s; nothing was sent/);
    assert.equal(requests.length, 0);
  });
  test('holds what comes before a request that follows a redirect', async () => {
    let runs = 0;
    const beforeRequest = (): Promise<void> => (++runs === 1 ? Promise.resolve() : never());
    const { text } = await call((_, response) => response.writeHead(307, { location: '/next' }).end(), {
      request: { method: 'POST' },
      hooks: { beforeRequest },
      limits: { callMs: 300 },
    });
    assert.match(
      text,
      /^A redirect of the API was not ready to be followed within 0\.3 s; whether it did what was asked is not/,
    );
  });
  test('ends before the request where the client no longer wants the result', async () => {
    const controller = new AbortController();
    const beforeRequest = (): Promise<void> => {
      controller.abort();
      return never();
    };
    const { text, requests } = await call(ok, { hooks: { beforeRequest }, signal: controller.signal });
    assert.equal(text, 'The call was cancelled. [cancelled]');
    assert.equal(requests.length, 0);
  });
  test('leaves no listener on the signal of its client', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const counted = new Proxy(signal, {
      get: (target, key) => {
        if (key === 'addEventListener') listeners += 1;
        if (key === 'removeEventListener') listeners -= 1;
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    for (let count = 0; count < 5; count += 1) await call(ok, { signal: counted });
    assert.equal(listeners, 0);
  });
});

suite('redirects', () => {
  const toOther: RequestListener = (_, response) =>
    response.writeHead(302, { location: `${other.url}/landing/SECRETb72?token=SECRETq71` }).end();
  const security = [{ key: [], badge: [] }];

  test('are not followed to another origin, whose address tells no secret', async () => {
    const { text, requests } = await call(toOther, { request: { security } });
    assert.match(
      text,
      /^The API answered 302 and pointed to .*\/landing\/\[redacted\], .* \[refused-redirect\]$/,
    );
    assert.equal(requests.length, 1);
    assert.equal(other.requests.length, 0);
  });
  test('are followed to an origin that the operator allows, without credentials', async () => {
    const variables = { ...environment, T_ALLOWED_ORIGINS: `https://a.example, ${other.url}/` };
    const landing: RequestListener = (_, response) =>
      response.writeHead(302, { location: `${other.url}/landing?page=2` }).end();
    const { result } = await call(landing, { request: { security }, variables });
    assert.deepEqual(result.structuredContent, { ok: true });
    assert.equal(other.requests[0]?.headers.authorization, undefined);
  });
  test('are not followed there with a secret in the address, as of an API that repeats what it was asked', async () => {
    const variables = { ...environment, T_ALLOWED_ORIGINS: other.url };
    const again: RequestListener = (request, response) =>
      response.writeHead(307, { location: `${other.url}${request.url ?? ''}` }).end();
    for (const answer of [toOther, again]) {
      const { text } = await call(answer, { request: { security }, variables });
      assert.match(text, /with a secret of this server or its caller in the address.* \[refused-redirect\]$/);
      assert.doesNotMatch(text, /SECRET/);
      assert.equal(other.requests.length, 0);
    }
  });
});

suite('a stream of events', () => {
  const stream =
    (contentType: string, text: string): RequestListener =>
    (_, response) =>
      response.writeHead(200, { 'content-type': contentType }).end(text);
  const sent = 'event: add\nid: 1\ndata: {"n":12345678901234567890}\n\n: wait\n\ndata: hi\n\n';

  test('is given as it was sent, and as an array', async () => {
    const { result, text } = await call(stream('text/event-stream', `${sent}data: [DONE]\n\n`));
    assert.equal(text, `${sent}data: [DONE]\n\n`);
    assert.deepEqual(result.structuredContent, [
      { event: 'add', data: { n: '12345678901234567890' }, id: '1' },
      { data: 'hi' },
    ]);
  });
  const sequences: readonly [contentType: string, text: string][] = [
    ['application/jsonl', '{"a":1}\n[2]\n"x"\n'],
    ['application/x-ndjson', '{"a":1}\r\n[2]\r\n"x"'],
    ['application/json-seq', '\u001e{"a":\n1}\n\u001e[2]\n\u001e"x"\n'],
    ['application/stream+json', '{"a":1}\n[2]\n"x"\n'],
  ];
  for (const [contentType, text] of sequences) {
    test(`of ${contentType} gives values`, async () => {
      const { result } = await call(stream(contentType, text));
      assert.deepEqual(result.structuredContent, [{ a: 1 }, [2], 'x']);
    });
  }
  test('keeps as text what is no JSON, or nested too deep', async () => {
    const { result } = await call(stream('application/jsonl', '{"a":\n[[[[1]]]]\n2\n'), {
      limits: { depth: 3 },
    });
    assert.deepEqual(result.structuredContent, ['{"a":', '[[[[1]]]]', 2]);
  });
  test('is a member where the tool promises an object', async () => {
    const tool = { outputSchema: { type: 'object', properties: { id: {} } } };
    const { result } = await call(stream('application/jsonl', '1\n2\n'), { tool });
    assert.deepEqual(result.structuredContent, { events: [1, 2] });
  });
  test('without an event is an empty array, without anything an answer without content', async () => {
    assert.deepEqual((await call(stream('text/event-stream', ': hi\n\n'))).result.structuredContent, []);
    assert.equal((await call(stream('text/event-stream', ''))).result.structuredContent, undefined);
  });

  const lines = Array.from({ length: 500 }, (_, at) => `{"row":${at}}\n`);
  test('is cut between events where it is larger than what is given', async () => {
    const { result, text } = await call(stream('application/jsonl', lines.join('')), {
      limits: { resultCharacters: 1_600 },
    });
    const [note = '', ...rest] = text.split('\n');
    assert.match(note, /^\[Cut: \d+ of 500 items are given\./);
    assert.ok(text.length <= 1_600, `${text.length}`);
    assert.deepEqual(
      result.structuredContent,
      rest.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown),
    );
    assert.ok(result._meta !== undefined);
  });
  test('is cut where more events come than are waited for', async () => {
    const { result, text } = await call(stream('application/jsonl', lines.join('')), {
      limits: { events: 7 },
    });
    assert.equal((result.structuredContent as unknown[]).length, 7);
    assert.match(text, /^\[Cut: .*limit of events.*\]\n\{"row":0\}\n/);
    assert.notEqual(result.isError, true);
  });
  test('that breaks off at a limit of bytes has no half of a value', async () => {
    const { result } = await call(stream('application/jsonl', '1\n2\n3456\n'), {
      limits: { answerBytes: 6 },
    });
    assert.deepEqual(result.structuredContent, [1, 2]);
  });
  test('whose first event is too large is given in part', async () => {
    const { result, text } = await call(stream('text/event-stream', `data: ${'x'.repeat(5_000)}\n\n`), {
      limits: { resultCharacters: 2_000 },
    });
    assert.deepEqual(result.structuredContent, []);
    assert.match(text, /^\[Cut: 0 of 1 items are given\.[^]*data: xxx/);
  });
  test('of an error is an error', async () => {
    const { result, text } = await call((_, response) =>
      response.writeHead(500, { 'content-type': 'text/event-stream' }).end('data: no\n\n'),
    );
    assert.equal(result.isError, true);
    assert.match(text, /^500 [^]*data: no/);
  });
});

test('content over the limit is cut, and the call is no failure', async () => {
  const { result, text } = await call(
    (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('word '.repeat(2_000)),
    { limits: { answerBytes: 5_000 } },
  );
  assert.notEqual(result.isError, true);
  assert.match(text, /^\[Cut\. .*\]\nword word/);
  assert.match(text, /Cut/);
});
