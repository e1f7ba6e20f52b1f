import {
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Person } from './browser.js';
import { redirectPath } from './stage.js';
import { connect, type Told } from './tool-client.js';

/** A host in which a user has a server: it signs in whenever it is asked to. */
export interface Host {
  readonly call: (tool: string) => Promise<Told>;
  /** How often the user signed in or agreed. */
  readonly signIns: () => number;
  readonly token: () => string;
  readonly close: () => Promise<void>;
}

const mostWaitMs = 20_000;

/** Connects the SDK's own OAuth client to a server, as the client that the issuer knows as `host`. */
export async function connectHost(mcpUrl: string, person: Person, user: string): Promise<Host> {
  const redirect = await listenForRedirect();
  const provider = createProvider(redirect.uri);
  let count = 0;
  let transport = new StreamableHTTPClientTransport(new URL(mcpUrl), { authProvider: provider.provider });
  const signIn = async (): Promise<void> => {
    count += 1;
    const answered = redirect.answer();
    await person.signIn(provider.page(), user);
    await transport.finishAuth(await answered);
  };
  const retrying = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error;
      await signIn();
      return work();
    }
  };
  const client = await retrying(async () => {
    transport = new StreamableHTTPClientTransport(new URL(mcpUrl), { authProvider: provider.provider });
    return connect(transport);
  });
  return {
    call: (tool) => retrying(() => client.call(tool)),
    signIns: () => count,
    token: () => provider.token(),
    close: async () => {
      await client.close();
      redirect.close();
    },
  };
}

/** What the SDK asks of an application that signs in, kept in memory. */
function createProvider(redirectUri: string) {
  let tokens: StoredOAuthTokens | undefined;
  let verifier = '';
  let page: URL | undefined;
  let discovered: OAuthDiscoveryState | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: { redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' },
    state: () => randomUUID(),
    clientInformation: () => ({ client_id: 'host' }),
    tokens: () => tokens,
    saveTokens: (given) => void (tokens = given),
    redirectToAuthorization: (url) => void (page = url),
    saveCodeVerifier: (given) => void (verifier = given),
    codeVerifier: () => verifier,
    saveDiscoveryState: (given) => void (discovered = given),
    discoveryState: () => discovered,
  };
  return {
    provider,
    token: () => tokens?.access_token ?? '',
    page: (): string => {
      if (page === undefined) throw new Error('The SDK has not asked for a page.');
      return page.href;
    },
  };
}

/** Where the browser comes back to. */
async function listenForRedirect() {
  let take: (parameters: URLSearchParams) => void = () => undefined;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isIt = url.pathname === redirectPath;
    response
      .writeHead(isIt ? 200 : 404, { 'content-type': 'text/plain' })
      .end(isIt ? 'back in the host' : '');
    if (isIt) take(url.searchParams);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}${redirectPath}`,
    answer: () =>
      new Promise<URLSearchParams>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('The browser did not come back.')), mostWaitMs);
        take = (parameters) => {
          clearTimeout(timer);
          resolve(parameters);
        };
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
