import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { after, before, suite, test } from 'node:test';
import type { SecurityScheme } from '../../src/runtime/security.js';
import { makeAuthority } from '../tools/certificates.js';
import { callerOfService, type CredentialService } from './credential-call.js';

const authority = makeAuthority('Boats CA');
const [alice, bob] = [authority.issue('alice'), authority.issue('bob')];
const stranger = makeAuthority('Another CA').issue('alice');

const schemes: Readonly<Record<string, SecurityScheme>> = {
  mtls: {
    type: 'mutualTLS',
    env: { certificate: 'T_CERT', certificateKey: 'T_CERT_KEY', certificateAuthority: 'T_CA' },
  },
};

/** An API that says by which certificate it was called, and redirects as it is told. */
interface Site {
  readonly server: Server;
  readonly url: string;
  readonly seen: string[];
  location: string | undefined;
}

async function startSite(requireCertificate: boolean): Promise<Site> {
  const { certificate: cert, key } = authority.issue('localhost');
  const options = {
    cert,
    key,
    ca: authority.certificate,
    requestCert: true,
    rejectUnauthorized: requireCertificate,
  };
  const server = createServer(options, (request, response) => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    // Without a certificate there is no subject, whatever the types say.
    const name = (subject as { readonly CN?: string } | undefined)?.CN ?? 'nobody';
    site.seen.push(`${name} ${request.url}`);
    if (site.location !== undefined && request.url !== '/landing')
      response.writeHead(307, { location: site.location }).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ name }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const site: Site = { server, url, seen: [], location: undefined };
  return site;
}

let api: Site;
let other: Site;

before(async () => {
  [api, other] = await Promise.all([startSite(true), startSite(false)]);
});
after(() => {
  for (const { server } of [api, other]) server.close().closeAllConnections();
});

const aliceOnly = { T_CERT: alice.certificate, T_CERT_KEY: alice.key, T_CA: authority.certificate };

function service(variables: Readonly<Record<string, string>>, parts: Partial<CredentialService> = {}) {
  api.seen.length = 0;
  other.seen.length = 0;
  api.location = undefined;
  return callerOfService({ url: api.url, schemes, variables, ...parts });
}

suite('mutualTLS (Security Scheme Object)', () => {
  test('shows the certificate, and uses a connection again', async () => {
    const call = service(aliceOnly);
    assert.deepEqual((await call()).result.structuredContent, { name: 'alice' });
    assert.deepEqual((await call()).result.structuredContent, { name: 'alice' });
  });

  test('reads all three from files, and takes a renewed certificate with the next call', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'certificates-'));
    try {
      const files = {
        cert: join(folder, 'cert.pem'),
        key: join(folder, 'key.pem'),
        ca: join(folder, 'ca.pem'),
      };
      const write = async ({ certificate, key }: typeof alice) => {
        await Promise.all([writeFile(files.cert, certificate), writeFile(files.key, key)]);
      };
      await writeFile(files.ca, authority.certificate);
      await write(alice);
      const call = service({ T_CERT_FILE: files.cert, T_CERT_KEY_FILE: files.key, T_CA_FILE: files.ca });
      assert.deepEqual((await call()).result.structuredContent, { name: 'alice' });
      await write(bob);
      assert.deepEqual((await call()).result.structuredContent, { name: 'bob' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('reads a PEM whose line ends are written as \\n', async () => {
    const oneLine = Object.fromEntries(
      Object.entries(aliceOnly).map(([name, pem]) => [name, pem.replaceAll('\n', '\\n')]),
    );
    assert.deepEqual((await service(oneLine)()).result.structuredContent, { name: 'alice' });
  });

  test('stands beside other schemes', async () => {
    const both = {
      ...schemes,
      key: { type: 'apiKey', in: 'query', name: 'key', env: { key: 'T_KEY' } },
    } as const;
    await service({ ...aliceOnly, T_KEY: 'k1' }, { schemes: both })();
    assert.deepEqual(api.seen, ['alice /tool?key=k1']);
    const { text } = await service(aliceOnly, { schemes: both })();
    assert.match(text, /Set T_CERT and T_CERT_KEY and T_KEY .*\[missing-credentials\]$/);
    assert.deepEqual(api.seen, []);
  });

  test('goes along a redirect within its origin', async () => {
    const call = service(aliceOnly);
    api.location = '/landing';
    await call();
    assert.deepEqual(api.seen, ['alice /tool', 'alice /landing']);
  });

  test('is shown to no other origin, although redirects may lead there', async () => {
    const call = service({ ...aliceOnly, T_ALLOWED_ORIGINS: other.url, NODE_EXTRA_CA_CERTS: '' });
    api.location = `${other.url}/landing`;
    const { text } = await call();
    // Its own certificate is not trusted: the one of the API vouches for the API alone.
    assert.match(text, /SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE/);
    assert.deepEqual(other.seen, []);
  });
});

suite('a client certificate that cannot be used', () => {
  const cases: readonly [of: string, variables: Readonly<Record<string, string>>, told: RegExp][] = [
    ['no key', { T_CERT: alice.certificate, T_CA: authority.certificate }, /Set T_CERT and T_CERT_KEY/],
    [
      'a key of another',
      { ...aliceOnly, T_CERT_KEY: bob.key },
      /cannot be used.* Correct T_CERT and T_CERT_KEY and/,
    ],
    [
      'no PEM',
      { ...aliceOnly, T_CERT: 'SECRETq71' },
      /no certificate .* Correct T_CERT and T_CERT_KEY and T_CA; noth/,
    ],
    [
      'no PEM for the authority',
      { ...aliceOnly, T_CA: 'SECRETq71' },
      /no certificate .*; nothing was sent\./,
    ],
    [
      'a damaged PEM',
      { ...aliceOnly, T_CERT: alice.certificate.replace(/\n[^\n]{20}/, '\n') },
      /cannot be used.*; nothing was sent\./,
    ],
  ];
  for (const [of, variables, told] of cases) {
    test(of, async () => {
      const { text } = await service(variables)();
      assert.match(text, told);
      assert.match(text, /\[(?:invalid|missing)-credentials\]$/);
      assert.doesNotMatch(text, /SECRETq71|BEGIN/);
      assert.deepEqual(api.seen, []);
    });
  }

  test('without TLS', async () => {
    const { text } = await service(aliceOnly, { url: api.url.replace('https:', 'http:') })();
    assert.match(
      text,
      /without TLS .* Correct T_CERT and T_CERT_KEY and T_CA; nothing was sent\. \[invalid-cred/,
    );
  });

  test('that the API does not trust', async () => {
    const { text } = await service({
      ...aliceOnly,
      T_CERT: stranger.certificate,
      T_CERT_KEY: stranger.key,
    })();
    assert.match(text, /\[upstream-unreachable\]$/);
    assert.deepEqual(api.seen, []);
  });
});
