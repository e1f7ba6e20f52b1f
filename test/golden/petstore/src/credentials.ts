import type { Environment } from './runtime/settings.js';
import {
  environmentCredentials,
  type Credentials,
} from './runtime/security.js';

/**
 * Where credentials for the API come from. Yours to edit: openapi2mcp never rewrites this file.
 *
 * A function of your own in place of this one is asked for a security scheme by its name in the document, and answers
 * with the parts of its credential (`{ key }`, `{ username, password }`, `{ token }`), or with undefined for none.
 */
export function createCredentials(environment: Environment): Credentials {
  return environmentCredentials(environment);
}
