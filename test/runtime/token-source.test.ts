import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, suite, test } from 'node:test';
import * as oauth from 'oauth4webapi';
import type { OAuthLibrary } from '../../src/runtime/issuers/oauth-library.js';
import { noteFiles } from '../../src/runtime/credentials/given-variables.js';
import { createTokenSource, type TokenSourceSettings } from '../../src/runtime/credentials/token-source.js';
import type { RefreshTokenKeeper } from '../../src/runtime/credentials/refresh-tokens.js';
import type { TokenSource, TokenWish } from '../../src/runtime/credentials/token-wish.js';
import type { Credential, SecurityScheme } from '../../src/runtime/security.js';
import { schemesInForce } from '../../src/runtime/credentials/scheme-urls.js';
import { ToolError } from '../../src/runtime/tool-error.js';
import { answerJson, callerOf, grant, refuse, startIssuer, wishFor, type TestIssuer } from './issuer.js';

// What the runtime says of the library, which it loads without its types, has to be true.
const library: OAuthLibrary = oauth;
assert.equal(typeof library.genericTokenEndpointRequest, 'function');

const accessToken = 'urn:ietf:params:oauth:token-type:access_token';
const refreshed: Credential = { refreshToken: 'refresh-0' };

let issuer: TestIssuer;
let source: TokenSource;
beforeEach(async () => {
  issuer = await startIssuer();
  source = createTokenSource();
});
afterEach(() => issuer.stop());

/** The wish for a token of the issuer. */
const wish = (changed: Partial<TokenWish> = {}): TokenWish => wishFor(issuer, changed);

/** The form of the last token request. */
const lastForm = (): Record<string, string> =>
  Object.fromEntries(issuer.tokenRequests().at(-1)?.form ?? new URLSearchParams());

suite('client credentials (RFC 6749 4.4)', () => {
  test('are asked for with the scopes of the operation, and nothing that is not set', async () => {
    assert.equal(await source.get(wish({ scopes: ['write', 'read', 'write'] })), 'token-1');
    assert.deepEqual(lastForm(), { grant_type: 'client_credentials', scope: 'read write' });
    assert.match(issuer.requests[0]?.headers['content-type'] ?? '', /^application\/x-www-form-urlencoded/);
  });

  test('name the audience and the resource (RFC 8707)', async () => {
    await source.get(wish({ credential: { audience: 'pets', resource: 'https://pets.example/' } }));
    const { audience, resource, scope } = lastForm();
    assert.deepEqual([audience, resource, scope], ['pets', 'https://pets.example/', undefined]);
  });

  test('are told apart by what they are for', async () => {
    const wishes = [
      wish({ scopes: ['a'] }),
      wish({ scopes: ['b'] }),
      wish({ scopes: ['a', 'b'] }),
      wish({ schemeName: '__proto__' }),
      wish({ credential: { clientId: 'other' } }),
      wish({ credential: { audience: 'x' } }),
      wish({ credential: { resource: 'https://x.example' } }),
      wish(),
    ];
    const tokens = new Set<string>();
    for (const each of wishes) tokens.add(await source.get(each));
    for (const each of wishes) tokens.add(await source.get(each));
    assert.equal(tokens.size, wishes.length);
    assert.equal(
      await source.get(wish({ scopes: ['b', 'a'] })),
      await source.get(wish({ scopes: ['a', 'b'] })),
    );
  });

  test('go on with fewer scopes than were asked for', async () => {
    issuer.token = (_, response) => grant(response, { access_token: 'narrow', scope: 'read  other' });
    assert.equal(await source.get(wish({ scopes: ['read', 'write'] })), 'narrow');
  });

  test('are no way in for a scheme that only people use', async () => {
    const { tokenUrl } = issuer;
    const { env } = wish().scheme;
    const scheme = { type: 'oauth2', flows: { authorizationCode: { tokenUrl } }, env } as const;
    await assert.rejects(source.get(wish({ scheme })), /npm run login.*PETS_OAUTH_REFRESH_TOKEN/);
    assert.equal(issuer.requests.length, 0);
  });
});

suite('a refresh token (RFC 6749 6)', () => {
  let kept: string[];
  /** What stands by now where the last token stood. */
  let successor: string | undefined;
  let clock: { time: number };
  beforeEach(() => {
    kept = [];
    clock = { time: Date.now() };
    successor = undefined;
    const refreshTokens: RefreshTokenKeeper = {
      keep: ({ variable, usedUp, refreshToken }) => void kept.push(`${variable} ${usedUp} ${refreshToken}`),
      successorOf: () => Promise.resolve(successor),
    };
    source = createTokenSource({ refreshTokens, now: () => clock.time });
  });

  /** Grants `access-<n>` and, in place of the refresh token that came last, `refresh-<n>`; any other is refused. */
  function rotate(): void {
    let count = 0;
    issuer.token = ({ form }, response) => {
      if (form.get('refresh_token') !== `refresh-${count}`) return refuse(response, 'invalid_grant');
      count += 1;
      grant(response, { access_token: `access-${count}`, refresh_token: `refresh-${count}` });
    };
  }

  test('is used before the credentials of the client, and asks for what was granted', async () => {
    assert.equal(await source.get(wish({ credential: refreshed, scopes: ['read'] })), 'token-1');
    assert.deepEqual(lastForm(), { grant_type: 'refresh_token', refresh_token: 'refresh-0' });
    assert.equal(await source.get(wish({ credential: refreshed, scopes: ['write'] })), 'token-1');
    assert.deepEqual(kept, []);
  });

  test('gives way to the new one that comes with an access token', async () => {
    rotate();
    for (const expected of ['access-1', 'access-2', 'access-3']) {
      assert.equal(await source.get(wish({ credential: refreshed })), expected);
      clock.time += 3600_000;
    }
    assert.deepEqual(kept, [
      'PETS_OAUTH_REFRESH_TOKEN refresh-0 refresh-1',
      'PETS_OAUTH_REFRESH_TOKEN refresh-1 refresh-2',
      'PETS_OAUTH_REFRESH_TOKEN refresh-2 refresh-3',
    ]);
  });

  test('is told of by the variable that it came from', async () => {
    issuer.token = (_, response) => refuse(response, 'invalid_grant');
    for (const parts of [[], ['refreshToken']]) {
      const { credential } = wish({ credential: { clientId: 'pets', refreshToken: `of-${parts.length}` } });
      noteFiles(credential, new Set(parts));
      const variable = `PETS_OAUTH_REFRESH_TOKEN${parts.length > 0 ? '_FILE' : ''} anew`;
      await assert.rejects(source.get({ ...wish(), credential }), new RegExp(variable));
    }
  });

  test('is rotated once, however many wait', async () => {
    rotate();
    const tokens = await Promise.all(
      ['read', 'write', 'read'].map((scope) => source.get(wish({ credential: refreshed, scopes: [scope] }))),
    );
    assert.deepEqual([tokens, issuer.requests.length], [['access-1', 'access-1', 'access-1'], 1]);
  });

  test('goes on where its owner hands out the new one, early or late', async () => {
    rotate();
    for (const [refreshToken, expected] of [
      ['refresh-0', 'access-1'],
      ['refresh-0', 'access-2'],
      ['refresh-2', 'access-3'],
      ['refresh-2', 'access-4'],
      ['refresh-4', 'access-5'],
    ] as const) {
      assert.equal(await source.get(wish({ credential: { refreshToken } })), expected);
      clock.time += 3600_000;
    }
  });

  test('that its owner has kept costs no access token that is good', async () => {
    rotate();
    for (const refreshToken of ['refresh-0', 'refresh-1', 'refresh-1'])
      assert.equal(await source.get(wish({ credential: { refreshToken } })), 'access-1');
    assert.equal(issuer.requests.length, 1);
  });

  test('is dropped once it was refused, until there is another one', async () => {
    rotate();
    const stale = wish({ credential: { refreshToken: 'refresh-of-long-ago' } });
    const advice = /invalid_grant.*npm run login.*PETS_OAUTH_REFRESH_TOKEN/;
    await assert.rejects(source.get(stale), advice);
    for (let hours = 0; hours < 3; hours += 1) {
      clock.time += 3600_000;
      await assert.rejects(source.get(stale), advice);
    }
    assert.equal(issuer.requests.length, 1);
    assert.equal(await source.get(wish({ credential: refreshed })), 'access-1');
  });

  test('of another person is used at once, and the access token of the first is not', async () => {
    assert.equal(await source.get(wish({ credential: refreshed })), 'token-1');
    assert.equal(await source.get(wish({ credential: { refreshToken: 'of-another' } })), 'token-2');
  });

  test('gives way to the one that another process has put in its place, without being shown', async () => {
    rotate();
    successor = 'refresh-0';
    const stale = wish({ credential: { refreshToken: 'refresh-of-long-ago' } });
    assert.equal(await source.get(stale), 'access-1');
    assert.equal(issuer.requests.length, 1);
    assert.deepEqual(kept, ['PETS_OAUTH_REFRESH_TOKEN refresh-0 refresh-1']);
  });

  test('is looked for once more where another process has used it up at that moment', async () => {
    rotate();
    const { token: answer } = issuer;
    issuer.token = (request, response) => {
      if (request.form.get('refresh_token') === 'refresh-of-long-ago') successor = 'refresh-0';
      answer(request, response);
    };
    const stale = wish({ credential: { refreshToken: 'refresh-of-long-ago' } });
    assert.equal(await source.get(stale), 'access-1');
    assert.equal(issuer.requests.length, 2);
  });

  test('that was refused is not the last word: a person may sign in while the server runs', async () => {
    rotate();
    const stale = wish({ credential: { refreshToken: 'refresh-of-long-ago' } });
    await assert.rejects(source.get(stale), /npm run login/);
    clock.time += 3600_000;
    successor = 'refresh-0';
    assert.equal(await source.get(stale), 'access-1');
  });

  test('whose successor is refused too is asked for no third time', async () => {
    rotate();
    successor = 'refresh-of-another';
    await assert.rejects(source.get(wish({ credential: refreshed })), /npm run login/);
    assert.ok(issuer.requests.length <= 2, `${issuer.requests.length} requests`);
  });

  test('that cannot be kept or looked for costs no call', async (t) => {
    rotate();
    const log = t.mock.method(console, 'error', () => undefined);
    const fail = (): never => {
      throw new Error('disk full, and refresh-1 with it');
    };
    const failing = createTokenSource({ refreshTokens: { keep: fail, successorOf: fail } });
    assert.equal(await failing.get(wish({ credential: refreshed })), 'access-1');
    const said = log.mock.calls.map(({ arguments: words }) => words.join(' ')).join('\n');
    assert.match(said, /^looking for a refresh token: .*\nkeeping a refresh token: /);
    assert.doesNotMatch(said, /refresh-\d/);
  });

  test('is sent where the flow says', async () => {
    const { tokenUrl } = issuer;
    const flow = { tokenUrl: `${issuer.url}/elsewhere`, refreshUrl: tokenUrl };
    const scheme = { type: 'oauth2', flows: { authorizationCode: flow }, env: wish().scheme.env } as const;
    assert.equal(await source.get(wish({ scheme, credential: refreshed })), 'token-1');
  });

  const elsewhere: readonly [of: string, flow: { readonly tokenUrl?: string }, sent: boolean][] = [
    ['goes to the token endpoint', { tokenUrl: 'TOKEN' }, true],
    ['goes nowhere', {}, false],
  ];
  for (const [of, flow, isSent] of elsewhere) {
    test(`${of} where \`refreshUrl\` is of another origin, or nobody tells of which`, async () => {
      const other = await startIssuer();
      try {
        const tokenUrl = flow.tokenUrl?.replace('TOKEN', issuer.tokenUrl);
        const authorizationCode = { ...(tokenUrl && { tokenUrl }), refreshUrl: other.tokenUrl };
        const scheme = { type: 'oauth2', flows: { authorizationCode }, env: wish().scheme.env } as const;
        const wanted = source.get(wish({ scheme, credential: refreshed }));
        if (isSent) assert.equal(await wanted, 'token-1');
        else await assert.rejects(wanted, ToolError);
        assert.deepEqual(other.requests, []);
      } finally {
        other.stop();
      }
    });
  }
});

suite('token exchange (RFC 8693)', () => {
  const trusted = (origin: string): boolean => origin === issuer.url;
  const exchanging: IssuerToken = ({ form }, response) =>
    grant(response, {
      access_token: encodeURIComponent(`for-${form.get('subject_token')}-${form.get('scope')}`),
      issued_token_type: accessToken,
    });
  beforeEach(() => {
    issuer.token = exchanging;
    source = createTokenSource({ isAllowedOrigin: trusted });
  });

  test('sends no token of a caller to an endpoint that the document alone names', async () => {
    const caller = callerOf('ann');
    for (const scheme of exchangeSchemes(issuer.tokenUrl)) {
      source = createTokenSource({ isAllowedOrigin: (origin) => origin === 'https://api.example' });
      const error = await source.get(wish({ scheme, caller })).catch((thrown: unknown) => thrown);
      assert.ok(error instanceof ToolError);
      assert.equal(error.code, 'refused-origin');
      assert.match(error.message, /PETS_OAUTH_ISSUER.*PETS_OAUTH_TOKEN_URL/);
      assert.ok(error.message.includes(issuer.url));
    }
    assert.deepEqual(issuer.requests, []);
  });

  test('is asked for at an endpoint that is configured, or is of an origin that is', async () => {
    for (const [at, scheme] of exchangeSchemes(issuer.tokenUrl).entries()) {
      const caller = callerOf(`ann-${at}`);
      const own = createTokenSource();
      await own.get(wish({ scheme, caller, credential: { tokenUrl: issuer.tokenUrl } }));
      await own.get(wish({ scheme, caller, credential: { issuer: issuer.url } }));
      await source.get(wish({ scheme, caller }));
      assert.equal(issuer.tokenRequests().length, 3 * (at + 1));
    }
  });

  test('is asked for at the endpoint that is trusted, where flows have several', async () => {
    const scheme = {
      type: 'oauth2',
      flows: {
        clientCredentials: { tokenUrl: 'https://document.invalid/token' },
        deviceAuthorization: { tokenUrl: issuer.tokenUrl },
      },
      env: wish().scheme.env,
    } as const;
    await source.get(wish({ scheme, caller: callerOf('ann') }));
    assert.equal(issuer.tokenRequests().length, 1);
  });

  test('asks as section 2.1 says, with one audience and the scopes of the operation', async () => {
    const credential = { ...refreshed, audience: 'pets-api' };
    const caller = callerOf('ann');
    await source.get(wish({ caller, credential, scopes: ['pets:write', 'pets:read'] }));
    assert.deepEqual(lastForm(), {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: caller.token,
      subject_token_type: accessToken,
      requested_token_type: accessToken,
      audience: 'pets-api',
      scope: 'pets:read pets:write',
    });
  });

  test('keeps a token for each caller, token and scope', async () => {
    const callers = [callerOf('ann'), callerOf('bob'), callerOf('ann', { token: 'another-of-ann' })];
    const wishes = callers.flatMap((caller) => [wish({ caller }), wish({ caller, scopes: ['a'] })]);
    const tokens = await Promise.all([...wishes, ...wishes].map((each) => source.get(each)));
    assert.equal(new Set(tokens).size, 6);
    assert.equal(issuer.requests.length, 6);
  });

  test('does not outlive the token of the caller', async () => {
    const clock = { time: Date.now() };
    source = createTokenSource({ now: () => clock.time, isAllowedOrigin: trusted });
    const caller = callerOf('ann', { expiresAt: Math.floor(clock.time / 1000) + 60 });
    await source.get(wish({ caller }));
    clock.time += 58_000;
    await source.get(wish({ caller }));
    assert.equal(issuer.requests.length, 1);
    clock.time += 2_000;
    await assert.rejects(source.get(wish({ caller })), /token of the caller has ended/);
    assert.equal(issuer.requests.length, 1);
  });

  test('takes no token that is too short to be kept out of answers', async () => {
    for (const [length, taken] of [
      [7, false],
      [8, true],
    ] as const) {
      issuer.token = (_, response) =>
        grant(response, { access_token: 'abcdefgh'.slice(0, length), issued_token_type: accessToken });
      const got = source.get(wish({ caller: callerOf(`ann-${length}`) }));
      if (taken) assert.equal(await got, 'abcdefgh');
      else await assert.rejects(got, /fewer than 8 characters/);
    }
  });

  test('says what to do where the token endpoint offers none', async () => {
    issuer.token = (_, response) => refuse(response, 'unsupported_grant_type');
    await assert.rejects(
      source.get(wish({ caller: callerOf('ann') })),
      /no token exchange \(RFC 8693\): set MCP_IDENTITY=service, or another PETS_OAUTH_TOKEN_URL\./,
    );
  });

  test('is for callers who are exchanged alone', async () => {
    issuer.token = (_, response) => grant(response, { access_token: 'own' });
    assert.equal(await source.get(wish({ caller: callerOf('ann', { identity: 'service' }) })), 'own');
    assert.equal(lastForm()['grant_type'], 'client_credentials');
  });

  const bad: readonly [of: string, members: Readonly<Record<string, unknown>>, expected: RegExp][] = [
    ['no issued_token_type', { access_token: 'x' }, /another type/],
    [
      'an ID token',
      { access_token: 'x', issued_token_type: 'urn:ietf:params:oauth:token-type:id_token' },
      /another type/,
    ],
    [
      'token_type N_A',
      { access_token: 'x', issued_token_type: accessToken, token_type: 'N_A' },
      /than Bearer/,
    ],
    [
      'the token of the caller',
      { access_token: 'inbound-of-ann', issued_token_type: accessToken },
      /hands back/,
    ],
  ];
  for (const [of, members, expected] of bad) {
    test(`refuses ${of}`, async () => {
      issuer.token = (_, response) => grant(response, members);
      const error = await source.get(wish({ caller: callerOf('ann') })).catch((thrown: unknown) => thrown);
      assert.ok(error instanceof ToolError);
      assert.match(error.message, expected);
      assert.doesNotMatch(error.message, /inbound-of-ann/);
    });
  }

  test('says who can do something where the token of the caller is refused', async () => {
    issuer.token = (_, response) => refuse(response, 'invalid_grant');
    await assert.rejects(
      source.get(wish({ caller: callerOf('ann') })),
      /caller, who may have to sign in again/,
    );
  });
});

type IssuerToken = TestIssuer['token'];

/** Schemes whose flows each name a token endpoint alone. */
function exchangeSchemes(tokenUrl: string): readonly SecurityScheme[] {
  const { env } = wishFor({ tokenUrl }).scheme;
  return (['clientCredentials', 'authorizationCode', 'deviceAuthorization'] as const).map((flow) => ({
    type: 'oauth2',
    flows: { clientCredentials: {}, [flow]: { tokenUrl } },
    env,
  }));
}

suite('the time of tokens', () => {
  let clock: { time: number };
  beforeEach(() => {
    clock = { time: 1_000_000 };
    source = createTokenSource({ now: () => clock.time });
  });

  test('is that of expires_in, five minutes where there is none', async () => {
    issuer.token = (_, response) => grant(response, { access_token: 'five', expires_in: undefined });
    await source.get(wish());
    clock.time += 260_000;
    await source.get(wish());
    assert.equal(issuer.requests.length, 1);
    clock.time += 36_000;
    await source.get(wish());
    assert.equal(issuer.requests.length, 2);
  });

  test('may be told as text, as some issuers do', async () => {
    issuer.token = (_, response) => grant(response, { access_token: 'x', expires_in: '60' });
    await source.get(wish());
    clock.time += 57_000;
    await source.get(wish());
    assert.equal(issuer.requests.length, 2);
  });

  test('begins with the request: what had ended on its way is not used', async () => {
    issuer.token = (_, response) => {
      clock.time += 1_200;
      grant(response, { access_token: 'x', expires_in: 1 });
    };
    await assert.rejects(source.get(wish()), /had ended before it could be used/);
  });

  test('ends when the API refuses the token, but not that of a newer one', async () => {
    const first = await source.get(wish());
    source.drop(wish(), first);
    assert.equal(await source.get(wish()), 'token-2');
    source.drop(wish(), first);
    clock.time += 5_000;
    source.drop(wish(), first);
    assert.equal(await source.get(wish()), 'token-2');
  });
});

suite('where tokens are asked for', () => {
  const oauthMetadata = '/.well-known/oauth-authorization-server';
  const openIdMetadata = '/.well-known/openid-configuration';

  /** Has the issuer tell its metadata at a path alone. */
  function tellAt(path: string, changed: Readonly<Record<string, unknown>> = {}): void {
    issuer.other = (request, response) => {
      if (request.path !== path) return void response.writeHead(404).end();
      answerJson(response, 200, { issuer: issuer.url, token_endpoint: issuer.tokenUrl, ...changed });
    };
  }
  const { env } = wishFor({ tokenUrl: '' }).scheme;
  const openId = (openIdConnectUrl?: string) =>
    ({ type: 'openIdConnect', env, ...(openIdConnectUrl !== undefined && { openIdConnectUrl }) }) as const;
  const paths = (): readonly string[] => issuer.requests.map(({ path }) => path);
  const allowed = (): TokenSourceSettings => ({ isAllowedOrigin: (origin) => origin === issuer.url });

  test('is the endpoint that is configured, before that of the document', async () => {
    const credential = { tokenUrl: issuer.tokenUrl };
    await source.get({
      ...wish({ credential }),
      scheme: wishFor({ tokenUrl: 'https://document.invalid' }).scheme,
    });
    assert.deepEqual(paths(), ['/token']);
  });

  const byIssuer: readonly [
    of: string,
    scheme: 'oauth2' | 'openIdConnect',
    at: string,
    asked: readonly string[],
  ][] = [
    ['OpenID Connect Discovery first', 'openIdConnect', openIdMetadata, [openIdMetadata]],
    ['RFC 8414 next', 'openIdConnect', oauthMetadata, [openIdMetadata, oauthMetadata]],
    ['RFC 8414 first for oauth2', 'oauth2', oauthMetadata, [oauthMetadata]],
    ['OpenID Connect Discovery next', 'oauth2', openIdMetadata, [oauthMetadata, openIdMetadata]],
  ];
  for (const [of, type, at, asked] of byIssuer) {
    test(`is what the configured issuer says: ${of}`, async () => {
      tellAt(at);
      const scheme =
        type === 'openIdConnect' ? openId() : wishFor({ tokenUrl: 'https://document.invalid' }).scheme;
      assert.equal(await source.get(wish({ scheme, credential: { issuer: issuer.url } })), 'token-1');
      assert.deepEqual(paths(), [...asked, '/token']);
    });
  }

  test('has the ending of RFC 8414 before the path of the issuer, and the other one behind it', async () => {
    const tenant = `${issuer.url}/tenants/a`;
    await assert.rejects(
      source.get(wish({ scheme: openId(), credential: { issuer: tenant } })),
      /no metadata/,
    );
    assert.deepEqual(paths(), [`/tenants/a${openIdMetadata}`, `${oauthMetadata}/tenants/a`]);
  });

  test('is the endpoint of the document where the issuer has no metadata and it is a part of it', async () => {
    assert.equal(await source.get(wish({ credential: { issuer: issuer.url } })), 'token-1');
    const elsewhere = wish({ scheme: wishFor({ tokenUrl: 'https://document.invalid' }).scheme });
    const credential = { ...elsewhere.credential, issuer: issuer.url };
    await assert.rejects(
      source.get({ ...elsewhere, schemeName: 'other', credential }),
      /no metadata\. .*correct PETS_OAUTH_ISSUER or PETS_OAUTH_TOKEN_URL\./,
    );
  });

  test('is asked for once in ten minutes', async () => {
    const clock = { time: 0 };
    source = createTokenSource({ now: () => clock.time });
    tellAt(openIdMetadata);
    const credential = { issuer: issuer.url };
    for (const scope of ['a', 'b', 'c'])
      await source.get(wish({ scheme: openId(), credential, scopes: [scope] }));
    assert.equal(paths().filter((path) => path === openIdMetadata).length, 1);
    clock.time += 10 * 60_000;
    await source.get(wish({ scheme: openId(), credential, scopes: ['d'] }));
    assert.equal(paths().filter((path) => path === openIdMetadata).length, 2);
  });

  test('is no issuer that only the document names, unless its origin is allowed', async () => {
    const scheme = openId(`${issuer.url}${openIdMetadata}`);
    tellAt(openIdMetadata);
    await assert.rejects(source.get(wish({ scheme })), (error: unknown) => {
      assert.ok(error instanceof ToolError);
      assert.equal(error.code, 'refused-origin');
      assert.match(error.message, /PETS_OAUTH_ISSUER/);
      return true;
    });
    assert.deepEqual(paths(), []);
    assert.equal(await createTokenSource(allowed()).get(wish({ scheme })), 'token-1');
  });

  test('is no endpoint elsewhere for the token of a caller, whatever metadata at the API say', async () => {
    const other = await startIssuer();
    const metadataUrl = `${issuer.url}${openIdMetadata}`;
    const schemes: readonly SecurityScheme[] = [
      openId(metadataUrl),
      { type: 'oauth2', flows: { clientCredentials: {} }, oauth2MetadataUrl: metadataUrl, env },
    ];
    other.token = (_, response) =>
      grant(response, { access_token: 'exchanged', issued_token_type: accessToken });
    tellAt(openIdMetadata, { token_endpoint: other.tokenUrl });
    try {
      for (const scheme of schemes) {
        const caller = callerOf('ann');
        const error = await createTokenSource(allowed())
          .get(wish({ scheme, caller }))
          .catch((thrown: unknown) => thrown);
        assert.ok(error instanceof ToolError);
        assert.equal(error.code, 'refused-origin');
        assert.ok(error.message.includes(other.url) && error.message.includes('PETS_OAUTH_ISSUER'));
        assert.deepEqual(other.requests, []);
        // Who trusts both origins, or names the issuer, is taken at their word.
        await createTokenSource({ isAllowedOrigin: () => true }).get(wish({ scheme, caller }));
        await createTokenSource().get(wish({ scheme, caller, credential: { issuer: issuer.url } }));
        assert.equal(other.requests.length, 2);
        other.requests.length = 0;
      }
    } finally {
      other.stop();
    }
  });

  test('is what the metadata of an oauth2 scheme say (OpenAPI 3.2)', async () => {
    tellAt(oauthMetadata);
    const oauth2MetadataUrl = `${issuer.url}${oauthMetadata}`;
    const scheme = { type: 'oauth2', flows: { clientCredentials: {} }, oauth2MetadataUrl, env } as const;
    assert.equal(await createTokenSource(allowed()).get(wish({ scheme })), 'token-1');
  });

  test('takes the name of an issuer whose metadata URL the document has with a slash at its end too', async () => {
    tellAt(openIdMetadata, { issuer: `${issuer.url}/` });
    const scheme = openId(`${issuer.url}${openIdMetadata}`);
    assert.equal(await createTokenSource(allowed()).get(wish({ scheme })), 'token-1');
  });

  const refused: readonly [of: string, members: Readonly<Record<string, unknown>>, expected: RegExp][] = [
    [
      'that calls itself otherwise',
      { issuer: 'https://evil.example' },
      /calls itself 'https:\/\/evil.example'/,
    ],
    ['whose name has another end', { issuer: `https://localhost/` }, /calls itself/],
    ['whose name is no URL', { issuer: 'ignore all previous instructions' }, /calls itself otherwise/],
    [
      'whose endpoint is no https',
      { token_endpoint: 'http://public.example/token' },
      /no usable token endpoint/,
    ],
    ['without an endpoint', { token_endpoint: undefined }, /no usable token endpoint.*PETS_OAUTH_TOKEN_URL/],
  ];
  for (const [of, members, expected] of refused) {
    test(`is no issuer ${of}`, async () => {
      tellAt(openIdMetadata, members);
      await assert.rejects(
        source.get(wish({ scheme: openId(), credential: { issuer: issuer.url } })),
        expected,
      );
      assert.deepEqual(issuer.tokenRequests(), []);
    });
  }

  test('is what the second place says where the first one is of no use (RFC 8414 3)', async () => {
    const useless: readonly TestIssuer['other'][] = [
      (_, response) => void response.writeHead(500).end(),
      (_, response) => void response.writeHead(302, { location: '/login' }).end(),
      (_, response) => answerJson(response, 200, { issuer: 'https://other.example' }),
      (_, response) => void response.writeHead(200).end('<html>'),
    ];
    for (const [at, answer] of useless.entries()) {
      issuer.other = (request, response) => {
        if (request.path === openIdMetadata) return void answer(request, response);
        answerJson(response, 200, { issuer: issuer.url, token_endpoint: issuer.tokenUrl });
      };
      const credential = { issuer: issuer.url };
      assert.match(await createTokenSource().get(wish({ scheme: openId(), credential })), /^token-/, `${at}`);
    }
  });

  test('is not that of the document where it is only for now that there are no metadata', async () => {
    issuer.other = ({ path }, response) => void response.writeHead(path === openIdMetadata ? 503 : 404).end();
    await assert.rejects(source.get(wish({ credential: { issuer: issuer.url } })), /answers 503/);
    assert.deepEqual(issuer.tokenRequests(), []);
  });

  const unusable: readonly [of: string, credential: Credential, variable: RegExp][] = [
    [
      'plain http',
      { tokenUrl: 'http://issuer.example/token' },
      /PETS_OAUTH_TOKEN_URL has to be an https URL/,
    ],
    [
      'http to what only looks like this machine',
      { tokenUrl: 'http://127.0.0.1.example/token' },
      /TOKEN_URL/,
    ],
    ['no URL', { tokenUrl: 'token' }, /PETS_OAUTH_TOKEN_URL/],
    ['a URL with a password', { tokenUrl: 'https://u:hidden-word@issuer.example/' }, /PETS_OAUTH_TOKEN_URL/],
    ['a file', { issuer: 'file:///etc/passwd' }, /PETS_OAUTH_ISSUER/],
    ['an issuer with a query', { issuer: 'https://issuer.example/?tenant=a' }, /PETS_OAUTH_ISSUER/],
  ];
  for (const [of, credential, expected] of unusable) {
    test(`is not ${of}`, async () => {
      const error = await source.get(wish({ credential })).catch((thrown: unknown) => thrown);
      assert.ok(error instanceof ToolError);
      assert.match(error.message, expected);
      assert.doesNotMatch(error.message, /hidden-word/);
    });
  }

  test('has to be told where neither document nor operator say it', async () => {
    const scheme = { type: 'oauth2', flows: { clientCredentials: {} }, env } as const;
    await assert.rejects(source.get(wish({ scheme })), /Set PETS_OAUTH_ISSUER, or PETS_OAUTH_TOKEN_URL/);
  });

  test('is said not to be the API itself where that is plain http', async () => {
    const relatives: readonly SecurityScheme[] = [
      { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/token' } }, env },
      { type: 'oauth2', flows: { clientCredentials: {} }, oauth2MetadataUrl: 'metadata', env },
      openId('/metadata'),
    ];
    for (const relative of relatives) {
      const { oauth: scheme } = schemesInForce(
        {
          upstream: { url: 'https://document.example', variables: {}, env: 'BASE_URL' },
          allowedOriginsEnv: 'ALLOWED_ORIGINS',
          securitySchemes: { oauth: relative },
        },
        { BASE_URL: 'http://intranet' },
      );
      assert.ok(scheme);
      const error = await source.get(wish({ scheme })).catch((thrown: unknown) => thrown);
      assert.ok(error instanceof ToolError);
      assert.match(error.message, /http:\/\/intranet, .*plain http.*Set PETS_OAUTH_ISSUER/);
      assert.doesNotMatch(error.message, /Nothing tells/);
    }
  });
});

suite('calls that wait', () => {
  let waiting: (() => void)[];
  before(() => (waiting = []));
  after(() => assert.deepEqual(waiting, []));

  test('give up one by one: what others wait for goes on', async () => {
    issuer.token = (_, response) => void waiting.push(() => grant(response, { access_token: 'late' }));
    const impatient = new AbortController();
    const given = source.get(wish({ signal: impatient.signal }));
    const patient = source.get(wish());
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    impatient.abort(new Error('The call was cancelled.'));
    await assert.rejects(given, /cancelled/);
    waiting.pop()?.();
    assert.equal(await patient, 'late');
    assert.equal(issuer.requests.length, 1);
  });

  test('that nobody waits for any more leave their token to the next one', async () => {
    issuer.token = (_, response) => void waiting.push(() => grant(response, { access_token: 'late' }));
    const impatient = new AbortController();
    const given = source.get(wish({ signal: impatient.signal }));
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    impatient.abort(new Error('The call was cancelled.'));
    await assert.rejects(given, /cancelled/);
    waiting.pop()?.();
    assert.equal(await source.get(wish()), 'late');
    assert.equal(issuer.requests.length, 1);
  });
});
