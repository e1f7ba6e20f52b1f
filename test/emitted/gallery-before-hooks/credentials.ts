import type { Environment } from './runtime/environment.js';
import { environmentCredentials, type Credentials } from './runtime/security.js';

/** Where credentials for the API come from. Yours to edit: openapi2mcp never rewrites this file. */
export function createCredentials(environment: Environment): Credentials {
  return environmentCredentials(environment);
}
