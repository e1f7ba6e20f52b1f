import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as jose from 'jose';
import * as oauth4webapi from 'oauth4webapi';
import {
  loadIntrospectionLibrary,
  type IntrospectionLibrary,
} from '../../src/runtime/authorization/introspection-library.js';
import type { OAuthLibrary } from '../../src/runtime/issuers/oauth-library.js';
import {
  loadJose,
  signatureAlgorithms,
  type JoseHeader,
  type JoseLibrary,
} from '../../src/runtime/authorization/jose-library.js';
import { jwkOf, makeKey, signJwt } from './token-issuer.js';

suite('jose is as the runtime takes it', () => {
  // The compiler compares what it can: the library takes more than it is given, and gives more than is taken.
  const { calculateJwkThumbprint, createLocalJWKSet } = jose;
  const parts: {
    thumbprint: (key: jose.JWK, digest: 'sha256') => ReturnType<JoseLibrary['calculateJwkThumbprint']>;
    localSet: (
      keys: jose.JSONWebKeySet,
    ) => (header: JoseHeader) => ReturnType<ReturnType<JoseLibrary['createLocalJWKSet']>>;
    embedded: (header: JoseHeader) => ReturnType<JoseLibrary['EmbeddedJWK']>;
  } = {
    thumbprint: calculateJwkThumbprint,
    localSet: createLocalJWKSet,
    embedded: jose.EmbeddedJWK,
  };

  test('has what is used', async () => {
    const loaded = await loadJose();
    assert.equal(loaded.jwtVerify, jose.jwtVerify);
    assert.equal(loaded.EmbeddedJWK, parts.embedded);
    assert.equal(loaded.createLocalJWKSet, parts.localSet);
    assert.equal(loaded.calculateJwkThumbprint, parts.thumbprint);
  });

  for (const alg of signatureAlgorithms) {
    test(`verifies ${alg}`, async () => {
      const library = await loadJose();
      const key = makeKey(alg);
      const find = library.createLocalJWKSet({ keys: [jwkOf(key)] });
      const rules = { algorithms: [alg] };
      const found = await find({ alg, kid: alg });
      const { payload, protectedHeader } = await library.jwtVerify(signJwt({ a: 1 }, key), found, rules);
      assert.deepEqual(payload, { a: 1 });
      assert.equal(protectedHeader.alg, alg);
    });
  }

  test('yields the keys that fit, where several do', async () => {
    const { createLocalJWKSet: setOf } = await loadJose();
    const keys = ['one', 'two'].map((kid) => jwkOf(makeKey('ES256', kid)));
    await assert.rejects(setOf({ keys })({ alg: 'ES256' }), (error: object) => Symbol.asyncIterator in error);
  });
});

test('oauth4webapi is as the runtime takes it', async () => {
  const library: IntrospectionLibrary & OAuthLibrary = oauth4webapi;
  assert.equal(await loadIntrospectionLibrary(), library);
  assert.equal(typeof library.customFetch, 'symbol');
  assert.equal(typeof library.allowInsecureRequests, 'symbol');
});
