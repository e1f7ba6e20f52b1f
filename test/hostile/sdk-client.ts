import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startHttp } from '../tools/http-server.js';

/** The names of the tools of a project's HTTP server, as the SDK's client takes them. */
export async function listWithSdkClient(project: string): Promise<readonly string[]> {
  const server = await startHttp(project);
  try {
    const client = new Client(
      { name: 'hostile', version: '1.0.0' },
      { versionNegotiation: { mode: 'auto' } },
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    const { tools } = await client.listTools();
    await client.close();
    return tools.map(({ name }) => name);
  } finally {
    await server.close();
  }
}
