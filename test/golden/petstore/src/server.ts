import type { McpServerFactory } from '@modelcontextprotocol/server';
import { createCredentials } from './credentials.js';
import { hooks } from './hooks.js';
import { manifest } from './manifest.js';
import { overrides } from './overrides.js';
import { keepRefreshTokens } from './runtime/keep-refresh-tokens.js';
import { readLimits } from './runtime/limits.js';
import { reportMissingSettings } from './runtime/missing-settings.js';
import { createServerFactory } from './runtime/server.js';
import type { Environment } from './runtime/settings.js';

/** The server of stdio.ts and http.ts. Yours to edit: openapi2mcp never rewrites this file. */
export function createServer(environment: Environment): McpServerFactory {
  // Goes by variables: take it out where credentials.ts has credentials from elsewhere.
  reportMissingSettings(manifest, environment, hooks);
  return createServerFactory({
    manifest,
    credentials: createCredentials(environment),
    environment,
    limits: readLimits(environment),
    hooks,
    // An issuer may replace a refresh token at each use: the new one takes the place of the old one in .env.
    refreshTokens: keepRefreshTokens(new URL('../.env', import.meta.url)),
    overrides,
    // Tools of your own, beside those of the API. A ToolError (runtime/tool-error.ts) that one throws is told:
    //   { name: 'add', description: 'Adds two numbers.', inputSchema: { type: 'object', properties: {
    //     a: { type: 'number' }, b: { type: 'number' } } }, run: async ({ a, b }) => Number(a) + Number(b) },
    tools: [],
  });
}
