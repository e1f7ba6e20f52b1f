import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readHttpSettings } from '../../src/runtime/environment.js';
import type { RequestBinding } from '../../src/runtime/binding.js';
import type { Hooks } from '../../src/runtime/hooks.js';
import type { Environment } from '../../src/runtime/settings.js';
import type { SecurityScheme } from '../../src/runtime/security.js';
import { oauthEnv } from './issuer.js';
import { madeManifest, madeTool } from './made-manifest.js';

type Alternatives = RequestBinding['security'];

const securitySchemes: Readonly<Record<string, SecurityScheme>> = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key', env: { key: 'PETS_KEY' } },
  oauth: { type: 'oauth2', flows: { clientCredentials: {} }, env: oauthEnv },
};

function start(security: readonly Alternatives[], environment: Environment = {}, hooks: Hooks = {}) {
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
  return readHttpSettings([], variables, madeManifest(tools, { securitySchemes }), hooks);
}

const oauth: Alternatives = [{ oauth: [] }];
const key: Alternatives = [{ key: [] }];
const client = { PETS_OAUTH_CLIENT_ID: 'c', PETS_OAUTH_CLIENT_SECRET: 's' };
const hooks: Hooks = { authenticate: { oauth: () => undefined } };

suite('a server that calls the API as whoever calls starts', () => {
  const cases: readonly [of: string, Parameters<typeof start>][] = [
    ['with a client', [[oauth], client]],
    ['with a client for one tool of several', [[key, oauth], client]],
    ['with a client, though a key is missing', [[[{ oauth: [], key: [] }]], client]],
    ['with code that does the scheme', [[oauth], {}, hooks]],
    ['where no tool needs credentials', [[[], [{}]]]],
    ['as itself without a client', [[oauth], { MCP_IDENTITY: 'service' }]],
  ];
  for (const [of, parts] of cases) test(of, () => assert.equal(start(...parts).authorization.mode, 'oauth'));
});

suite('a server that calls the API as whoever calls does not start', () => {
  const lacking =
    /^MCP_IDENTITY is exchange: .* Set PETS_OAUTH_CLIENT_ID and PETS_OAUTH_CLIENT_SECRET, or MCP_IDENTITY=service\.$/;
  const cases: readonly [of: string, Parameters<typeof start>, said: RegExp][] = [
    ['with nothing', [[oauth]], lacking],
    ['with a ready token', [[oauth], { PETS_OAUTH_TOKEN: 'ready-token-1' }], lacking],
    ['with half a client', [[oauth], { PETS_OAUTH_CLIENT_ID: 'c' }], /Set PETS_OAUTH_CLIENT_SECRET, or/],
    ['with a key beside', [[[{ oauth: [] }, { key: [] }]], { PETS_KEY: 'k' }], lacking],
    ['where credentials are optional', [[[{ oauth: [] }, {}]]], lacking],
    ['where the API takes no token', [[key], { PETS_KEY: 'k' }], /no tool takes a token of an issuer/],
  ];
  for (const [of, parts, message] of cases) test(of, () => assert.throws(() => start(...parts), { message }));
});
