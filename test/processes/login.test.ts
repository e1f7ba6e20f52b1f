import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { after, afterEach, before, beforeEach, suite, test } from 'node:test';
import { parseEnv } from 'node:util';
import type { Manifest } from '../../src/runtime/manifest.js';
import type { SecurityScheme } from '../../src/runtime/security.js';
import { buildProject, type BuiltProject } from '../runtime/built-project.js';
import { madeManifest, madeTool } from '../runtime/made-manifest.js';
import {
  answerJson,
  grant,
  oauthEnv,
  refuse,
  startIssuer,
  type AskedIssuer,
  type TestIssuer,
} from '../runtime/issuer.js';
import { collect, plainEnvironment } from '../tools/run-process.js';

const env = {
  ...oauthEnv,
  authorizationUrl: 'PETS_OAUTH_AUTHORIZATION_URL',
  deviceUrl: 'PETS_OAUTH_DEVICE_URL',
};
const secrets = ['REFRESH-s3cret', 'ACCESS-s3cret', 'CODE-s3cret', 'client-s3cret', 'DEVICE-s3cret'];

let project: BuiltProject;
let issuer: TestIssuer;
const children = new Set<ChildProcess>();

before(async () => {
  project = await buildProject(madeManifest([]));
});
after(() => project.remove());
beforeEach(async () => {
  issuer = await startIssuer();
  await useSchemes({ oauth: schemeOf(issuer) });
  writeEnv({ PETS_OAUTH_CLIENT_ID: 'pets-client', PETS_OAUTH_CLIENT_SECRET: 'client-s3cret' });
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  issuer.stop();
});

function schemeOf({ url, tokenUrl }: TestIssuer): SecurityScheme {
  const flow = { tokenUrl, refreshUrl: `${url}/refresh` };
  return {
    type: 'oauth2',
    flows: {
      authorizationCode: { ...flow, authorizationUrl: `${url}/authorize?kept=1` },
      deviceAuthorization: { ...flow, deviceAuthorizationUrl: `${url}/device` },
    },
    env,
  };
}

async function useSchemes(securitySchemes: Manifest['securitySchemes']): Promise<void> {
  const security = Object.keys(securitySchemes).map((name) => ({ [name]: ['pets:read', 'pets:write'] }));
  const tool = madeTool({ name: 'listPets' });
  const tools = [{ ...tool, request: { ...tool.request, security } }];
  await project.write('generated/manifest.json', JSON.stringify(madeManifest(tools, { securitySchemes })));
}

function envPath(): string {
  return join(project.folder, '.env');
}

function writeEnv(variables: Readonly<Record<string, string>>): void {
  rmSync(envPath(), { force: true });
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(envPath(), `# kept\n${lines.join('')}`);
}

function readEnv(): Readonly<Record<string, string | undefined>> {
  return parseEnv(readFileSync(envPath(), 'utf8'));
}

/** A login that runs. */
interface Login {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<number | null>;
}

function startLogin(args: readonly string[], variables: Readonly<Record<string, string>> = {}): Login {
  const child = spawn(process.execPath, [join(project.folder, 'dist/login.js'), ...args], {
    env: plainEnvironment(variables),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const ended = once(child, 'close').then(([status]) => status as number | null);
  return { child, ended, stdout: () => stdout().toString(), stderr: () => stderr().toString() };
}

/** Waits until a login has printed what matches. */
async function printed({ stderr, ended }: Login, pattern: RegExp): Promise<RegExpExecArray> {
  let isOver = false;
  void ended.then(() => (isOver = true));
  for (let turn = 0; turn < 400; turn += 1) {
    const found = pattern.exec(stderr());
    if (found !== null) return found;
    if (isOver) break;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`It printed no ${String(pattern)}:\n${stderr()}`);
}

async function startByBrowser(
  args: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
): Promise<Login & { readonly page: URL; readonly redirect: URL }> {
  const login = startLogin(['--no-browser', ...args], variables);
  const [, address = ''] = await printed(login, /^ {2}(http\S+)$/m);
  const page = new URL(address);
  await printed(login, /The answer is waited for/);
  return { ...login, page, redirect: new URL(page.searchParams.get('redirect_uri') ?? '') };
}

/** Comes back to the redirect URI as a browser does. */
async function comeBack(redirect: URL, parameters: Readonly<Record<string, string>>): Promise<Response> {
  const url = new URL(redirect);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value);
  return await fetch(url);
}

const granted = { access_token: 'ACCESS-s3cret', refresh_token: 'REFRESH-s3cret' };

function saysNoSecret(login: Login, page = ''): void {
  for (const secret of secrets) assert.ok(!`${login.stderr()}${page}`.includes(secret), login.stderr());
}

suite('login by the browser', { timeout: 120_000 }, () => {
  test('brings a refresh token into .env, by PKCE and state (RFC 7636, RFC 6749 4.1)', async () => {
    const asked: AskedIssuer[] = [];
    issuer.token = (request, response) => {
      asked.push(request);
      grant(response, { ...granted, scope: 'pets:read pets:write' });
    };
    const login = await startByBrowser();
    const parameters = login.page.searchParams;
    assert.equal(login.page.origin + login.page.pathname, `${issuer.url}/authorize`);
    assert.equal(parameters.get('kept'), '1', 'RFC 6749 3.1: the query of the endpoint stays');
    assert.equal(parameters.get('response_type'), 'code');
    assert.equal(parameters.get('client_id'), 'pets-client');
    assert.equal(parameters.get('scope'), 'pets:read pets:write');
    assert.equal(parameters.get('code_challenge_method'), 'S256');
    assert.match(login.redirect.href, /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    const answer = await comeBack(login.redirect, {
      code: 'CODE-s3cret',
      state: parameters.get('state') ?? '',
    });
    const page = await answer.text();
    assert.equal(answer.status, 200);
    assert.match(page, /You are signed in/);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.equal(await login.ended, 0, login.stderr());

    const [{ form, headers } = { form: new URLSearchParams(), headers: {} }] = asked;
    assert.equal(asked.length, 1);
    assert.equal(form.get('grant_type'), 'authorization_code');
    assert.equal(form.get('code'), 'CODE-s3cret');
    assert.equal(form.get('redirect_uri'), login.redirect.href);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    assert.equal(challenge, parameters.get('code_challenge'));
    assert.equal(headers.authorization, `Basic ${btoa('pets-client:client-s3cret')}`);

    assert.equal(login.stdout(), '');
    saysNoSecret(login, page);
    assert.match(login.stderr(), /PETS_OAUTH_REFRESH_TOKEN stands in \.env now/);
    assert.equal(
      readFileSync(envPath(), 'utf8'),
      '# kept\nPETS_OAUTH_CLIENT_ID=pets-client\nPETS_OAUTH_CLIENT_SECRET=client-s3cret\n' +
        'PETS_OAUTH_REFRESH_TOKEN=REFRESH-s3cret\n',
    );
    assert.equal(statSync(envPath()).mode & 0o777, 0o600);
  });

  test('opens the page by the platform’s own program, which is given the address and nothing else', async () => {
    issuer.token = (_, response) => grant(response, granted);
    const folder = join(project.folder, 'openers');
    mkdirSync(folder, { recursive: true });
    const seen = join(folder, 'seen');
    for (const name of ['xdg-open', 'open']) {
      const script = join(folder, name);
      writeFileSync(
        script,
        `#!/bin/sh\nprintf '%s|%s' "$#" "$1" > '${seen}.part' && mv '${seen}.part' '${seen}'\n`,
      );
      chmodSync(script, 0o755);
    }
    const login = startLogin([], { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` });
    const [, address = ''] = await printed(login, /^ {2}(http\S+)$/m);
    for (let turn = 0; turn < 200 && !existsSync(seen); turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 25));
    assert.equal(readFileSync(seen, 'utf8'), `1|${address}`);
    login.child.kill('SIGINT');
    assert.equal(await login.ended, 130, 'as shells take the end by a signal');
    assert.match(login.stderr(), /Stopped; nothing was written\./);
    assert.equal(readEnv()['PETS_OAUTH_REFRESH_TOKEN'], undefined);
  });

  test('prints the token alone on stdout, and writes nothing, with --print', async () => {
    issuer.token = (_, response) => grant(response, granted);
    const before = readFileSync(envPath(), 'utf8');
    const login = await startByBrowser(['--print']);
    await comeBack(login.redirect, {
      code: 'CODE-s3cret',
      state: login.page.searchParams.get('state') ?? '',
    });
    assert.equal(await login.ended, 0, login.stderr());
    assert.equal(login.stdout(), 'PETS_OAUTH_REFRESH_TOKEN=REFRESH-s3cret\n');
    saysNoSecret(login);
    assert.equal(readFileSync(envPath(), 'utf8'), before);
  });

  test('keeps the access token where there is no refresh token, and says when it ends', async () => {
    issuer.token = (_, response) => grant(response, { access_token: 'ACCESS-s3cret', expires_in: 600 });
    const login = await startByBrowser();
    await comeBack(login.redirect, {
      code: 'CODE-s3cret',
      state: login.page.searchParams.get('state') ?? '',
    });
    assert.equal(await login.ended, 0, login.stderr());
    assert.equal(readEnv()['PETS_OAUTH_TOKEN'], 'ACCESS-s3cret');
    assert.match(login.stderr(), /no refresh token, only an access token, which ends at \d{4}-/);
    saysNoSecret(login);
  });

  test('goes on waiting where someone else comes, with another state or to another place', async () => {
    issuer.token = (_, response) => grant(response, granted);
    const login = await startByBrowser();
    const state = login.page.searchParams.get('state') ?? '';
    const stranger = await comeBack(login.redirect, { code: 'x', state: 'guessed' });
    assert.equal(stranger.status, 400);
    assert.match(await stranger.text(), /another login/);
    assert.equal((await comeBack(login.redirect, { error: 'access_denied' })).status, 400);
    assert.equal((await fetch(new URL('/favicon.ico', login.redirect))).status, 404);
    assert.equal(
      (await fetch(`${login.redirect.href}?code=x&state=${state}`, { method: 'POST' })).status,
      404,
    );
    assert.equal(issuer.tokenRequests().length, 0);
    await comeBack(login.redirect, { code: 'CODE-s3cret', state });
    assert.equal(await login.ended, 0, login.stderr());
  });

  const refused: readonly [of: string, answer: Readonly<Record<string, string>>, told: RegExp][] = [
    ['an error (RFC 6749 4.1.2.1)', { error: 'access_denied' }, /refuses the login: access_denied\./],
    ['an error in words of its own', { error: 'no\u001b[31m' }, /refuses the login: without a usable code\./],
    ['nothing', {}, /neither a code nor an error/],
  ];
  for (const [of, answer, told] of refused) {
    test(`ends where the issuer answers with ${of}`, async () => {
      const login = await startByBrowser();
      const state = login.page.searchParams.get('state') ?? '';
      const page = await comeBack(login.redirect, { ...answer, error_description: 'DESCRIPTION', state });
      assert.equal(page.status, 400);
      assert.match(await page.text(), /You are not signed in/);
      assert.equal(await login.ended, 1);
      assert.match(login.stderr(), told);
      assert.ok(!login.stderr().includes('\u001b'));
      assert.doesNotMatch(login.stderr(), /DESCRIPTION/);
      assert.equal(issuer.tokenRequests().length, 0);
    });
  }

  test('ends where the code is refused, and says why', async () => {
    issuer.token = (_, response) => refuse(response, 'invalid_grant');
    const login = await startByBrowser();
    const page = await comeBack(login.redirect, {
      code: 'CODE-s3cret',
      state: login.page.searchParams.get('state') ?? '',
    });
    assert.match(await page.text(), /You are not signed in/);
    assert.equal(await login.ended, 1);
    assert.match(login.stderr(), /refuses: invalid_grant/);
    saysNoSecret(login);
  });

  test('tells the browser that it is done once the token is kept, and that it is not where it cannot be', async () => {
    issuer.token = (_, response) => grant(response, { ...granted, refresh_token: 'REFRESH-s3cret two' });
    const login = await startByBrowser();
    const state = login.page.searchParams.get('state') ?? '';
    const page = await comeBack(login.redirect, { code: 'CODE-s3cret', state });
    assert.match(await page.text(), /You are signed in/);
    assert.equal(
      readEnv()['PETS_OAUTH_REFRESH_TOKEN'],
      'REFRESH-s3cret two',
      'RFC 6749 A.17 has spaces in it',
    );
    assert.equal(await login.ended, 0, login.stderr());

    // Every kind of quote: no line of .env can say that.
    issuer.token = (_, response) => grant(response, { ...granted, refresh_token: `'a'"\`REFRESH-s3cret` });
    const lost = await startByBrowser();
    const failed = await comeBack(lost.redirect, {
      code: 'CODE-s3cret',
      state: lost.page.searchParams.get('state') ?? '',
    });
    assert.match(await failed.text(), /You are not signed in/);
    assert.notEqual(await lost.ended, 0);
    assert.match(lost.stderr(), /cannot be written into \.env/);
    saysNoSecret(lost);
  });

  test('takes an answer that is addressed to this machine alone', async () => {
    issuer.token = (_, response) => grant(response, granted);
    const login = await startByBrowser();
    const { port } = login.redirect;
    const state = login.page.searchParams.get('state') ?? '';
    const path = `/callback?code=CODE-s3cret&state=${state}`;
    const come = async (host: string): Promise<number | undefined> => {
      const asked = request({ host: '127.0.0.1', port, path, headers: { host } }).end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    };
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1:${Number(port) + 1}`])
      assert.equal(await come(host), 404, host);
    assert.equal(issuer.tokenRequests().length, 0);
    assert.equal(await come(`LOCALHOST:${port}`), 200);
    assert.equal(await login.ended, 0, login.stderr());
  });

  test('ends where nobody comes in time', async () => {
    const login = await startByBrowser(['--timeout', '1']);
    assert.equal(await login.ended, 1);
    assert.match(login.stderr(), /Nobody signed in within 1 seconds/);
  });

  test('listens where it is told to, and at a registered URI as it is written', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    const busy = startLogin(['--no-browser', '--port', String(port)]);
    assert.equal(await busy.ended, 2);
    assert.match(busy.stderr(), new RegExp(`Port ${port} of 127\\.0\\.0\\.1 is in use`));
    free.close();
    await once(free, 'close');
    const login = await startByBrowser(['--redirect-uri', `http://localhost:${port}`]);
    assert.equal(login.page.searchParams.get('redirect_uri'), `http://localhost:${port}`);
    issuer.token = (_, response) => grant(response, granted);
    await comeBack(login.redirect, {
      code: 'CODE-s3cret',
      state: login.page.searchParams.get('state') ?? '',
    });
    assert.equal(await login.ended, 0, login.stderr());
  });

  test('tells of what wins over what it has written', async () => {
    issuer.token = (_, response) => grant(response, { ...granted, scope: 'pets:read' });
    const login = await startByBrowser([], { PETS_OAUTH_TOKEN: 'x', PETS_OAUTH_REFRESH_TOKEN: 'y' });
    await comeBack(login.redirect, {
      code: 'CODE-s3cret',
      state: login.page.searchParams.get('state') ?? '',
    });
    assert.equal(await login.ended, 0);
    assert.match(login.stderr(), /PETS_OAUTH_REFRESH_TOKEN is set in the environment too/);
    assert.match(login.stderr(), /PETS_OAUTH_TOKEN is set, and wins over the refresh token/);
    assert.match(login.stderr(), /Not granted: pets:write\./);
  });
});

suite('login at an issuer that has metadata', { timeout: 60_000 }, () => {
  const metadata = (changed: Readonly<Record<string, unknown>> = {}): void => {
    const { url } = issuer;
    issuer.other = ({ path }, response) => {
      if (!path.startsWith('/.well-known/openid-configuration')) return void response.writeHead(404).end();
      answerJson(response, 200, {
        issuer: url,
        authorization_endpoint: `${url}/login`,
        token_endpoint: `${url}/token`,
        authorization_response_iss_parameter_supported: true,
        scopes_supported: ['openid', 'offline_access'],
        ...changed,
      });
    };
    writeEnv({ PETS_OAUTH_CLIENT_ID: 'pets-client', PETS_OAUTH_ISSUER: url });
  };

  test('asks for offline access where it is told, with consent (OpenID Connect Core 11)', async () => {
    metadata();
    const { page } = await startByBrowser();
    assert.equal(page.href.split('?')[0], `${issuer.url}/login`);
    assert.equal(page.searchParams.get('scope'), 'pets:read pets:write openid offline_access');
    assert.equal(page.searchParams.get('prompt'), 'consent');
  });

  test('asks for what it is told to', async () => {
    metadata({ scopes_supported: ['openid'] });
    const plain = await startByBrowser(['--scope', 'a b']);
    assert.equal(plain.page.searchParams.get('scope'), 'a b');
    assert.equal(plain.page.searchParams.get('prompt'), null);
    const chosen = await startByBrowser(['--prompt', 'select_account']);
    assert.equal(chosen.page.searchParams.get('prompt'), 'select_account');
  });

  for (const [of, iss] of [
    ['another', 'https://evil.example'],
    ['no', undefined],
  ] as const) {
    test(`refuses an answer with ${of} iss (RFC 9207 2.4)`, async () => {
      metadata();
      const login = await startByBrowser();
      const state = login.page.searchParams.get('state') ?? '';
      await comeBack(login.redirect, { code: 'CODE-s3cret', state, ...(iss !== undefined && { iss }) });
      assert.equal(await login.ended, 1);
      assert.match(login.stderr(), /does not come from http.*\(RFC 9207\)/);
      assert.equal(issuer.tokenRequests().length, 0);
    });
  }

  test('takes an answer with its iss', async () => {
    metadata();
    issuer.token = (_, response) => grant(response, granted);
    const login = await startByBrowser();
    const state = login.page.searchParams.get('state') ?? '';
    await comeBack(login.redirect, { code: 'CODE-s3cret', state, iss: issuer.url });
    assert.equal(await login.ended, 0, login.stderr());
    assert.equal(
      issuer.tokenRequests()[0]?.form.get('client_id'),
      'pets-client',
      'a public client names itself',
    );
  });

  for (const endpoint of ['file:///etc/passwd', 'javascript:alert(1)', 'http://api.example.com/login']) {
    test(`opens nothing at ${endpoint}`, async () => {
      metadata({ authorization_endpoint: endpoint });
      writeEnv({ PETS_OAUTH_CLIENT_ID: 'pets-client', PETS_OAUTH_ISSUER: issuer.url });
      await useSchemes({ oauth: { type: 'openIdConnect', env } });
      const login = startLogin([]);
      assert.equal(await login.ended, 2);
      assert.match(login.stderr(), /set PETS_OAUTH_AUTHORIZATION_URL, or PETS_OAUTH_ISSUER/);
    });
  }
});

suite('login by a code on another device', { timeout: 60_000 }, () => {
  const code = {
    device_code: 'DEVICE-s3cret',
    user_code: 'WDJB-MJHT',
    verification_uri: 'https://example.com/device',
    expires_in: 60,
    interval: 0.05,
  };
  const giveCode = (changed: Readonly<Record<string, unknown>> = {}): void => {
    issuer.other = (request, response) => {
      assert.equal(request.path, '/device');
      answerJson(response, 200, { ...code, ...changed });
    };
  };

  test('waits as RFC 8628 says until someone has typed it in', async () => {
    giveCode({ verification_uri_complete: 'https://example.com/device?c=WDJB-MJHT' });
    const answers = ['authorization_pending', 'authorization_pending'];
    issuer.token = (_, response) => {
      const error = answers.shift();
      if (error === undefined) grant(response, granted);
      else refuse(response, error);
    };
    const login = startLogin(['--device']);
    assert.equal(await login.ended, 0, login.stderr());
    const [first] = issuer.requests;
    assert.equal(first?.form.get('scope'), 'pets:read pets:write');
    const polls = issuer.tokenRequests();
    assert.equal(polls.length, 3);
    assert.equal(polls[0]?.form.get('grant_type'), 'urn:ietf:params:oauth:grant-type:device_code');
    assert.equal(polls[0]?.form.get('device_code'), 'DEVICE-s3cret');
    assert.match(login.stderr(), /https:\/\/example\.com\/device and type in the code:\n\n {2}WDJB-MJHT\n/);
    assert.equal(readEnv()['PETS_OAUTH_REFRESH_TOKEN'], 'REFRESH-s3cret');
    saysNoSecret(login);
  });

  test('asks more slowly where it is told to (RFC 8628 3.5)', async () => {
    giveCode();
    issuer.token = (_, response) => refuse(response, 'slow_down');
    const login = startLogin(['--device', '--timeout', '3']);
    assert.equal(await login.ended, 1);
    assert.equal(issuer.tokenRequests().length, 1);
  });

  for (const [of, changed, args, told] of [
    ['its code is good', { interval: 90 }, [], /wants 90 seconds .* its code is good for 60: no token/],
    ['a login may take', { interval: 70, expires_in: 900 }, ['--timeout', '65'], /see --timeout/],
    ['anybody lives', { interval: 1e300, expires_in: 1e300 }, [], /wants 1e\+300 seconds/],
  ] as const) {
    test(`does not even begin where an issuer wants to be asked more rarely than ${of} (RFC 8628 3.5)`, async () => {
      giveCode(changed);
      const login = startLogin(['--device', ...args]);
      assert.equal(await login.ended, 1);
      assert.match(login.stderr(), told);
      assert.equal(issuer.tokenRequests().length, 0);
    });
  }

  test('goes on where the issuer cannot be reached for a while', async () => {
    giveCode();
    let asked = 0;
    issuer.token = (_, response) => {
      asked += 1;
      if (asked > 2) grant(response, granted);
      else response.destroy();
    };
    const login = startLogin(['--device']);
    assert.equal(await login.ended, 0, login.stderr());
  });

  for (const [error, told] of [
    ['expired_token', /not typed in while it was good/],
    ['access_denied', /The login was refused/],
    ['invalid_client', /refuses: invalid_client/],
  ] as const) {
    test(`ends at ${error}`, async () => {
      giveCode();
      issuer.token = (_, response) => refuse(response, error);
      const login = startLogin(['--device']);
      assert.equal(await login.ended, 1);
      assert.match(login.stderr(), told);
      saysNoSecret(login);
    });
  }

  test('ends with its code', async () => {
    giveCode({ expires_in: 1, interval: 0.3 });
    issuer.token = (_, response) => refuse(response, 'authorization_pending');
    const login = startLogin(['--device']);
    assert.equal(await login.ended, 1);
    assert.match(login.stderr(), /not typed in while it was good/);
  });

  for (const [of, changed] of [
    ['a page that is none', { verification_uri: 'javascript:alert(1)' }],
    ['a code that a terminal obeys', { user_code: 'A\u001b[2J' }],
    ['no code', { device_code: undefined }],
    ['a code without an end (RFC 8628 3.2)', { expires_in: undefined }],
  ] as const) {
    test(`shows nothing of ${of}`, async () => {
      giveCode(changed);
      const login = startLogin(['--device']);
      assert.equal(await login.ended, 1);
      assert.match(login.stderr(), /with no code for a device/);
      assert.ok(!login.stderr().includes('\u001b'));
      assert.doesNotMatch(login.stderr(), /javascript/);
    });
  }
});

suite('what a login is asked for', { timeout: 60_000 }, () => {
  test('has to be one scheme of several', async () => {
    const scheme = schemeOf(issuer);
    await useSchemes({
      oauth: scheme,
      OAuth: scheme,
      other: scheme,
      key: { type: 'apiKey', in: 'header', name: 'X', env: { key: 'K' } },
    });
    const unnamed = startLogin([]);
    assert.equal(await unnamed.ended, 2);
    assert.match(unnamed.stderr(), /Name the scheme to sign in to: "oauth", "OAuth", "other"\./);
    const wrong = startLogin(['key']);
    assert.equal(await wrong.ended, 2);
    assert.match(wrong.stderr(), /no such scheme/);
    const { stderr } = await startByBrowser(['OAuth']);
    assert.match(stderr(), /Signing in for "OAuth"/);
  });

  const cases: readonly [of: string, args: readonly string[], told: RegExp][] = [
    ['an unknown flag', ['--nope'], /Unknown option '--nope'.*--help/],
    ['two schemes', ['a', 'b'], /One scheme at a time/],
    ['a port that is none', ['--port', '0'], /--port is '0'/],
    ['a redirect URI elsewhere', ['--redirect-uri', 'http://example.com/'], /address of this machine/],
    ['a redirect URI with a fragment', ['--redirect-uri', 'http://localhost/#x'], /address of this machine/],
    ['a scope that is none', ['--scope', 'a"b'], /RFC 6749 3\.3/],
  ];
  for (const [of, args, told] of cases) {
    test(`is refused where it is ${of}`, async () => {
      const login = startLogin(args);
      assert.equal(await login.ended, 2);
      assert.match(login.stderr(), told);
      assert.equal(login.stderr().trimEnd().split('\n').length, 1);
    });
  }

  test('needs a client', async () => {
    writeEnv({});
    const login = startLogin([]);
    assert.equal(await login.ended, 2);
    assert.match(login.stderr(), /Set PETS_OAUTH_CLIENT_ID in \.env first/);
  });

  test('is told on stdout with --help', async () => {
    const login = startLogin(['--help']);
    assert.equal(await login.ended, 0);
    assert.match(login.stdout(), /--device/);
  });
});
