import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { authorize } from '../../src/runtime/credentials/authorize.js';
import {
  environmentCredentials,
  type SecurityRequirement,
  type SecurityScheme,
} from '../../src/runtime/security.js';

const schemes: Readonly<Record<string, SecurityScheme>> = {
  header: { type: 'apiKey', in: 'header', name: 'X-Key', env: { key: 'T_HEADER_KEY' } },
  query: { type: 'apiKey', in: 'query', name: 'api key', env: { key: 'T_QUERY_KEY' } },
  cookie: { type: 'apiKey', in: 'cookie', name: 'sid', env: { key: 'T_COOKIE_KEY' } },
  basic: {
    type: 'http',
    scheme: 'basic',
    env: { username: 'T_BASIC_USERNAME', password: 'T_BASIC_PASSWORD' },
  },
  bearer: { type: 'http', scheme: 'bearer', env: { token: 'T_BEARER_TOKEN' } },
  oauth: { type: 'oauth2', flows: { implicit: {} }, env: { token: 'T_OAUTH_TOKEN' } },
  oidc: { type: 'openIdConnect', env: { token: 'T_OIDC_TOKEN' } },
};

const environment = {
  T_HEADER_KEY: 'h-62',
  T_QUERY_KEY: 'q&64',
  T_COOKIE_KEY: 'c-63',
  T_BASIC_USERNAME: 'zoë',
  T_BASIC_PASSWORD: 'p:w',
  T_BEARER_TOKEN: 'tok-61',
  T_OAUTH_TOKEN: 'oauth-1',
  T_OIDC_TOKEN: 'oidc-1',
};

async function send(
  requirements: readonly SecurityRequirement[],
  variables: Readonly<Record<string, string>> = environment,
  outgoing = { url: new URL('https://a.test/x'), headers: new Headers() },
) {
  const secrets: string[] = [];
  await authorize(
    { ...outgoing, method: 'GET', body: undefined },
    {
      source: {
        schemes,
        credentials: environmentCredentials(variables),
        chosen: new Set(),
        tokens: () => Promise.reject(new Error('A ready token needs no source.')),
        sessions: new Map(),
      },
      requirements,
      caller: undefined,
      authenticatorOf: () => undefined,
      signal: new AbortController().signal,
      hide: (texts) => void secrets.push(...texts),
    },
  );
  return { url: outgoing.url.href, headers: Object.fromEntries(outgoing.headers), secrets };
}

suite('schemes (Security Scheme Object)', () => {
  const cases: readonly [scheme: string, url: string, headers: Record<string, string>][] = [
    ['header', 'https://a.test/x', { 'x-key': 'h-62' }],
    ['query', 'https://a.test/x?api%20key=q%2664', {}],
    ['cookie', 'https://a.test/x', { cookie: 'sid=c-63' }],
    ['basic', 'https://a.test/x', { authorization: `Basic ${Buffer.from('zoë:p:w').toString('base64')}` }],
    ['bearer', 'https://a.test/x', { authorization: 'Bearer tok-61' }],
    ['oauth', 'https://a.test/x', { authorization: 'Bearer oauth-1' }],
    ['oidc', 'https://a.test/x', { authorization: 'Bearer oidc-1' }],
  ];
  for (const [scheme, url, headers] of cases) {
    test(scheme, async () => {
      const sent = await send([{ [scheme]: [] }]);
      assert.equal(sent.url, url);
      assert.deepEqual(sent.headers, headers);
      assert.ok(sent.secrets.length > 0);
    });
  }
  test('every part is hidden that nobody may see, as itself and as URLs and JSON hold it', async () => {
    const { secrets } = await send([{ basic: [], query: [] }]);
    const pair = Buffer.from('zoë:p:w').toString('base64');
    for (const secret of ['p:w', 'p%3Aw', pair, 'q&64', 'q%2664']) {
      assert.ok(secrets.includes(secret), secret);
    }
    assert.ok(!secrets.includes('zoë'));
    const filled = await send([{ basic: [] }], { ...environment, T_BASIC_PASSWORD: 'x' });
    for (const secret of ['zoë', 'zo%C3%AB']) assert.ok(filled.secrets.includes(secret), secret);
  });
  for (const character of ['\0', '\t', '\n', '\r', '\u001f', '\u007f']) {
    for (const part of ['T_BASIC_USERNAME', 'T_BASIC_PASSWORD']) {
      test(`${JSON.stringify(character)} is in no ${part} (RFC 7617 2)`, async () => {
        const sent = send([{ basic: [] }], { ...environment, [part]: `SECRET${character}x` });
        await assert.rejects(sent, (error: Error & { readonly code?: string }) => {
          assert.equal(error.code, 'invalid-credentials');
          assert.match(
            error.message,
            /holds a control character\. Correct T_BASIC_USERNAME and T_BASIC_PASSWORD/,
          );
          assert.doesNotMatch(error.message, /SECRET/);
          return true;
        });
      });
    }
  }
  test('what an argument set is replaced', async () => {
    const outgoing = {
      url: new URL('https://a.test/x?a=%zz&api+key=attacker&api%20key=too&b=1'),
      headers: new Headers({ cookie: 'a=1; sid=attacker; s%69d=too', 'x-key': 'attacker' }),
    };
    const { url, headers } = await send([{ header: [], query: [], cookie: [] }], environment, outgoing);
    assert.equal(url, 'https://a.test/x?a=%zz&b=1&api%20key=q%2664');
    assert.deepEqual(headers, { cookie: 'a=1; sid=c-63', 'x-key': 'h-62' });
  });
});

suite('requirements (Security Requirement Object)', () => {
  const only = (...names: (keyof typeof environment)[]) =>
    Object.fromEntries(names.map((name) => [name, environment[name]]));

  test('all schemes of one alternative', async () => {
    const { url, headers } = await send([{ bearer: [], cookie: [], query: [] }]);
    assert.equal(url, 'https://a.test/x?api%20key=q%2664');
    assert.deepEqual(headers, { authorization: 'Bearer tok-61', cookie: 'sid=c-63' });
  });
  test('the first alternative that is configured', async () => {
    const alternatives = [{ header: [] }, { bearer: [] }, { oauth: [] }];
    assert.deepEqual((await send(alternatives)).headers, { 'x-key': 'h-62' });
    const later = await send(alternatives, only('T_BEARER_TOKEN', 'T_OAUTH_TOKEN'));
    assert.deepEqual(later.headers, { authorization: 'Bearer tok-61' });
  });
  test('never a part of one', async () => {
    const alternatives = [{ bearer: [], header: [] }, { basic: [] }, { query: [] }];
    const { url, headers } = await send(
      alternatives,
      only('T_BEARER_TOKEN', 'T_BASIC_USERNAME', 'T_QUERY_KEY'),
    );
    assert.equal(url, 'https://a.test/x?api%20key=q%2664');
    assert.deepEqual(headers, {});
  });
  for (const token of ['', '  ', '\t\n']) {
    test(`${JSON.stringify(token)} is none`, async () => {
      await assert.rejects(send([{ bearer: [] }], { T_BEARER_TOKEN: token }), {
        code: 'missing-credentials',
      });
    });
  }
  test('no credentials where the operation asks for none', async () => {
    const { url, headers, secrets } = await send([]);
    assert.deepEqual([url, headers, secrets], ['https://a.test/x', {}, []]);
  });
  for (const alternatives of [
    [{ header: [] }, {}],
    [{}, { header: [] }],
  ]) {
    test(`anonymous only where nothing is configured: ${JSON.stringify(alternatives)}`, async () => {
      assert.deepEqual((await send(alternatives)).headers, { 'x-key': 'h-62' });
      assert.deepEqual((await send(alternatives, {})).headers, {});
    });
  }
  test('names the variables where none is configured', async () => {
    const outgoing = { url: new URL('https://a.test/x'), headers: new Headers() };
    await assert.rejects(send([{ header: [], basic: [] }, { oauth: [] }], only('T_HEADER_KEY'), outgoing), {
      code: 'missing-credentials',
      message:
        'This tool needs credentials, and nothing was sent. Set T_HEADER_KEY and T_BASIC_USERNAME and ' +
        'T_BASIC_PASSWORD, or T_OAUTH_TOKEN in the environment of this server.',
    });
    assert.deepEqual([...outgoing.headers], []);
  });
  test('an unknown scheme is never met', () =>
    assert.rejects(send([{ toString: [] }]), { code: 'missing-credentials' }));
});

suite('values that cannot be sent', () => {
  const cases: readonly [scheme: string, variables: Record<string, string>][] = [
    ['header', { T_HEADER_KEY: 'SECRET\r\nX-Injected: 1' }],
    ['header', { T_HEADER_KEY: 'SECRETé' }],
    ['cookie', { T_COOKIE_KEY: 'SECRET; sid=2' }],
    ['cookie', { T_COOKIE_KEY: 'SECRET,' }],
    ['cookie', { T_COOKIE_KEY: '"SECRET"' }],
    ['basic', { T_BASIC_USERNAME: 'SECRET:x', T_BASIC_PASSWORD: 'p' }],
    ['bearer', { T_BEARER_TOKEN: 'SECRET x' }],
    ['bearer', { T_BEARER_TOKEN: 'SECRET\n' }],
  ];
  for (const [scheme, variables] of cases) {
    test(`${scheme}: ${JSON.stringify(variables)}`, () =>
      assert.rejects(send([{ [scheme]: [] }], variables), {
        code: 'invalid-credentials',
        message: new RegExp(
          `^((?!SECRET).)*Correct ${Object.keys(variables).join(' and ')}; nothing was sent\\.$`,
        ),
      }));
  }
});

suite('credentials from files', () => {
  test('that cannot be used are told of by the variable that names the file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'credentials-'));
    try {
      const file = join(folder, 'secret');
      await writeFile(file, 'SECRET:\u0001');
      for (const [name, variables, told] of [
        ['header', { T_HEADER_KEY_FILE: file }, 'T_HEADER_KEY_FILE'],
        [
          'basic',
          { T_BASIC_USERNAME: 'u', T_BASIC_PASSWORD_FILE: file },
          'T_BASIC_USERNAME and T_BASIC_PASSWORD_FILE',
        ],
        [
          'basic',
          { T_BASIC_USERNAME_FILE: file, T_BASIC_PASSWORD: 'p' },
          'T_BASIC_USERNAME_FILE and T_BASIC_PASSWORD',
        ],
      ] as const) {
        await assert.rejects(send([{ [name]: [] }], variables), (error: Error) => {
          assert.ok(error.message.endsWith(`Correct ${told}; nothing was sent.`), error.message);
          assert.doesNotMatch(error.message, /SECRET/);
          return true;
        });
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('a variable ending in _FILE names a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'credentials-'));
    try {
      const file = join(folder, 'token');
      const credentials = environmentCredentials({ T_BEARER_TOKEN_FILE: file });
      const scheme = schemes['bearer'] as SecurityScheme;
      for (const [text, token] of [
        ['from-file\n', 'from-file'],
        ['two\r\n', 'two'],
        ['three', 'three'],
        ['\uFEFFfour\n', 'four'],
        [' five \n', ' five '],
      ] as const) {
        await writeFile(file, text);
        assert.deepEqual(await credentials('bearer', scheme), { token });
      }
      await writeFile(file, ' \n');
      await assert.rejects(credentials('bearer', scheme), {
        code: 'invalid-credentials',
        message: 'The file that T_BEARER_TOKEN_FILE names is empty.',
      });
      const both = environmentCredentials({ T_BEARER_TOKEN: 'own', T_BEARER_TOKEN_FILE: file });
      assert.deepEqual(await both('bearer', scheme), { token: 'own' });
      await assert.rejects(send([{ bearer: [] }], { T_BEARER_TOKEN_FILE: join(folder, 'none') }), {
        code: 'invalid-credentials',
        message: 'The file that T_BEARER_TOKEN_FILE names cannot be read.',
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
