import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as oauth4webapi from 'oauth4webapi';
import { loadLoginLibrary, type LoginLibrary } from '../../src/runtime/login/login-library.js';

const used = [
  'generateRandomCodeVerifier',
  'generateRandomState',
  'calculatePKCECodeChallenge',
  'validateAuthResponse',
  'deviceAuthorizationRequest',
] as const satisfies readonly (keyof LoginLibrary & keyof typeof oauth4webapi)[];

test('the library has what a login uses of it', async () => {
  const library = await loadLoginLibrary();
  for (const name of used) assert.equal(Reflect.get(library, name), Reflect.get(oauth4webapi, name));
});

test('the library makes the challenge of RFC 7636, appendix B', async () => {
  const library = await loadLoginLibrary();
  const challenge = await library.calculatePKCECodeChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk');
  assert.equal(challenge, 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
});

test('the library refuses an answer of another issuer (RFC 9207 2.4), and one with another state', async () => {
  const library = await loadLoginLibrary();
  const server = { issuer: 'https://a.example', authorization_response_iss_parameter_supported: true };
  const validate = (text: string): URLSearchParams =>
    library.validateAuthResponse(server, { client_id: 'c' }, new URLSearchParams(text), 's');
  assert.equal(validate('code=x&state=s&iss=https://a.example').get('code'), 'x');
  assert.throws(() => validate('code=x&state=s&iss=https://b.example'));
  assert.throws(() => validate('code=x&state=s'));
  assert.throws(() => validate('code=x&state=t&iss=https://a.example'));
  assert.throws(() => validate('code=x&code=y&state=s&iss=https://a.example&iss=https://a.example'));
});
