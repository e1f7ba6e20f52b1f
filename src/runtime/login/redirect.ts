import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopback } from '../loopback.js';
import { SettingError } from '../settings.js';
import { loginPages, type LoginPage } from './pages.js';

/** Where the authorization server sends the browser back to: this machine (RFC 8252). */
export interface Redirect {
  /** The redirect URI, as the authorization server is told it. */
  readonly uri: string;
  /** The parameters of the one answer that has this `state`; it rejects when `signal` aborts. */
  readonly answer: (state: string, signal: AbortSignal) => Promise<RedirectAnswer>;
  readonly close: () => void;
}

/** What the browser brought, and who waits to see a page. */
export interface RedirectAnswer {
  readonly parameters: URLSearchParams;
  readonly show: (page: LoginPage) => Promise<void>;
}

/** The redirect URI that is asked for, or the usual one on a free port. */
export interface RedirectChoice {
  readonly uri: string | undefined;
  readonly port: number | undefined;
}

const usualUri = 'http://127.0.0.1/callback';

/** What an answer may take; a code and a state take far less. */
const mostHeaderBytes = 32 * 1024;

/** Listens for the one answer of a login, on this machine alone. */
export async function listenForRedirect(choice: RedirectChoice): Promise<Redirect> {
  const uri = readRedirectUri(choice.uri);
  const waiting: { take?: (url: URL, response: ServerResponse) => void } = {};
  const server = createServer({ maxHeaderSize: mostHeaderBytes }, (request, response) => {
    const url = new URL(`http://localhost${request.url?.startsWith('/') ? request.url : '/'}`);
    const isIt = request.method === 'GET' && url.pathname === uri.pathname && isOwnHost(request, uri);
    if (isIt && waiting.take !== undefined) waiting.take(url, response);
    else void show(response, 404, 'elsewhere');
  });
  const port = await listen(server, uri, choice.port ?? portOf(choice.uri));
  return {
    uri: withPort(choice.uri ?? usualUri, port),
    answer: (state, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        waiting.take = ({ searchParams }, response) => {
          // Any page can lead a browser here: what does not know the state is not the answer, and ends nothing.
          if (searchParams.get('state') !== state) return void show(response, 400, 'stranger');
          delete waiting.take;
          const parameters = withoutOwn(searchParams, uri.searchParams);
          resolve({ parameters, show: (page) => show(response, page === 'done' ? 200 : 400, page) });
        };
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A page whose name leads to this machine (DNS rebinding) is no browser that comes back. */
function isOwnHost({ headers: { host = '' }, socket: { localPort } }: IncomingMessage, uri: URL): boolean {
  return [uri.hostname, '127.0.0.1', 'localhost'].some((name) => {
    // A usual port is left out of the Host header (RFC 9110 7.2).
    const full = `${name}:${localPort}`;
    return host.toLowerCase() === full || (localPort === 80 && host.toLowerCase() === name);
  });
}

/** The rest is as it was written, since issuers compare texts: a URL leaves out a usual port, and adds a slash. */
function withPort(uri: string, port: number): string {
  return uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?]*))(?::\d*)?/i, `$1:${port}`);
}

/** A redirect URI may have a query of its own, which is no part of the answer. */
function withoutOwn(parameters: URLSearchParams, own: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...parameters].filter(([name]) => !own.has(name)));
}

/** A URL does not tell a usual port from none, which takes a free one. */
function portOf(uri = ''): number {
  return Number(/^http:\/\/[^/?]*:(\d+)(?:[/?]|$)/i.exec(uri)?.[1] ?? 0);
}

/** Reads a redirect URI; one that is not of this machine is a `SettingError`. */
export function readRedirectUri(uri = usualUri): URL {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (url?.protocol !== 'http:' || !isLoopback(url.hostname) || url.username !== '' || url.hash !== '') {
    throw new SettingError(
      `--redirect-uri has to be an http address of this machine, such as ${usualUri} or http://localhost:8976/callback.`,
    );
  }
  return url;
}

function listen(server: Server, uri: URL, port: number): Promise<number> {
  // `localhost` can be either address, and no registered URI says which the browser takes.
  const host = uri.hostname === 'localhost' ? '127.0.0.1' : uri.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    server.once('error', ({ code = 'error' }: NodeJS.ErrnoException) => {
      const problem = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code})`;
      reject(
        new SettingError(
          `Port ${port} of ${host} ${problem}: choose another with --port, which the issuer knows.`,
        ),
      );
    });
    server.listen({ host, port }, () => {
      // A server that listens on a port has an address of this kind.
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function show(response: ServerResponse, status: number, page: LoginPage): Promise<void> {
  const { headers, body } = loginPages(page);
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.writeHead(status, { ...headers }).end(body);
  });
}
