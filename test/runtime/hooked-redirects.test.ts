import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, suite, test } from 'node:test';
import { createCallTool } from '../../src/runtime/call.js';
import type { Hooks } from '../../src/runtime/hooks.js';
import { defaultLimits } from '../../src/runtime/limits.js';
import { environmentCredentials } from '../../src/runtime/security.js';
import { madeManifest, madeTool } from './made-manifest.js';

/** A server on loopback that redirects as its table says, and answers all else with what it was signed with. */
interface Site {
  readonly server: Server;
  readonly origin: string;
}

const redirects = new Map<string, readonly [status: number, location: string]>();
const signatures: string[] = [];

async function startSite(name: string): Promise<Site> {
  const server = createServer((request: IncomingMessage, response) => {
    request.resume();
    const at = `${request.method} ${name}${request.url}`;
    signatures.push(`${at}: ${request.headers['x-signature']?.toString() ?? 'none'}`);
    const [status, location] = redirects.get(at) ?? [200, ''];
    response.writeHead(status, location === '' ? { 'content-type': 'application/json' } : { location });
    response.end(JSON.stringify({ signedBy: request.headers['x-signature'] }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

let home: Site;
let other: Site;

before(async () => {
  [home, other] = await Promise.all([startSite('home'), startSite('other')]);
});
after(() => {
  for (const { server } of [home, other]) server.close().closeAllConnections();
});

const hooks: Hooks = {
  beforeRequest: ({ method, url, headers }) =>
    headers.set('x-signature', `signature of ${method} ${url.pathname}`),
};

async function callOrder() {
  const environment = { BOATS_BASE_URL: home.origin, BOATS_ALLOWED_ORIGINS: other.origin };
  const settings = { credentials: environmentCredentials({}), environment, limits: defaultLimits, hooks };
  const tool = madeTool({
    name: 'order',
    request: { method: 'POST', path: '/orders', parameters: [], accept: [], security: [] },
  });
  signatures.length = 0;
  const context = { signal: new AbortController().signal, progress: () => undefined };
  return createCallTool(madeManifest([tool]), settings)(tool, {}, context);
}

suite('a call whose hook signs and whose API redirects', () => {
  test('is signed anew within the origin (RFC 9110 15.4.4)', async () => {
    redirects.clear();
    redirects.set('POST home/orders', [303, '/orders/1']);
    const { structuredContent } = await callOrder();
    assert.deepEqual(signatures, [
      'POST home/orders: signature of POST /orders',
      'GET home/orders/1: signature of GET /orders/1',
    ]);
    // Nobody is shown what a hook added, whichever request it was added to.
    assert.deepEqual(structuredContent, { signedBy: '[redacted]' });
  });

  test('takes no signature to another origin, nor back from there', async () => {
    redirects.clear();
    redirects.set('POST home/orders', [303, `${other.origin}/login`]);
    redirects.set('GET other/login', [302, `${home.origin}/orders/2`]);
    await callOrder();
    assert.deepEqual(signatures, [
      'POST home/orders: signature of POST /orders',
      'GET other/login: none',
      'GET home/orders/2: none',
    ]);
  });

  test('is not told to another origin by the address of a redirect', async () => {
    const signature = 'signature of POST /orders';
    for (const told of [
      `?s=${encodeURIComponent(signature)}`,
      `/${Buffer.from(signature).toString('hex')}`,
    ]) {
      redirects.clear();
      redirects.set('POST home/orders', [307, `${other.origin}/login${told}`]);
      const { content } = await callOrder();
      assert.match(JSON.stringify(content), /with a secret of this server .*\[refused-redirect\]/);
      assert.deepEqual(signatures, [`POST home/orders: ${signature}`]);
    }
  });
});
