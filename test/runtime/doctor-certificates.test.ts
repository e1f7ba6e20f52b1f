import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { examineCertificates } from '../../src/runtime/doctor/certificates.js';
import type { SecurityScheme } from '../../src/runtime/security.js';
import { makeAuthority } from '../tools/certificates.js';

const scheme: SecurityScheme = {
  type: 'mutualTLS',
  env: { certificate: 'PETS_CERT', certificateKey: 'PETS_CERT_KEY', certificateAuthority: 'PETS_CA' },
};

suite('certificates', () => {
  const authority = makeAuthority('pets');
  const { certificate, key } = authority.issue('client');
  const other = authority.issue('other');
  const day = 24 * 60 * 60_000;

  const cases: readonly [of: string, credential: Record<string, string>, now: number, expected: RegExp][] = [
    [
      'one that ends soon',
      { certificate, certificateKey: key },
      Date.now(),
      /^note PETS_CERT: its certificate ends at \d{4}-/,
    ],
    [
      'one that has ended',
      { certificate, certificateKey: key },
      Date.now() + 3 * day,
      /^wrong PETS_CERT: .* ended at/,
    ],
    [
      'one that has not begun',
      { certificate, certificateKey: key },
      Date.now() - 9 * day,
      /^wrong PETS_CERT: .* begins at/,
    ],
    [
      'one in one line',
      { certificate: certificate.replaceAll('\n', '\\n') },
      Date.now(),
      /^note PETS_CERT: /,
    ],
    [
      'the key of another',
      { certificate, certificateKey: other.key },
      Date.now(),
      /wrong PETS_CERT_KEY: it is not the key/,
    ],
    [
      'a key that is none',
      { certificate, certificateKey: 's3cret' },
      Date.now(),
      /wrong PETS_CERT_KEY: it holds no private key/,
    ],
    [
      'what is none',
      { certificate: 's3cret' },
      Date.now(),
      /^wrong PETS_CERT: it holds no certificate in PEM$/,
    ],
    [
      'what only looks like one',
      { certificate: '-----BEGIN CERTIFICATE-----\ns3cret\n-----END CERTIFICATE-----' },
      Date.now(),
      /^wrong PETS_CERT: it holds a certificate that cannot be read$/,
    ],
    [
      'each of an authority',
      { certificateAuthority: authority.certificate + authority.certificate },
      Date.now(),
      /^note PETS_CA: .*\nnote PETS_CA: [^\n]*$/,
    ],
    ['none', {}, Date.now(), /^$/],
  ];
  for (const [of, credential, now, expected] of cases) {
    test(`tell ${of}`, () => {
      const told = examineCertificates(scheme, credential, now)
        .map(({ state, about, text }) => `${state} ${about}: ${text}`)
        .join('\n');
      assert.match(told, expected);
      assert.doesNotMatch(told, /s3cret/);
    });
  }
});
