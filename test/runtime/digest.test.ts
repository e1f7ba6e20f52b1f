import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { after, before, beforeEach, suite, test } from 'node:test';
import type { RequestBinding } from '../../src/runtime/binding.js';
import type { SecurityScheme } from '../../src/runtime/security.js';
import { callerOfService, type CredentialService } from './credential-call.js';
import { expectedResponse, readDigest } from './digest-check.js';
import { json, startApi, type LoopbackApi, type SeenRequest } from './loopback-api.js';

let api: LoopbackApi;
let other: LoopbackApi;

before(async () => {
  [api, other] = await Promise.all([startApi(), startApi()]);
});
after(() => {
  for (const { stop } of [api, other]) stop();
});
beforeEach(() => {
  for (const { requests } of [api, other]) requests.length = 0;
});

const schemes: Readonly<Record<string, SecurityScheme>> = {
  login: { type: 'http', scheme: 'digest', env: { username: 'T_USERNAME', password: 'T_PASSWORD' } },
};
const variables = { T_USERNAME: 'Mufasa', T_PASSWORD: 'Circle of Life' };

/** A server that asks with these challenges, and takes right answers to nonces that are good. */
interface Asked {
  challenges: readonly string[];
  readonly good: Set<string>;
  readonly used: Set<string>;
  username: string;
  readonly answer: RequestListener;
}

function asking(...challenges: readonly string[]): Asked {
  const asked: Asked = {
    challenges,
    good: new Set(['n1', 'n2', 'n/3==']),
    used: new Set(),
    username: 'Mufasa',
    answer: (request, response) => {
      const fields = readDigest(request.headers.authorization);
      const told = `${fields?.get('nonce')} ${fields?.get('nc')}`;
      const { method = '' } = request;
      const isRight =
        fields !== undefined &&
        asked.good.has(fields.get('nonce') ?? '') &&
        !asked.used.has(told) &&
        fields.get('uri') === request.url &&
        fields.get('response') === expectedResponse({ method, fields }, asked.username, 'Circle of Life');
      asked.used.add(told);
      if (isRight) json(response, { told });
      else {
        response.setHeader('www-authenticate', [...asked.challenges]);
        json(response, { error: 'asked' }, 401);
      }
    },
  };
  api.answer = asked.answer;
  return asked;
}

function service(parts: Partial<CredentialService> = {}) {
  return callerOfService({ url: api.url, schemes, variables, ...parts });
}

function digestOf(request: SeenRequest | undefined): ReadonlyMap<string, string> {
  return readDigest(request?.headers.authorization) ?? new Map<string, string>();
}

const post: Partial<RequestBinding> = {
  method: 'POST',
  path: '/dir/{id}',
  parameters: [
    { property: 'id', name: 'id', in: 'path', style: 'simple', explode: false },
    { property: 'q', name: 'q', in: 'query', style: 'form', explode: true },
  ],
  body: { property: 'body', mediaType: 'application/json' },
};

suite('the check of these tests (RFC 7616 3.9.1)', () => {
  for (const [algorithm, response] of [
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ] as const) {
    test(algorithm, () => {
      const fields = new Map([
        ['realm', 'http-auth@example.org'],
        ['uri', '/dir/index.html'],
        ['algorithm', algorithm],
        ['nonce', '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v'],
        ['nc', '00000001'],
        ['cnonce', 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'],
        ['qop', 'auth'],
      ]);
      assert.equal(expectedResponse({ method: 'GET', fields }, 'Mufasa', 'Circle of Life'), response);
    });
  }
});

suite('digest (RFC 7616)', () => {
  const challenges: readonly [of: string, challenges: readonly string[], algorithm: string | undefined][] = [
    ['SHA-256', ['Digest realm="r", qop="auth", algorithm=SHA-256, nonce="n1", opaque="o/1="'], 'SHA-256'],
    ['MD5 where nothing is said', ['Digest realm="r", qop="auth", nonce="n1"'], undefined],
    ['MD5', ['Digest realm="r", qop="auth,auth-int", algorithm="MD5", nonce="n1"'], 'MD5'],
    ['SHA-256-sess', ['Digest realm="r", qop=auth, algorithm=SHA-256-sess, nonce="n1"'], 'SHA-256-sess'],
    ['MD5-sess', ['digest realm="r",qop="auth",algorithm=md5-sess,nonce="n1"'], 'md5-sess'],
    [
      'the stronger of several fields',
      [
        'Digest realm="r", qop="auth", nonce="n1"',
        'Digest realm="r", qop="auth", algorithm=SHA-256, nonce="n2"',
      ],
      'SHA-256',
    ],
    [
      'the stronger of one field, among others',
      [
        'Negotiate, Digest realm="a, b", qop="auth", algorithm=MD5, nonce="n1", Digest realm="c", qop="auth", ' +
          'algorithm=SHA-256, nonce="n2", Basic realm="d"',
      ],
      'SHA-256',
    ],
    [
      'what can be answered, where the stronger cannot',
      [
        'Digest realm="r", qop="auth", algorithm=SHA-512-256, nonce="n1"',
        'Digest realm="r", qop="auth-int", algorithm=SHA-256, nonce="n1"',
        'Digest realm="r", qop="auth", algorithm=MD5, nonce="n2"',
      ],
      'MD5',
    ],
    ['a nonce without quotes', ['Digest realm="r", qop="auth", algorithm=MD5, nonce=n/3=='], 'MD5'],
    [
      'userhash, which it need not use',
      ['Digest realm="r", qop="auth", nonce="n1", userhash=true'],
      undefined,
    ],
  ];
  for (const [of, asked, algorithm] of challenges) {
    test(`answers ${of}`, async () => {
      asking(...asked);
      const { result, text } = await service()();
      assert.notEqual(result.isError, true, text);
      assert.equal(api.requests.length, 2);
      assert.equal(api.requests[0]?.headers.authorization, undefined);
      assert.equal(digestOf(api.requests[1]).get('algorithm'), algorithm);
    });
  }

  test('sends the same request again, and what the API has to know of the challenge', async () => {
    asking('Digest realm="a \\"quoted\\" realm", qop="auth", algorithm=SHA-256, nonce="n1", opaque="o\\\\1"');
    const { text } = await service()({ request: post, args: { id: 'a/b', q: 'c d', body: { n: 1 } } });
    assert.match(text, /n1 00000001/);
    assert.deepEqual(
      api.requests.map(({ method, target, body }) => [method, target, body]),
      Array<unknown>(2).fill(['POST', '/dir/a%2Fb?q=c%20d', '{"n":1}']),
    );
    const fields = digestOf(api.requests[1]);
    assert.equal(fields.get('realm'), 'a "quoted" realm');
    assert.equal(fields.get('opaque'), 'o\\1');
    assert.equal(fields.get('username'), 'Mufasa');
    assert.equal(fields.get('qop'), 'auth');
  });

  test('costs one request where the nonce is known, and counts its uses', async () => {
    asking('Digest realm="r", qop="auth", algorithm=SHA-256-sess, nonce="n1"');
    const call = service();
    await call();
    for (let count = 2; count <= 20; count += 1) {
      const { result } = await call();
      assert.deepEqual(result.structuredContent, { told: `n1 ${count.toString(16).padStart(8, '0')}` });
    }
    assert.equal(api.requests.length, 21);
  });

  test('never uses a count twice, however many calls there are at once', async () => {
    asking('Digest realm="r", qop="auth", nonce="n1"');
    const call = service();
    const cold = await Promise.all(Array.from({ length: 25 }, () => call()));
    const warm = await Promise.all(Array.from({ length: 25 }, () => call()));
    assert.equal(new Set([...cold, ...warm].map(({ text }) => text)).size, 50);
    assert.equal(api.requests.length, 75);
  });

  test('takes a new nonce where the old one is stale', async () => {
    const asked = asking('Digest realm="r", qop="auth", nonce="n1"');
    const call = service();
    await call();
    asked.good.delete('n1');
    asked.challenges = ['Digest realm="r", qop="auth", nonce="n2", stale=true'];
    assert.deepEqual((await call()).result.structuredContent, { told: 'n2 00000001' });
    assert.deepEqual((await call()).result.structuredContent, { told: 'n2 00000002' });
    assert.equal(api.requests.length, 5);
  });

  test('counts on where the API asks for the same, and says that only the count was stale', async () => {
    const asked = asking('Digest realm="r", qop="auth", nonce="n1", stale=true');
    const call = service();
    await call();
    asked.used.add('n1 00000002');
    assert.deepEqual((await call()).result.structuredContent, { told: 'n1 00000003' });
  });

  for (const [of, username, written] of [
    ['quotes', 'Mu"fa\\sa', ['username', 'Mu"fa\\sa']],
    ['letters beyond ASCII (RFC 7616 3.4)', 'Jäsøn Doe', ['username*', "UTF-8''J%C3%A4s%C3%B8n%20Doe"]],
  ] as const) {
    test(`writes a user name with ${of}`, async () => {
      const asked = asking('Digest realm="r", qop="auth", algorithm=SHA-256, nonce="n1", charset=UTF-8');
      asked.username = username;
      const { result } = await service({ variables: { ...variables, T_USERNAME: username } })();
      assert.notEqual(result.isError, true);
      assert.equal(digestOf(api.requests[1]).get(written[0]), written[1]);
    });
  }

  test('is made anew for a redirect within the origin', async () => {
    const { answer } = asking('Digest realm="r", qop="auth", nonce="n1"');
    api.answer = (request, response) => {
      const isRight = readDigest(request.headers.authorization)?.get('uri') === '/tool';
      if (request.url === '/tool' && isRight) response.writeHead(307, { location: '/next?a=1' }).end();
      else answer(request, response);
    };
    assert.deepEqual((await service()()).result.structuredContent, { told: 'n1 00000002' });
    assert.deepEqual(
      api.requests.map(({ target }) => target),
      ['/tool', '/tool', '/next?a=1'],
    );
  });

  test('speaks of the query that a hook has written, and hooks run once more', async () => {
    asking('Digest realm="r", qop="auth", nonce="n1"');
    let runs = 0;
    const hooks = {
      beforeRequest: ({
        setQuery,
        headers,
      }: {
        setQuery: (n: string, v: string) => void;
        headers: Headers;
      }) => {
        setQuery('run', String(++runs));
        headers.append('x-run', String(runs));
      },
    };
    await service({ hooks })();
    assert.deepEqual(
      api.requests.map(({ target, headers }) => [target, headers['x-run']]),
      [
        ['/tool?run=1', '1'],
        ['/tool?run=2', '2'],
      ],
    );
  });
});

suite('digest that is not done', () => {
  test('a wrong password is asked for once more, and is told as the API tells it', async () => {
    asking('Digest realm="r", qop="auth", nonce="n1"');
    const call = service({ variables: { ...variables, T_PASSWORD: 'SECRETq71' } });
    const { text } = await call();
    assert.match(text, /^401 Unauthorized from GET \/tool \[upstream-status\]\n/);
    assert.equal(api.requests.length, 2);
    await call();
    assert.equal(api.requests.length, 3);
  });

  const refused: readonly [of: string, challenges: readonly string[], told: RegExp][] = [
    [
      'another scheme',
      ['Basic realm="r"', 'Bearer'],
      /asks for basic, bearer; what can be answered is Digest with/,
    ],
    [
      'another algorithm',
      ['Digest realm="r", qop="auth", algorithm=SHA-512-256, nonce="n1"'],
      /asks for Digest with the algorithm SHA-512-256 and the quality of protection auth;/,
    ],
    [
      'another quality',
      ['Digest realm="r", qop="auth-int", nonce="n1"'],
      /asks for Digest with the algorithm MD5 and the quality of protection auth-int;/,
    ],
    ['no quality', ['Digest realm="r", nonce="n1"'], /algorithm MD5 and no quality of protection;/],
    ['no nonce', ['Digest realm="r", qop="auth"'], /quality of protection auth, without a nonce;/],
    ['no realm', ['Digest qop="auth", nonce="n1"'], /quality of protection auth, without a realm;/],
    [
      'what is no word',
      [
        `Digest realm="r", qop="${'<a>'.repeat(100)}", algorithm="\u001b[31m", nonce="n1"`.replace(
          '\u001b',
          '!',
        ),
      ],
      /the algorithm another one and the quality of protection another one;/,
    ],
  ];
  for (const [of, challenges, told] of refused) {
    test(`where the API asks for ${of}`, async () => {
      asking(...challenges);
      const { text } = await service()();
      assert.match(text, told);
      assert.match(text, /\[invalid-credentials\]$/);
      assert.equal(api.requests.length, 1);
    });
  }

  test('where a 401 asks for nothing', async () => {
    api.answer = (_, response) => json(response, { error: 'not yours' }, 401);
    const { text } = await service()();
    assert.match(text, /^401 Unauthorized from GET \/tool \[upstream-status\]\n[^]*not yours/);
    assert.equal(api.requests.length, 1);
  });

  test('at another origin that redirects lead to', async () => {
    asking('Digest realm="r", qop="auth", nonce="n1"');
    other.answer = api.answer;
    api.answer = (_, response) => response.writeHead(302, { location: `${other.url}/landing` }).end();
    const { text } = await service({ variables: { ...variables, T_ALLOWED_ORIGINS: other.url } })();
    assert.match(text, /^401 /);
    assert.deepEqual(
      other.requests.map(({ headers }) => headers.authorization),
      [undefined],
    );
  });

  test('back home behind another origin', async () => {
    asking('Digest realm="r", qop="auth", nonce="n1"');
    const { answer } = api;
    other.answer = (_, response) => response.writeHead(302, { location: `${api.url}/home` }).end();
    api.answer = (request, response) =>
      request.url === '/home'
        ? answer(request, response)
        : response.writeHead(302, { location: `${other.url}/landing` }).end();
    await service({ variables: { ...variables, T_ALLOWED_ORIGINS: other.url } })();
    assert.deepEqual(
      api.requests.map(({ target, headers }) => [target, headers.authorization]),
      [
        ['/tool', undefined],
        ['/home', undefined],
      ],
    );
  });

  test('hands back neither its response nor what it was made from', async () => {
    const { answer } = asking('Digest realm="r", qop="auth", nonce="n1"');
    api.answer = (request, response) =>
      request.headers.authorization === undefined
        ? answer(request, response)
        : json(response, { echo: request.headers.authorization }, 418);
    const { text } = await service()();
    const response = digestOf(api.requests[1]).get('response') ?? '';
    assert.ok(response.length === 32 && !text.includes(response));
    assert.doesNotMatch(text, /Circle of Life/);
  });
});

suite('a call between two messages', () => {
  test('tells that nothing was done where the API is gone by the second', async () => {
    api.answer = (request, response) => {
      if (request.headers.authorization !== undefined) {
        request.socket.destroy();
        return;
      }
      response.setHeader('www-authenticate', 'Digest realm="r", qop="auth", nonce="n1"');
      json(response, {}, 401);
    };
    const { text } = await service()({
      request: { ...post, path: '/x', parameters: [] },
      args: { body: {} },
    });
    assert.match(text, /^No answer came .* whether it did what was asked is not known/);
  });

  test('tells what was not ready within its time', async () => {
    asking('Digest realm="r", qop="auth", nonce="n1"');
    let runs = 0;
    const beforeRequest = (): Promise<void> =>
      ++runs === 1 ? Promise.resolve() : new Promise(() => undefined);
    const { text } = await service({ hooks: { beforeRequest }, limits: { callMs: 300 } })();
    assert.match(
      text,
      /^The API refused the credentials, and others were not ready within 0\.3 s; the API had refused .* did nothing of it, so it can be tried again later\. .*\[upstream-timeout\]$/,
    );
  });
});
