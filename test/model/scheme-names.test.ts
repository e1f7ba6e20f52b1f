import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { schemeNameAt } from '../../src/model/scheme-names.js';

const main = '/components/securitySchemes/main';

suite('the name of a security scheme that a URI names', () => {
  const cases: readonly (readonly [file: string, pointer: string, document: string, name: string])[] = [
    ['/api/a.json', main, '/api/openapi.json', 'a.json#main'],
    ['/api/b/a.json', main, '/api/openapi.json', 'b/a.json#main'],
    ['/a.json', main, '/api/openapi.json', '../a.json#main'],
    ['/api/a.json', '/x/main', '/api/openapi.json', 'a.json#/x/main'],
    ['/api/a.json', `${main}/x`, '/api/openapi.json', `a.json#${main}/x`],
    ['/api/a.json', '', '/api/openapi.json', 'a.json#'],
    ['/api/openapi.json', '/x-main', '/api/openapi.json', '#/x-main'],
    ['/api/a,b.json', main, '/api/openapi.json', 'a%2Cb.json#main'],
    ['https://a.example/v1/s/a.json', main, 'https://a.example/v1/api.json', 's/a.json#main'],
    ['https://b.example/a.json', main, 'https://a.example/v1/api.json', 'https://b.example/a.json#main'],
    ['https://u:s3cret@b.example/a.json', main, '/api/openapi.json', 'https://b.example/a.json#main'],
  ];
  for (const [file, pointer, document, name] of cases) {
    test(`is ${name}`, () => assert.equal(schemeNameAt({ file, pointer }, document), name));
  }

  test('tells files apart that only their query does, and does not show it', () => {
    const names = ['a', 'b'].map((key) =>
      schemeNameAt({ file: `https://b.example/s?key=s3cret-${key}`, pointer: main }, '/api.json'),
    );
    assert.equal(new Set(names).size, 2);
    for (const name of names) assert.match(name, /^https:\/\/b\.example\/s\?[\da-f]{8}#main$/);
  });
});
