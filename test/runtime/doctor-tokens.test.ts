import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { examineTokens } from '../../src/runtime/doctor/tokens.js';
import { environmentCredentials, type SecurityScheme } from '../../src/runtime/security.js';
import { madeManifest } from './made-manifest.js';

const folder = mkdtempSync(join(tmpdir(), 'doctor-tokens-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, '.env');
const secret = join(folder, 'secret');
writeFileSync(secret, 's3cret-0\n');

const scheme: SecurityScheme = {
  type: 'oauth2',
  flows: { authorizationCode: { tokenUrl: 'https://issuer.example/token' } },
  env: { clientId: 'ID', refreshToken: 'RT' },
};

suite('a refresh token that is not tried', () => {
  const byVariable = { ID: 'pets', RT: 's3cret-0' };
  const cases: readonly [
    of: string,
    environment: Readonly<Record<string, string>>,
    file: string | undefined,
    expected: RegExp,
  ][] = [
    ['of .env', byVariable, 'RT=s3cret-0\n', /^RT: .* tries it, and keeps a new one in \.env$/],
    ['of the environment', byVariable, undefined, /^RT: .* would be lost.* take RT out of .*npm run login/],
    ['of the environment, before .env', byVariable, 'RT=s3cret-9\n', /^RT: .* would be lost/],
    ['of a file', { ID: 'pets', RT_FILE: secret }, '', /^RT_FILE: .* would be lost.* take RT_FILE out of/],
  ];
  for (const [of, environment, file, expected] of cases) {
    test(`is told with what its use would do: ${of}`, async () => {
      rmSync(path, { force: true });
      if (file !== undefined) writeFileSync(path, file);
      const credential = await environmentCredentials(environment)('oauth', scheme);
      assert.ok(credential);
      const { findings } = await examineTokens({ name: 'oauth', scheme, credential }, [], {
        manifest: madeManifest([]),
        environment,
        credentials: environmentCredentials(environment),
        envFile: pathToFileURL(path),
        isExchange: false,
        usesRefreshToken: false,
      });
      const [line] = findings.map(({ about, text }) => `${about}: ${text}`);
      assert.match(line ?? '', expected);
      assert.doesNotMatch(line ?? '', /s3cret/);
    });
  }
});
