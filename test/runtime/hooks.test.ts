import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import {
  startHooks,
  type HookContext,
  type HookedMessage,
  type Hooks,
  type OutgoingRequest,
} from '../../src/runtime/hooks.js';
import { ToolError } from '../../src/runtime/tool-error.js';
import { startOutcome } from '../../src/runtime/upstream/outcome.js';

type BeforeRequest = NonNullable<Hooks['beforeRequest']>;

function requestOf(parts: Partial<HookedMessage> = {}): HookedMessage {
  return {
    method: 'POST',
    url: new URL('https://api.example/v1/boats?q=a%20b&sizes=1,2%7C3&token=SECRETq71'),
    headers: new Headers({ accept: 'application/json', 'x-trip': 'round the cape' }),
    body: '{"n":"é"}',
    ...parts,
  };
}

const environment = { SIGNING_KEY: 'k-123' };
const post = { request: { method: 'POST' } };

async function apply(
  beforeRequest: BeforeRequest,
  request: HookedMessage = requestOf(),
  context: Partial<HookContext> = {},
) {
  const whole = { signal: new AbortController().signal, environment, ...context };
  const { run, secrets } = startHooks({ beforeRequest }, 'addBoat', whole, startOutcome(post));
  await run(request);
  return { request, secrets };
}

/** Where the log goes, in place of this process's stderr. */
function logOf(t: TestContext): () => string {
  const { mock } = t.mock.method(console, 'error', () => undefined);
  return () => mock.calls.map(({ arguments: lines }) => lines.join(' ')).join('\n');
}

suite('beforeRequest', () => {
  test('that is not there changes nothing', async () => {
    const signal = new AbortController().signal;
    const { run, secrets } = startHooks({}, 'addBoat', { signal, environment }, startOutcome(post));
    await run(requestOf());
    assert.deepEqual(secrets, []);
  });

  test('sees the request as it goes out, and the variables of the server', async () => {
    const seen: unknown[] = [];
    await apply(({ tool, method, url, headers, body }, context) => {
      seen.push(tool, method, url.search, headers.get('x-trip'), Buffer.from(body ?? []).toString());
      seen.push(context.environment['SIGNING_KEY']);
    });
    const search = '?q=a%20b&sizes=1,2%7C3&token=SECRETq71';
    assert.deepEqual(seen, ['addBoat', 'POST', search, 'round the cape', '{"n":"é"}', 'k-123']);
  });

  const bodies: readonly [
    of: string,
    body: HookedMessage['body'],
    expected: readonly number[] | undefined,
  ][] = [
    ['a text', 'é', [0xc3, 0xa9]],
    ['bytes', Buffer.from([0, 255, 128]), [0, 255, 128]],
    ['an empty text', '', []],
    ['nothing', undefined, undefined],
  ];
  for (const [of, body, expected] of bodies) {
    test(`is given ${of} as the bytes that are sent`, async () => {
      let seen: OutgoingRequest['body'];
      await apply(({ body: given }) => void (seen = given), requestOf({ body }));
      assert.deepEqual(seen && [...seen], expected);
    });
  }

  test('cannot change the content', async () => {
    const bytes = Buffer.from('abc');
    const { request } = await apply(({ body }) => void body?.fill(0), requestOf({ body: bytes }));
    assert.equal(request.body?.toString(), 'abc');
  });

  test('adds to the query without touching what stands there', async () => {
    const { request } = await apply(({ setQuery }) => {
      setQuery('sig', 'a b/c');
      setQuery('sig', 'd e+f');
      setQuery('token', 'x');
    });
    assert.equal(request.url.search, '?q=a%20b&sizes=1,2%7C3&sig=d%20e%2Bf&token=x');
  });

  test('is waited for', async () => {
    const { request } = await apply(async ({ headers }) => {
      await delay(5);
      headers.set('x-late', 'yes');
    });
    assert.equal(request.headers.get('x-late'), 'yes');
  });
});

suite('what a hook adds is secret', () => {
  const cases: readonly [of: string, hook: BeforeRequest, secret: string][] = [
    ['a header', ({ headers }) => headers.set('x-sig', 'sig/one=='), 'sig/one=='],
    ['a header as a URL holds it', ({ headers }) => headers.set('x-sig', 'sig/one=='), 'sig%2Fone%3D%3D'],
    [
      'a further value of a header',
      ({ headers }) => {
        headers.append('x-key', 'one');
        headers.append('x-key', 'two');
      },
      'one, two',
    ],
    ['a token without its scheme', ({ headers }) => headers.set('authorization', 'Bearer tok.en'), 'tok.en'],
    ['a cookie among others', ({ headers }) => headers.set('cookie', 'a=one; sid=two=2'), 'two=2'],
    ['a pair of the query', ({ setQuery }) => setQuery('sig', 'one two/3'), 'one two/3'],
    ['a pair as it is written', ({ url }) => void (url.search += '&sig=one%20tw%6f'), 'one%20tw%6f'],
    ['a pair whose name is encoded', ({ url }) => void (url.search += '&api%5Fk%65y=one'), 'one'],
    ['a pair by searchParams', ({ url }) => url.searchParams.append('sig', 'one two'), 'one two'],
    ['what it says is', ({ secret }) => secret('one/two'), 'one/two'],
    ['what it says is, as a URL holds it', ({ secret }) => secret('one/two'), 'one%2Ftwo'],
  ];
  for (const [of, hook, secret] of cases) {
    test(of, async () => assert.ok((await apply(hook)).secrets.includes(secret)));
  }

  const names: readonly (readonly [isSecret: boolean, names: readonly string[]])[] = [
    [true, ['Authorization', 'x-auth', 'X-Amz-Signature', 'X-Amz-Credential', 'sig', 'x-sig-v2', 'hmac']],
    [true, ['access_token', 'X-CSRF-Token', 'apikey', 'Subscription-Key', 'client_secret', 'signature']],
    [true, ['password', 'x-passwd', 'pwd', 'X-Session-Id', 'jwt', 'api_sign', 'authentication']],
    [
      false,
      ['x-table', 'x-region', 'author', 'keyword', 'keywords', 'design', 'assign', 'x-insight', 'page'],
    ],
  ];
  for (const [isSecret, all] of names) {
    test(`${isSecret ? 'by' : 'not by'} such names: ${all.join(', ')}`, async () => {
      for (const name of all) {
        for (const hook of [
          ({ headers }) => headers.set(name, 'customers'),
          ({ setQuery }) => setQuery(name, 'customers'),
        ] satisfies BeforeRequest[]) {
          assert.equal((await apply(hook)).secrets.includes('customers'), isSecret, name);
        }
      }
    });
  }

  test('and what was there before is not', async () => {
    const { secrets } = await apply(({ headers, setQuery }) => {
      headers.set('x-sig', 'one');
      setQuery('sig', 'two');
    });
    assert.deepEqual([...new Set(secrets)].sort(), ['one', 'two']);
  });
});

suite('what a hook may not do', () => {
  const changes: readonly [of: string, hook: BeforeRequest, problem: RegExp][] = [
    ['another host', ({ url }) => void (url.host = 'evil.example'), /changed where the request goes/],
    ['another port', ({ url }) => void (url.port = '81'), /changed where/],
    ['another scheme', ({ url }) => void (url.protocol = 'http:'), /changed where/],
    ['another path', ({ url }) => void (url.pathname += '/../admin'), /changed where/],
    ['a user', ({ url }) => void (url.username = 'me'), /changed where/],
    ['a password', ({ url }) => void (url.password = 'me'), /changed where/],
    ['another URL', ({ url }) => void (url.href = 'https://evil.example/'), /changed where/],
    ...[
      'Host',
      'Connection',
      'Keep-Alive',
      'Proxy-Connection',
      'Content-Length',
      'Transfer-Encoding',
      'TE',
      'Trailer',
      'Upgrade',
      'Expect',
      'Accept-Encoding',
      'Content-Encoding',
    ].map((name): (typeof changes)[number] => [
      `the header ${name}`,
      ({ headers }) => headers.set(name, '1'),
      new RegExp(`set the header '${name.toLowerCase()}'`),
    ]),
  ];
  for (const [of, hook, problem] of changes) {
    test(of, () =>
      assert.rejects(apply(hook), (error) => {
        assert.ok(error instanceof ToolError);
        assert.equal(error.code, 'internal-error');
        assert.match(error.message, problem);
        assert.match(error.message, /Nothing was sent\.$/);
        return true;
      }),
    );
  }

  test('a framing header that credentials brought is not the hook’s', async () => {
    const { request } = await apply(() => undefined, requestOf({ headers: new Headers({ expect: 'x' }) }));
    assert.equal(request.headers.get('expect'), 'x');
  });
});

suite('a hook that throws', () => {
  const failures: readonly [of: string, hook: BeforeRequest, logged: RegExp][] = [
    [
      'an Error',
      () => {
        throw new TypeError('key k-123 is bad');
      },
      /TypeError/,
    ],
    ['an Error later', () => Promise.reject(new RangeError('key k-123 is bad')), /RangeError/],
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what users' code may do
    ['no Error', () => Promise.reject('k-123'), /thrown string/],
  ];
  for (const [of, hook, logged] of failures) {
    test(`${of}: the log says where, the model is told that it failed, and nobody reads its message`, async (t) => {
      const log = logOf(t);
      await assert.rejects(apply(hook), (error) => {
        assert.ok(error instanceof ToolError);
        assert.equal(error.code, 'internal-error');
        assert.equal(error.message, 'A hook of this server failed; its log says where. Nothing was sent.');
        return true;
      });
      assert.match(log(), /^hook beforeRequest, tool addBoat: /);
      assert.match(log(), logged);
      assert.doesNotMatch(log(), /k-123/);
    });
  }

  test('a ToolError is told as it is', async (t) => {
    const log = logOf(t);
    const told = new ToolError('missing-setting', 'Set SIGNING_KEY.');
    await assert.rejects(
      apply(() => Promise.reject(told)),
      told,
    );
    assert.equal(log(), '');
  });
});

suite('a hook in a call that is over', () => {
  const over = new ToolError('cancelled', 'The call was cancelled.');

  test('does not begin', async () => {
    let began = false;
    const signal = AbortSignal.abort(over);
    await assert.rejects(
      apply(() => void (began = true), requestOf(), { signal }),
      over,
    );
    assert.equal(began, false);
  });

  test('holds up nobody where it knows of no signal, and its failure later is nobody’s', async (t) => {
    const log = logOf(t);
    const controller = new AbortController();
    let ended = false;
    const hook: BeforeRequest = async () => {
      await delay(60);
      ended = true;
      throw new Error('late');
    };
    setTimeout(() => controller.abort(over), 10);
    await assert.rejects(apply(hook, requestOf(), { signal: controller.signal }), over);
    assert.equal(ended, false);
    await delay(100);
    assert.deepEqual([ended, log()], [true, '']);
  });

  test('is told', async () => {
    const controller = new AbortController();
    let heard = false;
    const hook: BeforeRequest = (_, { signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(void (heard = true))));
    setTimeout(() => controller.abort(over), 10);
    await assert.rejects(apply(hook, requestOf(), { signal: controller.signal }), over);
    assert.equal(heard, true);
  });
});

suite('a hook of a call that is redirected', () => {
  const context = { signal: new AbortController().signal, environment };

  test('runs once more, and what it added before stays secret', async () => {
    let count = 0;
    const hooks: Hooks = {
      beforeRequest: ({ headers, url }) => headers.set('x-sig', `${++count} ${url.pathname}`),
    };
    const { run, secrets } = startHooks(hooks, 'addBoat', context, startOutcome(post));
    const first = requestOf();
    await run(first);
    await run({ ...first, method: 'GET', url: new URL('https://api.example/v1/boats/7') }, 'redirect');
    assert.equal(first.headers.get('x-sig'), '2 /v1/boats/7');
    assert.ok(secrets.includes('1 /v1/boats') && secrets.includes('2 /v1/boats/7'));
  });

  const failures: readonly [status: number, method: string, outcome: RegExp][] = [
    [303, 'POST', /the call itself went through and must not be repeated\.$/],
    [307, 'POST', /whether it did what was asked is not known: find out before you call again\.$/],
    [307, 'PUT', /PUT can be tried again, since it changes nothing more\.$/],
    [302, 'GET', /GET changes nothing, so it can be tried again\.$/],
  ];
  for (const [status, method, outcome] of failures) {
    for (const [of, error, told] of [
      [
        'fails',
        new Error('no'),
        /^A hook of this server failed; its log says where\. A redirect was not followed; /,
      ],
      ['refuses', new ToolError('missing-setting', 'Set K.'), /^Set K\. A redirect was not followed; /],
    ] as const) {
      test(`tells what became of ${method} where it ${of} after ${status}`, async (t) => {
        logOf(t);
        let count = 0;
        const beforeRequest: BeforeRequest = () => {
          if (++count === 2) throw error;
        };
        const course = startOutcome({ request: { method } });
        const { run } = startHooks({ beforeRequest }, 'addBoat', context, course);
        await run(requestOf());
        course.redirect(status);
        await assert.rejects(run(requestOf(), 'redirect'), ({ message }: Error) => {
          assert.match(message, told);
          assert.match(message, outcome);
          return true;
        });
      });
    }
  }
});
