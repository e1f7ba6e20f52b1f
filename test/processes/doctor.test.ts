import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, suite, test } from 'node:test';
import { parseEnv } from 'node:util';
import type { Manifest, ToolDefinition } from '../../src/runtime/manifest.js';
import type { SecurityRequirement, SecurityScheme } from '../../src/runtime/security.js';
import { buildProject, type BuiltProject } from '../runtime/built-project.js';
import { answerJson, grant, oauthEnv, refuse, startIssuer, type TestIssuer } from '../runtime/issuer.js';
import { madeManifest, madeTool } from '../runtime/made-manifest.js';
import { plainEnvironment, runProcess, type ProcessResult } from '../tools/run-process.js';

interface Finding {
  readonly state: string;
  readonly about: string;
  readonly text: string;
}

interface Report {
  readonly ok: boolean;
  readonly sections: readonly { readonly title: string; readonly findings: readonly Finding[] }[];
}

let project: BuiltProject;
let issuer: TestIssuer;

before(async () => {
  project = await buildProject(madeManifest([]));
});
after(() => project.remove());
beforeEach(async () => {
  issuer = await startIssuer();
  rmSync(join(project.folder, '.env'), { force: true });
});
afterEach(() => issuer.stop());

const apiKey: SecurityScheme = { type: 'apiKey', in: 'header', name: 'X-Key', env: { key: 'PETS_KEY' } };
const basic: SecurityScheme = {
  type: 'http',
  scheme: 'basic',
  env: { username: 'PETS_BASIC_USERNAME', password: 'PETS_BASIC_PASSWORD' },
};
const client = { PETS_OAUTH_CLIENT_ID: 'pets-client', PETS_OAUTH_CLIENT_SECRET: 'client-s3cret' };

function oauth(flow: object = { tokenUrl: issuer.tokenUrl }): SecurityScheme {
  return { type: 'oauth2', flows: { clientCredentials: flow, authorizationCode: flow }, env: oauthEnv };
}

function toolOf(name: string, security: readonly SecurityRequirement[], group = 'pets'): ToolDefinition {
  const tool = madeTool({ name, group });
  return { ...tool, request: { ...tool.request, security } };
}

async function use(tools: readonly ToolDefinition[], parts: Partial<Manifest> = {}): Promise<void> {
  await project.write('generated/manifest.json', JSON.stringify(madeManifest(tools, parts)));
}

function writeEnv(variables: Readonly<Record<string, string>>): void {
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(project.folder, '.env'), lines.join(''));
}

async function run(
  args: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
): Promise<ProcessResult> {
  const command = [join(project.folder, 'dist/doctor.js'), ...args];
  const env = plainEnvironment(variables);
  return await runProcess(process.execPath, command, { cwd: project.folder, env, timeoutMs: 30_000 });
}

/** What the doctor finds; whatever it says, it says nothing secret. */
async function examine(
  variables: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<Report & { readonly status: number | null }> {
  const { status, stdout, stderr } = await run(['--json', ...args], variables);
  assert.equal(stderr, '');
  for (const [name, value] of Object.entries(variables)) {
    if (/s3cret/.test(value)) assert.ok(!stdout.includes(value), name);
  }
  assert.doesNotMatch(stdout, /s3cret|token-\d/);
  return { status, ...(JSON.parse(stdout) as Report) };
}

function findings({ sections }: Report, title: RegExp): readonly string[] {
  const section = sections.find((each) => title.test(each.title));
  return (section?.findings ?? []).map(({ state, about, text }) => `${state} ${about}: ${text}`);
}

suite('the doctor', { timeout: 120_000 }, () => {
  test('finds nothing to mend where nothing is asked for', async () => {
    await use([toolOf('listPets', [])]);
    const { status, stdout, stderr } = await run();
    assert.equal(status, 0);
    assert.equal(stderr, '');
    assert.match(
      stdout,
      /^The API\n {2}note {5}https:\/\/api\.example\.com\/: as the document says; BOATS_BASE_URL is not set\n/,
    );
    assert.match(stdout, /\nTools\n {2}ok {7}pets, 1 tool: called without credentials\n/);
    assert.match(stdout, /\n {2}ok {7}MCP_AUTH: none: /);
    assert.match(stdout, /\n\nAll that was looked at is right\. The API was asked nothing: .*\n$/);
    assert.ok(!stdout.includes('\u001b'));
  });

  test('says of variables whether they are set, and of tools what they lack', async () => {
    await use(
      [
        toolOf('listPets', [{ key: [] }]),
        toolOf('addPet', [{ key: [], basic: [] }]),
        toolOf('shop', [{ basic: [] }, { key: [] }], 'shop'),
        toolOf('free', [], 'shop'),
      ],
      { securitySchemes: { key: apiKey, basic } },
    );
    const file = join(project.folder, 'password');
    writeFileSync(file, 'password-s3cret\n');
    const report = await examine({ PETS_KEY: 'key-s3cret', PETS_BASIC_PASSWORD_FILE: file });
    assert.equal(report.status, 1);
    assert.equal(report.ok, false);
    assert.deepEqual(findings(report, /"key" \(apiKey\)/), ['set PETS_KEY: ']);
    assert.deepEqual(findings(report, /"basic" \(http basic\)/), [
      'unset PETS_BASIC_USERNAME: ',
      'set PETS_BASIC_PASSWORD: by the file that PETS_BASIC_PASSWORD_FILE names',
    ]);
    assert.deepEqual(findings(report, /^Tools/), [
      'ok pets, 1 tool: called by "key"',
      'missing pets, 1 tool (addPet): lacking: PETS_BASIC_USERNAME',
      'ok shop, 1 tool: called by "key"',
      'ok shop, 1 tool: called without credentials',
    ]);
    writeFileSync(file, '\n');
    assert.match(
      findings(await examine({ PETS_BASIC_PASSWORD_FILE: file }), /basic/).join(),
      /wrong .* is empty/,
    );
    const missing = await examine({ PETS_BASIC_PASSWORD_FILE: join(project.folder, 'no') });
    assert.match(findings(missing, /basic/).join(), /wrong .* cannot be read/);
  });

  test('takes the alternative that is chosen by name, and says where there is none of that name', async () => {
    const parts = { securitySchemes: { key: apiKey, basic }, securityEnv: 'PETS_SECURITY' };
    await use([toolOf('listPets', [{ key: [] }, { basic: [] }])], parts);
    const chosen = await examine({ PETS_KEY: 'key-s3cret', PETS_SECURITY: 'basic' });
    assert.deepEqual(findings(chosen, /^Tools/), [
      'ok PETS_SECURITY: "basic"',
      'missing pets, 1 tool (listPets): lacking: PETS_BASIC_USERNAME and PETS_BASIC_PASSWORD',
    ]);
    const wrong = await examine({ PETS_KEY: 'key-s3cret', PETS_SECURITY: 'nope' });
    assert.match(findings(wrong, /^Tools/)[0] ?? '', /^wrong PETS_SECURITY: /);
  });

  test('looks at base URLs and at the origins that credentials may go to', async () => {
    const server = { url: 'https://files.example.com', variables: {}, env: 'BOATS_BASE_URL_1' };
    const tool = toolOf('listPets', []);
    await use([tool, { ...tool, name: 'other', request: { ...tool.request, server } }], {
      upstream: { variables: {}, env: 'BOATS_BASE_URL' },
    });
    const nowhere = findings(await examine(), /^The API/);
    assert.match(nowhere[0] ?? '', /^missing BOATS_BASE_URL: /);
    const found = findings(
      await examine({
        BOATS_BASE_URL: 'https://a.example',
        BOATS_ALLOWED_ORIGINS: 'https://files.example.com,x',
      }),
      /^The API/,
    );
    assert.deepEqual(found, [
      'set https://a.example/: by BOATS_BASE_URL',
      'note https://files.example.com/: as the document says; BOATS_BASE_URL_1 is not set',
      'note https://a.example: credentials may go there',
      'note https://files.example.com: credentials may go there',
      'wrong BOATS_ALLOWED_ORIGINS: it holds an entry that is no origin',
    ]);
  });

  test('calls no tool right whose requests cannot go where they would', async () => {
    const server = { url: 'https://files.example.com', variables: {}, env: 'BOATS_BASE_URL_1' };
    const tool = toolOf('listPets', [{ key: [] }]);
    const tools = [tool, { ...tool, name: 'other', request: { ...tool.request, server } }];
    await use(tools, { securitySchemes: { key: apiKey } });
    const told = async (variables: Readonly<Record<string, string>>): Promise<readonly string[]> =>
      findings(await examine({ PETS_KEY: 'key-s3cret', ...variables }), /^Tools/);
    const refused = (name: string, env: string): string =>
      `note pets, 1 tool (${name}): every call is refused: see what is said of ${env}`;
    assert.deepEqual(await told({}), [
      'ok pets, 1 tool: called by "key"',
      refused('other', 'BOATS_BASE_URL_1'),
    ]);
    for (const url of ['ftp://a.example', 'nope']) {
      assert.deepEqual(await told({ BOATS_BASE_URL: url }), [
        refused('listPets', 'BOATS_BASE_URL'),
        refused('other', 'BOATS_BASE_URL_1'),
      ]);
    }
    assert.deepEqual(await told({ BOATS_ALLOWED_ORIGINS: 'https://files.example.com' }), [
      'ok pets, 2 tools: called by "key"',
    ]);
  });

  test('knows of code: of hooks, and of credentials from elsewhere', async () => {
    const nego: SecurityScheme = { type: 'http', scheme: 'negotiate', env: {} };
    await use([toolOf('listPets', [{ nego: [] }]), toolOf('addPet', [{ key: [] }])], {
      securitySchemes: { nego, key: apiKey },
    });
    assert.deepEqual(findings(await examine(), /^Tools/), [
      'missing pets, 1 tool (listPets): lacking: an entry "nego" of authenticate in src/hooks.ts',
      'missing pets, 1 tool (addPet): lacking: PETS_KEY',
    ]);
    const before = ['hooks', 'credentials'].map((name) =>
      readFileSync(join(project.folder, `src/${name}.ts`), 'utf8'),
    );
    try {
      await project.write('src/hooks.ts', 'export const hooks = { authenticate: { nego: () => {} } };\n');
      await project.write(
        'src/credentials.ts',
        "export const createCredentials = () => async () => ({ key: 'k-s3cret' });\n",
      );
      const report = await examine();
      assert.equal(report.status, 0);
      assert.deepEqual(findings(report, /"nego"/), ['ok src/hooks.ts: code of yours does this scheme']);
      assert.deepEqual(findings(report, /"key"/), [
        'unset PETS_KEY: ',
        'ok src/credentials.ts: code of yours has this credential',
      ]);
    } finally {
      await project.write('src/hooks.ts', before[0] ?? '');
      await project.write('src/credentials.ts', before[1] ?? '');
    }
  });

  const unsendable: readonly [
    of: string,
    scheme: SecurityScheme,
    variables: Record<string, string>,
    told: RegExp,
  ][] = [
    [
      'a key with a line break',
      apiKey,
      { PETS_KEY: 'a\ns3cret' },
      /^wrong PETS_KEY: .*a header cannot carry/,
    ],
    ['a key beyond ASCII', apiKey, { PETS_KEY: 's3cré' }, /^wrong PETS_KEY: .*a header cannot carry/],
    [
      'a cookie with a semicolon (RFC 6265 4.1.1)',
      { type: 'apiKey', in: 'cookie', name: 'sid', env: { key: 'PETS_KEY' } },
      { PETS_KEY: 'a;s3cret' },
      /^wrong PETS_KEY: .*a cookie cannot carry/,
    ],
    [
      'a colon in a user name (RFC 7617 2)',
      basic,
      { PETS_BASIC_USERNAME: 'a:b', PETS_BASIC_PASSWORD: 'p-s3cret' },
      /^wrong PETS_BASIC_USERNAME and PETS_BASIC_PASSWORD: .*colon/,
    ],
    [
      'a bearer token with a space',
      { type: 'http', scheme: 'bearer', env: { token: 'PETS_TOKEN' } },
      { PETS_TOKEN: 'a s3cret' },
      /^wrong PETS_TOKEN: .*white space/,
    ],
  ];
  for (const [of, scheme, variables, told] of unsendable) {
    test(`finds what no request can carry: ${of}`, async () => {
      await use([toolOf('listPets', [{ it: [] }])], { securitySchemes: { it: scheme } });
      const report = await examine(variables);
      assert.match(findings(report, /"it"/).at(-1) ?? '', told);
      assert.deepEqual(findings(report, /^Tools/), [
        'wrong pets, 1 tool (listPets): what is set for "it" cannot be used',
      ]);
      assert.equal(report.status, 1);
    });
  }

  test('tells a wrong base URL once, and of credentials that go unencrypted', async () => {
    const server = { url: 'https://files.example.com', variables: {}, env: 'BOATS_BASE_URL_1' };
    const tool = toolOf('listPets', [{ oauth: [] }]);
    const tools = [tool, { ...tool, name: 'other', request: { ...tool.request, server } }];
    await use(tools, { securitySchemes: { oauth: oauth({ tokenUrl: '/token' }) } });
    const report = await examine({ ...client, BOATS_BASE_URL: 'nope' });
    const faults = report.sections.flatMap((each) => each.findings).filter(({ state }) => state === 'wrong');
    assert.deepEqual(
      faults.map(({ about }) => about),
      ['BOATS_BASE_URL'],
      JSON.stringify(report),
    );
    await use([tool]);
    const plain = (url: string): Promise<Report> => examine({ BOATS_BASE_URL: url });
    assert.match(
      findings(await plain('http://api.example.com/v1'), /^The API/)[1] ?? '',
      /^note .* unencrypted/,
    );
    for (const url of ['https://api.example.com/v1', 'http://127.0.0.1:9/v1', 'http://[::1]:9/'])
      assert.doesNotMatch(findings(await plain(url), /^The API/).join(), /unencrypted/);
  });

  test('names tools without a group, where they are few', async () => {
    const tools = ['a', 'b', 'c', 'd'].map((name) => {
      return madeTool({ name });
    });
    await use(tools.slice(0, 3));
    assert.deepEqual(findings(await examine(), /^Tools/), [
      'ok Tools without a group, 3 tools (a, b, c): called without credentials',
    ]);
    await use(tools);
    assert.deepEqual(findings(await examine(), /^Tools/), [
      'ok Tools without a group, 4 tools: called without credentials',
    ]);
  });

  test('tells which values come from callers, and that there are none on stdio', async () => {
    const tool = toolOf('listPets', []);
    const fixed = [
      { property: 'a', header: 'x-tenant', required: true as const },
      { property: 'b', header: 'x-region' },
      { property: 'c', claim: 'tenant' },
    ];
    await use([{ ...tool, request: { ...tool.request, fixed } }]);
    const report = await examine();
    assert.deepEqual(findings(report, /^Tools/).slice(1), [
      'note claim "tenant": a value of 1 tool (listPets): called over HTTP with MCP_AUTH=oauth alone, and failing on stdio',
      'note header "x-tenant": a value of 1 tool (listPets): clients over HTTP have to send it, and on stdio each call fails',
    ]);
  });

  test('tells of variables in .env that nothing reads, with the name that was meant', async () => {
    await use([toolOf('listPets', [{ key: [] }])], { securitySchemes: { key: apiKey } });
    writeEnv({
      BOATS_BASE_ULR: 'https://a.example',
      BOATS_SOMETHING_ELSE: 'x',
      MCP_TOKEN: 'value-s3cret',
      MCP_TOKENS_FIEL: 'x',
      MCP_ISSUER: 'https://issuer.example',
      MCP_MAX_EVENTS: '5',
      PETS_KEY_FILE: '/nowhere',
      HOME_MADE: 'x',
      mcp_auth: 'none',
    });
    assert.deepEqual([...findings(await examine(), /\.env/)].sort(), [
      'note BOATS_BASE_ULR: nothing reads it, unless code of yours does; did you mean BOATS_BASE_URL?',
      'note BOATS_SOMETHING_ELSE: nothing reads it, unless code of yours does',
      'note MCP_TOKEN: nothing reads it, unless code of yours does; did you mean MCP_TOKENS?',
      'note MCP_TOKENS_FIEL: nothing reads it, unless code of yours does; did you mean MCP_TOKENS_FILE?',
      'note mcp_auth: nothing reads it, unless code of yours does; did you mean MCP_AUTH?',
    ]);
  });

  test('is helped and refused as the others', async () => {
    await use([]);
    const help = await run(['--help']);
    assert.equal(help.status, 0);
    assert.match(help.stdout, /--json/);
    assert.equal((await run(['--nope'])).status, 2);
  });
});

suite('the doctor and tokens', { timeout: 120_000 }, () => {
  const tools = [
    toolOf('listPets', [{ oauth: ['pets:read'] }]),
    toolOf('addPet', [{ oauth: ['pets:read', 'pets:write'] }]),
  ];
  const title = /"oauth" \(oauth2\)/;
  const told = (report: Report): readonly string[] =>
    findings(report, title).filter((line) => !/^(un)?set /.test(line));

  test('really asks for one, and tells its time, its scopes, and the tools that lack some', async () => {
    await use(tools, { securitySchemes: { oauth: oauth() } });
    issuer.token = (_, response) => grant(response, { access_token: 'token-1', scope: 'pets:read' });
    const report = await examine(client);
    assert.equal(issuer.tokenRequests()[0]?.form.get('scope'), 'pets:read pets:write');
    assert.deepEqual(told(report), [
      `ok token: ${issuer.tokenUrl} gave one (good for: 3600 seconds; scopes: pets:read)`,
      'missing scope pets:write: not granted: 1 tool (addPet)',
    ]);
    assert.deepEqual(findings(report, /^Tools/), [
      'ok pets, 1 tool: called by "oauth"',
      'missing pets, 1 tool (addPet): "oauth" is not granted pets:write',
    ]);
    assert.equal(report.status, 1);
  });

  test('finds a token endpoint beside the base URL in force', async () => {
    await use(tools, { securitySchemes: { oauth: oauth({ tokenUrl: new URL(issuer.tokenUrl).pathname }) } });
    const { env } = madeManifest([]).upstream;
    const [token] = told(await examine({ ...client, [env]: new URL(issuer.tokenUrl).origin }));
    assert.match(token ?? '', new RegExp(`^ok token: ${issuer.tokenUrl} gave one`));
  });

  test('asks as calls do where one scope spoils all', async () => {
    await use(tools, { securitySchemes: { oauth: oauth() } });
    issuer.token = ({ form }, response) => {
      if (form.get('scope')?.includes('write')) refuse(response, 'invalid_scope');
      else grant(response, { access_token: 'token-1' });
    };
    const report = await examine(client);
    assert.deepEqual(findings(report, /^Tools/), [
      'ok pets, 1 tool: called by "oauth"',
      'missing pets, 1 tool (addPet): "oauth" is not granted pets:read pets:write',
    ]);
    assert.deepEqual(told(report), [
      `ok token: ${issuer.tokenUrl} gave one (good for: 3600 seconds; scopes: pets:read)`,
      'missing scopes pets:read pets:write: the issuer does not grant them (invalid_scope): 1 tool (addPet)',
    ]);
  });

  test('tells why there is none', async () => {
    await use(tools, { securitySchemes: { oauth: oauth() } });
    issuer.token = (_, response) => refuse(response, 'invalid_client', 401);
    const report = await examine(client);
    const [refused = ''] = told(report);
    assert.deepEqual(findings(report, /^Tools/), [
      'wrong pets, 2 tools (listPets, addPet): "oauth" gets no token',
    ]);
    assert.match(
      refused,
      /^wrong token: The issuer at http.* refuses: invalid_client\. Correct PETS_OAUTH_CLIENT_ID/,
    );
    assert.doesNotMatch(refused, /DESCRIPTION/);
    issuer.stop();
    assert.match(told(await examine(client))[0] ?? '', /^wrong token: .*cannot be reached \(ECONNREFUSED\)/);
  });

  test('names the first of many variables that are not set to a person, and all to a program', async () => {
    await use(tools, { securitySchemes: { oauth: oauth() } });
    const names = Object.values(oauthEnv);
    const { stdout } = await run();
    assert.ok(
      stdout.includes(`not set: ${names.slice(0, 4).join(', ')} and ${names.length - 4} more, which`),
    );
    const some = await run([], { PETS_OAUTH_CLIENT_ID: 'pets-client' });
    assert.match(
      some.stdout,
      /set {6}PETS_OAUTH_CLIENT_ID\n {2}- +not set: /,
      'what nobody has to set stands last',
    );
    assert.equal(findings(await examine(), title).length, names.length);
  });

  test('asks for nothing where a token is ready', async () => {
    await use(tools, { securitySchemes: { oauth: oauth() } });
    const report = await examine({ ...client, PETS_OAUTH_TOKEN: 'ready-s3cret' });
    assert.match(told(report)[0] ?? '', /^note PETS_OAUTH_TOKEN: it is sent as it is/);
    assert.equal(issuer.requests.length, 0);
    assert.equal(report.status, 0);
  });

  test('spends no refresh token unless it is asked to, wherever that comes from', async () => {
    await use(tools, { securitySchemes: { oauth: oauth() } });
    const variables = { PETS_OAUTH_CLIENT_ID: 'pets-client', PETS_OAUTH_REFRESH_TOKEN: 'first-s3cret' };
    const untried = /^note PETS_OAUTH_REFRESH_TOKEN: set, not tried at http.*--use-refresh-token/;
    const report = await examine(variables);
    assert.match(told(report).join(), untried);
    assert.equal(report.status, 0);
    writeEnv(variables);
    assert.match(told(await examine()).join(), untried);
    assert.equal(issuer.requests.length, 0);
  });

  test('looks for the issuer of a refresh token that it does not spend', async () => {
    await use(tools, { securitySchemes: { oauth: oauth() } });
    issuer.stop();
    const report = await examine({
      PETS_OAUTH_CLIENT_ID: 'pets-client',
      PETS_OAUTH_REFRESH_TOKEN: 'first-s3cret',
      PETS_OAUTH_ISSUER: issuer.url,
    });
    assert.match(told(report).join(), /^wrong token: .*cannot be reached/);
  });

  test('keeps a refresh token that the issuer replaces, in .env and nowhere else', async () => {
    await use(tools, { securitySchemes: { oauth: oauth() } });
    issuer.token = ({ form }, response) => {
      assert.equal(form.get('grant_type'), 'refresh_token');
      grant(response, { access_token: 'token-1', refresh_token: 'second-s3cret' });
    };
    const variables = { PETS_OAUTH_CLIENT_ID: 'pets-client', PETS_OAUTH_REFRESH_TOKEN: 'first-s3cret' };
    writeEnv(variables);
    const report = await examine({}, ['--use-refresh-token']);
    assert.match(told(report)[0] ?? '', /^note PETS_OAUTH_REFRESH_TOKEN: the issuer replaces it/);
    assert.match(told(report)[1] ?? '', /^ok token: .*scopes: not told/);
    const kept = parseEnv(readFileSync(join(project.folder, '.env'), 'utf8'));
    assert.equal(kept['PETS_OAUTH_REFRESH_TOKEN'], 'second-s3cret');

    issuer.token = (_, response) =>
      grant(response, { access_token: 'token-1', refresh_token: `'a'"\`third-s3cret` });
    const unwritable = told(await examine({}, ['--use-refresh-token']));
    assert.match(unwritable[0] ?? '', /^wrong PETS_OAUTH_REFRESH_TOKEN: .*the new one is lost/);

    rmSync(join(project.folder, '.env'));
    const lost = told(await examine(variables, ['--use-refresh-token']));
    assert.match(lost[0] ?? '', /^wrong PETS_OAUTH_REFRESH_TOKEN: .*the new one is lost/);
  });

  test('asks no issuer that only the document names', async () => {
    const scheme: SecurityScheme = {
      type: 'openIdConnect',
      openIdConnectUrl: `${issuer.url}/.well-known/openid-configuration`,
      env: oauthEnv,
    };
    await use(tools, { securitySchemes: { oauth: scheme } });
    const [line = ''] = findings(await examine(client), /"oauth"/).filter((each) => !/^(un)?set /.test(each));
    assert.match(line, /^wrong token: .*PETS_OAUTH_ISSUER/);
    assert.equal(issuer.requests.length, 0);
  });
});

suite('the doctor and clients over HTTP', { timeout: 120_000 }, () => {
  const title = /^Clients/;

  test('says what keeps the server from starting', async () => {
    await use([toolOf('listPets', [])]);
    assert.match(
      findings(await examine({ HOST: '0.0.0.0' }), title)[0] ?? '',
      /^wrong settings: MCP_AUTH is none/,
    );
    assert.match(
      findings(await examine({ MCP_AUTH: 'oauth' }), title)[0] ?? '',
      /^wrong settings: .*MCP_ISSUER/,
    );
  });

  test('counts static tokens', async () => {
    await use([toolOf('listPets', [])]);
    const MCP_TOKENS = `alice=${'a-s3cret'.repeat(5)},bob=${'b-s3cret'.repeat(5)}`;
    const report = await examine({ MCP_AUTH: 'bearer', MCP_TOKENS });
    assert.deepEqual(findings(report, title), [
      'ok MCP_AUTH: bearer: whoever has a static token',
      'ok MCP_TOKENS: 2 clients',
    ]);
    const one = await examine({ MCP_AUTH: 'bearer', MCP_TOKENS: MCP_TOKENS.split(',', 1).join() });
    assert.equal(findings(one, title)[1], 'ok MCP_TOKENS: one client');
  });

  test('asks the issuer for its keys, and says as whom the API is called', async () => {
    await use([{ ...toolOf('listPets', [{ oauth: [] }]), scopes: [['pets:read']] }], {
      securitySchemes: { oauth: oauth() },
    });
    const { url } = issuer;
    const settings = {
      ...client,
      MCP_AUTH: 'oauth',
      MCP_ISSUER: url,
      MCP_AUDIENCE: 'https://mcp.example.com/mcp',
      MCP_IDENTITY: 'exchange',
      PETS_OAUTH_TOKEN_URL: issuer.tokenUrl,
    };
    issuer.other = ({ path }, response) => {
      if (path === '/jwks') return answerJson(response, 200, { keys: [{ kty: 'RSA' }, { kty: 'EC' }] });
      answerJson(response, 200, { issuer: url, jwks_uri: `${url}/jwks` });
    };
    const report = await examine(settings);
    assert.deepEqual(findings(report, title), [
      'ok MCP_AUTH: oauth: whoever has an access token of the issuer',
      'ok MCP_AUDIENCE: https://mcp.example.com/mcp',
      'ok resource: https://mcp.example.com/mcp',
      'ok MCP_IDENTITY: exchange: the API sees who calls',
      'note MCP_TOKEN_TYPE: at+jwt',
      'note scopes of tools: pets:read',
      `ok MCP_ISSUER: ${url} can be reached, and has 2 keys`,
    ]);
    assert.match(
      findings(report, /"oauth"/).at(-1) ?? '',
      /^note http.*tokens of callers are exchanged there/,
    );
    assert.equal(report.status, 0);
    const ready = await examine({ ...settings, PETS_OAUTH_TOKEN: 'ready-s3cret' });
    assert.deepEqual(findings(ready, /"oauth"/).slice(-2), [
      'note PETS_OAUTH_TOKEN: over HTTP it is not sent, since it says nothing of a caller (MCP_IDENTITY is exchange)',
      findings(report, /"oauth"/).at(-1),
    ]);
    issuer.other = (_, response) => answerJson(response, 200, { issuer: 'https://evil.example' });
    assert.match(
      findings(await examine(settings), title).at(-1) ?? '',
      /^wrong MCP_ISSUER: there are no keys of/,
    );
  });

  test('says what an exchange lacks, and takes a client that signs people in for one that exchanges', async () => {
    const flow = { tokenUrl: issuer.tokenUrl };
    const scheme: SecurityScheme = { type: 'oauth2', flows: { authorizationCode: flow }, env: oauthEnv };
    await use([toolOf('listPets', [{ oauth: [] }]), toolOf('addPet', [{ key: [] }])], {
      securitySchemes: { oauth: scheme, key: apiKey },
    });
    issuer.other = (_, response) => answerJson(response, 200, { keys: [{ kty: 'RSA' }] });
    const settings = {
      MCP_AUTH: 'oauth',
      MCP_ISSUER: issuer.url,
      MCP_JWKS_URL: `${issuer.url}/jwks`,
      MCP_AUDIENCE: 'https://mcp.example.com/mcp',
      MCP_IDENTITY: 'exchange',
      PETS_OAUTH_TOKEN_URL: issuer.tokenUrl,
      PETS_KEY: 'key-s3cret',
    };
    const keyAlone =
      'missing pets, 1 tool (addPet): they take no token that could be exchanged for one of their caller';
    const ready = await examine({ ...settings, PETS_OAUTH_TOKEN: 'ready-s3cret' });
    assert.deepEqual(findings(ready, /^Tools/), [
      'missing pets, 1 tool (listPets): lacking: PETS_OAUTH_CLIENT_ID and PETS_OAUTH_CLIENT_SECRET; .env.example has other ways',
      keyAlone,
    ]);
    const unset = findings(await examine(settings), /"oauth"/);
    assert.ok(!unset.some((line) => line.includes('PETS_OAUTH_TOKEN:')), 'a ready token is no way there');
    const whole = await examine({ ...settings, ...client });
    assert.deepEqual(findings(whole, /^Tools/), ['ok pets, 1 tool: called by "oauth"', keyAlone]);
  });
});
