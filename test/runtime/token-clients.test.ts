import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { after, afterEach, before, beforeEach, suite, test } from 'node:test';
import { jwtVerify } from 'jose';
import { createTokenSource } from '../../src/runtime/credentials/token-source.js';
import type { Credential } from '../../src/runtime/security.js';
import { ToolError } from '../../src/runtime/tool-error.js';
import { answerJson, startIssuer, wishFor, type AskedIssuer, type TestIssuer } from './issuer.js';
import { makeAuthority } from '../tools/certificates.js';

/** Has a client ask once, and tells what came at the token endpoint. */
async function askAs(issuer: TestIssuer, credential: Credential): Promise<AskedIssuer> {
  const { scheme, ...wish } = wishFor(issuer);
  await createTokenSource().get({ ...wish, scheme, credential: { clientId: 'client', ...credential } });
  const asked = issuer.tokenRequests().at(-1);
  assert.ok(asked);
  return asked;
}

/** Has the issuer tell its metadata. */
function tell(issuer: TestIssuer, metadata: Readonly<Record<string, unknown>>): void {
  issuer.other = (_, response) =>
    answerJson(response, 200, { issuer: issuer.url, token_endpoint: issuer.tokenUrl, ...metadata });
}

const pkcs8 = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }) as string;
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const rsaPem = pkcs8(rsa.privateKey);

suite('a client that proves who it is by a secret', () => {
  let issuer: TestIssuer;
  beforeEach(async () => void (issuer = await startIssuer()));
  afterEach(() => issuer.stop());

  const basic: readonly [clientId: string, clientSecret: string, decoded: string][] = [
    ['client', 's3cret', 'client:s3cret'],
    ['7d0c-4f_1.x', 'a-b_c.d~e', '7d0c-4f_1.x:a-b_c.d~e'],
    ['https://app.example/a b', 'p:ä+%&=', 'https%3A%2F%2Fapp.example%2Fa+b:p%3A%C3%A4%2B%25%26%3D'],
  ];
  for (const [clientId, clientSecret, decoded] of basic) {
    test(`sends it as RFC 6749 2.3.1 says: ${decoded}`, async () => {
      const { headers, form } = await askAs(issuer, { clientId, clientSecret });
      const [scheme, value = ''] = (headers.authorization ?? '').split(' ');
      assert.deepEqual([scheme, Buffer.from(value, 'base64').toString()], ['Basic', decoded]);
      assert.deepEqual([form.get('client_id'), form.get('client_secret')], [null, null]);
    });
  }

  test('sends it in the body where that is configured', async () => {
    const { headers, form } = await askAs(issuer, {
      clientSecret: 'a:b+c',
      authMethod: 'client_secret_post',
    });
    assert.equal(headers.authorization, undefined);
    assert.deepEqual([form.get('client_id'), form.get('client_secret')], ['client', 'a:b+c']);
  });

  test('sends it in the body where its issuer takes nothing else', async () => {
    tell(issuer, { token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt'] });
    const { form } = await askAs(issuer, { clientSecret: 'a', issuer: issuer.url });
    assert.equal(form.get('client_secret'), 'a');
  });

  test('sends it by Basic where its issuer takes both, or says nothing', async () => {
    tell(issuer, { token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'] });
    const { form } = await askAs(issuer, { clientSecret: 'a', issuer: issuer.url });
    assert.equal(form.get('client_secret'), null);
  });
});

suite('a client that proves who it is otherwise', () => {
  let issuer: TestIssuer;
  beforeEach(async () => void (issuer = await startIssuer()));
  afterEach(() => issuer.stop());

  test('names itself where it is public', async () => {
    const { headers, form } = await askAs(issuer, { refreshToken: 'r' });
    assert.deepEqual([headers.authorization, form.get('client_id')], [undefined, 'client']);
  });

  test('leaves out its secret where that is configured', async () => {
    const { headers, form } = await askAs(issuer, { clientSecret: 'a', authMethod: ' none ' });
    assert.deepEqual([headers.authorization, form.get('client_secret')], [undefined, null]);
  });

  const refused: readonly [of: string, credential: Credential, expected: RegExp][] = [
    [
      'a way that there is not',
      { clientSecret: 'a', authMethod: 'basic' },
      /PETS_OAUTH_AUTH_METHOD has to be one of/,
    ],
    ['a way of the prototype', { clientSecret: 'a', authMethod: 'constructor' }, /has to be one of/],
    [
      'a way that needs more',
      { authMethod: 'private_key_jwt', clientSecret: 'a' },
      /AUTH_METHOD is private_key_jwt: set PETS_OAUTH_PRIVATE_KEY/,
    ],
    ['no id', { clientId: ' ', clientSecret: 'a' }, /Set PETS_OAUTH_CLIENT_ID/],
    [
      'a certificate that is none',
      { certificate: 'a', certificateKey: 'b' },
      /PETS_OAUTH_CERT and PETS_OAUTH_CERT_KEY/,
    ],
  ];
  for (const [of, credential, expected] of refused) {
    test(`sends nothing with ${of}`, async () => {
      await assert.rejects(askAs(issuer, credential), expected);
      assert.equal(issuer.requests.length, 0);
    });
  }
});

suite('a client with a private key (RFC 7523)', () => {
  let issuer: TestIssuer;
  beforeEach(async () => void (issuer = await startIssuer()));
  afterEach(() => issuer.stop());
  const ed25519 = generateKeyPairSync('ed25519').privateKey;
  const jwk = { ...rsa.privateKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'PS256' };
  const ec = (namedCurve: string): KeyObject => generateKeyPairSync('ec', { namedCurve }).privateKey;
  const p256 = ec('P-256');

  const keys: readonly (readonly [
    of: string,
    text: string,
    key: KeyObject,
    algorithm: string,
    kid?: string,
  ])[] = [
    ['RSA, PKCS #8', rsaPem, rsa.privateKey, 'RS256'],
    [
      'RSA, PKCS #1',
      rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }) as string,
      rsa.privateKey,
      'RS256',
    ],
    ['on one line', rsaPem.replaceAll('\n', '\\n'), rsa.privateKey, 'RS256'],
    ['RSA, JWK with its algorithm and name', JSON.stringify(jwk), rsa.privateKey, 'PS256', 'key-1'],
    ['P-256', pkcs8(p256), p256, 'ES256'],
    ['P-256, JWK', JSON.stringify(p256.export({ format: 'jwk' })), p256, 'ES256'],
    ['Ed25519', pkcs8(ed25519), ed25519, 'EdDSA'],
    ...(['P-384', 'P-521'] as const).map((curve) => {
      const key = ec(curve);
      return [curve, pkcs8(key), key, curve === 'P-384' ? 'ES384' : 'ES512'] as const;
    }),
  ];
  for (const [of, privateKey, key, algorithm, kid] of keys) {
    test(`signs an assertion: ${of}`, async () => {
      const { form, headers } = await askAs(issuer, { privateKey });
      assert.equal(headers.authorization, undefined);
      assert.equal(
        form.get('client_assertion_type'),
        'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      );
      const assertion = form.get('client_assertion') ?? '';
      const { protectedHeader, payload } = await jwtVerify(assertion, createPublicKey(key), {
        issuer: 'client',
        subject: 'client',
        audience: issuer.tokenUrl,
        requiredClaims: ['exp', 'iat', 'jti'],
        maxTokenAge: 60,
      });
      assert.deepEqual([protectedHeader.alg, protectedHeader.kid], [algorithm, kid]);
      assert.ok((payload.exp ?? Infinity) < Date.now() / 1000 + 120);
    });
  }

  test('makes it out to the issuer, by an algorithm that it takes', async () => {
    tell(issuer, { token_endpoint_auth_signing_alg_values_supported: ['ES256', 'PS384'] });
    const { form } = await askAs(issuer, { privateKey: rsaPem, issuer: issuer.url });
    const assertion = form.get('client_assertion') ?? '';
    const { protectedHeader } = await jwtVerify(assertion, rsa.publicKey, { audience: issuer.url });
    assert.equal(protectedHeader.alg, 'PS384');
  });

  test('never sends the same assertion again', async () => {
    const first = await askAs(issuer, { privateKey: rsaPem });
    const second = await askAs(issuer, { privateKey: rsaPem });
    assert.notEqual(first.form.get('client_assertion'), second.form.get('client_assertion'));
  });

  const small = pkcs8(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey);
  const unusable: readonly [of: string, privateKey: string][] = [
    ['no key', 'MARKER'],
    ['no JWK', '{"MARKER":1}'],
    ['no JSON', '{MARKER'],
    ['a public key', rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string],
    ['a short RSA key', small],
    ['a key for key agreement', pkcs8(generateKeyPairSync('x25519').privateKey)],
    ['a curve without an algorithm', pkcs8(ec('secp256k1'))],
    ['an algorithm of another key', JSON.stringify({ ...jwk, alg: 'ES256' })],
    ['a symmetric algorithm', JSON.stringify({ ...jwk, alg: 'HS256' })],
  ];
  for (const [of, privateKey] of unusable) {
    test(`is told to correct it: ${of}`, async () => {
      const error = await askAs(issuer, { privateKey }).catch((thrown: unknown) => thrown);
      assert.ok(error instanceof ToolError);
      assert.match(error.message, /Correct PETS_OAUTH_PRIVATE_KEY/);
      assert.doesNotMatch(error.message, /MARKER/);
      assert.equal(issuer.requests.length, 0);
    });
  }
});

suite('a client with a certificate (RFC 8705)', () => {
  let issuer: TestIssuer;
  const { NODE_TLS_REJECT_UNAUTHORIZED: trust } = process.env;
  const authority = makeAuthority('Pets');
  const { certificate, key: certificateKey } = authority.issue('client-of-pets');
  const certified: Credential = { certificate, certificateKey };
  before(async () => {
    // There is no variable for authorities that issuers are trusted by.
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    const { certificate: cert, key } = authority.issue('issuer');
    issuer = await startIssuer({ cert, key, requestCert: true, rejectUnauthorized: false });
  });
  after(() => {
    issuer.stop();
    if (trust === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = trust;
  });

  test('shows it and names itself', async () => {
    const { certificateName, form } = await askAs(issuer, certified);
    assert.deepEqual([certificateName, form.get('client_id')], ['client-of-pets', 'client']);
  });

  test('shows none where none is set', async () => {
    assert.equal((await askAs(issuer, { clientSecret: 'a' })).certificateName, undefined);
  });

  test('shows the one of its own, whoever asked before', async () => {
    const other = authority.issue('another');
    const credential = { certificate: other.certificate, certificateKey: other.key.replaceAll('\n', '\\n') };
    assert.equal((await askAs(issuer, credential)).certificateName, 'another');
    assert.equal((await askAs(issuer, certified)).certificateName, 'client-of-pets');
  });

  test('asks where its issuer takes certificates (RFC 8705 5)', async () => {
    tell(issuer, {
      mtls_endpoint_aliases: { token_endpoint: issuer.tokenUrl },
      token_endpoint: `${issuer.url}/no`,
    });
    const { certificateName } = await askAs(issuer, { ...certified, issuer: issuer.url });
    assert.equal(certificateName, 'client-of-pets');
  });

  test('sends nothing where the key is that of another certificate', async () => {
    const mixed = { ...certified, certificateKey: authority.issue('another').key };
    await assert.rejects(askAs(issuer, mixed), /not a pair/);
  });

  test('tries a second connection where the first one could not be made', async () => {
    issuer.server.closeAllConnections();
    issuer.server.once('connection', (socket) => socket.destroy());
    const count = issuer.requests.length;
    await askAs(issuer, { clientSecret: 'a' });
    assert.equal(issuer.requests.length, count + 1);
  });

  test('trusts no issuer that nobody vouches for', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '1';
    const count = issuer.requests.length;
    await assert.rejects(
      askAs(issuer, { clientSecret: 'a' }),
      /cannot be reached \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)/,
    );
    assert.equal(issuer.requests.length, count);
  });
});
