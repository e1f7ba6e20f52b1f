import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { inboundHeaderProblem } from '../../src/runtime/request/inbound-headers.js';

suite('a header of a client can be no source of values where it says who that is', () => {
  const names = [
    'X-Amzn-Oidc-Data',
    'x-amzn-oidc-identity',
    'x-amzn-oidc-accesstoken',
    'X-Forwarded-Access-Token',
    'X-Auth-Request-Access-Token',
    'X-Auth-Request-Email',
    'x-auth-request-user',
    'X-MS-TOKEN-AAD-ID-TOKEN',
    'X-MS-CLIENT-PRINCIPAL',
    'x-ms-client-principal-name',
    'X-Goog-IAP-JWT-Assertion',
    'X-Goog-Authenticated-User-Email',
    'X-Userinfo',
    'X-Client-Cert',
    'DPoP',
    'Authorization',
  ];
  for (const name of names)
    test(name, () =>
      assert.match(inboundHeaderProblem(name) ?? '', /carries what a client proves itself by/),
    );

  const others = [
    'X-Tenant',
    'Accept-Language',
    'X-Client-Version',
    'X-Goog-Request-Params',
    'X-Principal-Office',
  ];
  for (const name of others)
    test(`${name} can be`, () => assert.equal(inboundHeaderProblem(name), undefined));
});
