import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { makeAuthority, type Certified } from '../tools/certificates.js';
import { listening } from './listening.js';

/** An API on loopback that says of each request what is wrong with how its client proves who it is. */
export interface DemandingApi {
  readonly url: string;
  /** What was wrong with each request that came; `undefined` where nothing was. */
  readonly judged: readonly (string | undefined)[];
  readonly close: () => Promise<void>;
}

const answer: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
};

/** An API behind TLS, with what a client of it has to have. */
export interface CertificateApi extends DemandingApi {
  /** The certificate that its own is signed by. */
  readonly authority: string;
  readonly client: Certified;
}

/** An API behind TLS that takes one client alone, by its certificate. */
export async function startCertificateApi(): Promise<CertificateApi> {
  const judged: (string | undefined)[] = [];
  const authority = makeAuthority('Authority of the API');
  const { certificate: cert, key } = authority.issue('localhost');
  const clients = { ca: authority.certificate, requestCert: true, rejectUnauthorized: true };
  const server = createTlsServer({ cert, key, ...clients }, (request, response) => {
    // The server is one of TLS.
    const { CN: name } = (request.socket as TLSSocket).getPeerCertificate().subject;
    judged.push(name === 'client' ? undefined : `the client is ${String(name)}`);
    answer(request, response);
  });
  const { port, close } = await listening(server);
  const url = `https://127.0.0.1:${port}`;
  return { url, judged, authority: authority.certificate, client: authority.issue('client'), close };
}

const realm = 'a "quoted" realm';
const nonce = 'bm9uY2U=';

/** An API that asks for Digest with SHA-256 (RFC 7616), and answers who knows the password. */
export async function startDigestApi(username: string, password: string): Promise<DemandingApi> {
  const judged: (string | undefined)[] = [];
  const challenge = `Digest realm="${realm.replaceAll('"', '\\"')}", nonce="${nonce}", algorithm=SHA-256, qop="auth"`;
  const server = createServer((request, response) => {
    const problem = digestProblem(request, username, password);
    judged.push(problem);
    if (problem === undefined) answer(request, response);
    else response.writeHead(401, { 'www-authenticate': challenge }).end();
  });
  const { port, close } = await listening(server);
  return { url: `http://127.0.0.1:${port}`, judged, close };
}

function digestProblem(request: IncomingMessage, username: string, password: string): string | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined) return 'there is no header';
  const given = new Map(
    [...authorization.matchAll(/(\w+)=(?:"((?:\\.|[^"\\])*)"|([^\s,]+))/g)].map(([, name, quoted, token]) => [
      name,
      quoted?.replace(/\\(.)/g, '$1') ?? token,
    ]),
  );
  const of = (name: string): string => given.get(name) ?? '';
  const hash = (...parts: readonly string[]): string =>
    createHash('sha256').update(parts.join(':')).digest('hex');
  if (!authorization.startsWith('Digest ') || of('uri') !== request.url || of('nonce') !== nonce)
    return `the header is ${authorization}`;
  // RFC 7616, 3.4.1.
  const [key, subject] = [hash(username, realm, password), hash(request.method ?? '', of('uri'))];
  const expected = hash(key, nonce, of('nc'), of('cnonce'), of('qop'), subject);
  return of('response') === expected ? undefined : 'the response is wrong';
}
