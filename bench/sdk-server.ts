// What an emitted server's calls are compared with: the SDK over node:http with one tool that makes the same request.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { Agent, request } from 'undici';

interface Input {
  readonly id: string;
  readonly q: string;
  readonly limit: number;
  readonly 'X-Trace': string;
  readonly body: object;
}

const dispatcher = new Agent();
const text = { type: 'string' };
const properties = {
  id: text,
  q: text,
  limit: { type: 'integer' },
  'X-Trace': text,
  body: { type: 'object' },
};
const inputSchema = fromJsonSchema<Input>({ type: 'object', properties });

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'bare', version: '1.0.0' });
  server.registerTool('op0', { description: 'Calls the API.', inputSchema }, async (input) => {
    const query = new URLSearchParams({ q: input.q, limit: String(input.limit) });
    const { body } = await request(
      `${process.env['API_URL']}/r0/${encodeURIComponent(input.id)}?${query.toString()}`,
      {
        dispatcher,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'x-trace': input['X-Trace'],
        },
        body: JSON.stringify(input.body),
      },
    );
    const found = await body.text();
    return { content: [{ type: 'text', text: found }], structuredContent: JSON.parse(found) as object };
  });
  return server;
});

const serve = toNodeHandler(handler);
const server = createServer((incoming, response) => {
  // Its types do not know what exactOptionalPropertyTypes makes of those of Node.
  void serve(incoming as Parameters<typeof serve>[0], response);
});
server.listen(0, '127.0.0.1', () => {
  console.error(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
});
process.once('SIGTERM', () => process.exit(0));
