import assert from 'node:assert/strict';
import { lookup, type LookupAddress } from 'node:dns';
import { suite, test } from 'node:test';
import { hostOf } from '../../src/diagnostics/addresses.js';
import { addressOf, placeOf, policyOf } from '../../src/load/reference-policy.js';
import type { LoadSettings } from '../../src/load/settings.js';
import { innerAddressCode, isPublicAddress, lookupPublic } from '../../src/load/web/addresses.js';
import { plainSettings } from './documents.js';

/** What a reference in the document itself may read: `file`, `site` or `host`, or why nothing. */
function placed(reference: string, root: string, settings: Partial<LoadSettings>, from = root): string {
  const policy = policyOf(root, { ...plainSettings, ...settings });
  if ('problem' in policy) throw new Error(policy.problem);
  const address = addressOf(reference, from);
  if ('problem' in address) return address.problem;
  const place = placeOf(address, from, policy);
  if ('problem' in place) return place.problem;
  return 'file' in place ? 'file' : place.on;
}

suite('hosts that were allowed', () => {
  const local = 'stdin:///';
  const network = (options: string): string =>
    `It is on the network; --allow-refs-from ${options} allows it.`;
  const byHttp = 'It is on the network by http; --allow-http allows that.';
  const cases: readonly [hosts: string, reference: string, place: string][] = [
    ['example.com', 'https://example.com/a.json', 'host'],
    ['EXAMPLE.com', 'https://Example.COM/a.json', 'host'],
    ['example.com.', 'https://example.com/a.json', 'host'],
    ['example.com', 'https://example.com./a.json', 'host'],
    ['example.com:443', 'https://example.com/a.json', 'host'],
    ['example.com', 'https://example.com:443/a.json', 'host'],
    ['bücher.example', 'https://xn--bcher-kva.example/a.json', 'host'],
    ['xn--bcher-kva.example', 'https://bücher.example/a.json', 'host'],
    ['example.com:8443', 'https://example.com:8443/a.json', 'host'],
    ['127.0.0.1', 'https://0x7f.1/a.json', 'host'],
    ['[::1]:8080', 'http://[::1]:8080/a.json', 'host'],
    ['localhost:8080', 'http://localhost:8080/a.json', 'host'],
    ['example.com', 'https://example.com:8443/a.json', network('example.com:8443')],
    ['example.com:8443', 'https://example.com/a.json', network('example.com')],
    ['example.com', 'https://sub.example.com/a.json', network('sub.example.com')],
    ['example.com', 'https://example.com.evil.example/a.json', network('example.com.evil.example')],
    ['example.com', 'https://example.com@evil.example/a.json', 'It holds a user name or a password.'],
    ['example.com', 'http://example.com/a.json', network('example.com:80 with --allow-http')],
    ['example.com:80', 'http://example.com/a.json', byHttp],
    ['10.0.0.1:80', 'http://10.0.0.1/a.json', byHttp],
    ['example.com', 'https://example.com/a%2F..%2Fb.json', 'Its path holds an encoded dot or slash.'],
    ['example.com', 'https://example.com/%252e%252e/b.json', 'Its path holds an encoded dot or slash.'],
  ];
  for (const [host, reference, place] of cases) {
    test(`${host}: ${reference}`, () => assert.equal(placed(reference, local, { refHosts: [host] }), place));
  }

  test('by http with --allow-http', () => {
    const settings = { refHosts: ['example.com:80'], allowHttp: true };
    assert.equal(placed('http://example.com/a.json', local, settings), 'host');
  });

  const wrong = [
    '',
    'https://example.com',
    'example.com/a',
    'user@example.com',
    'a b',
    'a:b',
    'example.com:99999',
    'a?b',
  ];
  for (const host of wrong) {
    test(`'${host}' is no host`, () => {
      assert.equal(hostOf(host), undefined);
      assert.deepEqual(policyOf('/a/b.yaml', { ...plainSettings, refHosts: [host] }), {
        option: '--allow-refs-from',
        problem: `'${host}' is no name of a host, with or without a port.`,
      });
    });
  }
});

suite('a document from a URL reads below its own folder (RFC 3986, 5.2)', () => {
  const root = 'https://example.com/api/v1/openapi.yaml?key=1';
  const outside = "It is outside the document's folder; --allow-refs-from example.com allows it.";
  const cases: readonly [reference: string, place: string][] = [
    ['a.yaml', 'site'],
    ['sub/a.yaml?x=1', 'site'],
    ['./sub/../a.yaml', 'site'],
    ['/api/v1/a.yaml', 'site'],
    ['//example.com/api/v1/a.yaml', 'site'],
    ['https://example.com:443/api/v1/a.yaml', 'site'],
    ['../a.yaml', outside],
    ['sub/../../a.yaml', outside],
    ['%2e%2e/a.yaml', outside],
    ['/api/v1', outside],
    ['/api/v10/a.yaml', outside],
    ['..%2fa.yaml', 'Its path holds an encoded dot or slash.'],
    ['..\\a.yaml', outside],
    [
      'http://example.com/api/v1/a.yaml',
      'It is on the network; --allow-refs-from example.com:80 with --allow-http allows it.',
    ],
    [
      'https://example.com:8443/api/v1/a.yaml',
      'It is on the network; --allow-refs-from example.com:8443 allows it.',
    ],
    ['file:///etc/hostname', 'What comes from the network leads to no file of this computer.'],
  ];
  for (const [reference, place] of cases) {
    test(reference, () => assert.equal(placed(reference, root, {}), place));
  }

  test('and a file of another host does not', () => {
    const settings = { refHosts: ['other.example'] };
    assert.match(
      placed('https://example.com/api/v1/a.yaml', root, settings, 'https://other.example/a.yaml'),
      /allow-refs/,
    );
  });
});

suite('addresses of the public internet (IANA special-purpose address registries)', () => {
  const inner = `0.0.0.0 10.1.2.3 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1
    172.31.255.255 192.0.0.1 192.0.2.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1
    255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe 64:ff9b::7f00:1
    64:ff9b::10.0.0.1 64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1:: fc00::1 fd12:3456::1 fe80::1 fec0::1
    ff02::1 nonsense`;
  const outer = `1.1.1.1 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 172.15.255.255 172.32.0.1 192.167.1.1
    8.8.8.8 223.255.255.255 2606:4700::1111 2a00:1450::1 ::ffff:8.8.8.8 64:ff9b::8.8.8.8`;
  for (const address of inner.split(/\s+/)) {
    test(`${address} is none`, () => assert.equal(isPublicAddress(address), false));
  }
  for (const address of outer.split(/\s+/)) {
    test(`${address} is one`, () => assert.equal(isPublicAddress(address), true));
  }

  for (const all of [true, false]) {
    test(`a host with another one is not connected to${all ? ', whichever is tried first' : ''}`, async () => {
      // So that the test shows what the check does, and not that there is no such name.
      const addresses = await new Promise<LookupAddress[]>((resolve) => {
        lookup('localhost', { all: true }, (_error, found) => resolve(found));
      });
      assert.ok(addresses.length > 0);
      const error = await new Promise((resolve) => lookupPublic('localhost', { all }, resolve));
      assert.equal((error as { readonly code?: unknown } | null)?.code, innerAddressCode);
    });
  }

  test('a host with a public one is', async () => {
    // A literal address is its own answer: no name server is asked.
    const found = await new Promise((resolve) => {
      lookupPublic('8.8.8.8', { all: true }, (_error, addresses) => resolve(addresses));
    });
    assert.deepEqual(found, [{ address: '8.8.8.8', family: 4 }]);
  });
});
