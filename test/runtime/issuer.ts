import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Caller } from '../../src/runtime/caller.js';
import type { SecurityScheme } from '../../src/runtime/security.js';
import type { TokenWish } from '../../src/runtime/credentials/token-wish.js';

/** A request to an issuer, as it came. */
export interface AskedIssuer {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly form: URLSearchParams;
  /** The name in the client's certificate. */
  readonly certificateName: string | undefined;
}

/** Answers a request to an issuer. */
export type IssuerAnswer = (request: AskedIssuer, response: ServerResponse) => void;

/** An OAuth authorization server on loopback: what it answers is set by each test, and what it was asked is kept. */
export interface TestIssuer {
  readonly server: Server;
  /** Its name. */
  readonly url: string;
  readonly tokenUrl: string;
  readonly requests: AskedIssuer[];
  /** Those to its token endpoint. */
  readonly tokenRequests: () => readonly AskedIssuer[];
  /** How its token endpoint answers. */
  token: IssuerAnswer;
  /** How it answers all else: 404 until it is told otherwise. */
  other: IssuerAnswer;
  /** Stops it at once. */
  readonly stop: () => void;
}

/** Starts an issuer that grants `token-1`, `token-2` and so on for an hour each. */
export async function startIssuer(secure?: ServerOptions): Promise<TestIssuer> {
  const server = secure === undefined ? createServer() : createSecureServer(secure);
  server.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers, socket } = request;
      const asked: AskedIssuer = {
        method,
        path: url,
        headers,
        form: new URLSearchParams(Buffer.concat(chunks).toString()),
        certificateName: nameIn(secure === undefined ? undefined : (socket as TLSSocket)),
      };
      issuer.requests.push(asked);
      (url === '/token' ? issuer.token : issuer.other)(asked, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const scheme = secure === undefined ? 'http' : 'https';
  const url = `${scheme}://localhost:${(server.address() as AddressInfo).port}`;
  let granted = 0;
  const issuer: TestIssuer = {
    server,
    url,
    tokenUrl: `${url}/token`,
    requests: [],
    tokenRequests: () => issuer.requests.filter(({ path }) => path === '/token'),
    token: (_, response) => {
      granted += 1;
      grant(response, { access_token: `token-${granted}` });
    },
    other: (_, response) => void response.writeHead(404).end(),
    stop: () => server.close().closeAllConnections(),
  };
  return issuer;
}

function nameIn(socket: TLSSocket | undefined): string | undefined {
  const subject = socket?.getPeerCertificate().subject as { readonly CN?: string } | undefined;
  return subject?.CN;
}

/** Grants a Bearer token for an hour, unless it is told otherwise. */
export function grant(response: ServerResponse, members: Readonly<Record<string, unknown>>): void {
  answerJson(response, 200, { token_type: 'Bearer', expires_in: 3600, ...members });
}

/** Refuses by an error code of RFC 6749 5.2. */
export function refuse(response: ServerResponse, error: string, status = 400): void {
  answerJson(response, status, { error, error_description: 'DESCRIPTION-of-the-issuer' });
}

/** Answers with a value as JSON. */
export function answerJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** The variables of a scheme's parts, as a generator would name them. */
export const oauthEnv = {
  token: 'PETS_OAUTH_TOKEN',
  clientId: 'PETS_OAUTH_CLIENT_ID',
  clientSecret: 'PETS_OAUTH_CLIENT_SECRET',
  privateKey: 'PETS_OAUTH_PRIVATE_KEY',
  authMethod: 'PETS_OAUTH_AUTH_METHOD',
  refreshToken: 'PETS_OAUTH_REFRESH_TOKEN',
  tokenUrl: 'PETS_OAUTH_TOKEN_URL',
  issuer: 'PETS_OAUTH_ISSUER',
  audience: 'PETS_OAUTH_AUDIENCE',
  resource: 'PETS_OAUTH_RESOURCE',
  certificate: 'PETS_OAUTH_CERT',
  certificateKey: 'PETS_OAUTH_CERT_KEY',
} as const;

/** A wish for a token of the client `client`, whose secret is `s3cret-of-client`, of an issuer's token endpoint. */
export function wishFor(
  { tokenUrl }: Pick<TestIssuer, 'tokenUrl'>,
  { credential = {}, ...changed }: Partial<TokenWish> = {},
): TokenWish {
  const flow = { tokenUrl };
  const scheme: SecurityScheme = {
    type: 'oauth2',
    flows: { clientCredentials: flow, authorizationCode: flow },
    env: oauthEnv,
  };
  return {
    schemeName: 'oauth',
    scheme,
    credential: { clientId: 'client', clientSecret: 's3cret-of-client', ...credential },
    scopes: [],
    caller: undefined,
    signal: new AbortController().signal,
    ...changed,
  };
}

/** Someone who calls by a token of theirs, which is exchanged. */
export function callerOf(subject: string, changed: Partial<Caller> = {}): Caller {
  return {
    subject,
    clientId: 'mcp-client',
    scopes: new Set(),
    claims: { sub: subject },
    token: `inbound-of-${subject}`,
    expiresAt: undefined,
    identity: 'exchange',
    ...changed,
  };
}
