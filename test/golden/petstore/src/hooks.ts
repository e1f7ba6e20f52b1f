import type { Hooks } from './runtime/hooks.js';

/**
 * What takes part in every call. Yours to edit: openapi2mcp never rewrites this file; server.ts gives `hooks` to
 * `createServerFactory`.
 *
 * `beforeRequest` sees a request when all is in it, and may change its headers and query. With `createHmac` of
 * `node:crypto`, a variable in .env and a ToolError (runtime/tool-error.ts), which the model is told, it signs what is
 * sent:
 *
 *     beforeRequest: ({ method, url, headers, body }, { environment }) => {
 *       const key = environment['SIGNING_KEY'];
 *       if (!key) throw new ToolError('missing-setting', 'Set SIGNING_KEY in the environment of this server.');
 *       const hmac = createHmac('sha256', key).update(`${method}\n${url.pathname}${url.search}\n`);
 *       headers.set('x-signature', hmac.update(body ?? '').digest('hex'));
 *     },
 */
export const hooks: Hooks = {};
