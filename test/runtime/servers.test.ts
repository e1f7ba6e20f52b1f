import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { UpstreamServer } from '../../src/runtime/binding.js';
import { baseUrlFor } from '../../src/runtime/servers.js';

const upstream: UpstreamServer = {
  url: 'https://{region}.example.com/{base}',
  variables: {
    region: { default: 'eu', enum: ['eu', 'us'], env: 'PETS_SERVER_REGION' },
    base: { default: 'v1', env: 'PETS_SERVER_BASE' },
  },
  env: 'PETS_BASE_URL',
};

function baseOf(environment: Record<string, string>, server?: UpstreamServer, main = upstream): string {
  return baseUrlFor(server, { upstream: main, allowedOriginsEnv: 'PETS_ALLOWED_ORIGINS' }, environment).href;
}

suite('base URL (Server Object, Server Variable Object)', () => {
  test('takes the defaults', () => assert.equal(baseOf({}), 'https://eu.example.com/v1'));
  test('takes variables from the environment', () =>
    assert.equal(baseOf({ PETS_SERVER_REGION: 'us', PETS_SERVER_BASE: '$&' }), 'https://us.example.com/$&'));
  test('takes an empty variable as none', () =>
    assert.equal(baseOf({ PETS_SERVER_REGION: '', PETS_BASE_URL: '' }), 'https://eu.example.com/v1'));
  test('takes the whole URL, also without TLS', () =>
    assert.equal(baseOf({ PETS_BASE_URL: 'http://10.0.0.1:8080/x' }), 'http://10.0.0.1:8080/x'));
  test('a value is not expanded again', () =>
    assert.throws(() => baseOf({ PETS_SERVER_BASE: '{region}' }), { code: 'invalid-base-url' }));
  test('checks the enum', () =>
    assert.throws(() => baseOf({ PETS_SERVER_REGION: 'evil.test/#' }), {
      code: 'invalid-base-url',
      message: 'PETS_SERVER_REGION has to be one of eu, us; nothing was sent.',
    }));
  test('names the setting where there is no URL', () =>
    assert.throws(() => baseOf({}, undefined, { variables: {}, env: 'PETS_BASE_URL' }), {
      code: 'missing-base-url',
      message: /Set PETS_BASE_URL /,
    }));

  const unusable = [
    '/v1',
    'ftp://a.test',
    'https://user:secret@a.test',
    'https://a.test/?k=secret',
    'https://a.test/#x',
    'https://a.test/?',
    'x',
  ];
  for (const url of unusable) {
    test(`refuses ${url}, and does not repeat it`, () =>
      assert.throws(() => baseOf({ PETS_BASE_URL: url }), {
        code: 'invalid-base-url',
        message: /^((?!secret).)*PETS_BASE_URL((?!secret).)*$/,
      }));
  }
  test('an undeclared variable makes no URL', () =>
    assert.throws(() => baseOf({}, undefined, { ...upstream, url: 'https://{toString}/' }), {
      code: 'invalid-base-url',
    }));
});

suite("an operation's own server", () => {
  const own = { url: 'https://eu.example.com/upload', variables: {}, env: 'PETS_BASE_URL_1' };
  const other = { ...own, url: 'https://files.example.com/upload' };
  test('is used within the origin', () => assert.equal(baseOf({}, own), 'https://eu.example.com/upload'));
  test('is refused at another origin, and the setting named', () =>
    assert.throws(() => baseOf({}, other), {
      code: 'refused-origin',
      message: /https:\/\/files\.example\.com.*PETS_ALLOWED_ORIGINS/,
    }));
  test('is refused where only its port or scheme differs', () => {
    for (const url of ['http://eu.example.com', 'https://eu.example.com:8443']) {
      assert.throws(() => baseOf({}, { ...own, url }), { code: 'refused-origin' });
    }
  });
  test('is used where its origin is allowed by name', () =>
    assert.equal(
      baseOf({ PETS_ALLOWED_ORIGINS: 'https://a.test, nonsense, https://FILES.example.com/ignored' }, other),
      'https://files.example.com/upload',
    ));
  test('is refused where the API itself moved', () =>
    assert.throws(() => baseOf({ PETS_BASE_URL: 'https://stage.example.com' }, own), {
      code: 'refused-origin',
    }));
  test('needs a name where the API has no URL', () => {
    const none = { variables: {}, env: 'PETS_BASE_URL' };
    assert.throws(() => baseOf({}, own, none), { code: 'refused-origin' });
    assert.equal(baseOf({ PETS_ALLOWED_ORIGINS: 'https://eu.example.com' }, own, none), own.url);
  });
});
