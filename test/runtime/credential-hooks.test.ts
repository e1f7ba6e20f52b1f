import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, suite, test } from 'node:test';
import type { AuthenticateContext, Hooks, OutgoingRequest } from '../../src/runtime/hooks.js';
import type { SecurityScheme } from '../../src/runtime/security.js';
import { ToolError } from '../../src/runtime/tool-error.js';
import { callerOfService, madeCaller, type CredentialService } from './credential-call.js';
import { json, ok, startApi, type LoopbackApi } from './loopback-api.js';

let api: LoopbackApi;
let other: LoopbackApi;

before(async () => {
  [api, other] = await Promise.all([startApi(), startApi()]);
});
after(() => {
  for (const { stop } of [api, other]) stop();
});
beforeEach(() => {
  for (const each of [api, other]) {
    each.requests.length = 0;
    each.answer = ok;
  }
});

type Authenticate = NonNullable<Hooks['authenticate']>[string];

const nego = { type: 'http', scheme: 'negotiate', env: {} } as const satisfies SecurityScheme;
const key = { type: 'apiKey', in: 'header', name: 'X-Key', env: { key: 'T_KEY' } } as const;

function service(
  authenticate: Readonly<Record<string, Authenticate>>,
  parts: Partial<CredentialService> = {},
) {
  return callerOfService({
    url: api.url,
    schemes: { nego },
    ...parts,
    hooks: { ...parts.hooks, authenticate },
  });
}

suite('authenticate', () => {
  test('does a scheme that is not built in, with what it may know', async () => {
    let seen: [OutgoingRequest, AuthenticateContext] | undefined;
    const caller = madeCaller();
    const call = service(
      {
        nego: (request, context) => {
          seen = [request, context];
          request.headers.set('authorization', 'Negotiate YWJjZGVm');
        },
      },
      { variables: { KRB: 'x' } },
    );
    const { result } = await call({ caller, request: { security: [{ nego: ['read'] }] } });
    assert.deepEqual(result.structuredContent, { ok: true });
    assert.equal(api.requests[0]?.headers.authorization, 'Negotiate YWJjZGVm');
    const [request, context] = seen ?? [];
    assert.equal(request?.tool, 'tool');
    assert.deepEqual(context?.scheme, nego);
    assert.deepEqual(context.scopes, ['read']);
    assert.equal(context.environment['KRB'], 'x');
    assert.equal(context.caller, caller);
    assert.equal(context.signal.aborted, false);
  });

  test('stands in place of what is built in, whatever is configured', async () => {
    const call = service(
      { key: ({ headers }) => headers.set('x-key', 'by code') },
      { schemes: { key }, variables: { T_KEY: 'by variable' } },
    );
    await call();
    assert.equal(api.requests[0]?.headers['x-key'], 'by code');
  });

  test('is one of several schemes, and runs before beforeRequest', async () => {
    const order: string[] = [];
    const call = service(
      {
        nego: ({ headers }) => {
          order.push(`authenticate ${headers.get('x-key')}`);
          headers.set('authorization', 'Negotiate YWJj');
        },
      },
      {
        schemes: { nego, key },
        variables: { T_KEY: 'k1' },
        hooks: { beforeRequest: ({ headers }) => void order.push(`before ${headers.get('authorization')}`) },
      },
    );
    await call();
    assert.deepEqual(order, ['authenticate k1', 'before Negotiate YWJj']);
  });

  test('runs again for a redirect within the origin, and for no other', async () => {
    const paths: string[] = [];
    const authenticate: Authenticate = ({ url, headers }) => {
      paths.push(url.pathname);
      headers.set('x-proof', `proof of ${url.pathname}`);
    };
    api.answer = (request, response) =>
      request.url === '/tool'
        ? response.writeHead(307, { location: '/next' }).end()
        : response.writeHead(307, { location: `${other.url}/landing` }).end();
    await service({ nego: authenticate }, { variables: { T_ALLOWED_ORIGINS: other.url } })();
    assert.deepEqual(paths, ['/tool', '/next']);
    assert.equal(api.requests[1]?.headers['x-proof'], 'proof of /next');
    assert.equal(other.requests[0]?.headers['x-proof'], undefined);
  });

  const named: readonly string[] = ['__proto__', 'constructor', 'toString'];
  for (const name of named) {
    test(`is none of a scheme '${name}' unless it is an entry`, async () => {
      const schemes = Object.fromEntries([[name, nego]]);
      const { text } = await service({}, { schemes })();
      assert.match(
        text,
        /needs code: an entry of `authenticate` in src\/hooks\.ts\. \[missing-credentials\]$/,
      );
      const entries = Object.fromEntries([
        [name, (({ headers }) => headers.set('x-proof', 'p')) satisfies Authenticate],
      ]);
      assert.deepEqual((await service(entries, { schemes })()).result.structuredContent, { ok: true });
    });
  }
});

suite('what authenticate writes', () => {
  const echo: RequestListener = ({ headers, url }, response) => json(response, { headers, url }, 400);
  const writes: readonly [of: string, hook: Authenticate, hidden: RegExp][] = [
    [
      'a header of any name',
      ({ headers }) => headers.set('x-proof', 'SECRETq71'),
      /"x-proof":\s*"\[redacted\]"/,
    ],
    ['a pair of the query', ({ setQuery }) => setQuery('p', 'SECRET/q71'), /\?p=\[redacted\]/],
    [
      'what it hands to `secret`',
      ({ headers, secret }) => {
        secret('SECRETq71');
        headers.set('x-proof', 'a.SECRETq71.b');
      },
      /\[redacted\]/,
    ],
  ];
  for (const [of, hook, hidden] of writes) {
    test(`is hidden: ${of}`, async () => {
      api.answer = echo;
      const { text } = await service({ nego: hook })();
      assert.match(text, hidden);
      assert.doesNotMatch(text, /SECRET/);
    });
  }
});

suite('authenticate that does what it may not', () => {
  const misdeeds: readonly [of: string, hook: Authenticate, told: RegExp][] = [
    [
      'nothing',
      () => undefined,
      /^A hook of this server put no credential into the request\. Nothing was sent\./,
    ],
    [
      'another place',
      ({ url }) => void (url.pathname = '/x'),
      /changed where the request goes\. Nothing was sent/,
    ],
    ['framing', ({ headers }) => headers.set('host', 'x'), /set the header 'host'/],
    [
      'an exception',
      () => Promise.reject(new Error('SECRETq71')),
      /failed; its log says where\. Nothing was sent/,
    ],
    [
      'a ToolError',
      () => {
        throw new ToolError('missing-setting', 'Set KRB_KEYTAB.');
      },
      /^Set KRB_KEYTAB\. \[missing-setting\]$/,
    ],
  ];
  for (const [of, hook, told] of misdeeds) {
    test(of, async (t) => {
      const log = t.mock.method(console, 'error', () => undefined);
      const { text } = await service({ nego: hook })();
      assert.match(text, told);
      assert.equal(api.requests.length, 0);
      assert.doesNotMatch(
        JSON.stringify([text, log.mock.calls.map(({ arguments: said }) => said)]),
        /SECRET/,
      );
    });
  }
});

suite('the token of the caller', () => {
  const caller = madeCaller({ token: 'CALLERq71.tok-en_1~2+3/4==' });
  const places: readonly [of: string, hook: NonNullable<Hooks['beforeRequest']>][] = [
    ['a header', ({ headers }) => headers.set('authorization', `Bearer ${caller.token}`)],
    ['a header among other things', ({ headers }) => headers.set('x-a', `a ${caller.token} b`)],
    ['a pair of the query', ({ setQuery }) => setQuery('access_token', caller.token)],
    ...[1, 2, 3].map(
      (times) =>
        [
          `a pair that is percent-encoded ${times} times over`,
          ({ setQuery }) => setQuery('next', encodedTimes(`https://x.example/?t=${caller.token}&b`, times)),
        ] as const satisfies (typeof places)[number],
    ),
    [
      'hexadecimal digits of mixed case',
      ({ headers }) => headers.set('x-a', `0${Buffer.from(caller.token).toString('hex').replace('c', 'C')}0`),
    ],
    ['a pair as searchParams write it', ({ url }) => url.searchParams.set('t', caller.token)],
    ...['', 'a', 'ab', 'user:'].map(
      (before) =>
        [
          `base64 behind '${before}'`,
          ({ headers }) =>
            headers.set(
              'authorization',
              `Basic ${Buffer.from(`${before}${caller.token}!`).toString('base64')}`,
            ),
        ] as const satisfies (typeof places)[number],
    ),
  ];
  for (const [of, beforeRequest] of places) {
    test(`is sent in no request, nor shown: ${of}`, async () => {
      const call = callerOfService({ url: api.url, schemes: {}, hooks: { beforeRequest } });
      const { text } = await call({ caller });
      assert.match(text, /^The token of the caller was about to be sent to the API in its (?:URL|headers): /);
      assert.equal(api.requests.length, 0);
      assert.doesNotMatch(text, /CALLERq71/);
      // Without a caller, and with another one, the same text is none of its business.
      await callerOfService({ url: api.url, schemes: {}, hooks: { beforeRequest } })({
        caller: madeCaller(),
      });
      assert.equal(api.requests.length, 1);
    });
  }

  for (const value of [caller.token, { a: [caller.token] }]) {
    test(`is sent in no body: ${typeof value}`, async () => {
      const request = { method: 'POST', body: { property: 'body', mediaType: 'application/json' } };
      const call = callerOfService({ url: api.url, schemes: {} });
      const { text } = await call({ caller, request, args: { body: value } });
      assert.match(
        text,
        /about to be sent to the API in its body: .* was not sent\. \[invalid-credentials\]$/,
      );
      assert.equal(api.requests.length, 0);
    });
  }

  test('is sent to no API as a credential of authenticate', async () => {
    const call = service({
      nego: ({ headers }, { caller: by }) => headers.set('authorization', `Bearer ${by?.token}`),
    });
    const { text } = await call({ caller });
    assert.match(text, /^The token of the caller was about to be sent/);
    assert.equal(api.requests.length, 0);
  });

  test('is not shown where an API has it from elsewhere', async () => {
    api.answer = (_, response) => json(response, { token: caller.token });
    const { result, text } = await callerOfService({ url: api.url, schemes: {} })({ caller });
    assert.doesNotMatch(JSON.stringify([result, text]), /CALLERq71/);
  });
});

/** An issuer that gives one token after another. */
interface Issuer {
  readonly server: Server;
  readonly url: string;
  count: number;
  answer: RequestListener | undefined;
}

suite('an access token that the API refuses (401)', () => {
  let issuer: Issuer;

  before(async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        issuer.count += 1;
        if (issuer.answer !== undefined) issuer.answer(request, response);
        else
          json(response, {
            access_token: `SECRETtoken${issuer.count}`,
            token_type: 'Bearer',
            expires_in: 3600,
          });
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
    issuer = { server, url, count: 0, answer: undefined };
  });
  after(() => issuer.server.close().closeAllConnections());
  beforeEach(() => {
    issuer.count = 0;
    issuer.answer = undefined;
  });

  const oauth = {
    type: 'oauth2',
    flows: { clientCredentials: {} },
    env: { token: 'T_TOKEN', clientId: 'T_ID', clientSecret: 'T_SECRET', tokenUrl: 'T_TOKEN_URL' },
  } as const satisfies SecurityScheme;

  function oauthService(parts: Partial<CredentialService> = {}) {
    const variables = { T_ID: 'id', T_SECRET: 'SECRETclient', T_TOKEN_URL: issuer.url, ...parts.variables };
    return callerOfService({ url: api.url, schemes: { oauth }, ...parts, variables });
  }

  const good = (...tokens: readonly string[]): RequestListener => {
    return ({ headers }, response) => {
      if (tokens.includes(headers.authorization?.replace('Bearer ', '') ?? '')) ok({} as never, response);
      else json(response, { error: 'invalid_token', sent: headers.authorization }, 401);
    };
  };

  test('is replaced by a new one, and the request is sent again as it was', async () => {
    api.answer = good('SECRETtoken2');
    const call = oauthService();
    const request = { method: 'POST', body: { property: 'body', mediaType: 'application/json' } };
    const { result } = await call({ request, args: { body: { n: 'é' } } });
    assert.deepEqual(result.structuredContent, { ok: true });
    assert.deepEqual(
      api.requests.map(({ method, body, headers }) => [method, body, headers.authorization]),
      [
        ['POST', '{"n":"é"}', 'Bearer SECRETtoken1'],
        ['POST', '{"n":"é"}', 'Bearer SECRETtoken2'],
      ],
    );
    assert.deepEqual((await call()).result.structuredContent, { ok: true });
    assert.equal(issuer.count, 2);
  });

  test('is replaced once in a call, and neither is shown', async () => {
    api.answer = good();
    const { text } = await oauthService()();
    assert.match(text, /^401 Unauthorized/);
    assert.equal(api.requests.length, 2);
    assert.doesNotMatch(text, /SECRET/);
  });

  test('is not sent again where the issuer grants the same one, and the 401 is told', async () => {
    api.answer = good();
    issuer.answer = (_, response) =>
      json(response, { access_token: 'SECRETsame', token_type: 'Bearer', expires_in: 3600 });
    const call = oauthService();
    for (const method of ['GET', 'POST']) {
      const { text } = await call({ request: { method } });
      assert.match(text, /^401 Unauthorized[^]*invalid_token/);
      assert.doesNotMatch(text, /SECRET/);
    }
    assert.deepEqual(
      api.requests.map(({ method }) => method),
      ['GET', 'POST'],
    );
  });

  test('is not sent again where a new one was refused a moment ago', async () => {
    api.answer = good();
    const call = oauthService();
    await call();
    api.requests.length = 0;
    const { text } = await call({ request: { method: 'POST' } });
    assert.match(text, /^401 Unauthorized[^]*invalid_token/);
    assert.deepEqual(
      api.requests.map(({ method, headers }) => `${method} ${headers.authorization}`),
      ['POST Bearer SECRETtoken2'],
    );
    assert.equal(issuer.count, 2);
  });

  test('is replaced although the answer cannot be read, which is told where it is not', async () => {
    const unreadable: RequestListener = (_, response) =>
      response.writeHead(401, { 'content-encoding': 'gzip' }).end('no gzip');
    api.answer = (request, response) =>
      (request.headers.authorization === 'Bearer SECRETtoken2' ? ok : unreadable)(request, response);
    assert.deepEqual((await oauthService()()).result.structuredContent, { ok: true });
    api.answer = unreadable;
    issuer.answer = (_, response) =>
      json(response, { access_token: 'SECRETsame', token_type: 'Bearer', expires_in: 3600 });
    assert.match((await oauthService()()).text, /\[unreadable-response\]$/);
  });

  test('is not replaced where it was obtained elsewhere', async () => {
    api.answer = good();
    const { text } = await oauthService({ variables: { T_TOKEN: 'SECRETready' } })();
    assert.match(text, /^401 Unauthorized/);
    assert.equal(api.requests.length, 1);
    assert.equal(issuer.count, 0);
    assert.doesNotMatch(text, /SECRET/);
  });

  test('is not replaced for another origin, and never sent there', async () => {
    api.answer = (_, response) => response.writeHead(302, { location: `${other.url}/landing` }).end();
    other.answer = good();
    await oauthService({ variables: { T_ALLOWED_ORIGINS: other.url } })();
    assert.deepEqual(
      other.requests.map(({ headers }) => headers.authorization),
      [undefined],
    );
    assert.equal(issuer.count, 1);
  });

  test('is replaced behind a redirect within the origin', async () => {
    const { answer } = { answer: good('SECRETtoken2') };
    api.answer = (request, response) =>
      request.url === '/tool'
        ? response.writeHead(307, { location: '/next' }).end()
        : answer(request, response);
    assert.deepEqual((await oauthService()()).result.structuredContent, { ok: true });
    assert.deepEqual(
      api.requests.map(({ target, headers }) => [target, headers.authorization]),
      [
        ['/tool', 'Bearer SECRETtoken1'],
        ['/next', 'Bearer SECRETtoken1'],
        ['/next', 'Bearer SECRETtoken2'],
      ],
    );
  });

  test('is told of where no other is to be had', async () => {
    api.answer = (request, response) => {
      issuer.answer = (_, refusal) =>
        json(refusal, { error: 'invalid_client', error_description: 'SECRETclient' }, 400);
      good()(request, response);
    };
    const { text } = await oauthService()();
    assert.match(text, /^The API answered 401 to the access token .* with another: .*invalid_client/);
    assert.doesNotMatch(text, /SECRETclient|SECRETtoken/);
  });

  const failures: readonly [of: string, answer: RequestListener][] = [
    ['a refusal', (_, response) => json(response, { error: 'invalid_client' }, 400)],
    ['an answer that is none', (_, response) => json(response, 'busy', 503)],
    ['a closed connection', ({ socket }) => void socket.destroy()],
    ['an answer without a token', (_, response) => json(response, {})],
  ];
  for (const [of, answer] of failures) {
    test(`is told of, and not that nothing was sent, behind ${of} of the issuer`, async () => {
      api.answer = (request, response) => {
        issuer.answer = answer;
        good()(request, response);
      };
      const { text } = await oauthService()();
      assert.match(text, /^The API answered 401 /);
      assert.doesNotMatch(text, /nothing was sent|\.\.|[ ,;:][.:]/i);
    });
  }

  test('is given to hooks anew, once for each message', async () => {
    api.answer = good('SECRETtoken2');
    const seen: (string | null)[] = [];
    const hooks: Hooks = {
      beforeRequest: ({ headers }) => {
        seen.push(headers.get('authorization'));
        headers.append('x-signed', 'once');
      },
    };
    await oauthService({ hooks })();
    assert.deepEqual(seen, ['Bearer SECRETtoken1', 'Bearer SECRETtoken2']);
    assert.deepEqual(
      api.requests.map(({ headers }) => headers['x-signed']),
      ['once', 'once'],
    );
  });

  test('100 refusals at once ask for two tokens', async () => {
    api.answer = good('SECRETtoken2');
    const call = oauthService();
    const results = await Promise.all(Array.from({ length: 100 }, () => call()));
    assert.ok(results.every(({ result }) => result.isError !== true));
    assert.equal(issuer.count, 2);
  });
});

function encodedTimes(text: string, times: number): string {
  return Array.from({ length: times }).reduce<string>((encoded) => encodeURIComponent(encoded), text);
}
