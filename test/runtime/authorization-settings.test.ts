import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { offeredScopes } from '../../src/runtime/authorization/offered-scopes.js';
import { ownerOf, readStaticTokens } from '../../src/runtime/authorization/static-tokens.js';
import { readAuthorization, type AuthorizedManifest } from '../../src/runtime/authorization/settings.js';
import { authorizationVariables } from '../../src/runtime/authorization/variables.js';
import { readHttpSettings } from '../../src/runtime/environment.js';
import type { ToolDefinition } from '../../src/runtime/manifest.js';
import { SettingError } from '../../src/runtime/settings.js';
import { madeManifest, madeTool } from './made-manifest.js';

type Variables = Readonly<Record<string, string>>;

const long = '0a1b2c3d'.repeat(4);
const oauth: Variables = {
  MCP_AUTH: 'oauth',
  MCP_ISSUER: 'https://login.example.com/tenant',
  MCP_AUDIENCE: 'https://mcp.example.com/mcp',
};
const introspection: Variables = {
  MCP_INTROSPECTION_URL: 'https://login.example.com/introspect',
  MCP_INTROSPECTION_CLIENT_ID: 'mcp',
  MCP_INTROSPECTION_CLIENT_SECRET: 's3cret',
};
const keyed = madeManifest([requesting({ security: [{ key: [] }] })]);
const open = madeManifest([madeTool({ name: 'look' }), requesting({ security: [{}] })]);
const claiming = madeManifest([requesting({ fixed: [{ property: 'tenant', claim: 'tid' }] })]);

/** A value of each setting that does not take any. */
const choices: ReadonlyMap<string, string> = new Map([
  ['MCP_IDENTITY', 'service'],
  ['MCP_VISIBILITY', 'filter'],
]);

async function scratch(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'settings-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

function requesting(parts: Partial<ToolDefinition['request']>): ToolDefinition {
  const tool = madeTool({ name: 'do' });
  return { ...tool, request: { ...tool.request, ...parts } };
}

function read(
  environment: Variables,
  manifest: AuthorizedManifest = open,
  {
    name = '127.0.0.1',
    acceptsAnyone = false,
    isInstalled = (library: string): boolean => library !== '',
  } = {},
) {
  return readAuthorization(environment, manifest, { name, acceptsAnyone, isInstalled });
}

suite('the mode', () => {
  test('is none where nothing says otherwise', () => assert.deepEqual(read({}), { mode: 'none' }));
  test('is that of the manifest, and the variable wins', () => {
    const manifest = { ...open, access: { auth: 'bearer' } } as const;
    assert.equal(read({ MCP_TOKENS: `ann=${long}` }, manifest).mode, 'bearer');
    assert.equal(read({ MCP_AUTH: 'none', MCP_TOKENS: `ann=${long}` }, manifest).mode, 'none');
  });
  for (const name of ['0.0.0.0', '[::]', '192.168.1.5', 'mcp.example.com', '128.0.0.1']) {
    test(`none is refused on ${name}, unless it is said aloud`, () => {
      refuses(() => read({}, open, { name }), /MCP_AUTH.*--i-know-no-auth/s);
      assert.equal(read({}, open, { name, acceptsAnyone: true }).mode, 'none');
    });
  }
  for (const name of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])
    test(`none is taken on ${name}`, () => assert.equal(read({}, open, { name }).mode, 'none'));
  test('others are taken everywhere', () => {
    assert.equal(read(oauth, open, { name: '0.0.0.0' }).mode, 'oauth');
    assert.equal(
      read({ MCP_AUTH: 'bearer', MCP_TOKENS: `ann=${long}` }, open, { name: '[::]' }).mode,
      'bearer',
    );
  });
});

suite('a setting that counts only with authorization, where MCP_AUTH is not set', () => {
  const names = Object.keys(authorizationVariables).filter((name) => name !== 'MCP_AUTH');
  for (const name of names) {
    test(`${name} opens no server`, () =>
      refuses(
        () => read({ [name]: choices.get(name) ?? 'x' }),
        new RegExp(`^${name} is set.*MCP_AUTH=(bearer|oauth), or MCP_AUTH=none`),
      ));
    test(`nor does the file of ${name}, whatever is in it`, async (t) => {
      const file = join(await scratch(t), 'value');
      for (const [text, said] of [
        ['', 'is empty'],
        [' \n', 'is empty'],
        [`${choices.get(name) ?? 'x'}\n`, 'MCP_AUTH is not'],
      ] as const) {
        await writeFile(file, text);
        refuses(() => read({ [`${name}_FILE`]: file }), new RegExp(`${name}_FILE .*${said}`));
      }
      refuses(() => read({ [`${name}_FILE`]: join(file, 'none') }), /cannot be read/);
    });
    test(`${name} that is blank is not set`, () =>
      assert.equal(read({ [name]: ' ', [`${name}_FILE`]: '' }).mode, 'none'));
  }
  test('is left alone where it is said that nobody is authorized', () => {
    const all = Object.fromEntries(names.map((name) => [name, choices.get(name) ?? 'x']));
    assert.equal(read({ ...all, MCP_AUTH: 'none', MCP_IDENTITY: 'service' }).mode, 'none');
  });
});

suite('a resource server', () => {
  test('has presets for what is not set', () => {
    assert.deepEqual(read(oauth), {
      mode: 'oauth',
      issuer: 'https://login.example.com/tenant',
      audience: 'https://mcp.example.com/mcp',
      resource: 'https://mcp.example.com/mcp',
      resourceName: 'Boats',
      identity: 'service',
      tokenType: 'at+jwt',
      scopeClaim: 'scope',
      jwksUrl: undefined,
      introspection: undefined,
      dpop: 'refuse',
      certificateHeader: undefined,
      scopes: { all: [], first: [] },
    });
  });

  test('takes every setting', () => {
    const settings = read({
      ...oauth,
      MCP_ISSUER: 'http://127.0.0.1:8080/',
      MCP_AUDIENCE: 'api://boats',
      MCP_RESOURCE_URL: 'https://boats.example.com/mcp',
      MCP_IDENTITY: 'exchange',
      MCP_JWKS_URL: 'https://keys.example.com/jwks?v=1',
      MCP_TOKEN_TYPE: 'JWT',
      MCP_SCOPE_CLAIM: 'https://example.com/scopes',
      MCP_INTROSPECTION_URL: 'https://login.example.com/introspect',
      MCP_INTROSPECTION_CLIENT_ID: 'mcp',
      MCP_INTROSPECTION_CLIENT_SECRET: 's3cret',
      MCP_DPOP: 'require',
      MCP_CLIENT_CERT_HEADER: 'Client-Cert',
    });
    assert.deepEqual(settings, {
      mode: 'oauth',
      issuer: 'http://127.0.0.1:8080/',
      resourceName: 'Boats',
      scopes: { all: [], first: [] },
      audience: 'api://boats',
      resource: 'https://boats.example.com/mcp',
      identity: 'exchange',
      tokenType: 'JWT',
      scopeClaim: 'https://example.com/scopes',
      jwksUrl: 'https://keys.example.com/jwks?v=1',
      introspection: {
        url: 'https://login.example.com/introspect',
        clientId: 'mcp',
        clientSecret: 's3cret',
      },
      dpop: 'require',
      certificateHeader: 'client-cert',
    });
  });

  test('has the identity that the manifest presets, and the variable wins', () => {
    const manifest = { ...keyed, access: { identity: 'exchange' } } as const;
    const identityOf = (variables: Variables): unknown =>
      (read({ ...oauth, ...variables }, manifest) as { readonly identity?: unknown }).identity;
    assert.equal(identityOf({}), 'exchange');
    assert.equal(identityOf({ MCP_IDENTITY: 'service' }), 'service');
  });

  test('is called by the name of its public URL', () => {
    const environment = { ...oauth, MCP_RESOURCE_URL: 'https://Boats.example.com:8443/mcp' };
    assert.ok(readHttpSettings([], environment, open).allowedHosts.includes('boats.example.com'));
  });
});

suite('is refused at start:', () => {
  const bearer = { MCP_AUTH: 'bearer' };
  const cases: readonly [of: string, variables: Variables, manifest: AuthorizedManifest, said: RegExp][] = [
    ['an unknown mode', { MCP_AUTH: 'OAuth' }, open, /MCP_AUTH is 'OAuth'.*none, bearer, oauth/],
    ['tokens without a mode', { MCP_TOKENS: `ann=${long}` }, open, /MCP_AUTH is not.*MCP_AUTH=bearer/],
    ['an issuer without a mode', { MCP_ISSUER: 'https://x.example' }, open, /MCP_AUTH=oauth/],
    ['an audience without a mode', { MCP_AUDIENCE: 'https://x.example' }, open, /MCP_AUTH=oauth/],
    ['no tokens', bearer, open, /set MCP_TOKENS/],
    ['no issuer', { ...oauth, MCP_ISSUER: '' }, open, /set MCP_ISSUER/],
    ['no audience', { ...oauth, MCP_AUDIENCE: ' ' }, open, /set MCP_AUDIENCE/],
    ['an issuer that is no URL', { ...oauth, MCP_ISSUER: 'login' }, open, /MCP_ISSUER.*https/],
    ['an http issuer', { ...oauth, MCP_ISSUER: 'http://login.example.com' }, open, /MCP_ISSUER.*https/],
    [
      'an http issuer that looks local',
      { ...oauth, MCP_ISSUER: 'http://localhost.example.com' },
      open,
      /MCP_ISSUER/,
    ],
    ['an issuer with a query', { ...oauth, MCP_ISSUER: 'https://x.example/?a' }, open, /MCP_ISSUER.*query/],
    [
      'an issuer with a fragment',
      { ...oauth, MCP_ISSUER: 'https://x.example/#' },
      open,
      /MCP_ISSUER.*fragment/,
    ],
    [
      'an issuer with a password',
      { ...oauth, MCP_ISSUER: 'https://a:b@x.example' },
      open,
      /MCP_ISSUER.*user/,
    ],
    ['an issuer of two lines', { ...oauth, MCP_ISSUER: 'https://x.example/a\nb' }, open, /MCP_ISSUER/],
    ['an issuer with a tab', { ...oauth, MCP_ISSUER: 'https://x.exa\tmple' }, open, /MCP_ISSUER/],
    ['an issuer of files', { ...oauth, MCP_ISSUER: 'file:///etc/passwd' }, open, /MCP_ISSUER/],
    ['an audience that is no URL', { ...oauth, MCP_AUDIENCE: 'boats' }, open, /set MCP_RESOURCE_URL/],
    [
      'an audience of another scheme',
      { ...oauth, MCP_AUDIENCE: 'api://boats' },
      open,
      /set MCP_RESOURCE_URL/,
    ],
    ['an http audience', { ...oauth, MCP_AUDIENCE: 'http://mcp.example.com' }, open, /MCP_AUDIENCE.*https/],
    [
      'a public URL with a fragment',
      { ...oauth, MCP_RESOURCE_URL: 'https://mcp.example.com/#a' },
      open,
      /MCP_RESOURCE_URL.*fragment/,
    ],
    [
      'an http public URL',
      { ...oauth, MCP_RESOURCE_URL: 'http://mcp.example.com/' },
      open,
      /MCP_RESOURCE_URL.*https/,
    ],
    ['http keys', { ...oauth, MCP_JWKS_URL: 'http://login.example.com/jwks' }, open, /MCP_JWKS_URL/],
    ['an unknown type', { ...oauth, MCP_TOKEN_TYPE: 'jws' }, open, /MCP_TOKEN_TYPE is 'jws'.*at\+jwt, JWT/],
    ['an unknown way with DPoP', { ...oauth, MCP_DPOP: 'yes' }, open, /MCP_DPOP.*refuse, accept, require/],
    [
      'an unknown visibility',
      { ...oauth, MCP_VISIBILITY: 'some' },
      open,
      /MCP_VISIBILITY is 'some'.*filter, all/,
    ],
    ['an unknown identity', { ...oauth, MCP_IDENTITY: 'user' }, open, /MCP_IDENTITY.*service, exchange/],
    ['an identity that is not chosen', oauth, keyed, /set MCP_IDENTITY/],
    ['exchange without tokens to exchange', { MCP_IDENTITY: 'exchange' }, open, /MCP_AUTH=oauth/],
    [
      'exchange of static tokens',
      { ...bearer, MCP_TOKENS: `ann=${long}`, MCP_IDENTITY: 'exchange' },
      open,
      /MCP_AUTH=oauth/,
    ],
    [
      'exchange that the manifest presets',
      { MCP_AUTH: 'none' },
      { ...open, access: { identity: 'exchange' } },
      /MCP_IDENTITY=service/,
    ],
    ['claims without tokens', {}, claiming, /'do'.*MCP_AUTH=oauth/],
    ['claims of static tokens', { ...bearer, MCP_TOKENS: `ann=${long}` }, claiming, /MCP_AUTH=oauth/],
    [
      'http introspection',
      { ...oauth, MCP_INTROSPECTION_URL: 'http://x.example/' },
      open,
      /MCP_INTROSPECTION_URL.*https/,
    ],
    ['a header that is none', { ...oauth, MCP_CLIENT_CERT_HEADER: 'a b' }, open, /MCP_CLIENT_CERT_HEADER/],
    [
      'a header that says something else',
      { ...oauth, MCP_CLIENT_CERT_HEADER: 'Authorization' },
      open,
      /MCP_CLIENT_CERT_HEADER/,
    ],
    ['a file that is not there', { ...bearer, MCP_TOKENS_FILE: '/nowhere/tokens' }, open, /MCP_TOKENS_FILE/],
  ];
  for (const [of, variables, manifest, said] of cases)
    test(of, () => refuses(() => read(variables, manifest), said));

  const names = Object.keys(introspection);
  for (const set of [
    ...names.map((name) => [name]),
    ...names.map((name) => names.filter((each) => each !== name)),
  ]) {
    const missing = names.filter((name) => !set.includes(name));
    test(`${set.join(' and ')} without ${missing.join(' and ')} (RFC 7662 2.1)`, () => {
      const some = Object.fromEntries(set.map((name) => [name, introspection[name] ?? '']));
      refuses(
        () => read({ ...oauth, ...some }),
        new RegExp(`^${set.join(' and ')} (is|are) set: set ${missing.join(' and ')} as well`),
      );
    });
  }

  test('all that is missing, at once', () => {
    refuses(
      () => read({ MCP_AUTH: 'oauth' }, keyed),
      /^MCP_AUTH is oauth: set MCP_ISSUER, MCP_AUDIENCE and MCP_IDENTITY\. MCP_ISSUER: .* MCP_IDENTITY: /,
    );
    refuses(() => read({ MCP_AUTH: 'oauth' }), /set MCP_ISSUER and MCP_AUDIENCE\./);
    refuses(() => read({ ...oauth, MCP_AUDIENCE: '' }, keyed), /set MCP_AUDIENCE and MCP_IDENTITY\./);
  });

  test('a project without the libraries that it takes', () => {
    const without = (...missing: readonly string[]) => ({
      isInstalled: (library: string): boolean => !missing.includes(library),
    });
    const introspecting = { ...oauth, ...introspection };
    refuses(() => read(oauth, open, without('jose')), /--auth oauth.*npm install jose$/);
    refuses(() => read(introspecting, open, without('oauth4webapi')), /npm install oauth4webapi$/);
    assert.equal(read(oauth, open, without('oauth4webapi')).mode, 'oauth');
    assert.equal(read({}, open, without('jose')).mode, 'none');
  });

  test('a resource server, and its libraries are looked for where it runs', () => {
    const settings = readAuthorization(oauth, open, { name: 'localhost', acceptsAnyone: false });
    assert.equal(settings.mode, 'oauth');
  });
});

suite('a type of tokens is a media type (RFC 7515 4.1.9)', () => {
  const cases = [
    ['application/at+jwt', 'at+jwt'],
    ['AT+JWT', 'at+jwt'],
    ['application/JWT', 'JWT'],
    ['jwt', 'JWT'],
  ] as const;
  for (const [given, type] of cases)
    test(`${given} is ${type}`, () => {
      const settings = read({ ...oauth, MCP_TOKEN_TYPE: given });
      assert.equal(settings.mode === 'oauth' && settings.tokenType, type);
    });
});

suite('static tokens', () => {
  const name = 'MCP_TOKENS';
  const other = '9f8e7d6c'.repeat(4);

  test('are read with their names', () => {
    const text = `ann=${long}, bob@example.com = ${other}\n\r\n, c-1=${'4a5b6c7d'.repeat(5)}==`;
    const tokens = readStaticTokens(name, text);
    assert.deepEqual(
      tokens.map((each) => each.name),
      ['ann', 'bob@example.com', 'c-1'],
    );
    assert.equal(ownerOf(long, tokens), 'ann');
    assert.equal(ownerOf(other, tokens), 'bob@example.com');
    assert.equal(ownerOf(`${'4a5b6c7d'.repeat(5)}==`, tokens), 'c-1');
    for (const wrong of ['', long.slice(1), `${long}a`, long.toUpperCase(), 'ann'])
      assert.equal(ownerOf(wrong, tokens), undefined);
    assert.doesNotMatch(JSON.stringify(tokens), new RegExp(long));
  });

  const refused: readonly [of: string, text: string, said: RegExp][] = [
    ['nothing but commas', ',\n,', /holds no token/],
    ['an entry without a name', long, /name=token/],
    ['a name with a space', `a b=${long}`, /name=token/],
    ['a short one', `ann=${long.slice(1)}`, /'ann' has fewer than 32/],
    ['one of a single character', `ann=${'a'.repeat(40)}`, /'ann' has fewer than 8 different.*openssl/],
    ['one of seven characters', `ann=${'abcdefg'.repeat(5)}`, /'ann' has fewer than 8 different/],
    ['an empty one', 'ann=', /'ann' has fewer than 32/],
    ['a character that no token has', `ann=${long}%`, /'ann' has a character/],
    ['a space', `ann=${long} ${long}`, /'ann' has a character/],
    ['the same twice', `ann=${long},bob=${long}`, /'ann' and 'bob' have the same/],
    ['one name twice', `ann=${long},ann=${other}`, /two tokens are of 'ann'/],
  ];
  for (const [of, text, said] of refused) {
    test(`${of} is refused, and not repeated`, () =>
      refuses(
        () => readStaticTokens(name, text),
        (message) => said.test(message) && !message.includes(long),
      ));
  }

  test('may stand in a file, and the variable wins', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tokens-'));
    try {
      const file = join(folder, 'tokens');
      await writeFile(file, `ann=${long}\nbob=${other}\n`);
      const names = (variables: Variables): unknown => {
        const settings = read({ MCP_AUTH: 'bearer', MCP_TOKENS_FILE: file, ...variables });
        return settings.mode === 'bearer' && settings.tokens.map((each) => each.name);
      };
      assert.deepEqual(names({}), ['ann', 'bob']);
      assert.deepEqual(names({ MCP_TOKENS: `eve=${long}` }), ['eve']);
      for (const nothing of ['', '\n', ' \r\n', '\uFEFF']) {
        await writeFile(file, nothing);
        refuses(() => names({}), /The file that MCP_TOKENS_FILE names is empty/);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

suite('scopes that clients are told of', () => {
  const reading = madeTool({ name: 'a', scopes: [['b', 'a'], ['c']] });
  const writing: ToolDefinition = {
    ...madeTool({ name: 'w', scopes: [['w', 'a']] }),
    request: { ...reading.request, method: 'POST' },
  };
  const cases: readonly [of: string, tools: readonly ToolDefinition[], all: string, first: string][] = [
    ['of no tools', [], '', ''],
    ['of tools without any', [madeTool({ name: 'x' })], '', ''],
    ['of all, and at first for those that change nothing', [writing, reading], 'a b c w', 'a b'],
    ['at first for all, where none changes nothing', [writing], 'a w', 'a w'],
    ['but not of refresh tokens', [madeTool({ name: 'x', scopes: [['offline_access', 'x']] })], 'x', 'x'],
    [
      'but none that no header can carry',
      [madeTool({ name: 'x', scopes: [['a"b', 'é', 'a b', '']] })],
      '',
      '',
    ],
    [
      'that are names of members',
      [madeTool({ name: 'x', scopes: [['__proto__']] })],
      '__proto__',
      '__proto__',
    ],
  ];
  for (const [of, tools, all, first] of cases) {
    test(of, () => assert.deepEqual(offeredScopes(tools), { all: split(all), first: split(first) }));
  }
});

function split(scopes: string): readonly string[] {
  return scopes === '' ? [] : scopes.split(' ');
}

function refuses(run: () => unknown, said: RegExp | ((message: string) => boolean)): void {
  assert.throws(run, (error) => {
    assert.ok(error instanceof SettingError, String(error));
    const isSaid = typeof said === 'function' ? said(error.message) : said.test(error.message);
    assert.ok(isSaid, error.message);
    return true;
  });
}
