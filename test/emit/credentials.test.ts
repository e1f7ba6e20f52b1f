import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { suite, test } from 'node:test';
import { parseEnv } from 'node:util';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { emitProject } from '../../src/emit/emit-project.js';
import { planClients } from '../../src/plan/client-variables.js';
import type { EnvironmentVariable, PlannedScheme, ServerPlan } from '../../src/plan/plan.js';
import { readStaticTokens } from '../../src/runtime/authorization/static-tokens.js';
import { plannedTool, serverPlan } from './plans.js';

async function emit(changes: Partial<ServerPlan> = {}): Promise<ReadonlyMap<string, string>> {
  const files = await emitProject(serverPlan([plannedTool({})], changes));
  return new Map(files.map(({ path, contents }) => [path, contents]));
}

/** A text with what could end its place in any of the files. */
const hostile =
  'x\r\nEVIL=1\n# h1\n```\n<img src=x onerror=y>| [a](https://evil.example) `b` $' + '{c} */ \u2028 \u202e';

function variable(name: string, changes: Partial<EnvironmentVariable> = {}): EnvironmentVariable {
  return {
    name,
    purpose: `Purpose of ${name}`,
    default: undefined,
    required: false,
    secret: true,
    ...changes,
  };
}

const apiKey: PlannedScheme = {
  name: 'shop',
  scheme: { type: 'apiKey', in: 'header', name: 'X-Key', env: { key: 'PETS_KEY' } },
  what: "API key, sent as the header 'X-Key'",
  description: 'The key of the shop.',
  scopes: [],
  ways: [['PETS_KEY']],
  variables: [variable('PETS_KEY', { required: true, purpose: 'API key of the shop' })],
  hasLogin: false,
};

function oauth(name: string, prefix: string, changes: Partial<PlannedScheme> = {}): PlannedScheme {
  const env = {
    clientId: `${prefix}CLIENT_ID`,
    clientSecret: `${prefix}CLIENT_SECRET`,
    refreshToken: `${prefix}REFRESH_TOKEN`,
    token: `${prefix}TOKEN`,
    tokenUrl: `${prefix}TOKEN_URL`,
    deviceUrl: `${prefix}DEVICE_URL`,
  };
  return {
    name,
    scheme: { type: 'oauth2', flows: { clientCredentials: {}, authorizationCode: {} }, env },
    what: 'OAuth 2.0 access token, sent as a bearer token',
    description: undefined,
    scopes: ['pets:read'],
    ways: [[env.clientId, env.clientSecret], [env.clientId, env.refreshToken], [env.token]],
    exchangeWays: [[env.clientId, env.clientSecret]],
    variables: Object.values(env).map((each) =>
      variable(each, each === env.tokenUrl ? { default: 'https://issuer.example/token', secret: false } : {}),
    ),
    hasLogin: true,
    ...changes,
  };
}

const byCode: PlannedScheme = {
  ...apiKey,
  name: 'nego',
  scheme: { type: 'http', scheme: 'negotiate', env: {} },
  what: "HTTP scheme 'negotiate'",
  ways: [],
  variables: [],
};

/** A plan whose flat list holds the schemes' variables too, as the planner has it. */
function planOf(schemes: readonly PlannedScheme[], changes: Partial<ServerPlan> = {}): Partial<ServerPlan> {
  const variables = schemes.flatMap((scheme) => scheme.variables);
  return { securitySchemes: schemes, variables, ...changes };
}

suite('files and scripts', () => {
  const cases: readonly [of: string, schemes: readonly PlannedScheme[], login: boolean, page: boolean][] = [
    ['no credentials', [], false, false],
    ['an API key', [apiKey], false, false],
    ['a scheme that one signs in to', [oauth('oauth', 'PETS_OAUTH_')], true, true],
    ['a client without login', [oauth('oauth', 'PETS_OAUTH_', { hasLogin: false })], false, true],
  ];
  for (const [of, schemes, login, page] of cases) {
    test(`for ${of}: the doctor always, a login and a page on issuers where they are needed`, async () => {
      const files = await emit(planOf(schemes));
      const { scripts } = JSON.parse(files.get('package.json') ?? '') as { scripts: Record<string, string> };
      assert.ok(files.has('src/doctor.ts'));
      assert.equal(scripts['doctor'], 'tsc && node dist/doctor.js', 'it is built first');
      assert.equal(files.has('src/login.ts'), login);
      assert.equal(scripts['login'], login ? 'node dist/login.js' : undefined);
      assert.equal(files.has('OAUTH.md'), page);
      assert.equal((files.get('README.md') ?? '').includes('(OAUTH.md)'), page);
    });
  }

  test('the page on issuers tells of no login, and of no device, where there is none', async () => {
    const pageOf = async (scheme: PlannedScheme): Promise<string> =>
      (await emit(planOf([scheme]))).get('OAUTH.md') ?? '';
    const base = oauth('oauth', 'P_');
    const env = Object.fromEntries(Object.entries(base.scheme.env).filter(([part]) => part !== 'deviceUrl'));
    const alone = { type: 'oauth2', flows: { clientCredentials: {} }, env } as const;
    const page = await pageOf(oauth('oauth', 'P_', { scheme: alone, hasLogin: false }));
    assert.doesNotMatch(
      page,
      /login`|--device|refresh token|authorization code|Authorization Code|callback/i,
    );
    assert.match(page, /- `oauth`: `P_`; grants of the document: client credentials; scopes .*`pets:read`/);
    assert.match(page, /by itself \(client credentials\)/);
    const person = { type: 'oauth2', flows: { authorizationCode: {} }, env } as const;
    const signedIn = await pageOf(oauth('oauth', 'P_', { scheme: person }));
    assert.doesNotMatch(signedIn, /client credentials|Client Credentials|Machine to Machine|--device/);
    assert.match(signedIn, /npm run login/);
    assert.match(await pageOf(base), /npm run login -- --device/);
  });

  test('the page on issuers shows how a token is read on this machine', async () => {
    const clients = planClients({ access: { auth: 'oauth' }, tools: [] });
    const page = (await emit({ clients })).get('OAUTH.md') ?? '';
    const [, code = ''] = /^node -e "(for [^"]+)"$/m.exec(page) ?? [];
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ typ: 'at+jwt' })}.${part({ aud: 'é' })}.x`;
    const { stdout } = spawnSync(process.execPath, ['-e', code], { env: { TOKEN: token }, encoding: 'utf8' });
    assert.equal(stdout, '{"typ":"at+jwt"}\n{"aud":"é"}\n');
  });

  test('there is a page on issuers where clients bring their tokens', async () => {
    const clients = planClients({ access: { auth: 'oauth' }, tools: [] });
    const page = (await emit({ clients })).get('OAUTH.md') ?? '';
    assert.match(page, /## Tokens of clients/);
    assert.doesNotMatch(page, /## Tokens for the API/);
  });
});

suite('.env.example on credentials', () => {
  test('asks for the usual way of each scheme, and shows the others behind #', async () => {
    const text = (await emit(planOf([oauth('oauth', 'PETS_OAUTH_')]))).get('.env.example') ?? '';
    assert.deepEqual(Object.keys(parseEnv(text)), ['PETS_OAUTH_CLIENT_ID', 'PETS_OAUTH_CLIENT_SECRET']);
    const at = text.indexOf('\n\n# Other ways and choices:\n');
    assert.deepEqual(Object.keys(parseEnv(text.slice(0, at))), Object.keys(parseEnv(text)));
    assert.deepEqual(text.slice(at).match(/^# PETS_OAUTH_\w+(?==)/gm), [
      '# PETS_OAUTH_REFRESH_TOKEN',
      '# PETS_OAUTH_TOKEN',
      '# PETS_OAUTH_TOKEN_URL',
      '# PETS_OAUTH_DEVICE_URL',
    ]);
    assert.match(
      text,
      /\n# {3}Purpose of PETS_OAUTH_REFRESH_TOKEN, in place of PETS_OAUTH_CLIENT_SECRET\n# PETS_OAUTH_REFRESH/,
    );
    assert.match(text, /\n# {3}Purpose of PETS_OAUTH_TOKEN, in place of all above\n# PETS_OAUTH_TOKEN=/);
    assert.match(text, /# `npm run login` obtains the refresh token/);
    assert.match(text, /^# PETS_OAUTH_TOKEN_URL=https:\/\/issuer\.example\/token$/m);
    for (const name of ['CLIENT_ID', 'REFRESH_TOKEN', 'TOKEN'])
      assert.equal(text.match(new RegExp(`^(# )?PETS_OAUTH_${name}=`, 'gm'))?.length, 1, name);
  });

  test('says which variables of another way belong together', async () => {
    const scheme = oauth('oauth', 'P_');
    const ways = [
      ['P_CLIENT_ID', 'P_CLIENT_SECRET'],
      ['P_CLIENT_ID', 'P_CERT', 'P_CERT_KEY'],
    ];
    const variables = [...scheme.variables, variable('P_CERT_KEY'), variable('P_CERT')];
    const text = (await emit(planOf([{ ...scheme, ways, variables }]))).get('.env.example') ?? '';
    assert.match(
      text,
      /choices:\n# {3}Purpose of P_CERT, with P_CERT_KEY, in place of P_CLIENT_SECRET\n# P_CERT=\n# {3}Purpose of P_CERT_KEY\n# P_CERT_KEY=\n/,
    );
  });

  test('shows the issuer of OpenID Connect with the usual way, since it counts once it is set', async () => {
    const { env } = oauth('oauth', 'P_').scheme;
    const scheme = { type: 'openIdConnect', env: { ...env, issuer: 'P_ISSUER' } } as const;
    const envFor = async (preset: string | undefined): Promise<string> => {
      const variables = [...oauth('oauth', 'P_').variables, variable('P_ISSUER', { default: preset })];
      return (await emit(planOf([oauth('oauth', 'P_', { scheme, variables })]))).get('.env.example') ?? '';
    };
    const known = await envFor('https://issuer.example');
    assert.ok(known.indexOf('\n# P_ISSUER=https://issuer.example\n') < known.indexOf('# Other ways'));
    assert.doesNotMatch(known, /is trusted once/);
    assert.match(await envFor(undefined), /# The issuer is trusted once its variable names it/);
  });

  test('calls what is no way of its own a choice', async () => {
    const variables = [...apiKey.variables, variable('PETS_CA')];
    const text = (await emit(planOf([{ ...apiKey, variables }]))).get('.env.example') ?? '';
    assert.match(text, /\nPETS_KEY=\n\n# Choices:\n# {3}Purpose of PETS_CA\n# PETS_CA=\n/);
  });

  const grants: readonly [flows: object, told: string][] = [
    [{ clientCredentials: {} }, '; by client credentials'],
    [{ clientCredentials: {}, deviceAuthorization: {} }, '; by client credentials, device code'],
    [{ authorizationCode: {}, implicit: {} }, '; by authorization code'],
    [{ implicit: {}, password: {} }, ''],
  ];
  for (const [flows, told] of grants) {
    test(`names the grants of ${JSON.stringify(flows)}`, async () => {
      const { env } = oauth('desk', 'P_').scheme;
      const scheme = oauth('desk', 'P_', { scheme: { type: 'oauth2', flows, env }, what: 'OAuth 2.0' });
      const text = (await emit(planOf([scheme]))).get('.env.example') ?? '';
      assert.ok(text.includes(`\n# desk: OAuth 2.0${told}\n`), text);
    });
  }

  test('offers no token of its own as a way where tokens of callers are exchanged', async () => {
    const clients = planClients({ access: { auth: 'oauth', identity: 'exchange' }, tools: [] });
    const files = await emit({ ...planOf([oauth('oauth', 'P_'), apiKey]), clients });
    const text = files.get('.env.example') ?? '';
    assert.match(text, /# {3}Purpose of P_TOKEN; on stdio alone, since MCP_IDENTITY is exchange\n# P_TOKEN=/);
    assert.match(text, /# {3}Purpose of P_REFRESH_TOKEN; on stdio alone/);
    assert.doesNotMatch(text, /in place of/);
    assert.deepEqual(
      Object.keys(parseEnv(text))
        .filter((name) => !name.startsWith('MCP_'))
        .sort(),
      ['PETS_KEY', 'P_CLIENT_ID', 'P_CLIENT_SECRET'],
    );
    const readme = files.get('README.md') ?? '';
    assert.match(readme, /Set `P_CLIENT_ID` and `P_CLIENT_SECRET`\.\n/);
  });

  test('says of a single variable what it is, once', async () => {
    const text = (await emit(planOf([apiKey]))).get('.env.example') ?? '';
    assert.match(text, /\n\n# API key of the shop\nPETS_KEY=\n/);
    assert.match(text, /<VARIABLE>_FILE/);
  });

  test('says which scheme only code can do', async () => {
    const text = (await emit(planOf([byCode]))).get('.env.example') ?? '';
    assert.match(text, /# nego: HTTP scheme 'negotiate'\n# The key of the shop\n# Done by code alone/);
  });

  test('says how a choice among schemes is made', async () => {
    const choice = variable('PETS_SECURITY', { purpose: 'Which schemes', secret: false });
    const { manifest } = serverPlan([plannedTool({})]);
    const text =
      (
        await emit({
          ...planOf([apiKey, oauth('oauth', 'PETS_OAUTH_')]),
          variables: [choice],
          manifest: { ...manifest, securityEnv: 'PETS_SECURITY', securityPreset: ['shop'] },
        })
      ).get('.env.example') ?? '';
    assert.match(text, /# Which schemes\n# PETS_SECURITY=shop\n/);
  });

  test('asks for what the authorization of clients needs', async () => {
    const needed = async (auth: 'none' | 'bearer' | 'oauth'): Promise<readonly string[]> => {
      const clients = planClients({ access: { auth }, tools: [] });
      return Object.keys(parseEnv((await emit({ clients })).get('.env.example') ?? '')).sort();
    };
    assert.deepEqual(await needed('none'), []);
    assert.deepEqual(await needed('bearer'), ['MCP_TOKENS']);
    assert.deepEqual(await needed('oauth'), ['MCP_AUDIENCE', 'MCP_ISSUER']);
  });

  test('assigns nothing that the document says', async () => {
    const scheme = { ...oauth('oauth', 'PETS_OAUTH_'), name: hostile, what: hostile, description: hostile };
    const variables = scheme.variables.map((each) => ({ ...each, purpose: hostile, default: hostile }));
    const text = (await emit(planOf([{ ...scheme, variables }]))).get('.env.example') ?? '';
    for (const line of text.split('\n')) assert.match(line, /^(#.*|PETS_OAUTH_[A-Z_]+=)?$/);
  });
});

suite('README.md on credentials', () => {
  const readme = async (changes: Partial<ServerPlan>): Promise<string> =>
    (await emit(changes)).get('README.md') ?? '';

  test('has no chapter where there are none', async () => {
    assert.doesNotMatch(await readme({}), /## Credentials/);
  });

  test('says of refresh tokens that they are replaced, and not used by the doctor', async () => {
    const text = await readme(planOf([oauth('oauth', 'PETS_OAUTH_')]));
    assert.match(text, /the server puts the new one in its place in `\.env`/);
    assert.match(text, /not used unless `-- --use-refresh-token`/);
    assert.doesNotMatch(await readme(planOf([apiKey])), /refresh token/i);
  });

  test('numbers the steps that there are', async () => {
    const stepsOf = (text: string): readonly string[] =>
      (/## Credentials\n([^]*?)\n## /.exec(text)?.[1] ?? '').match(/^\d\. \w+/gm) ?? [];
    assert.deepEqual(stepsOf(await readme(planOf([apiKey]))), ['1. Copy', '2. Fill', '3. See']);
    const all = await readme(planOf([apiKey, oauth('oauth', 'PETS_OAUTH_')]));
    assert.deepEqual(stepsOf(all), ['1. Copy', '2. Fill', '3. Sign', '4. See']);
    assert.match(all, /`shop`: API key, sent as the header 'X-Key': The key of the shop\. Set `PETS_KEY`\./);
    assert.match(
      all,
      /`PETS_OAUTH_CLIENT_ID` and `PETS_OAUTH_REFRESH_TOKEN` \(`npm run login` obtains it\);/,
    );
    assert.match(
      all,
      /Set `PETS_OAUTH_CLIENT_ID` and `PETS_OAUTH_CLIENT_SECRET`; or .* `\.env\.example` has other ways\./,
    );
  });

  const logins: readonly [names: readonly string[], commands: readonly string[]][] = [
    [['oauth'], ['npm run login']],
    [
      ['a', 'b.c-d'],
      ['npm run login -- a', 'npm run login -- b.c-d'],
    ],
    [
      ['a', '; rm -rf ~'],
      ['npm run login', 'npm run login -- a'],
    ],
    [
      ['a', '--device'],
      ['npm run login', 'npm run login -- a'],
    ],
    [['$(x)'], ['npm run login']],
  ];
  for (const [names, commands] of logins) {
    test(`signs in to ${JSON.stringify(names)} by ${commands.join(', ')}`, async () => {
      const schemes = names.map((name, at) => oauth(name, `PETS_OAUTH${at}_`));
      const text = await readme(planOf(schemes));
      const block = /3\. Sign in[^]*?```sh\n([^]*?)```/.exec(text)?.[1] ?? '';
      assert.deepEqual(block.trim().split(/\n\s*/), commands);
    });
  }

  test('keeps the words of the document in their places', async () => {
    const skeleton = async (word: string): Promise<readonly string[]> => {
      const scheme = { ...oauth(word, 'PETS_OAUTH_'), what: word };
      const text = await readme(planOf([scheme, { ...apiKey, name: word, what: word, description: word }]));
      // How long lines of code are broken, their length decides.
      const prose = text.replace(/^(`{3,})ts$[^]*?^\1$/gm, '```');
      return prose.split('\n').map((line) => line.match(/^(?:#+|[|]|\s*```|\s*- |\d\.)?/)?.[0] ?? '');
    };
    assert.deepEqual(await skeleton(hostile), await skeleton('x'));
    const page =
      (await emit(planOf([{ ...oauth(hostile, 'PETS_OAUTH_'), scopes: [hostile] }]))).get('OAUTH.md') ?? '';
    assert.doesNotMatch(page, /<img|(?<!\\)\]\(https:\/\/evil|[\u2028\u202e]/);
  });
});

suite('values that come from callers', () => {
  const base = plannedTool({}).definition;
  const header = (name: string, of: string, required?: true): typeof base => ({
    ...base,
    name,
    request: { ...base.request, fixed: [{ property: of, header: of, ...(required && { required }) }] },
  });
  const claim = {
    ...base,
    name: 'mine',
    request: { ...base.request, fixed: [{ property: 'a', claim: 'tenant|id' }] },
  };
  const filesFor = async (tools: readonly (typeof base)[]): Promise<ReadonlyMap<string, string>> =>
    emit({ manifest: { ...serverPlan([]).manifest, tools } });

  test('are listed where hosts are connected, and in .env.example', async () => {
    const tools = [header('a', 'x-tenant', true), header('b', 'x-tenant'), header('c', 'x-region'), claim];
    const files = await filesFor(tools);
    const [, chapter = ''] = /## Connect a host\n([^]*?)\n## /.exec(files.get('README.md') ?? '') ?? [];
    assert.match(chapter, /\| `x-tenant` +\| `a`, `b` +\| needed +\|/);
    assert.match(chapter, /\| `x-region` +\| `c` +\| where it is there +\|/);
    assert.match(chapter, /\| `tenant\\\|id` +\| `mine` +\|/);
    const env = files.get('.env.example') ?? '';
    assert.match(env, /\n# Clients have to send these headers, .*: x-tenant\n/);
    assert.match(env, /\n# Clients can send these headers, .*: x-region\n/);
    assert.match(env, /\n# Tokens have to have these claims, .*: tenant\|id\n/);
  });

  test('are not spoken of where there are none, and stay in their places', async () => {
    const none = await filesFor([base]);
    assert.doesNotMatch(none.get('README.md') ?? '', /values from (headers|claims)/);
    assert.doesNotMatch(none.get('.env.example') ?? '', /these (headers|claims)/);
    const fixed = [{ property: 'a', claim: hostile }];
    const evil = await filesFor([{ ...base, request: { ...base.request, fixed } }]);
    for (const line of (evil.get('.env.example') ?? '').split('\n')) assert.match(line, /^(#.*)?$/);
    assert.doesNotMatch(evil.get('README.md') ?? '', /<img|(?<!\\)\]\(https:\/\/evil|[\u2028\u202e]/);
  });
});

suite('README.md on code for a scheme', () => {
  const example = async (schemes: readonly PlannedScheme[]): Promise<string> => {
    const text = (await emit(planOf(schemes))).get('README.md') ?? '';
    const blocks = [...text.matchAll(/^(`{3,})ts\n([^]*?)^\1$/gm)].map(([, , code = '']) => code);
    return blocks.find((code) => code.includes('authenticate: ')) ?? '';
  };

  test('shows that which needs code, else the first, by its own name', async () => {
    const needed = await example([apiKey, byCode]);
    assert.match(needed, /^ {4}nego: \(\{ headers \}, \{ environment \}\) =>/m);
    assert.match(
      needed,
      /headers\.set\(['"]authorization['"], environment\[['"]\w+_CREDENTIAL['"]\] \?\? ['"]{2}\)/,
    );
    assert.match(await example([apiKey]), /shop: [^]*headers\.set\(['"]X-Key['"]/);
    assert.equal(await example([]), '');
  });

  test('is code whatever the scheme is called', async () => {
    for (const name of [hostile, '__proto__', 'a-b', "'", '```']) {
      const code = await example([{ ...byCode, name }]);
      const { diagnostics = [], outputText } = ts.transpileModule(code, {
        reportDiagnostics: true,
        compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
      });
      assert.deepEqual(diagnostics, [], name);
      assert.match(outputText, /authenticate: /);
      const module: { hooks?: { authenticate: object } } = {};
      runInNewContext(outputText, { exports: module });
      assert.deepEqual(Object.keys(module.hooks?.authenticate ?? {}), [name]);
    }
  });
});

suite('README.md on clients', () => {
  const readme = async (changes: Partial<ServerPlan>): Promise<string> =>
    (await emit(changes)).get('README.md') ?? '';
  const { manifest } = serverPlan([]);

  test('tells what a proxy has to do that hands over certificates, where that counts', async () => {
    const clients = planClients({ access: { auth: 'oauth' }, tools: [] });
    assert.match(await readme({ clients }), /remove it from what clients send .* but through the proxy/);
    assert.doesNotMatch(await readme({}), /but through the proxy/);
    const page = (await emit({ clients })).get('OAUTH.md') ?? '';
    for (const rule of [
      /Clocks may be 5 seconds apart/,
      /`iat`/,
      /`MCP_SCOPE_CLAIM` names/,
      /10 seconds at most/,
    ])
      assert.match(page, rule);
  });

  test('tells who may call, and what adds the libraries of oauth', async () => {
    const text = await readme({ clients: planClients({ tools: [] }) });
    assert.match(text, /what holds where it is not set, `\.env\.example` says/);
    assert.match(text, /\| `MCP_AUTH` .* as `\.env\.example` says +\|/);
    assert.match(text, /\| `oauth` .*generate --auth oauth/);
    assert.doesNotMatch(text, /MCP_ISSUER` +\|/);
    assert.match(text, /curl http:\/\/127\.0\.0\.1:3000\/mcp \\\n {2}-H 'Content-Type/);
  });

  test('lists which tools need which scopes, where tokens have any', async () => {
    const base = plannedTool({}).definition;
    const many = Array.from({ length: 10 }, (_, at) => ({
      ...base,
      name: `t${at}`,
      scopes: [['a', 'b'], ['c']],
    }));
    const tools = [...many, { ...base, name: 'open' }];
    const clients = planClients({ access: { auth: 'oauth' }, tools });
    const text = await readme({ clients, manifest: { ...manifest, tools } });
    assert.match(text, /\| `a` and `b` or `c` +\| `t0`, .*`t7` and 2 more +\|/);
    assert.match(text, /\| none: every client +\| `open` +\|/);
    assert.match(text, /-H "Authorization: Bearer \$TOKEN"/);
  });

  test('asks as whom the API is called where there are credentials', async () => {
    const secured = { ...plannedTool({}).definition };
    const request = { ...secured.request, security: [{ shop: [] }] };
    const clients = planClients({ access: { auth: 'oauth' }, tools: [{ ...secured, request }] });
    assert.match(await readme({ clients }), /\| `MCP_IDENTITY` .* none: required with `oauth`/);
    const chosen = planClients({
      access: { auth: 'oauth', identity: 'service' },
      tools: [{ ...secured, request }],
    });
    assert.match(await readme({ clients: chosen }), /\| `MCP_IDENTITY` .* `service` +\|/);
  });

  test('shows by what a client brings a static token, and makes one that a server takes', async () => {
    const text = await readme({ clients: planClients({ tools: [] }) });
    const [, chapter = ''] = /\nFor `bearer`, in this order:\n([^]*?)\n\| Variable/.exec(text) ?? [];
    assert.match(
      chapter,
      /claude mcp add --transport http \S+ http:\S+ --header "Authorization: Bearer <token>"/,
    );
    assert.match(chapter, /"mcpServers": [^]*"headers": \{ "Authorization": "Bearer <token>" \}/);
    assert.match(chapter, /curl \S+ -H "Authorization: Bearer <token>"/);
    const [, code = ''] = /node -e "(console[^"]+)"/.exec(chapter) ?? [];
    const { stdout } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' });
    assert.equal(readStaticTokens('MCP_TOKENS', `alice=${stdout}`).length, 1);
  });

  test('shows hosts the token that they have to bring', async () => {
    const text = await readme({ clients: planClients({ access: { auth: 'bearer' }, tools: [] }) });
    const blocks = [...text.matchAll(/```json\n([^`]*)```/g)].map(
      ([, json = '']) => JSON.parse(json) as object,
    );
    assert.ok(JSON.stringify(blocks).includes('"headers":{"Authorization":"Bearer ..."}'));
  });
});
