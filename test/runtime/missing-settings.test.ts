import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RequestBinding } from '../../src/runtime/binding.js';
import type { Environment } from '../../src/runtime/settings.js';
import { describeMissingSettings, reportMissingSettings } from '../../src/runtime/missing-settings.js';
import type { SecurityScheme } from '../../src/runtime/security.js';
import { madeManifest, madeTool } from './made-manifest.js';

const securitySchemes: Readonly<Record<string, SecurityScheme>> = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key', env: { key: 'PETS_KEY' } },
  login: { type: 'http', scheme: 'basic', env: { username: 'PETS_USERNAME', password: 'PETS_PASSWORD' } },
};

const upstream = { variables: {}, env: 'PETS_BASE_URL' };

function manifestOf(requests: readonly Partial<RequestBinding>[], url: string | undefined) {
  const tools = requests.map((own, at) => {
    const tool = madeTool({ name: `tool${at}` });
    return { ...tool, request: { ...tool.request, ...own } };
  });
  return madeManifest(tools, {
    securitySchemes,
    upstream: { ...upstream, ...(url !== undefined && { url }) },
  });
}

suite('what is missing at the start', () => {
  const withUrl = 'https://api.example.com';
  const own = { server: { url: 'https://b.test', variables: {}, env: 'PETS_BASE_URL_1' } };
  const tenant = { property: 'tenant', env: 'TENANT', required: true } as const;
  const cases: readonly [
    of: string,
    requests: readonly Partial<RequestBinding>[],
    url: string | undefined,
    environment: Environment,
    missing: string | undefined,
  ][] = [
    ['the base URL', [{}], undefined, {}, 'PETS_BASE_URL'],
    ['no base URL that the document has', [{}], withUrl, {}, undefined],
    ['no base URL that is set', [{}], undefined, { PETS_BASE_URL: withUrl }, undefined],
    ['no base URL that no tool uses', [own], undefined, {}, undefined],
    ['a credential', [{ security: [{ key: [] }] }], withUrl, {}, 'PETS_KEY'],
    [
      'one name for several tools',
      [{ security: [{ key: [] }] }, { security: [{ key: [] }] }],
      withUrl,
      {},
      'PETS_KEY',
    ],
    ['a credential that is empty', [{ security: [{ key: [] }] }], withUrl, { PETS_KEY: ' ' }, 'PETS_KEY'],
    ['no credential that is set', [{ security: [{ key: [] }] }], withUrl, { PETS_KEY: 'hush' }, undefined],
    ['no credential in a file', [{ security: [{ key: [] }] }], withUrl, { PETS_KEY_FILE: '/k' }, undefined],
    ['no credential that is optional', [{ security: [{ key: [] }, {}] }], withUrl, {}, undefined],
    [
      'the part of a credential',
      [{ security: [{ login: [] }] }],
      withUrl,
      { PETS_USERNAME: 'hush' },
      'PETS_PASSWORD',
    ],
    [
      'any one of several credentials',
      [{ security: [{ key: [] }, { login: [] }] }],
      withUrl,
      {},
      'PETS_KEY or PETS_USERNAME and PETS_PASSWORD',
    ],
    [
      'none where one of several is set',
      [{ security: [{ login: [] }, { key: [] }] }],
      withUrl,
      { PETS_KEY: 'hush' },
      undefined,
    ],
    ['a value that is sent in place of an argument', [{ fixed: [tenant] }], withUrl, {}, 'TENANT'],
    ['no such value in a file', [{ fixed: [tenant] }], withUrl, { TENANT_FILE: '/t' }, undefined],
    ['no optional value', [{ fixed: [{ property: 'tenant', env: 'TENANT' }] }], withUrl, {}, undefined],
    [
      'all at once',
      [{ security: [{ key: [] }], fixed: [tenant] }],
      undefined,
      {},
      'PETS_BASE_URL, PETS_KEY, TENANT',
    ],
  ];
  for (const [of, requests, url, environment, missing] of cases) {
    test(`is ${of}`, () => {
      const expected = missing && `missing: ${missing} (see .env.example); tools that need them will fail.`;
      assert.equal(describeMissingSettings(manifestOf(requests, url), environment), expected);
    });
  }

  test('is told in one line on stderr, or nothing is', (t) => {
    const log = t.mock.method(console, 'error', () => undefined);
    reportMissingSettings(manifestOf([{}], withUrl), {});
    reportMissingSettings(manifestOf([{}], undefined), {});
    assert.deepEqual(
      log.mock.calls.map(({ arguments: said }) => said),
      [['missing: PETS_BASE_URL (see .env.example); tools that need them will fail.']],
    );
  });
});
