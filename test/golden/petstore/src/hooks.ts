import type { Hooks } from './runtime/hooks.js';

/**
 * What takes part in every call. Yours to edit: openapi2mcp never rewrites this file; server.ts gives `hooks` to
 * `createServerFactory`.
 *
 * `beforeRequest` sees a request when all is in it, and may change its headers and query. With a variable in .env it
 * signs what is sent; a ToolError is told to the model:
 *
 *     import { createHmac } from 'node:crypto';
 *     import type { Hooks } from './runtime/hooks.js';
 *     import { ToolError } from './runtime/tool-error.js';
 *
 *     export const hooks: Hooks = {
 *       beforeRequest: ({ method, url, headers, body }, { environment }) => {
 *         const key = environment['SIGNING_KEY'];
 *         if (!key) throw new ToolError('missing-setting', 'Set SIGNING_KEY in the environment of this server.');
 *         const hmac = createHmac('sha256', key).update(`${method}\n${url.pathname}${url.search}\n`);
 *         headers.set('x-signature', hmac.update(body ?? '').digest('hex'));
 *       },
 *     };
 *
 * What it writes under the name of a credential (`x-signature`, `api_key`) is taken out of results and errors, and so is
 * any other text that it hands to `secret` of the request.
 */
export const hooks: Hooks = {};
