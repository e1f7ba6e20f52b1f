import type { Hooks } from './runtime/hooks.js';

/**
 * What takes part in every call. Yours to edit: openapi2mcp never rewrites this file.
 *
 * `beforeRequest` sees a request when all is in it and may change its headers and query:
 *
 *     beforeRequest: ({ headers, body }) => {
 *       headers.set('x-signature', createHmac('sha256', key).update(body ?? '').digest('hex'));
 *     },
 */
export const hooks: Hooks = {};
