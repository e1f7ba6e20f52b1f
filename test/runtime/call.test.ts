import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, suite, test } from 'node:test';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { RequestBinding } from '../../src/runtime/binding.js';
import { createCallTool, type CallTool } from '../../src/runtime/call.js';
import type { Manifest, ToolDefinition } from '../../src/runtime/manifest.js';
import { environmentCredentials } from '../../src/runtime/security.js';
import { defaultLimits, type Limits } from '../../src/runtime/limits.js';

/** An API on loopback: what it does is set by each test, and what it was asked is kept. */
interface Api {
  readonly server: Server;
  readonly url: string;
  answer: RequestListener;
  readonly requests: {
    readonly method: string;
    readonly target: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: string;
  }[];
}

async function startApi(): Promise<Api> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      api.requests.push({ method, target: url, headers, body: Buffer.concat(chunks).toString() });
      api.answer(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const api: Api = { server, url, answer: (_, response) => json(response, { ok: true }), requests: [] };
  return api;
}

function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

let api: Api;
let other: Api;

before(async () => {
  [api, other] = await Promise.all([startApi(), startApi()]);
});

after(() => {
  for (const { server } of [api, other]) server.close().closeAllConnections();
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
  readonly url?: string;
  readonly signal?: AbortSignal;
  readonly progress?: (message: string) => void;
}

async function call(answer: RequestListener, options: Call = {}) {
  const { request = {}, args = {}, variables = environment, limits: given = {}, url = api.url } = options;
  const { signal = new AbortController().signal, progress = () => undefined } = options;
  api.answer = answer;
  api.requests.length = 0;
  other.requests.length = 0;
  const limits = { ...defaultLimits, ...given };
  const settings = { credentials: environmentCredentials(variables), environment: variables, limits };
  const callTool: CallTool = createCallTool(manifestOf(url), settings);
  const result = await callTool(toolOf(request), args, { signal, progress });
  return { result, text: textOf(result), requests: [...api.requests] };
}

function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

const ok: RequestListener = (_, response) => json(response, { ok: true });

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
      /^The API answered 200, but its answer could not be read to its end \(\w+\)\. \[unreadable-response\]$/,
    ],
    [
      'fails',
      (_, response) => json(response, { error: 'invalid_token' }, 401),
      /^401 Unauthorized from GET \/x \[upstream-status\]\n.*invalid_token/,
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
    closed.server.close();
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
    assert.match(text, /^The API did not answer within 0\.15 s; .* \[upstream-timeout\]$/);
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

suite('content codings (RFC 9110 8.4)', () => {
  const body = JSON.stringify({ a: 'x'.repeat(1000) });
  const encoded =
    (coding: string, bytes: Buffer): RequestListener =>
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding }).end(bytes);
    };
  const read: readonly [coding: string, bytes: Buffer][] = [
    ['gzip', gzipSync(body)],
    ['X-GZIP', gzipSync(body)],
    ['br', brotliCompressSync(body)],
    ['deflate', deflateSync(body)],
    ['deflate', deflateRawSync(body)],
    ['identity', Buffer.from(body)],
  ];
  for (const [coding, bytes] of read) {
    test(`${coding} (${bytes.length} bytes)`, async () => {
      const { text, requests } = await call(encoded(coding, bytes));
      assert.equal(text, body);
      assert.equal(requests[0]?.headers['accept-encoding'], 'gzip, deflate, br');
    });
  }
  const large = Buffer.alloc(64 * 1024 * 1024);
  test('refuses a bomb before it has come whole', async () => {
    const endless: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync(large).subarray(0, -8));
    };
    assert.match((await call(endless)).text, /\[response-too-large\]$/);
  });

  const refused: readonly [of: string, coding: string, bytes: Buffer, text: RegExp][] = [
    ['a chain', 'gzip, gzip', gzipSync(gzipSync(body)), /\[unreadable-response\]$/],
    ['what was not asked for', 'zstd', Buffer.from(body), /\[unreadable-response\]$/],
    ['a lie', 'gzip', Buffer.from(body), /\[unreadable-response\]$/],
    ['half of it', 'gzip', gzipSync(body).subarray(0, 20), /\[unreadable-response\]$/],
    [
      'a bomb',
      'gzip',
      gzipSync(large),
      /^The API answered 200, so the call went through, .* \[response-too-large\]$/,
    ],
    [
      'a bomb of another kind',
      'br',
      brotliCompressSync(large, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
      /\[response-too-large\]$/,
    ],
  ];
  for (const [of, coding, bytes, text] of refused) {
    test(`refuses ${of}`, async () => assert.match((await call(encoded(coding, bytes))).text, text));
  }
});

suite('size', () => {
  const megabyte = Buffer.alloc(1024 * 1024, 'x');
  test('an answer that is too large is told of, and not read on', async () => {
    let sent = 0;
    const endless: RequestListener = (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(megabyte)) sent += 1;
        sent += 1;
      };
      response.writeHead(200, { 'content-type': 'text/plain' }).on('drain', more);
      more();
    };
    const { text } = await call(endless);
    assert.match(text, /^The API answered 200, so the call went through, but the answer is over 8 MiB\./);
    assert.ok(sent < 32, `${sent}`);
  });
  test('a length that is too large is enough', async () => {
    const { text } = await call((_, response) => {
      response.writeHead(200, { 'content-length': String(2 ** 40) }).write('x');
    });
    assert.match(text, /\[response-too-large\]$/);
  });
  test('the length that a HEAD tells of is none', async () => {
    const answer: RequestListener = (_, response) =>
      response.writeHead(200, { 'content-length': String(2 ** 40) }).end();
    assert.equal(
      (await call(answer, { request: { method: 'HEAD' } })).text,
      '200 OK: the answer has no content.',
    );
  });
});

suite('redirects (RFC 9110 15.4)', () => {
  const to =
    (location: string, status = 302): RequestListener =>
    (request, response) => {
      if (request.url?.startsWith('/end')) json(response, { end: true });
      else response.writeHead(status, { location }).end();
    };
  for (const status of [301, 302, 303, 307, 308]) {
    test(`${status} is followed within the origin`, async () => {
      const { result, requests } = await call(to('/end?q=1', status), {
        request: { security: [{ badge: [] }] },
      });
      assert.deepEqual(result.structuredContent, { end: true });
      assert.deepEqual(
        requests.map(({ target }) => target),
        ['/x', '/end?q=1'],
      );
      assert.equal(requests[1]?.headers.authorization, 'Bearer SECRETb72');
    });
    test(`${status} is not followed with a POST`, async () => {
      const { result, text, requests } = await call(to('/end', status), { request: { method: 'POST' } });
      assert.equal(result.isError, true);
      assert.match(text, new RegExp(`^${status} .* from POST /x \\[upstream-status\\]`));
      assert.equal(requests.length, 1);
    });
  }
  for (const method of ['GET', 'POST']) {
    test(`another origin is refused to ${method}, and told without its query`, async () => {
      const { text, requests } = await call(to(`${other.url}/landing/SECRETb72?token=SECRETq71`), {
        request: { method, security: [{ key: [], badge: [] }] },
      });
      assert.match(
        text,
        /^The API answered 302 and pointed to .*\/landing\/\[redacted\], .* \[refused-redirect\]$/,
      );
      assert.equal(requests.length, 1);
      assert.equal(other.requests.length, 0);
    });
  }
  test('a loop ends', async () => {
    const { text, requests } = await call(to('/x'));
    assert.equal(text, 'The API redirected more than 5 times. [refused-redirect]');
    assert.equal(requests.length, 6);
  });
  for (const location of [
    'http://',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://user:pass@127.0.0.1:1/',
  ]) {
    test(`${location} is not followed`, async () => {
      const { result, requests } = await call(to(location));
      assert.equal(result.isError, true);
      assert.equal(requests.length, 1);
    });
  }
  test('no location is an answer', async () => {
    const { text } = await call((_, response) => response.writeHead(304).end());
    assert.equal(text, '304 Not Modified from GET /x [upstream-status]');
  });
});
