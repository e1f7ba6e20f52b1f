import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RequestBinding } from '../../src/runtime/binding.js';
import { SettingError, type Environment } from '../../src/runtime/settings.js';
import { describeMissingSettings, reportMissingSettings } from '../../src/runtime/missing-settings.js';
import type { SecurityScheme } from '../../src/runtime/security.js';
import { oauthEnv } from './issuer.js';
import { madeManifest, madeTool } from './made-manifest.js';

const securitySchemes: Readonly<Record<string, SecurityScheme>> = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key', env: { key: 'PETS_KEY' } },
  oauth: { type: 'oauth2', flows: { clientCredentials: {}, authorizationCode: {} }, env: oauthEnv },
  signed: { type: 'http', scheme: 'hoba', env: {} },
  login: { type: 'http', scheme: 'basic', env: { username: 'PETS_USERNAME', password: 'PETS_PASSWORD' } },
};

const upstream = { variables: {}, env: 'PETS_BASE_URL' };

function manifestOf(requests: readonly Partial<RequestBinding>[], url: string | undefined) {
  const tools = requests.map((own, at) => {
    const tool = madeTool({ name: `tool${at}` });
    return { ...tool, request: { ...tool.request, ...own } };
  });
  return madeManifest(tools, {
    securitySchemes,
    upstream: { ...upstream, ...(url !== undefined && { url }) },
  });
}

function withSecurity(security: readonly RequestBinding['security'][]) {
  return manifestOf(
    security.map((each) => ({ security: each })),
    'https://api.example.com',
  );
}

function describe(security: readonly RequestBinding['security'][], environment: Environment = {}) {
  return describeMissingSettings(withSecurity(security), environment);
}

const exchanging = { MCP_IDENTITY: 'exchange' };
const client = { PETS_OAUTH_CLIENT_ID: 'c', PETS_OAUTH_CLIENT_SECRET: 's' };

suite('what is missing where the API is called as whoever calls', () => {
  const over = 'will fail over HTTP, where MCP_IDENTITY is exchange.';
  const clientOf = 'PETS_OAUTH_CLIENT_ID and PETS_OAUTH_CLIENT_SECRET';
  const cases: readonly [
    of: string,
    security: readonly RequestBinding['security'][],
    environment: Environment,
    missing: string | undefined,
  ][] = [
    ['a client', [[{ oauth: [] }]], {}, clientOf],
    // A ready token says nothing of a caller.
    ['a client beside a ready token', [[{ oauth: [] }]], { PETS_OAUTH_TOKEN: 't' }, clientOf],
    ['nothing of a client that is set', [[{ oauth: [] }]], client, undefined],
    ['a client beside a key that is set', [[{ key: [] }, { oauth: [] }]], { PETS_KEY: 'k' }, clientOf],
    ['a client though credentials are optional', [[{ oauth: [] }, {}]], {}, clientOf],
    ['a key that goes along', [[{ oauth: [], key: [] }]], client, 'PETS_KEY'],
    ['a scheme', [[{ key: [] }]], { PETS_KEY: 'k' }, 'a scheme of the API that tells who calls'],
    ['nothing without credentials', [[], [{}]], {}, undefined],
  ];
  for (const [of, security, environment, missing] of cases) {
    test(`is ${of}`, () => {
      const said = describe(security, { ...exchanging, ...environment });
      if (missing === undefined) assert.equal(said, undefined);
      else assert.ok(said?.startsWith(`missing: ${missing} (`) && said.endsWith(over), said);
    });
  }

  test('is the same by a preset of the manifest, and the variable wins', () => {
    const manifest = { ...withSecurity([[{ oauth: [] }]]), access: { identity: 'exchange' } } as const;
    const token = { PETS_OAUTH_TOKEN: 't' };
    assert.match(String(describeMissingSettings(manifest, token)), /CLIENT_SECRET/);
    assert.equal(describeMissingSettings(manifest, { ...token, MCP_IDENTITY: 'service' }), undefined);
  });
});

const oauthAndKey =
  'missing: PETS_OAUTH_CLIENT_ID and PETS_OAUTH_CLIENT_SECRET, PETS_KEY (or see .env.example); tools that need them ' +
  'will fail.';

suite('what is missing at the start', () => {
  const withUrl = 'https://api.example.com';
  const own = { server: { url: 'https://b.test', variables: {}, env: 'PETS_BASE_URL_1' } };
  const tenant = { property: 'tenant', env: 'TENANT', required: true } as const;
  const cases: readonly [
    of: string,
    requests: readonly Partial<RequestBinding>[],
    url: string | undefined,
    environment: Environment,
    missing: string | undefined,
  ][] = [
    ['the base URL', [{}], undefined, {}, 'PETS_BASE_URL'],
    ['no base URL that the document has', [{}], withUrl, {}, undefined],
    ['no base URL that is set', [{}], undefined, { PETS_BASE_URL: withUrl }, undefined],
    ['no base URL that no tool uses', [own], undefined, {}, undefined],
    ['a credential', [{ security: [{ key: [] }] }], withUrl, {}, 'PETS_KEY'],
    [
      'one name for several tools',
      [{ security: [{ key: [] }] }, { security: [{ key: [] }] }],
      withUrl,
      {},
      'PETS_KEY',
    ],
    ['a credential that is empty', [{ security: [{ key: [] }] }], withUrl, { PETS_KEY: ' ' }, 'PETS_KEY'],
    ['no credential that is set', [{ security: [{ key: [] }] }], withUrl, { PETS_KEY: 'hush' }, undefined],
    ['no credential in a file', [{ security: [{ key: [] }] }], withUrl, { PETS_KEY_FILE: '/k' }, undefined],
    ['no credential that is optional', [{ security: [{ key: [] }, {}] }], withUrl, {}, undefined],
    [
      'the part of a credential',
      [{ security: [{ login: [] }] }],
      withUrl,
      { PETS_USERNAME: 'hush' },
      'PETS_PASSWORD',
    ],
    [
      'any one of several credentials',
      [{ security: [{ key: [] }, { login: [] }] }],
      withUrl,
      {},
      'PETS_KEY or PETS_USERNAME and PETS_PASSWORD',
    ],
    [
      'none where one of several is set',
      [{ security: [{ login: [] }, { key: [] }] }],
      withUrl,
      { PETS_KEY: 'hush' },
      undefined,
    ],
    ['a value that is sent in place of an argument', [{ fixed: [tenant] }], withUrl, {}, 'TENANT'],
    ['no such value in a file', [{ fixed: [tenant] }], withUrl, { TENANT_FILE: '/t' }, undefined],
    ['no optional value', [{ fixed: [{ property: 'tenant', env: 'TENANT' }] }], withUrl, {}, undefined],
    [
      'all at once',
      [{ security: [{ key: [] }], fixed: [tenant] }],
      undefined,
      {},
      'PETS_BASE_URL, PETS_KEY, TENANT',
    ],
  ];
  for (const [of, requests, url, environment, missing] of cases) {
    test(`is ${of}`, () => {
      const expected = missing && `missing: ${missing} (see .env.example); tools that need them will fail.`;
      assert.equal(describeMissingSettings(manifestOf(requests, url), environment), expected);
    });
  }

  test('is the usual way of a scheme alone, once for all operations', () => {
    const told = describe([[{ oauth: ['a'] }], [{ oauth: ['b'] }], [{ oauth: [], key: [] }]]);
    assert.equal(told, oauthAndKey);
  });

  const oauth = [[{ oauth: [] }]];
  const other = 'or see .env.example';
  const nearest: readonly [of: string, environment: Environment, names: string | undefined][] = [
    ['nothing', {}, 'PETS_OAUTH_CLIENT_ID and PETS_OAUTH_CLIENT_SECRET'],
    ['a part that all have', { PETS_OAUTH_CLIENT_ID: 'a' }, 'PETS_OAUTH_CLIENT_SECRET'],
    ['a part of another way', { PETS_OAUTH_PRIVATE_KEY: 'a' }, 'PETS_OAUTH_CLIENT_ID'],
    ['most of another way', { PETS_OAUTH_CLIENT_ID: 'a', PETS_OAUTH_CERT: 'b' }, 'PETS_OAUTH_CERT_KEY'],
    ['all of another way', { PETS_OAUTH_CLIENT_ID: 'a', PETS_OAUTH_REFRESH_TOKEN: 'b' }, undefined],
    ['a ready token', { PETS_OAUTH_TOKEN: 'a' }, undefined],
  ];
  for (const [of, environment, names] of nearest) {
    test(`is what the way lacks that is nearest where ${of} is set`, () => {
      const told = describe(oauth, environment);
      assert.equal(told, names && `missing: ${names} (${other}); tools that need them will fail.`);
    });
  }

  test('is no choice of which one part is missing anyway', () => {
    const told = describe([
      [{ key: [] }],
      [{ login: [] }, { key: [] }],
      [{ oauth: [], key: [] }, { login: [] }],
    ]);
    assert.equal(
      told,
      'missing: PETS_KEY, PETS_OAUTH_CLIENT_ID and PETS_OAUTH_CLIENT_SECRET and PETS_KEY or PETS_USERNAME and ' +
        `PETS_PASSWORD (${other}); tools that need them will fail.`,
    );
  });

  test('is the hook of a scheme that only code does, until there is one', () => {
    const entry = 'missing: an entry "signed" of authenticate in src/hooks.ts (see .env.example)';
    assert.equal(describe([[{ signed: [] }]]), `${entry}; tools that need them will fail.`);
    const hooks = { authenticate: { signed: () => undefined } };
    assert.equal(describeMissingSettings(withSecurity([[{ signed: [] }]]), {}, hooks), undefined);
  });

  test('is told in a line that a person reads, with a count of what is left', () => {
    const names = Array.from({ length: 500 }, (_, at) => `${at}__proto__\n${'x'.repeat(at)}`);
    for (const security of [
      names.map((name) => [{ [name]: [] }]),
      [names.map((name) => ({ [name]: [] }))],
      [[Object.fromEntries(names.map((name) => [name, []]))]],
    ]) {
      const told = describe(security) ?? '';
      assert.match(told, /\b4\d\d more\b/);
      assert.ok(told.length < 1000 && !told.includes('\n'), told);
    }
  });

  test('is not told where a setting cannot be used, which ends the start', (t) => {
    const log = t.mock.method(console, 'error', () => undefined);
    for (const variables of [
      { MCP_VISIBILITY: 'some' },
      { MCP_IDENTITY: 'user' },
      { MCP_UPSTREAM_TIMEOUT_MS: 'soon' },
    ])
      assert.throws(() => reportMissingSettings(manifestOf([{}], undefined), variables), SettingError);
    assert.equal(log.mock.callCount(), 0);
  });

  test('is told in one line on stderr, or nothing is', (t) => {
    const log = t.mock.method(console, 'error', () => undefined);
    reportMissingSettings(manifestOf([{}], withUrl), {});
    reportMissingSettings(manifestOf([{}], undefined), {});
    assert.deepEqual(
      log.mock.calls.map(({ arguments: said }) => said),
      [['missing: PETS_BASE_URL (see .env.example); tools that need them will fail.']],
    );
  });
});
