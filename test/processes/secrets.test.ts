import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { after, before, beforeEach, suite, test } from 'node:test';
import type { SecurityScheme } from '../../src/runtime/security.js';
import { buildProject, type BuiltProject } from '../runtime/built-project.js';
import { madeManifest, madeTool } from '../runtime/made-manifest.js';
import { post } from '../runtime/mcp-client.js';
import { goodClaims, makeKey, signJwt, startIssuer, type TokenIssuer } from '../runtime/token-issuer.js';
import { makeAuthority } from '../tools/certificates.js';
import { startHttp, type HttpServer } from '../tools/http-server.js';
import { openSession } from '../tools/mcp-session.js';
import { startStdio } from '../tools/stdio-server.js';
import { echoes, startEchoingApi, type EchoingApi } from './secret-api.js';

/** A text that nobody may see, and that nothing holds by chance. */
const secret = (name: string): string => `SECRET${name}q71x0123456789abcdefABCDEF`;

const clientKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();
const certificate = makeAuthority('Boats').issue('boats');

const oauth = (name: string): SecurityScheme => ({
  type: 'oauth2',
  flows: { clientCredentials: {}, authorizationCode: {} },
  env: {
    clientId: `T_${name}_CLIENT_ID`,
    clientSecret: `T_${name}_CLIENT_SECRET`,
    privateKey: `T_${name}_PRIVATE_KEY`,
    refreshToken: `T_${name}_REFRESH_TOKEN`,
    token: `T_${name}_TOKEN`,
    tokenUrl: `T_${name}_TOKEN_URL`,
  },
});

const schemes: Readonly<Record<string, SecurityScheme>> = {
  header: { type: 'apiKey', in: 'header', name: 'X-Custom', env: { key: 'T_HEADER_KEY' } },
  query: { type: 'apiKey', in: 'query', name: 'custom', env: { key: 'T_QUERY_KEY' } },
  cookie: { type: 'apiKey', in: 'cookie', name: 'custom', env: { key: 'T_COOKIE_KEY' } },
  basic: {
    type: 'http',
    scheme: 'basic',
    env: { username: 'T_BASIC_USERNAME', password: 'T_BASIC_PASSWORD' },
  },
  bearer: { type: 'http', scheme: 'bearer', env: { token: 'T_BEARER_TOKEN' } },
  digest: {
    type: 'http',
    scheme: 'digest',
    env: { username: 'T_DIGEST_USERNAME', password: 'T_DIGEST_PASSWORD' },
  },
  hook: { type: 'http', scheme: 'hoba', env: {} },
  ready: oauth('READY'),
  client: oauth('CLIENT'),
  signed: oauth('SIGNED'),
  refreshed: oauth('REFRESHED'),
  refused: oauth('REFUSED'),
  mtls: { type: 'mutualTLS', env: { certificate: 'T_CERT', certificateKey: 'T_CERT_KEY' } },
};

/** What is set, and is never shown. */
const secrets: Readonly<Record<string, string>> = {
  T_HEADER_KEY: secret('header'),
  T_QUERY_KEY: secret('query'),
  T_COOKIE_KEY: secret('cookie'),
  T_BASIC_PASSWORD: secret('basicword'),
  T_BEARER_TOKEN: secret('bearer'),
  T_DIGEST_PASSWORD: secret('digestword'),
  T_READY_TOKEN: secret('ready'),
  T_CLIENT_CLIENT_SECRET: secret('client'),
  T_SIGNED_PRIVATE_KEY: clientKey,
  T_REFRESHED_REFRESH_TOKEN: secret('refresh'),
  T_REFUSED_CLIENT_SECRET: secret('refused'),
  T_CERT_KEY: certificate.key,
  T_FIXED: secret('fixed'),
  HOOK_KEY: secret('hook'),
};

/** What is set, and may be shown: answers tell of people by the names that they sign in with. */
const names = { T_BASIC_USERNAME: 'basic-user', T_DIGEST_USERNAME: 'digest-user' };

// Markers by name. Of a key in PEM it is a line, since nobody quotes the whole.
const markers = new Map<string, string>([
  ...Object.entries(secrets).map(([name, value]) => [name, value.split('\n')[1] ?? value] as const),
  ['granted', 'SECRETgranted'],
  ['signature', 'SECRETsignature'],
  ['thrown', 'SECRETthrown'],
]);

const tools = Object.keys(schemes).flatMap((scheme) =>
  [...Object.keys(echoes), 'throw'].map((echo) =>
    madeTool({
      name: `${scheme}_${echo}`,
      request: {
        method: 'POST',
        path: `/${scheme}/${echo}`,
        parameters: [{ property: 'fixed', name: 'X-Fixed', in: 'header', style: 'simple', explode: false }],
        fixed: [{ property: 'fixed', env: 'T_FIXED', secret: true }],
        accept: ['application/json'],
        security: [{ [scheme]: [] }],
      },
    }),
  ),
);

const hooks = `import type { Hooks } from './runtime/hooks.js';

export const hooks: Hooks = {
  beforeRequest: ({ headers, url, tool, secret }, { environment }) => {
    headers.set('x-signature', 'SECRETsignature' + url.pathname);
    const key = environment['HOOK_KEY'] ?? '';
    secret(key);
    headers.set('x-plain', key);
    if (tool.endsWith('_throw')) throw new Error('SECRETthrown ' + key + JSON.stringify([...headers]));
  },
  authenticate: {
    hook: ({ headers }, { environment, caller }) => {
      headers.set('x-proof', environment['HOOK_KEY'] + (caller?.subject ?? ''));
    },
  },
};
`;

let project: BuiltProject;
let api: EchoingApi;
let issuer: TokenIssuer;
const signingKey = makeKey('ES256');

before(async () => {
  [api, issuer] = await Promise.all([startEchoingApi(), startIssuer([signingKey])]);
  project = await buildProject(
    madeManifest(tools, {
      upstream: { url: api.url, variables: {}, env: 'T_BASE_URL' },
      securitySchemes: schemes,
    }),
  );
  await project.write('src/hooks.ts', hooks);
  let count = 0;
  issuer.answers.set('/token', () => ({
    body: JSON.stringify({
      access_token: `SECRETgranted${(count += 1)}of${process.pid}`,
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: `SECRETgrantedrefresh${count}`,
    }),
  }));
  issuer.answers.set('/echo', (body) => ({
    status: 400,
    body: JSON.stringify({ error: 'invalid_grant', error_description: body, error_uri: body, body }),
  }));
});
after(async () => {
  api.stop();
  await issuer.close();
  await project.remove();
});

/** What is set and can be seen. */
function openVariables(): Readonly<Record<string, string>> {
  const names = ['CLIENT', 'SIGNED', 'REFRESHED', 'REFUSED'];
  return {
    ...Object.fromEntries(names.map((name) => [`T_${name}_CLIENT_ID`, `client-${name}`])),
    ...Object.fromEntries(
      names.map((name) => [`T_${name}_TOKEN_URL`, `${issuer.url}/${name === 'REFUSED' ? 'echo' : 'token'}`]),
    ),
    T_CERT: certificate.certificate,
    MCP_LOG_LEVEL: 'debug',
    NODE_ENV: 'development',
    NODE_DEBUG: '',
    DEBUG: '*',
    MCP_HEADERS_TIMEOUT_MS: '5000',
  };
}

/** The same secrets, each in a file that a variable names, but for the one that code reads. */
async function inFiles(): Promise<Readonly<Record<string, string>>> {
  const entries = await Promise.all(
    Object.entries(secrets).map(async ([name, value]) => {
      if (name === 'HOOK_KEY') return [name, value] as const;
      const path = `secrets/${name}`;
      await project.write(path, `${value}\n`);
      return [`${name}_FILE`, join(project.folder, path)] as const;
    }),
  );
  return Object.fromEntries(entries);
}

/** Fails where a text holds what nobody may see: as it is, in base64, or escaped as in JSON, a URL or markup. */
function assertSilent(said: string, more: ReadonlyMap<string, string> = new Map()): void {
  const texts = [said, unescaped(said)];
  for (const [name, marker] of [...markers, ...more]) {
    const base64 = Buffer.from(marker)
      .toString('base64')
      .replace(/.{2}=*$/, '');
    for (const [text, form] of texts.flatMap((text) =>
      [marker, base64].map((form) => [text, form] as const),
    )) {
      const at = text.indexOf(form);
      assert.equal(at, -1, `${name} is told: ${text.slice(Math.max(0, at - 300), at + 200)}`);
    }
  }
}

function unescaped(text: string): string {
  return text
    .replace(/\\+u([\da-f]{4})/g, (_, unit: string) => String.fromCharCode(parseInt(unit, 16)))
    .replace(/%([\da-f]{2})/gi, (_, byte: string) => String.fromCharCode(parseInt(byte, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

/** Fails unless the API and the issuer were sent what was to be hidden: else nothing was tried. */
function assertHeard(names: readonly string[]): void {
  const heard = [
    ...api.heard,
    ...issuer.asked.map(({ body, headers }) => `${body}${JSON.stringify(headers)}`),
  ];
  const decoded = heard.map((text) =>
    text.replace(/Basic ([\w+/=]+)/g, (_, pair: string) => Buffer.from(pair, 'base64').toString()),
  );
  for (const name of names) {
    const marker = markers.get(name) ?? '';
    assert.ok(
      decoded.some((text) => text.includes(marker)),
      `${name} was not sent`,
    );
  }
}

/** What is sent itself: of the others only what is made from them. */
const sent = [
  ...Object.keys(secrets).filter((name) => !/PRIVATE_KEY|CERT_KEY|DIGEST_PASSWORD/.test(name)),
  'granted',
  'signature',
];

/** Calls every tool by hand, and gives all that comes back. */
async function callAll({ url }: HttpServer, token: string, called = tools): Promise<string> {
  const said: string[] = [];
  for (const { name } of called) {
    const headers = { authorization: `Bearer ${token}`, cookie: `session=${token}`, 'x-api-key': token };
    const request = post('tools/call', { name, arguments: {} }, { url, headers });
    const response = await fetch(request);
    said.push(JSON.stringify([...response.headers]), await response.text());
  }
  return said.join('\n');
}

suite('what nobody may see (test 59)', { timeout: 300_000 }, () => {
  beforeEach(() => {
    api.heard.length = 0;
  });

  test('is in nothing that a server on stdio says', async () => {
    const server = startStdio(project.folder, { ...openVariables(), ...names, ...secrets });
    const session = await openSession(server, '2026-07-28');
    await session.listTools();
    for (const { name } of tools) await session.callTool(name, {}, 20_000);
    await server.close();
    assertHeard(sent);
    assertSilent(`${server.stdout().toString()}${server.stderr().toString()}`);
  });

  test('is in nothing that a server with static tokens says over HTTP', async () => {
    const token = secret('inbound');
    await project.write('secrets/MCP_TOKENS', `alice=${token}\n`);
    const server = await startHttp(project.folder, {
      ...openVariables(),
      ...names,
      ...(await inFiles()),
      MCP_AUTH: 'bearer',
      MCP_TOKENS_FILE: join(project.folder, 'secrets/MCP_TOKENS'),
    });
    const said = await callAll(server, token);
    const refused = await callAll(server, `${token}x`, tools.slice(0, 3));
    await server.close();
    assertHeard(sent);
    const all = `${said}${refused}${server.stdout().toString()}${server.stderr().toString()}`;
    assertSilent(all, new Map([['inbound', token]]));
    assert.ok(api.heard.every((heard) => !heard.includes(token)));
  });

  test('is in nothing that a server says that exchanges tokens', async () => {
    const audience = 'https://mcp.example.com/mcp';
    const token = signJwt(goodClaims(issuer.url, audience), signingKey);
    const server = await startHttp(project.folder, {
      ...openVariables(),
      ...names,
      ...secrets,
      MCP_AUTH: 'oauth',
      MCP_ISSUER: issuer.url,
      MCP_AUDIENCE: audience,
      MCP_IDENTITY: 'exchange',
    });
    const said = await callAll(server, token);
    await server.close();
    assert.ok(issuer.asked.some(({ body }) => body.includes(token)));
    assertHeard(['granted']);
    const all = `${said}${server.stdout().toString()}${server.stderr().toString()}`;
    assertSilent(
      all,
      new Map([
        ['inbound', token],
        ['its signature', token.split('.')[2] ?? ''],
      ]),
    );
    assert.ok(api.heard.every((heard) => !heard.includes(token)));
  });
});
