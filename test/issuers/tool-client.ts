import { Client, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { join } from 'node:path';
import { plainEnvironment } from '../tools/run-process.js';

/** What a tool of the notes gives. */
export interface Told {
  readonly text: string;
  readonly isError: boolean;
  /** As whom the API was called; missing where it was not. */
  readonly subject: string | undefined;
  readonly scope: string | undefined;
}

/** A client with one server. */
export interface ToolClient {
  readonly call: (tool: string) => Promise<Told>;
  readonly close: () => Promise<void>;
}

/** Starts the stdio server of a project. */
export async function connectStdio(
  project: string,
  variables: Readonly<Record<string, string>>,
): Promise<ToolClient> {
  const env = plainEnvironment(variables) as Record<string, string>;
  const args = [join(project, 'dist/stdio.js')];
  return connect(
    new StdioClientTransport({ command: process.execPath, args, cwd: project, env, stderr: 'ignore' }),
  );
}

/** Connects over a transport. */
export async function connect(transport: Transport): Promise<ToolClient> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  return { call: (tool) => callTool(client, tool), close: () => client.close() };
}

async function callTool(client: Client, name: string): Promise<Told> {
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: {} });
  const text = content.map((block) => (block.type === 'text' ? block.text : `<${block.type}>`)).join('\n');
  const told = new Map(Object.entries(structuredContent ?? {}));
  return { text, isError, subject: textOf(told.get('subject')), scope: textOf(told.get('scope')) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
