import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { codesOf, messagesOf } from '../load/documents.js';
import { build, versionField } from './models.js';

/** Reads one security scheme. */
async function read(
  scheme: unknown,
  { version = '3.2', ...root }: { version?: string; servers?: unknown } = {},
) {
  const schemes = { s: scheme };
  const place =
    version === '2.0' ? { securityDefinitions: schemes } : { components: { securitySchemes: schemes } };
  const { model, diagnostics } = await build({ ...versionField(version), ...root, ...place });
  const named = model.securitySchemes.get('s');
  assert.ok(named);
  return { scheme: named.scheme, diagnostics, messages: messagesOf(diagnostics) };
}

const url = 'https://a.example/';

suite('the flows of OpenAPI 3', () => {
  test('are read with the URLs of each', async () => {
    const urls = { authorizationUrl: `${url}a`, deviceAuthorizationUrl: `${url}d`, tokenUrl: `${url}t` };
    const all = { ...urls, refreshUrl: `${url}r`, scopes: { read: 'r' }, 'x-own': true };
    const flows = {
      implicit: all,
      password: all,
      clientCredentials: all,
      authorizationCode: all,
      deviceAuthorization: all,
      'x-flow': all,
    };
    const { scheme, diagnostics } = await read({ type: 'oauth2', flows, oauth2MetadataUrl: `${url}m` });
    const [token, login, device] = [
      { tokenUrl: `${url}t` },
      { authorizationUrl: `${url}a` },
      { deviceAuthorizationUrl: `${url}d` },
    ];
    const refresh = { refreshUrl: `${url}r` };
    assert.deepEqual(scheme, {
      type: 'oauth2',
      flows: {
        implicit: { ...login, ...refresh },
        password: { ...token, ...refresh },
        clientCredentials: { ...token, ...refresh },
        authorizationCode: { ...login, ...token, ...refresh },
        deviceAuthorization: { ...device, ...token, ...refresh },
      },
      oauth2MetadataUrl: `${url}m`,
    });
    assert.deepEqual(diagnostics.all, []);
  });

  const flow = { tokenUrl: `${url}t` };
  type Case = readonly [of: string, scheme: object, flows: object, says: RegExp, version?: string];
  const cases: readonly Case[] = [
    [
      'that are missing',
      {},
      {},
      /^invalid-document: `flows` of the security scheme 's' is missing: a ready access token is all/,
    ],
    ['that are null', { flows: null }, {}, /`flows` .* has to be an object: a ready/],
    ['that are a list', { flows: [{ clientCredentials: flow }] }, {}, /`flows` .* has to be an object/],
    ['that are text', { flows: 'clientCredentials' }, {}, /`flows` .* has to be an object/],
    [
      'of which one is text',
      { flows: { implicit: 'x', password: flow } },
      { password: flow },
      /has to be an object/,
    ],
    ['of which one is null', { flows: { implicit: null } }, {}, /OAuth Flow Object has to be an object/],
    [
      'of which nobody knows one',
      { flows: { client_credentials: flow, password: flow } },
      { password: flow },
      /'client_credentials' is no OAuth flow of OpenAPI 3\.2; it is left out; did you mean 'clientCredentials'\?$/,
    ],
    [
      'called constructor',
      { flows: { constructor: flow } },
      {},
      /'constructor' is no OAuth flow .* left out\.$/,
    ],
    [
      "called by a name of Swagger 2.0's",
      { flows: { accessCode: flow, application: flow } },
      { authorizationCode: flow, clientCredentials: flow },
      /'application' is no OAuth flow of OpenAPI 3\.0; it is read as that of OpenAPI 2\.0\.$/,
      '3.0',
    ],
    [
      'that OpenAPI 3.2 brought',
      { flows: { deviceAuthorization: flow } },
      { deviceAuthorization: flow },
      /it is read as that of OpenAPI 3\.2\.$/,
      '3.1',
    ],
    ['that are one of Swagger 2.0', { flow: 'application', ...flow }, {}, /`flows` .* is missing/, '3.1'],
    ['that are those of OpenAPI 3', { flows: { password: flow } }, {}, /`flow` .* is missing/, '2.0'],
    ['that are missing in Swagger 2.0', {}, {}, /`flow` of the security scheme 's' is missing/, '2.0'],
    ['that are no text in Swagger 2.0', { flow: {} }, {}, /`flow` .* has to be text/, '2.0'],
    ['that nobody knows in Swagger 2.0', { flow: 'acessCode' }, {}, /did you mean 'accessCode'\?$/, '2.0'],
  ];
  for (const [of, scheme, flows, says, version = '3.2'] of cases) {
    test(`${of} are told, and what can be is read`, async () => {
      const found = await read({ type: 'oauth2', ...scheme }, { version });
      assert.deepEqual(found.scheme, { type: 'oauth2', flows });
      assert.match(found.messages.at(-1) ?? '', says);
      assert.ok(codesOf(found.diagnostics).every((code) => code === 'invalid-document'));
    });
  }

  test('can be a reference, which is told', async () => {
    const { model, diagnostics } = await build({
      openapi: '3.1.0',
      'x-flows': { password: flow },
      components: { securitySchemes: { s: { type: 'oauth2', flows: { $ref: '#/x-flows' } } } },
    });
    assert.deepEqual(model.securitySchemes.get('s')?.scheme, { type: 'oauth2', flows: { password: flow } });
    assert.deepEqual(codesOf(diagnostics), ['misplaced-reference']);
  });
});

suite('the flow of Swagger 2.0', () => {
  const urls = { authorizationUrl: `${url}a`, tokenUrl: `${url}t` };
  const cases: readonly [name: string, flows: object][] = [
    ['application', { clientCredentials: { tokenUrl: urls.tokenUrl } }],
    ['accessCode', { authorizationCode: urls }],
    ['implicit', { implicit: { authorizationUrl: urls.authorizationUrl } }],
    ['password', { password: { tokenUrl: urls.tokenUrl } }],
  ];
  for (const [flow, flows] of cases) {
    test(flow, async () => {
      const { scheme, diagnostics } = await read(
        { type: 'oauth2', flow, ...urls, scopes: {} },
        { version: '2.0' },
      );
      assert.deepEqual([scheme, diagnostics.all], [{ type: 'oauth2', flows }, []]);
    });
  }
});

suite('a URL of an OAuth flow', () => {
  const good: readonly [of: string, written: string, read: string][] = [
    ['https', 'https://a.example/t', 'https://a.example/t'],
    ['with a query (RFC 6749, 3.2)', 'https://a.example/t?p=1', 'https://a.example/t?p=1'],
    ['http to this machine', 'http://localhost:8080/t', 'http://localhost:8080/t'],
    ['http to this machine by its IPv4 address', 'http://127.0.0.1/t', 'http://127.0.0.1/t'],
    ['http to this machine by its IPv6 address', 'http://[::1]:1/t', 'http://[::1]:1/t'],
    ['in other case', 'HTTPS://A.example/T', 'https://a.example/T'],
    ['with blanks around it', ' https://a.example/t\n', 'https://a.example/t'],
  ];
  for (const [of, written, expected] of good) {
    test(`${of} is taken`, async () => {
      const { scheme, diagnostics } = await read({
        type: 'oauth2',
        flows: { password: { tokenUrl: written } },
      });
      const flows = { password: { tokenUrl: expected } };
      assert.deepEqual([scheme, diagnostics.all], [{ type: 'oauth2', flows }, []]);
    });
  }

  const bad: readonly [of: string, written: unknown, shown: string, problem: string][] = [
    [
      'with a scheme that runs code',
      'javascript:alert(1)',
      'javascript:alert(1)',
      'it is neither https nor http',
    ],
    ['of a file', 'file:///etc/hostname', 'file:///etc/hostname', 'it is neither https nor http'],
    ['of data', 'DATA:text/html,x', 'DATA:text/html,x', 'it is neither https nor http'],
    ['without a scheme', 'localhost:8080/t', 'localhost:8080/t', 'it is neither https nor http'],
    [
      'http beyond this machine',
      'http://a.example/t',
      'http://a.example/t',
      'it is http beyond this machine',
    ],
    [
      'http to what looks like this machine',
      'http://127.0.0.1.a.example/',
      'http://127.0.0.1.a.example/',
      'it is http beyond this machine',
    ],
    ['with a user', 'https://user:secret@a.example/t', 'https://a.example/t', 'it holds credentials'],
    [
      'with a fragment (RFC 6749, 3.2)',
      'https://a.example/t#f',
      'https://a.example/t#f',
      'it has a fragment',
    ],
    [
      'with a placeholder',
      'https://{tenant}.a.example/t',
      'https://{tenant}.a.example/t',
      'it holds a placeholder, which nothing fills',
    ],
    [
      'with a placeholder of another kind',
      'https://<your-domain>/t',
      'https://<your-domain>/t',
      'it holds a placeholder, which nothing fills',
    ],
    [
      'with a line end that parsers take out',
      'java\nscript:alert(1)',
      'java script:alert(1)',
      'it holds a character that no URL has',
    ],
    [
      'with a backslash that parsers turn',
      'https:\\\\a.example',
      'https:\\\\a.example',
      'it holds a character that no URL has',
    ],
    ['without a host', 'https://', 'https://', 'it is no URL'],
    ['that is empty', ' ', '', 'it is empty'],
    ['that is no text', 5, '5', 'it is no text'],
    ['that is nothing', null, 'null', 'it is no text'],
    ['that is an object', { a: 1 }, '{"a":1}', 'it is no text'],
    [
      'whose query can be a secret',
      'http://a.example/t?key=secret',
      'http://a.example/t?…',
      'it is http beyond this machine',
    ],
    [
      'that is long',
      `http://a.example/${'é'.repeat(100)}`,
      `http://a.example/${'é'.repeat(43)}…`,
      'it is http beyond this machine',
    ],
    [
      'with hidden characters',
      'http://a.example/\u202e\u0007x',
      'http://a.example/ x',
      'it holds a character that no URL has',
    ],
  ];
  for (const [of, written, shown, problem] of bad) {
    test(`${of} is told, and left out`, async () => {
      const flows = { clientCredentials: { tokenUrl: written } };
      const { scheme, diagnostics } = await read({ type: 'oauth2', flows });
      assert.deepEqual(scheme, { type: 'oauth2', flows: { clientCredentials: {} } });
      const told = diagnostics.all.map(({ code, message, origin }) => [code, message, origin?.pointer]);
      const message = `\`tokenUrl\` of the security scheme 's', '${shown}', is left out: ${problem}. The variable that ends in _TOKEN_URL has to say it.`;
      const pointer = '/components/securitySchemes/s/flows/clientCredentials/tokenUrl';
      assert.deepEqual(told, [['unusable-oauth-url', message, pointer]]);
    });
  }

  const wrong = 'javascript:0';
  const fields: readonly [field: string, scheme: object, ending: string | undefined][] = [
    ['tokenUrl', { type: 'oauth2', flows: { deviceAuthorization: { tokenUrl: wrong } } }, 'TOKEN_URL'],
    [
      'authorizationUrl',
      { type: 'oauth2', flows: { authorizationCode: { authorizationUrl: wrong } } },
      'AUTHORIZATION_URL',
    ],
    [
      'deviceAuthorizationUrl',
      { type: 'oauth2', flows: { deviceAuthorization: { deviceAuthorizationUrl: wrong } } },
      'DEVICE_URL',
    ],
    ['refreshUrl', { type: 'oauth2', flows: { authorizationCode: { refreshUrl: wrong } } }, undefined],
    ['authorizationUrl', { type: 'oauth2', flows: { implicit: { authorizationUrl: wrong } } }, undefined],
    ['tokenUrl', { type: 'oauth2', flows: { password: { tokenUrl: wrong } } }, undefined],
    ['oauth2MetadataUrl', { type: 'oauth2', flows: {}, oauth2MetadataUrl: wrong }, 'ISSUER'],
    ['openIdConnectUrl', { type: 'openIdConnect', openIdConnectUrl: wrong }, 'ISSUER'],
  ];
  for (const [field, scheme, ending] of fields) {
    test(`${field}, ${ending ?? 'which nobody asks'}, is told with its variable`, async () => {
      const { scheme: found, messages } = await read(scheme);
      assert.doesNotMatch(JSON.stringify(found), /javascript/);
      const [message = ''] = messages;
      assert.ok(message.includes(`: \`${field}\` of the security scheme 's'`), message);
      assert.equal(/ends in _([A-Z_]+) /.exec(message)?.[1], ending);
    });
  }
});

suite('a relative URL of an OAuth flow', () => {
  const clause = 'OpenAPI: Relative References in API URLs';
  type Case = readonly [
    of: string,
    written: string,
    servers: unknown,
    expected: string | RegExp,
    version?: string,
  ];
  const server = [{ url: 'https://a.example/v1/' }];
  const cases: readonly Case[] = [
    // The operator of a server can give the API another address: its own endpoints move with it.
    [`stays relative to the server (3.0, ${clause})`, '/t', server, '/t', '3.0'],
    [`stays relative to the server (3.1, ${clause})`, ' t ', server, 't', '3.1'],
    [`stays relative to the server (3.2, ${clause})`, '../t', server, '../t'],
    ['can have a host (RFC 3986, 4.2)', '//b.example/t', server, 'https://b.example/t'],
    ['can be a query alone', '?t', [{ url: 'https://a.example/v1' }], '?t'],
    ['needs no server of the document', '/t', undefined, '/t'],
    ['needs no server that can be used', '/t', [{ url: '/v1' }], '/t'],
    ['is told where it leads away', '//user@b.example', server, /'\/\/b\.example', .*it holds credentials/],
  ];
  for (const [of, tokenUrl, servers, expected, version = '3.2'] of cases) {
    test(of, async () => {
      const scheme = { type: 'oauth2', flows: { clientCredentials: { tokenUrl } } };
      const { scheme: found, messages } = await read(scheme, { version, servers });
      const url = found.type === 'oauth2' ? found.flows.clientCredentials?.tokenUrl : undefined;
      if (typeof expected === 'string') assert.equal(url, expected);
      else assert.match(url ?? messages.at(-1) ?? '', expected);
    });
  }

  test('is told in Swagger 2.0, which knows none', async () => {
    const { scheme, messages } = await read(
      { type: 'oauth2', flow: 'application', tokenUrl: '/t' },
      { version: '2.0' },
    );
    assert.deepEqual(scheme, { type: 'oauth2', flows: { clientCredentials: {} } });
    assert.match(messages[0] ?? '', /it is relative, and Swagger 2\.0 does not say to what/);
  });
});
