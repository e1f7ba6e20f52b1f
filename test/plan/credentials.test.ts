import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { NamedScheme } from '../../src/model/model.js';
import type { EnvironmentVariable, PlannedScheme, ServerPlan } from '../../src/plan/plan.js';
import type { OAuthFlows, SchemeShape, SecurityRequirement } from '../../src/runtime/security.js';
import { model, operation, plan } from './documents.js';

function named(scheme: SchemeShape, own: Partial<NamedScheme> = {}): NamedScheme {
  return { scheme, description: undefined, ...own };
}

function key(name: string): NamedScheme {
  return named({ type: 'apiKey', in: 'header', name });
}

const basic = named({ type: 'http', scheme: 'basic' }, { description: 'From your **profile** page.' });

/** Plans tools, one for each list of alternatives. */
function planned(
  schemes: Readonly<Record<string, NamedScheme>>,
  ...lists: readonly (readonly SecurityRequirement[])[]
): ServerPlan {
  const operations = lists.map((security, at) => operation({ path: `/${at}`, security }));
  const securitySchemes = new Map(Object.entries(schemes));
  const found = plan(model(operations, { securitySchemes })).plan;
  assert.ok(found);
  return found;
}

/** The one scheme of a tool that needs it. */
function only(
  scheme: SchemeShape,
  own: Partial<NamedScheme> = {},
  scopes: readonly string[] = [],
): PlannedScheme {
  const [first, second] = planned({ s: named(scheme, own) }, [{ s: scopes }]).securitySchemes;
  assert.ok(first);
  assert.equal(second, undefined);
  return first;
}

function namesOf(variables: readonly EnvironmentVariable[]): readonly string[] {
  return variables.map(({ name }) => name);
}

suite('the variables of credentials', () => {
  const schemes = {
    key: key('X-Key'),
    basic,
    unused: key('X-Unused'),
    'pet key': key('X-A'),
    'pet-key': key('X-B'),
  };

  test('are named by scheme and part, of schemes that tools use, between those of the base URL and all others', () => {
    const security = [{ basic: [] }, { key: [] }];
    const { manifest, variables } = planned(schemes, security);
    assert.deepEqual(manifest.securitySchemes, {
      key: { type: 'apiKey', in: 'header', name: 'X-Key', env: { key: 'PETS_KEY' } },
      basic: {
        type: 'http',
        scheme: 'basic',
        env: { username: 'PETS_BASIC_USERNAME', password: 'PETS_BASIC_PASSWORD' },
      },
    });
    assert.deepEqual(manifest.tools[0]?.request.security, security);
    assert.deepEqual(namesOf(variables), [
      'PETS_BASE_URL',
      'PETS_KEY',
      'PETS_BASIC_USERNAME',
      'PETS_BASIC_PASSWORD',
      'PETS_SECURITY',
      'PETS_ALLOWED_ORIGINS',
    ]);
    assert.deepEqual(
      variables.filter(({ required }) => required),
      [],
    );
  });

  test('are required where a tool has no other way', () => {
    const { variables } = planned(schemes, [{ key: [] }], [{ basic: [] }, {}]);
    assert.deepEqual(namesOf(variables.filter(({ required }) => required)), ['PETS_KEY']);
  });

  test('are required of the scheme that all alternatives of a tool have', () => {
    const { variables } = planned(schemes, [{ key: [], basic: [] }, { key: [] }]);
    assert.deepEqual(namesOf(variables.filter(({ required }) => required)), ['PETS_KEY']);
  });

  test('are never shared by two schemes', () => {
    const security = [{ 'pet key': [], 'pet-key': [] }];
    const securitySchemes = new Map(Object.entries(schemes));
    const { plan: made, found } = plan(model([operation({ security })], { securitySchemes }));
    const variables = Object.values(made?.manifest.securitySchemes ?? {}).map(({ env }) => env['key']);
    assert.deepEqual(variables, ['PETS_PET_KEY', 'PETS_PET_KEY_2']);
    assert.deepEqual(
      found.map(([code]) => code),
      ['variable-renamed'],
    );
  });

  test('are never shared by the parts of two schemes, nor by the file of one', () => {
    const { variables } = planned({ a: named({ type: 'mutualTLS' }), a_cert: key('X-A') }, [
      { a: [], a_cert: [] },
    ]);
    const all = namesOf(variables);
    assert.equal(new Set(all).size, all.length);
    assert.ok(all.includes('PETS_A_CERT_KEY') && all.includes('PETS_A_CERT_KEY_2'));
  });

  test('of a scheme called __proto__ are its own', () => {
    const proto = new Map([['__proto__', key('X-Key')]]);
    const requirement = JSON.parse('{"__proto__": []}') as SecurityRequirement;
    const made = plan(model([operation({ security: [requirement] })], { securitySchemes: proto })).plan;
    assert.deepEqual(Object.keys(made?.manifest.securitySchemes ?? {}), ['__proto__']);
    assert.deepEqual(made?.securitySchemes[0]?.ways, [['PETS_PROTO_KEY']]);
  });

  test('of a scheme whose name says what its one part is do not say it twice', () => {
    const { variables } = planned(
      { apiKey: key('X-Key'), token: named({ type: 'oauth2', flows: { clientCredentials: {} } }) },
      [{ apiKey: [], token: [] }],
    );
    assert.ok(namesOf(variables).includes('PETS_API_KEY'));
    assert.ok(namesOf(variables).includes('PETS_TOKEN_TOKEN'));
  });
});

suite('what people are told of a scheme', () => {
  const client: OAuthFlows = { clientCredentials: { tokenUrl: 'https://a.example/token' } };
  const cases: readonly [scheme: SchemeShape, what: string, first: string | undefined][] = [
    [
      { type: 'apiKey', in: 'query', name: 'k' },
      "API key, sent as the query 'k'",
      "API key, sent as the query 'k' (security scheme 's')",
    ],
    [{ type: 'http', scheme: 'basic' }, 'User name and password, sent by HTTP Basic', 'User name'],
    [{ type: 'http', scheme: 'digest' }, 'User name and password, proved by HTTP Digest', 'User name'],
    [{ type: 'http', scheme: 'bearer' }, 'Bearer token', "Bearer token (security scheme 's')"],
    [{ type: 'http', scheme: 'hoba' }, "HTTP scheme 'hoba', which code in src/hooks.ts sends", undefined],
    [
      { type: 'oauth2', flows: { implicit: {} } },
      'OAuth 2.0 access token, obtained elsewhere, sent as a bearer token',
      "OAuth 2.0 access token, obtained elsewhere, sent as a bearer token (security scheme 's')",
    ],
    [
      { type: 'oauth2', flows: client },
      'OAuth 2.0 access token, sent as a bearer token',
      'Id of the OAuth client',
    ],
    [
      { type: 'openIdConnect' },
      'OpenID Connect access token, sent as a bearer token',
      'Id of the OAuth client',
    ],
    [
      { type: 'mutualTLS' },
      'Client certificate, shown when the connection is made',
      'Client certificate, PEM, or its file by PETS_S_CERT_FILE',
    ],
  ];
  for (const [scheme, what, first] of cases) {
    test(what, () => {
      const found = only(scheme);
      assert.deepEqual([found.what, found.variables[0]?.purpose], [what, first]);
    });
  }

  test('is its description too, once, and that OpenAPI 3.2 calls it deprecated', () => {
    const { what, description, variables } = only(basic.scheme, { ...basic, isDeprecated: true });
    assert.equal(what, 'User name and password, sent by HTTP Basic (deprecated)');
    assert.equal(description, 'From your profile page.');
    assert.deepEqual(
      variables.map(({ purpose }) => purpose),
      ['User name', 'Password'],
    );
    const { description: told } = basic;
    const single = only({ type: 'http', scheme: 'bearer' }, { description: told, isDeprecated: true });
    assert.deepEqual(
      single.variables.map(({ purpose }) => purpose),
      ["Bearer token (security scheme 's', deprecated): From your profile page."],
    );
  });

  test('holds no line ends and no controls of the document', () => {
    const name = 'a\nb\u001b[1m';
    const { securitySchemes } = planned({ [name]: key('X\nY') }, [{ [name]: [] }]);
    const [found] = securitySchemes;
    assert.equal(found?.name, name);
    assert.match(found?.variables[0]?.purpose ?? '', /^API key, \P{Cc}+$/u);
  });
});

suite('the ways to a credential', () => {
  const login = { authorizationCode: {} };
  const waysOf = (scheme: SchemeShape): readonly string[] => {
    const { ways } = only(scheme);
    return ways.map((way) => way.map((variable) => variable.replace('PETS_S_', '')).join('+'));
  };
  const client = ['CLIENT_ID+CLIENT_SECRET', 'CLIENT_ID+PRIVATE_KEY', 'CLIENT_ID+CERT+CERT_KEY'];
  const cases: readonly [of: string, scheme: SchemeShape, ways: readonly string[], hasLogin: boolean][] = [
    ['an API key', { type: 'apiKey', in: 'query', name: 'k' }, ['KEY'], false],
    ['HTTP Digest', { type: 'http', scheme: 'digest' }, ['USERNAME+PASSWORD'], false],
    ['a scheme that is not built in', { type: 'http', scheme: 'hoba' }, [], false],
    ['mutual TLS', { type: 'mutualTLS' }, ['CERT+CERT_KEY'], false],
    ['a client', { type: 'oauth2', flows: { clientCredentials: {} } }, [...client, 'TOKEN'], false],
    ['a person', { type: 'oauth2', flows: login }, ['CLIENT_ID+REFRESH_TOKEN', 'TOKEN'], true],
    [
      'a person without a browser',
      { type: 'oauth2', flows: { deviceAuthorization: {} } },
      ['CLIENT_ID+REFRESH_TOKEN', 'TOKEN'],
      true,
    ],
    ['flows that are not run', { type: 'oauth2', flows: { implicit: {}, password: {} } }, ['TOKEN'], false],
    ['no flow at all', { type: 'oauth2', flows: {} }, ['TOKEN'], false],
    ['OpenID Connect', { type: 'openIdConnect' }, [...client, 'CLIENT_ID+REFRESH_TOKEN', 'TOKEN'], true],
  ];
  for (const [of, scheme, ways, hasLogin] of cases) {
    test(`of ${of}`, () => {
      assert.deepEqual(waysOf(scheme), ways);
      const found = only(scheme);
      assert.equal(found.hasLogin, hasLogin);
      const required = namesOf(found.variables.filter((variable) => variable.required));
      assert.deepEqual(required, ways.length === 1 ? found.ways[0] : []);
    });
  }
});

test('token endpoints of a document that differ are all told of', () => {
  const [one, two] = ['https://a.example/token', 'https://b.example/token'];
  const flows: OAuthFlows = {
    clientCredentials: { tokenUrl: one },
    authorizationCode: { tokenUrl: two, refreshUrl: 'https://c.example/refresh' },
    deviceAuthorization: { tokenUrl: one },
    password: { tokenUrl: 'https://p.example/token' },
  };
  const variable = only({ type: 'oauth2', flows }).variables.find(({ name }) => name === 'PETS_S_TOKEN_URL');
  assert.equal(
    variable?.purpose,
    `Token endpoint of the authorization server, in place of those of the document: ${one} and ${two}`,
  );
});

suite('the endpoints of a document', () => {
  const at = (path: string): string => `https://a.example${path}`;
  const cases: readonly [of: string, scheme: SchemeShape, presets: Readonly<Record<string, string>>][] = [
    [
      'stand in for their variables',
      {
        type: 'oauth2',
        flows: {
          authorizationCode: { authorizationUrl: at('/login'), tokenUrl: at('/token') },
          deviceAuthorization: { deviceAuthorizationUrl: at('/device'), tokenUrl: at('/token') },
        },
      },
      {
        PETS_S_TOKEN_URL: at('/token'),
        PETS_S_AUTHORIZATION_URL: at('/login'),
        PETS_S_DEVICE_URL: at('/device'),
      },
    ],
    [
      'are those of any flow that is run',
      {
        type: 'oauth2',
        flows: {
          clientCredentials: {},
          authorizationCode: { tokenUrl: at('/b') },
          password: { tokenUrl: at('/p') },
        },
      },
      { PETS_S_TOKEN_URL: at('/b') },
    ],
    [
      'are none that holds for all flows where each has its own',
      {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: at('/a') }, authorizationCode: { tokenUrl: at('/b') } },
      },
      {},
    ],
    [
      'tell no issuer where what is well known has a path on both sides',
      { type: 'openIdConnect', openIdConnectUrl: at('/a/.well-known/openid-configuration/b') },
      {},
    ],
    [
      'are none of flows that are not run',
      { type: 'oauth2', flows: { password: { tokenUrl: at('/p') } } },
      {},
    ],
    [
      'tell the issuer (OpenID Connect Discovery, 4.1)',
      { type: 'openIdConnect', openIdConnectUrl: at('/t/.well-known/openid-configuration') },
      { PETS_S_ISSUER: at('/t') },
    ],
    [
      'tell the issuer (RFC 8414, 3.1)',
      {
        type: 'oauth2',
        flows: { clientCredentials: {} },
        oauth2MetadataUrl: at('/.well-known/oauth-authorization-server/t'),
      },
      { PETS_S_ISSUER: at('/t') },
    ],
    [
      'tell an issuer without a path',
      { type: 'openIdConnect', openIdConnectUrl: at('/.well-known/openid-configuration') },
      { PETS_S_ISSUER: at('') },
    ],
    [
      'do not tell it where nothing is well known',
      { type: 'openIdConnect', openIdConnectUrl: at('/metadata') },
      {},
    ],
  ];
  for (const [of, scheme, presets] of cases) {
    test(of, () => {
      const set = only(scheme).variables.filter((variable) => variable.default !== undefined);
      assert.deepEqual(Object.fromEntries(set.map((variable) => [variable.name, variable.default])), presets);
      assert.ok(set.every(({ required, secret }) => !required && !secret));
    });
  }
});

test('endpoints that are relative to the base URL are told, and preset by nothing', () => {
  const cases: readonly [scheme: SchemeShape, name: string, url: string][] = [
    [{ type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/t' } } }, 'TOKEN_URL', '/t'],
    [{ type: 'oauth2', flows: { authorizationCode: { authorizationUrl: 'a' } } }, 'AUTHORIZATION_URL', 'a'],
    [
      { type: 'oauth2', flows: { deviceAuthorization: { deviceAuthorizationUrl: '?d' } } },
      'DEVICE_URL',
      '?d',
    ],
    [{ type: 'oauth2', flows: { clientCredentials: {} }, oauth2MetadataUrl: '/m' }, 'ISSUER', '/m'],
    [{ type: 'openIdConnect', openIdConnectUrl: '/.well-known/openid-configuration' }, 'ISSUER', '/.well'],
  ];
  for (const [scheme, name, url] of cases) {
    const variable = only(scheme).variables.find((each) => each.name === `PETS_S_${name}`);
    assert.equal(variable?.default, undefined);
    assert.ok(variable?.purpose.includes(`; otherwise ${url}`), variable?.purpose);
    assert.match(variable?.purpose ?? '', /, relative to the base URL of the API$/);
  }
});

test('an issuer that only the document names is not trusted by its word alone, which is told', () => {
  const issuerOf = (scheme: SchemeShape): EnvironmentVariable | undefined =>
    only(scheme).variables.find(({ name }) => name === 'PETS_S_ISSUER');
  const openIdConnectUrl = 'https://a.example/.well-known/openid-configuration';
  assert.match(
    issuerOf({ type: 'openIdConnect', openIdConnectUrl })?.purpose ?? '',
    /counts once it stands here/,
  );
  assert.doesNotMatch(issuerOf({ type: 'openIdConnect' })?.purpose ?? '', /counts once/);
});

test('the scopes of a scheme are those that tools ask for, each once', () => {
  const oauth = named({ type: 'oauth2', flows: { clientCredentials: {} } });
  const { securitySchemes } = planned(
    { o: oauth, key: key('X-Key') },
    [{ o: ['b', 'a'] }],
    [{ o: ['a', 'constructor'], key: [] }],
    [{ key: [] }],
  );
  assert.deepEqual(
    securitySchemes.map(({ name, scopes }) => [name, scopes]),
    [
      ['o', ['b', 'a', 'constructor']],
      ['key', []],
    ],
  );
});

suite('the variable that chooses among alternatives', () => {
  const schemes = { a: key('X-A'), b: key('X-B'), security: key('X-S') };
  const cases: readonly [of: string, lists: readonly (readonly SecurityRequirement[])[], isThere: boolean][] =
    [
      ['is there where a tool has several', [[{ a: [] }], [{ a: [] }, { b: [] }]], true],
      ['is not where tools have one each', [[{ a: [] }], [{ b: [] }]], false],
      ['is not where one of two names no scheme', [[{ a: [] }, {}]], false],
      ['is not where all are asked together', [[{ a: [], b: [] }]], false],
      ['is not where nothing is asked', [[]], false],
    ];
  for (const [of, lists, isThere] of cases) {
    test(of, () => {
      const { manifest, variables } = planned(schemes, ...lists);
      assert.equal(manifest.securityEnv, isThere ? 'PETS_SECURITY' : undefined);
      assert.equal(namesOf(variables).includes('PETS_SECURITY'), isThere);
    });
  }

  test('names them', () => {
    const { variables } = planned(schemes, [{ a: [] }, { security: [], b: [] }, {}], [{ b: [] }]);
    const [found] = variables.filter(({ name }) => name === 'PETS_SECURITY');
    assert.match(found?.purpose ?? '', /: a or security,b$/);
    assert.deepEqual([found?.required, found?.secret, found?.default], [false, false, undefined]);
  });
});
