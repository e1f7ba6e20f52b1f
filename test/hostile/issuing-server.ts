import { createServer } from 'node:http';
import { listening } from './listening.js';

/** A token endpoint on loopback that gives a token for everything it is asked, and keeps what it was asked. */
export interface IssuingServer {
  readonly tokenUrl: string;
  /** The form of each token request. */
  readonly asked: readonly URLSearchParams[];
  /** The token that was given last. */
  readonly given: () => string | undefined;
  readonly close: () => Promise<void>;
}

/** Starts a token endpoint on a free port. */
export async function startIssuingServer(): Promise<IssuingServer> {
  const asked: URLSearchParams[] = [];
  const tokenAt = (count: number): string => `issued-token-${count}`;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push(new URLSearchParams(Buffer.concat(chunks).toString()));
      const answer = { access_token: tokenAt(asked.length), token_type: 'Bearer', expires_in: 300 };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  const { port, close } = await listening(server);
  return {
    tokenUrl: `http://127.0.0.1:${port}/token`,
    asked,
    given: () => (asked.length === 0 ? undefined : tokenAt(asked.length)),
    close,
  };
}
