import type { Identity } from '../caller.js';
import type { Access } from '../manifest.js';
import type { Environment } from '../settings.js';
import { readChoice } from './read-variable.js';
import { identities } from './variables.js';

/** As whom the API is called: MCP_IDENTITY, else as the manifest presets it; `undefined` where neither says it. */
export function readIdentity(environment: Environment, { identity }: Access = {}): Identity | undefined {
  return readChoice(environment, 'MCP_IDENTITY', identities) ?? identity;
}
