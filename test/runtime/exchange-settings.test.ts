import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readHttpSettings } from '../../src/runtime/environment.js';
import type { RequestBinding } from '../../src/runtime/binding.js';
import type { Environment } from '../../src/runtime/settings.js';
import type { SecurityScheme } from '../../src/runtime/security.js';
import { oauthEnv } from './issuer.js';
import { madeManifest, madeTool } from './made-manifest.js';

type Alternatives = RequestBinding['security'];

const securitySchemes: Readonly<Record<string, SecurityScheme>> = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key', env: { key: 'PETS_KEY' } },
  oauth: { type: 'oauth2', flows: { clientCredentials: {} }, env: oauthEnv },
};

function start(security: readonly Alternatives[], environment: Environment = {}) {
  const tools = security.map((each, at) => {
    const tool = madeTool({ name: `tool${at}` });
    return { ...tool, request: { ...tool.request, security: each } };
  });
  const variables = {
    MCP_AUTH: 'oauth',
    MCP_ISSUER: 'https://login.example.com',
    MCP_AUDIENCE: 'https://mcp.example.com/mcp',
    MCP_IDENTITY: 'exchange',
    ...environment,
  };
  return readHttpSettings(
    [],
    variables,
    madeManifest(tools, { securitySchemes, securityEnv: 'PETS_SECURITY' }),
  );
}

const oauth: Alternatives = [{ oauth: [] }];
const key: Alternatives = [{ key: [] }];

suite('a server that calls the API as whoever calls starts', () => {
  const cases: readonly [of: string, Parameters<typeof start>][] = [
    ['where a tool takes a token of an issuer', [[oauth]]],
    ['where one tool of several takes one', [[key, oauth]]],
    ['where a token goes beside a key', [[[{ oauth: [], key: [] }]]]],
    ['where no tool needs credentials', [[[], [{}]]]],
    ['as itself', [[key], { MCP_IDENTITY: 'service' }]],
  ];
  for (const [of, parts] of cases) test(of, () => assert.equal(start(...parts).authorization.mode, 'oauth'));
});

suite('a server that calls the API as whoever calls does not start', () => {
  const cases: readonly [of: string, Parameters<typeof start>][] = [
    ['where the API takes no token', [[key], { PETS_KEY: 'k' }]],
    [
      'where the schemes that were chosen take none',
      [[[{ oauth: [] }, { key: [] }]], { PETS_SECURITY: 'key' }],
    ],
  ];
  for (const [of, parts] of cases)
    test(of, () => assert.throws(() => start(...parts), { message: /no tool takes a token of an issuer/ }));
});
