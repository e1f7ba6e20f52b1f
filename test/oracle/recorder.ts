import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as it was on the wire, and what was answered. */
export interface Exchange {
  readonly method: string;
  /** Path and query, untouched. */
  readonly target: string;
  /** Names and values in turn, untouched. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  /** 0 where the API broke off without an answer. */
  readonly status: number;
  readonly answerHeaders: Readonly<Record<string, string | string[] | undefined>>;
  readonly answerBody: string;
}

/** Stands between an emitted server and an API, and keeps what passes. */
export interface Recorder {
  readonly url: string;
  /** What has passed since the last call. */
  take(): readonly Exchange[];
  close(): Promise<void>;
}

/** Passes every request on to a port of the loopback as it came. */
export async function startRecorder(port: number): Promise<Recorder> {
  let passed: Exchange[] = [];
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    // A request that breaks off is none.
    pass(incoming, outgoing, { port, agent, keep: (exchange) => passed.push(exchange) }).catch(
      () => undefined,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    take: () => {
      const taken = passed;
      passed = [];
      return taken;
    },
    close: async () => {
      agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

interface Upstream {
  readonly port: number;
  readonly agent: Agent;
  /** What is kept has to be there before whoever asked goes on. */
  readonly keep: (exchange: Exchange) => void;
}

async function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { port, agent, keep }: Upstream,
): Promise<void> {
  const { method = '', url: target = '', rawHeaders } = incoming;
  const body = await bytesOf(incoming);
  const onward = request({ host: '127.0.0.1', port, agent, method, path: target, headers: rawHeaders });
  onward.end(body);
  const sent = { method, target, headers: rawHeaders, body };
  try {
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    const bytes = await bytesOf(answer);
    const status = answer.statusCode ?? 0;
    keep({ ...sent, status, answerHeaders: answer.headers, answerBody: bytes.toString() });
    outgoing.writeHead(status, answer.rawHeaders).end(bytes);
  } catch (error) {
    keep({ ...sent, status: 0, answerHeaders: {}, answerBody: String(error) });
    outgoing.writeHead(502).end();
  }
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
