import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { schemesInForce } from '../../src/runtime/credentials/scheme-urls.js';
import type { OAuthFlow, SchemeShape, SecurityScheme } from '../../src/runtime/security.js';
import { callerOfService } from './credential-call.js';
import { json, startApi, type LoopbackApi } from './loopback-api.js';

/** The scheme of an API at `https://document.example/v1` when its server runs with these variables. */
function inForce(shape: SchemeShape, environment: Readonly<Record<string, string>> = {}): SecurityScheme {
  const settings = {
    upstream: { url: 'https://document.example/v1', variables: {}, env: 'BASE_URL' },
    allowedOriginsEnv: 'ALLOWED_ORIGINS',
    securitySchemes: { ['__proto__']: { ...shape, env: {} } },
  };
  const [[name, scheme] = []] = Object.entries(schemesInForce(settings, environment));
  assert.equal(name, '__proto__');
  assert.ok(scheme);
  return scheme;
}

function flowInForce(flow: OAuthFlow, environment?: Readonly<Record<string, string>>): OAuthFlow | undefined {
  const scheme = inForce({ type: 'oauth2', flows: { clientCredentials: flow } }, environment);
  return scheme.type === 'oauth2' ? scheme.flows.clientCredentials : undefined;
}

const elsewhere = { BASE_URL: 'https://operator.example/api/v2' };

// OpenAPI 3.0 to 3.2, "Relative References in API URLs": RFC 3986 against the URL of the Server Object.
suite('a relative URL of a security scheme', () => {
  const cases: readonly [
    of: string,
    url: string,
    environment: Readonly<Record<string, string>>,
    absolute: unknown,
  ][] = [
    ['belongs to the server of the document', '/token', {}, 'https://document.example/token'],
    ['belongs to the server of the operator', '/token', elsewhere, 'https://operator.example/token'],
    ['can stand beside the path of the server', 'token', elsewhere, 'https://operator.example/api/token'],
    ['can be a query alone', '?token', elsewhere, 'https://operator.example/api/v2?token'],
    [
      'can be of this machine',
      '/token',
      { BASE_URL: 'http://127.0.0.1:8080' },
      'http://127.0.0.1:8080/token',
    ],
    [
      'is left out where secrets would go by http',
      '/token',
      { BASE_URL: 'http://operator.example' },
      undefined,
    ],
    ['is left out where the base URL is none', '/token', { BASE_URL: 'operator' }, undefined],
    ['moves nothing that is absolute', 'https://issuer.example/t', elsewhere, 'https://issuer.example/t'],
  ];
  for (const [of, url, environment, absolute] of cases) {
    test(of, () => {
      const expected = absolute === undefined ? {} : { tokenUrl: absolute };
      assert.deepEqual(flowInForce({ tokenUrl: url }, environment), expected);
    });
  }

  test('can be each of those of a flow', () => {
    const flow = { authorizationUrl: '/a', deviceAuthorizationUrl: '/d', tokenUrl: '/t', refreshUrl: '/r' };
    const expected = Object.fromEntries(
      Object.entries(flow).map(([name, path]) => [name, `https://operator.example${path}`]),
    );
    assert.deepEqual(flowInForce(flow, elsewhere), expected);
  });

  test('can be that of metadata', () => {
    const shapes: readonly SchemeShape[] = [
      { type: 'oauth2', flows: {}, oauth2MetadataUrl: '/m' },
      { type: 'openIdConnect', openIdConnectUrl: '/m' },
    ];
    for (const shape of shapes) {
      const { env, ...found } = inForce(shape, elsewhere);
      assert.deepEqual(env, {});
      assert.match(JSON.stringify(found), /"https:\/\/operator\.example\/m"/);
    }
  });

  test('is no name of a key', () => {
    const shape = { type: 'apiKey', in: 'header', name: 'tokenUrl' } as const;
    assert.deepEqual(inForce(shape, elsewhere), { ...shape, env: {} });
  });
});

suite('a call with a relative token endpoint', () => {
  let document: LoopbackApi;
  let operator: LoopbackApi;

  before(async () => {
    [document, operator] = await Promise.all([startApi(), startApi()]);
    for (const api of [document, operator]) {
      api.answer = ({ url }, response) => {
        if (url === '/token') json(response, { access_token: 'T0KEN', token_type: 'Bearer' });
        else json(response, {});
      };
    }
  });
  after(() => {
    for (const api of [document, operator]) api.stop();
  });

  const oauth = {
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: '/token' } },
    env: { clientId: 'T_ID', clientSecret: 'T_SECRET' },
  } as const satisfies SecurityScheme;

  test('gives the secret to no host that the operator has replaced', async () => {
    const variables = { T_ID: 'id', T_SECRET: 'secret', T_BASE_URL: operator.url };
    const { result } = await callerOfService({ url: document.url, schemes: { oauth }, variables })();
    assert.equal(result.isError, undefined, JSON.stringify(result));
    assert.deepEqual(document.requests, []);
    const [asked, called] = operator.requests;
    assert.equal(asked?.target, '/token');
    assert.equal(called?.headers.authorization, 'Bearer T0KEN');
  });
});
