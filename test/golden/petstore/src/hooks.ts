import type { Hooks } from './runtime/hooks.js';

/**
 * What takes part in every call. Yours to edit: openapi2mcp never rewrites this file; server.ts gives `hooks` to
 * `createServerFactory`.
 *
 * `beforeRequest` sees a request when all is in it, and may change its headers and query. `authenticate` has code for
 * security schemes, by their names in the document: for those that are not built in, and in place of those that are.
 * Here the one signs what is sent and the other gets a ticket for the scheme `partner`, with variables in .env; a
 * ToolError is told to the model:
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
 *       authenticate: {
 *         partner: async ({ headers }, { scopes, environment, signal }) => {
 *           const url = environment['TICKET_URL'];
 *           if (!url) throw new ToolError('missing-setting', 'Set TICKET_URL in the environment of this server.');
 *           const answer = await fetch(url, { method: 'POST', body: scopes.join(' '), signal });
 *           headers.set('authorization', `Ticket ${await answer.text()}`);
 *         },
 *       },
 *     };
 *
 * What `beforeRequest` writes under the name of a credential (`x-signature`, `api_key`) is taken out of results and
 * errors, and so is all that `authenticate` writes, and what either hands to `secret` of the request. `authenticate` also knows the `caller` of a server with authorization, whose token the API is never sent.
 */
export const hooks: Hooks = {};
