import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Exchange } from './recording-proxy.js';
import { problemsIn, type RequestKind } from './request-rules.js';

type Form = Readonly<Record<string, string>>;

const verifier = 'v'.repeat(43);
const redirectUri = 'http://127.0.0.1:4711/callback';
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/** Of every kind, a request with nothing wrong in it. */
const right: Readonly<Record<Exclude<RequestKind, 'authorization'>, Form>> = {
  clientCredentials: { grant_type: 'client_credentials', scope: 'a b', resource: 'urn:api' },
  code: { grant_type: 'authorization_code', code: 'c', redirect_uri: redirectUri, code_verifier: verifier },
  refresh: { grant_type: 'refresh_token', refresh_token: 'r', client_id: 'app' },
  deviceAuthorization: { client_id: 'app', scope: 'a' },
  deviceToken: {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: 'd',
    client_id: 'app',
  },
  tokenExchange: {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: 't',
    subject_token_type: accessTokenType,
    resource: 'https://api.example.com/',
    scope: 'a',
  },
  introspection: { token: 't' },
};

function request(form: Form | Exchange['form'], more: Partial<Exchange> = {}): Exchange {
  return {
    method: 'POST',
    path: '/token',
    query: new URLSearchParams(),
    headers: {},
    form: Array.isArray(form) ? (form as Exchange['form']) : Object.entries(form),
    status: 200,
    answer: {},
    ...more,
  };
}

/** A form without one of its fields, or with another value. */
function changed(kind: keyof typeof right, field: string, value?: string): Form {
  const { [field]: left, ...kept } = right[kind];
  assert.ok(left !== undefined || value !== undefined, field);
  return value === undefined ? kept : { ...kept, [field]: value };
}

suite('what a request to an issuer breaks', () => {
  for (const [kind, form] of Object.entries(right)) {
    test(`nothing: ${kind}`, () => assert.deepEqual(problemsIn(kind as RequestKind, request(form)), []));
  }

  const broken: readonly [kind: keyof typeof right, clause: RegExp, broken: Exchange][] = [
    ['clientCredentials', /6749 section 4\.4\.2/, request(changed('clientCredentials', 'grant_type'))],
    ['clientCredentials', /6749 section 3\.3/, request(changed('clientCredentials', 'scope', 'a  b'))],
    ['clientCredentials', /8707/, request(changed('clientCredentials', 'resource', 'https://a.example/#x'))],
    ['clientCredentials', /8707/, request(changed('clientCredentials', 'resource', 'api'))],
    ['clientCredentials', /3\.2: it is GET/, request(right.clientCredentials, { method: 'GET' })],
    ['clientCredentials', /appendix B/, request({})],
    ['clientCredentials', /a value/, request(changed('clientCredentials', 'scope', ''))],
    [
      'clientCredentials',
      /more than once/,
      request([...Object.entries(right.clientCredentials), ['scope', 'a']]),
    ],
    [
      'clientCredentials',
      /one authentication method/,
      request(
        { ...right.clientCredentials, client_secret: 's' },
        { headers: { authorization: 'Basic eA==' } },
      ),
    ],
    [
      'clientCredentials',
      /no credentials in the URI/,
      request(right.clientCredentials, { query: new URLSearchParams('client_secret=s') }),
    ],
    ['code', /6749 section 4\.1\.3/, request(changed('code', 'redirect_uri'))],
    ['code', /6749 section 4\.1\.3/, request(changed('code', 'code'))],
    ['code', /7636 section 4\.5/, request(changed('code', 'code_verifier', 'short'))],
    ['refresh', /6749 section 6/, request(changed('refresh', 'refresh_token'))],
    ['deviceAuthorization', /8628 section 3\.1/, request(changed('deviceAuthorization', 'client_id'))],
    ['deviceToken', /8628 section 3\.4/, request(changed('deviceToken', 'device_code'))],
    ['tokenExchange', /8693 section 2\.1/, request(changed('tokenExchange', 'grant_type'))],
    ['tokenExchange', /8693 section 2\.1/, request(changed('tokenExchange', 'subject_token'))],
    ['tokenExchange', /8693 section 2\.1/, request(changed('tokenExchange', 'subject_token_type', 'jwt'))],
    ['tokenExchange', /what the token is for/, request(changed('tokenExchange', 'resource'))],
    ['tokenExchange', /8693 section 2\.1/, request(changed('tokenExchange', 'requested_token_type', 'jwt'))],
    ['tokenExchange', /actor_token/, request(changed('tokenExchange', 'actor_token', 'a'))],
    ['tokenExchange', /actor_token/, request(changed('tokenExchange', 'actor_token_type', accessTokenType))],
    ['introspection', /7662/, request({ token_type_hint: 'access_token' })],
  ];
  for (const [kind, clause, given] of broken) {
    test(`${kind}: ${clause.source}`, () => {
      const found = problemsIn(kind, given);
      assert.equal(found.filter((problem) => clause.test(problem)).length, 1, found.join('\n'));
    });
  }

  test('several resources are allowed where a token is exchanged (RFC 8693 section 2.1)', () => {
    const form: Exchange['form'] = [...Object.entries(right.tokenExchange), ['resource', 'urn:other']];
    assert.deepEqual(problemsIn('tokenExchange', request(form)), []);
  });
});

suite('what an authorization request breaks', () => {
  const query = {
    response_type: 'code',
    client_id: 'app',
    redirect_uri: redirectUri,
    state: 's'.repeat(16),
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  };
  const asked = (fields: Form): Exchange =>
    request({}, { method: 'GET', query: new URLSearchParams(fields) });

  test('nothing', () => assert.deepEqual(problemsIn('authorization', asked(query)), []));
  const broken: readonly [clause: RegExp, fields: Form][] = [
    [/6749 section 4\.1\.1/, { ...query, response_type: 'token' }],
    [/6749 section 4\.1\.1/, { ...query, client_id: '' }],
    [/8252 section 7\.3/, { ...query, redirect_uri: 'https://elsewhere.example/callback' }],
    [/6749 section 10\.12/, { ...query, state: 's' }],
    [/7636 section 4\.3/, { ...query, code_challenge: 'plain' }],
    [/7636 section 4\.3/, { ...query, code_challenge_method: 'plain' }],
  ];
  for (const [clause, fields] of broken) {
    test(clause.source, () => {
      const found = problemsIn('authorization', asked(fields));
      assert.equal(found.length, 1, found.join('\n'));
      assert.match(found[0] ?? '', clause);
    });
  }
});
