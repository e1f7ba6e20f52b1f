import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { aliasFor } from '../../src/runtime/credentials/client-authentication.js';
import { credentialParts } from '../../src/runtime/credentials/parts.js';
import { endpointIn } from '../../src/runtime/issuers/discovery.js';
import { createIssuerAgents } from '../../src/runtime/issuers/issuer-agents.js';
import { isOfThisMachine } from '../../src/runtime/issuers/issuer-url.js';
import type { SchemeShape, SecurityScheme } from '../../src/runtime/security.js';
import { makeAuthority } from '../tools/certificates.js';

const remote = 'https://issuer.example';

suite('an endpoint that metadata name', () => {
  const cases: readonly [of: string, url: unknown, issuer: string, isTaken: boolean][] = [
    ['elsewhere', 'https://keys.example/jwks', remote, true],
    ['on this machine, by an issuer there', 'http://127.0.0.1:1/jwks', 'http://localhost:1', true],
    ['elsewhere, by an issuer of this machine', 'https://keys.example/jwks', 'http://localhost:1', true],
    ['on this machine, by an issuer elsewhere', 'http://localhost/jwks', remote, false],
    ['on this machine over TLS, by an issuer elsewhere', 'https://127.0.0.1/jwks', remote, false],
    ['on this machine by another name', 'https://a.localhost/jwks', remote, false],
    ['on this machine, by an issuer of no usable name', 'https://localhost/jwks', 'issuer', false],
    ['that is no text', 7, remote, false],
    ['without TLS', 'http://keys.example/', remote, false],
  ];
  for (const [of, url, issuer, isTaken] of cases) {
    test(of, () => {
      for (const name of ['jwks_uri', 'token_endpoint', 'device_authorization_endpoint'])
        assert.equal(endpointIn({ [name]: url }, name, issuer), isTaken ? url : undefined);
    });
  }

  test('for clients with a certificate (RFC 8705 5) is on this machine by an issuer there alone', () => {
    const { certificate, key: certificateKey } = makeAuthority('Pets').issue('client');
    const scheme: SecurityScheme = { type: 'openIdConnect', env: {} };
    const client = { scheme, credential: { certificate, certificateKey } };
    const url = 'https://localhost/token';
    const metadata = { mtls_endpoint_aliases: { token_endpoint: url } };
    const aliasOf = (issuer: string): string | undefined =>
      aliasFor(client, { ...metadata, issuer }, 'token_endpoint');
    assert.deepEqual([aliasOf('https://127.0.0.1'), aliasOf(remote)], [url, undefined]);
  });
});

test('a host of this machine is known by all its names', () => {
  const hostOf = (host: string): string => new URL(`https://${host}/`).hostname;
  const names = ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', '127.9.9.9', '127.1', '2130706433'];
  const addresses = ['0', '0.0.0.0', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:0.0.0.0]'];
  for (const host of [...names, ...addresses]) assert.ok(isOfThisMachine(hostOf(host)), host);
  const others = ['localhost.example', 'notlocalhost', '128.0.0.1', '10.0.0.0', '[::2]', '[::ffff:8.8.8.8]'];
  for (const host of others) assert.ok(!isOfThisMachine(hostOf(host)), host);
});

test('the connections to issuers that are in use stay open, however many certificates there are', async () => {
  const agentFor = createIssuerAgents(1_000);
  const certificateOf = (at: number) => ({ cert: `cert-${at}`, key: `key-${at}` });
  const usual = await agentFor(undefined);
  const first = await agentFor(certificateOf(0));
  for (let at = 1; at < 40; at += 1) {
    await agentFor(certificateOf(at));
    assert.equal(await agentFor(undefined), usual);
  }
  assert.deepEqual([usual.agent.closed, first.agent.closed], [false, true]);
  assert.notEqual(await agentFor(certificateOf(0)), first);
});

test('what the credential of a scheme is made of is found out once', () => {
  const schemes: readonly SchemeShape[] = [
    { type: 'apiKey', name: 'k', in: 'query' },
    { type: 'http', scheme: 'negotiate' },
    { type: 'oauth2', flows: { clientCredentials: {} } },
    { type: 'openIdConnect' },
    { type: 'mutualTLS' },
  ];
  for (const scheme of schemes) assert.equal(credentialParts(scheme), credentialParts(scheme));
});
