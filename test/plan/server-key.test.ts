import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { serverKeyOf } from '../../src/plan/hosts/server-key.js';

suite('the key of a server', () => {
  const keys: readonly [packageName: string, key: string][] = [
    ['pets-mcp', 'pets'],
    ['@pets/pets-mcp', 'pets-pets'],
    ['a-very-long-name-of-a-shop-mcp', 'a-very-long-name'],
    ['averylongnameofashop', 'averylongnameofa'],
    ['api2-v3-mcp', 'api-v'],
    ['42-mcp', 'api'],
  ];
  for (const [packageName, key] of keys) {
    test(`of ${packageName} is ${key}`, () => assert.equal(serverKeyOf(packageName), key));
  }
});
