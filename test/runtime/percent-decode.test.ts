import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { placeQuery } from '../../src/runtime/credential-places.js';
import { percentDecode } from '../../src/runtime/request/encoding.js';

suite('percent-encoded bytes (RFC 3986 2.1)', () => {
  const cases: readonly [text: string, hex: string][] = [
    ['', ''],
    ['a b', '612062'],
    ['%C3%a4', 'c3a4'],
    ['%ff%00x', 'ff0078'],
    ['ä%20', 'c3a420'],
    ['100%', '31303025'],
    ['%4%41%zz', '253441257a7a'],
    ['+', '2b'],
  ];
  for (const [text, hex] of cases) {
    test(JSON.stringify(text), () => assert.equal(percentDecode(text).toString('hex'), hex));
  }
  test('a million of them are read in time', () => {
    const start = process.cpuUsage().user;
    assert.equal(percentDecode('%41'.repeat(1_000_000)).length, 1_000_000);
    assert.equal(percentDecode('%41a%'.repeat(200_000)).length, 600_000);
    assert.ok(process.cpuUsage().user - start < 2_000_000, 'in time');
  });
});

suite('a credential in the query takes the place of every pair of its name', () => {
  const cases: readonly [search: string, expected: string][] = [
    ['?a=1&k%65y=2&key=3', '?a=1&key=s'],
    ['?key', '?key=s'],
    ['?keys=1&%zz=2', '?keys=1&%zz=2&key=s'],
  ];
  for (const [search, expected] of cases) {
    test(search, () => {
      const url = new URL(`http://x/${search}`);
      placeQuery({ url, headers: new Headers() }, 'key', 's');
      assert.equal(url.search, expected);
    });
  }
});
