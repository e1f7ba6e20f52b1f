import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Hooks } from './runtime/hooks.js';
import { ToolError } from './runtime/tool-error.js';
import { orderPrints } from './tools/orders.js';
import { replaceImage } from './tools/photos.js';

/** Signs method, path, query and content; one tool waits too long, and one fails. */
export const hooks: Hooks = {
  beforeRequest: async ({ tool, method, url, headers, body, setQuery }, { environment }) => {
    const key = environment['SIGNING_KEY'];
    if (!key) throw new ToolError('missing-setting', 'Set SIGNING_KEY in the environment of this server.');
    // It knows of no signal: a call that is cancelled ends all the same.
    if (tool === replaceImage.name) await delay(60_000);
    if (tool === orderPrints.name) throw new Error(`the key is ${key}`);
    setQuery('signed for', 'one hour');
    const hmac = createHmac('sha256', key).update(`${method}\n${url.pathname}${url.search}\n`);
    headers.set('x-signature', hmac.update(body ?? '').digest('hex'));
  },
};
