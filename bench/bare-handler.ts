// What an emitted server's calls are compared with: node:http, JSON and the call of the API, and nothing else.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { Agent, request } from 'undici';

interface Call {
  readonly id: unknown;
  readonly params: { readonly arguments: { readonly body: unknown } };
}

const dispatcher = new Agent();
const api = `${process.env['API_URL']}/r0/a%20b?q=some%20text&limit=5`;

const server = createServer((incoming, response) => {
  const answer = async (): Promise<void> => {
    const { id, params } = (await json(incoming)) as Call;
    const { body } = await request(api, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'x-trace': 'trace-1' },
      body: JSON.stringify(params.arguments.body),
    });
    const found = await text(body);
    const result = {
      content: [{ type: 'text', text: found }],
      structuredContent: JSON.parse(found) as unknown,
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  };
  answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
});

server.listen(0, '127.0.0.1', () => {
  console.error(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
});
process.once('SIGTERM', () => process.exit(0));
