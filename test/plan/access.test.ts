import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { NamedScheme, Operation } from '../../src/model/model.js';
import type { ServerSettings } from '../../src/plan/settings.js';
import type { AuthMode } from '../../src/runtime/authorization/variables.js';
import { model, operation, plan } from './documents.js';

const named = (scheme: NamedScheme['scheme']): NamedScheme => ({ scheme, description: undefined });

const securitySchemes: ReadonlyMap<string, NamedScheme> = new Map([
  ['oauth', named({ type: 'oauth2', flows: { clientCredentials: {} } })],
  ['token', named({ type: 'oauth2', flows: { implicit: {} } })],
  ['oidc', named({ type: 'openIdConnect', openIdConnectUrl: 'https://issuer.example.com' })],
  ['key', named({ type: 'apiKey', in: 'header', name: 'X-Key' })],
  ['unused', named({ type: 'http', scheme: 'bearer' })],
]);

interface Chosen {
  readonly auth?: AuthMode;
  readonly server?: ServerSettings;
}

function planWith(securities: readonly Operation['security'][], { auth, server }: Chosen) {
  const operations = securities.map((security, at) =>
    operation({ path: `/${at}`, operationId: `tool${at}`, security }),
  );
  const settings = { operations: {}, tags: {}, ...(server === undefined ? {} : { server }) };
  return plan(model(operations, { securitySchemes }), { auth, settings });
}

suite('a manifest presets of the access of clients', () => {
  const cases: readonly [of: string, chosen: Chosen, access: unknown][] = [
    ['nothing where nothing is chosen', {}, undefined],
    ['nothing for empty settings', { server: { scopes: { rename: {}, implies: {} } } }, undefined],
    ['the mode', { auth: 'bearer' }, { auth: 'bearer' }],
    ['that there is none', { auth: 'none' }, { auth: 'none' }],
    [
      'the identity and what is shown',
      { auth: 'oauth', server: { identity: 'service', visibility: 'filter' } },
      { auth: 'oauth', identity: 'service', visibility: 'filter' },
    ],
    ['broader scopes', { server: { scopes: { implies: { a: ['a'] } } } }, { implies: { a: ['a'] } }],
  ];
  for (const [of, chosen, expected] of cases) {
    test(of, () => {
      const { plan: planned } = planWith([[]], chosen);
      assert.deepEqual(planned?.manifest.access, expected);
      assert.equal(planned !== undefined && 'access' in planned.manifest, expected !== undefined);
    });
  }
});

suite('the identity exchange', () => {
  for (const auth of ['none', 'bearer', undefined] as const) {
    test(`is an error with the mode ${String(auth)}`, () => {
      const { found } = planWith([[{ oauth: [] }]], {
        ...(auth && { auth }),
        server: { identity: 'exchange' },
      });
      assert.equal(found[0]?.[0], 'unusable-setting');
      assert.match(found[0][1], /'server\.identity'.*`auth: 'oauth'`/);
    });
  }

  const cases: readonly [of: string, security: Operation['security'], isTold: boolean][] = [
    ['a key', [{ key: [] }], true],
    ['a key, or nothing', [{ key: [] }, {}], true],
    ['nothing', [], false],
    ['nothing by an anonymous alternative', [{}], false],
    ['a key, or a token', [{ key: [] }, { oauth: [] }], false],
    ['a key and a token', [{ key: [], oidc: [] }], false],
    ['a token that was obtained elsewhere', [{ token: [] }], false],
  ];
  for (const [of, security, isTold] of cases) {
    test(`is ${isTold ? 'told of' : 'fine for'} a tool that needs ${of}`, () => {
      const { found } = planWith([security, [{ oauth: [] }]], {
        auth: 'oauth',
        server: { identity: 'exchange' },
      });
      const told = found.filter(([code]) => code === 'not-exchangeable').map(([, message]) => message);
      assert.equal(told.length, isTold ? 1 : 0);
      if (isTold) assert.match(told[0] ?? '', /^No call of 'tool0' will reach the API/);
    });
  }
});

suite('the security schemes to take', () => {
  test('stand in the manifest, each once, where a tool needs them', () => {
    const { plan: planned, found } = planWith([[{ oauth: [] }, { key: [] }]], {
      server: { security: ['key', 'unused', 'key'] },
    });
    assert.deepEqual(planned?.manifest.securityPreset, ['key']);
    assert.deepEqual(
      found.filter(([, message]) => message.includes('server.security')),
      [],
    );
  });

  test('are defined in the document', () => {
    const { plan: planned, found } = planWith([[{ oauth: [] }]], { server: { security: ['Oauth'] } });
    assert.equal(planned?.manifest.securityPreset, undefined);
    assert.match(JSON.stringify(found), /unknown-operation-setting.*did you mean 'oauth'\?/);
  });
});

suite('libraries', () => {
  const cases: readonly [
    of: string,
    security: Operation['security'],
    auth: AuthMode | undefined,
    features: unknown,
  ][] = [
    ['none for keys', [{ key: [] }], undefined, []],
    ['none for static tokens of clients', [{ key: [] }], 'bearer', []],
    ['both where an issuer signs', [], 'oauth', ['jwt', 'oauthClient']],
    ['the client where tokens are obtained', [{ oauth: [] }], 'none', ['oauthClient']],
    ['the client for OpenID Connect', [{ oidc: [] }], undefined, ['oauthClient']],
    ['none for tokens that were obtained elsewhere', [{ token: [] }], undefined, []],
  ];
  for (const [of, security, auth, expected] of cases) {
    test(`are ${of}`, () => {
      assert.deepEqual(planWith([security], { ...(auth && { auth }) }).plan?.features, expected);
    });
  }
});
