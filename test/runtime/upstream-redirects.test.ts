import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { after, before, beforeEach, suite, test } from 'node:test';
import { createSender, json, startApi, type LoopbackApi, type Sending } from './loopback-api.js';

let api: LoopbackApi;
let other: LoopbackApi;

before(async () => {
  [api, other] = await Promise.all([startApi(), startApi()]);
});

beforeEach(() => {
  for (const { requests } of [api, other]) requests.length = 0;
  other.answer = to('/x');
});

after(() => {
  for (const { stop } of [api, other]) stop();
});

/** Redirects all but what is asked for below `/end`. */
function to(location: string, status = 302): RequestListener {
  return (request, response) => {
    if (request.url?.startsWith('/end')) json(response, { end: true });
    else response.writeHead(status, { location }).end('moved');
  };
}

const unknown = 'whether it did what was asked is not known: find out before you call again';
const done = 'the call itself went through and must not be repeated';

const secrets = { authorization: 'Bearer SECRETb72', cookie: 'sid=SECRETc73', 'x-key': 'SECRETk74' };
const headers = { accept: 'application/json', 'user-agent': 'pets/1', 'x-region': 'eu', ...secrets };
const post: Sending = { method: 'POST', body: '{"n":1}', headers: { ...headers, 'content-type': 'a/b' } };

function send(sending: Sending = {}) {
  return createSender()(`${api.url}/x?token=SECRETq71`, { headers, ...sending });
}

suite('redirects within the origin (RFC 9110 15.4)', () => {
  const cases: readonly (readonly [status: number, method: string, followedBy: string | undefined])[] = [
    ...[301, 302, 303, 307, 308].flatMap((status) => [
      [status, 'GET', 'GET'] as const,
      [status, 'HEAD', 'HEAD'] as const,
    ]),
    ...['POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) => [
      [301, method, undefined] as const,
      [302, method, undefined] as const,
      [303, method, 'GET'] as const,
      [307, method, method] as const,
      [308, method, method] as const,
    ]),
    [300, 'GET', undefined],
    [304, 'GET', undefined],
  ];
  for (const [status, method, followedBy] of cases) {
    test(`${status} to ${method} ${followedBy === undefined ? 'is an answer' : `becomes ${followedBy}`}`, async () => {
      api.answer = to('/end?q=1', status);
      const hasBody = method !== 'GET' && method !== 'HEAD';
      const { answer } = await send(hasBody ? { ...post, method } : { method });
      const [, second] = api.requests;
      assert.equal(answer?.status, followedBy === undefined ? status : 200);
      assert.equal(second?.method, followedBy);
      if (second === undefined) return;
      assert.equal(second.target, '/end?q=1');
      assert.equal(second.headers.authorization, secrets.authorization);
      assert.equal(second.headers['x-region'], 'eu');
      assert.equal(second.body, hasBody && followedBy === method ? post.body : '');
      assert.equal(second.headers['content-type'], hasBody && followedBy === method ? 'a/b' : undefined);
    });
  }
  test('a loop ends', async () => {
    api.answer = to('/x');
    const { error } = await send();
    assert.equal(error?.code, 'refused-redirect');
    assert.equal(
      error.message,
      'The API redirected more than 5 times, which is not followed (MCP_MAX_REDIRECTS is 5).',
    );
    assert.equal(api.requests.length, 6);
  });
  for (const [most, told] of [
    [0, 'The API redirected, which is not followed (MCP_MAX_REDIRECTS is 0)'],
    [1, 'The API redirected more than once, which is not followed (MCP_MAX_REDIRECTS is 1)'],
  ] as const) {
    test(`${most} is as many as are followed where the limit says so`, async () => {
      api.answer = to('/x', 303);
      const { text } = await createSender({ redirects: most })(`${api.url}/x`, post);
      assert.equal(text, `${told}; ${done}.`);
      assert.equal(api.requests.length, most + 1);
    });
  }
  test('five times are followed', async () => {
    api.answer = (request, response) => {
      const count = Number(request.url?.replace(/\D/g, ''));
      if (count === 5) json(response, { end: true });
      else response.writeHead(307, { location: `/hop${count + 1}` }).end();
    };
    const { text } = await createSender()(`${api.url}/hop0`);
    assert.equal(text, '{"end":true}');
  });
  test('no location is an answer', async () => {
    api.answer = (_, response) => response.writeHead(302).end('where?');
    const { answer, text } = await send();
    assert.equal(answer?.status, 302);
    assert.equal(text, 'where?');
  });
  test('a user name in the address is nobody’s credential', async () => {
    api.answer = to(`${api.url.replace('//', '//root:SECRET@')}/end`);
    const { text } = await send({ headers: { accept: '*/*' } });
    assert.equal(text, '{"end":true}');
    assert.equal(api.requests[1]?.headers.authorization, undefined);
  });
  test('a secret is out of the place before it is cut', async () => {
    const secret = 'SECRETs75'.repeat(4);
    for (let before = 130; before < 200; before += 1) {
      api.answer = to(`//127.0.0.1:1/${'a'.repeat(before)}${secret}`);
      const { error } = await send({ secrets: [secret] });
      assert.doesNotMatch(error?.message ?? '', /SECRET/, String(before));
    }
  });
  test('a redirect whose content has no end is left after a while', async () => {
    api.answer = (request, response) => {
      if (request.url === '/end') return json(response, { end: true });
      response.writeHead(307, { location: '/end' }).write(Buffer.alloc(1024 * 1024));
    };
    assert.equal((await send()).text, '{"end":true}');
  });
});

suite('redirects to another origin', () => {
  for (const [status, sending, told] of [
    [302, {}, ''],
    [302, post, `; ${unknown}`],
    [303, post, `; ${done}`],
    [303, { ...post, method: 'DELETE' }, `; ${done}`],
    [307, post, `; ${unknown}`],
    [308, {}, ''],
  ] as const) {
    test(`${status} to ${'method' in sending ? sending.method : 'GET'} is not followed`, async () => {
      api.answer = to(`${other.url}/landing?token=SECRETq71`, status);
      const { error } = await send(sending);
      assert.equal(error?.code, 'refused-redirect');
      assert.equal(
        error.message,
        `The API answered ${status} and pointed to ${other.url}/landing, another origin, which is not followed ` +
          `unless the operator of this server allows that origin${told}.`,
      );
      assert.equal(other.requests.length, 0);
    });
  }
  test('an allowed one is told nothing of who asks', async () => {
    api.answer = to(`${other.url}/end?q=1`);
    const { text } = await send({ allowedOrigins: [other.url] });
    assert.equal(text, '{"end":true}');
    const { host, connection, 'accept-encoding': coding, ...rest } = other.requests[0]?.headers ?? {};
    assert.deepEqual(rest, { accept: 'application/json', 'user-agent': 'pets/1' });
    assert.ok(host !== undefined && connection !== undefined && coding !== undefined);
    assert.equal(other.requests[0]?.target, '/end?q=1');
  });
  test('an allowed one gets a body with its type where the method stays', async () => {
    api.answer = to(`${other.url}/end`, 307);
    await send({ ...post, allowedOrigins: [other.url] });
    const [request] = other.requests;
    assert.equal(request?.method, 'POST');
    assert.equal(request.body, post.body);
    assert.equal(request.headers['content-type'], 'a/b');
    assert.doesNotMatch(JSON.stringify(request), /SECRET|x-region/);
  });
  const token = 'SECRETr75+x/y=z';
  const short = 'k=7';
  const told: readonly (readonly [of: string, target: string])[] = [
    ['in the query, as it was sent there', `/end?api%20key=${encodeURIComponent(token)}`],
    ['in the query, as it stands', `/end?a=1&b=${token}`],
    ['in the path', `/end/${encodeURIComponent(token)}/x`],
    ['with every byte encoded', `/end?t=${Buffer.from(token).toString('hex').replace(/../g, '%$&')}`],
    ['in base64', `/end?t=${Buffer.from(token).toString('base64url')}`],
    ['in base64 of a header', `/end?t=${Buffer.from(`Bearer ${token}`).toString('base64url')}`],
    ['in hexadecimal', `/end?t=${Buffer.from(token).toString('hex').toUpperCase()}`],
    ['that is short and a value', `/end?a=1&t=${encodeURIComponent(short)}`],
    ['that is short and a segment', `/end/${encodeURIComponent(short)}`],
  ];
  for (const [of, target] of told) {
    test(`an allowed one is not told a secret ${of}`, async () => {
      api.answer = to(other.url + target, 307);
      const { error } = await send({ ...post, allowedOrigins: [other.url], secrets: [token, short] });
      assert.equal(error?.code, 'refused-redirect');
      assert.equal(
        error.message,
        `The API answered 307 and pointed to ${other.url}/, another origin, with a secret of this server or its ` +
          `caller in the address, which is not followed; ${unknown}.`,
      );
      assert.equal(other.requests.length, 0);
    });
    test(`the origin itself may tell a secret ${of}`, async () => {
      api.answer = to(target, 307);
      assert.equal((await send({ secrets: [token, short] })).text, '{"end":true}');
    });
  }
  test('an allowed one is followed with what merely holds the letters of a short secret', async () => {
    api.answer = to(`${other.url}/end/asks?q=task7`, 307);
    const { text } = await send({ allowedOrigins: [other.url], secrets: ['ask', '7'] });
    assert.equal(text, '{"end":true}');
  });
  test('an allowed one that leads back is told nothing more', async () => {
    api.answer = to(`${other.url}/back`, 307);
    other.answer = to(`${api.url}/end`, 307);
    await send({ allowedOrigins: [other.url, api.url] });
    assert.equal(api.requests.length, 2);
    assert.doesNotMatch(JSON.stringify(api.requests[1]), /SECRET/);
  });
  test('https is another origin than http', async () => {
    api.answer = to(`${api.url.replace('http:', 'https:')}/end`);
    assert.equal((await send()).error?.code, 'refused-redirect');
  });
  const places: readonly [location: string, told: RegExp][] = [
    ['http://', /pointed to what is no URL, so it was not followed\.$/],
    ['javascript:alert(1)', /pointed to a URL of scheme 'javascript:', which is not followed\.$/],
    ['file:///etc/hostname?SECRETq71', /pointed to a URL of scheme 'file:', which is not followed\.$/],
    ['data:text/html,SECRETq71', /pointed to a URL of scheme 'data:'/],
    [
      'http://user:SECRETp@127.0.0.1:1/a?SECRETq71#SECRETf',
      /pointed to http:\/\/127\.0\.0\.1:1\/a, another origin/,
    ],
    [`//127.0.0.1:1/${'a'.repeat(500)}`, /pointed to http:\/\/127\.0\.0\.1:1\/a{100,200}…, another origin/],
  ];
  for (const [location, told] of places) {
    test(`${location.slice(0, 40)} is told of without its secrets`, async () => {
      api.answer = to(location);
      const { error } = await send({ allowedOrigins: ['null', 'file://'] });
      assert.equal(error?.code, 'refused-redirect');
      assert.match(error.message, told);
      assert.doesNotMatch(error.message, /SECRET/);
      assert.equal(api.requests.length, 1);
    });
  }
});
