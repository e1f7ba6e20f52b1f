import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  constants,
  createHmac,
  generateKeyPairSync,
  randomUUID,
  sign as signBytes,
  type KeyObject,
} from 'node:crypto';
import { text as textOf } from 'node:stream/consumers';

/** A key pair, and the algorithm that it signs by. */
export interface SigningKey {
  readonly alg: string;
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** What an issuer answers; `undefined` closes the connection. */
export type IssuerAnswer =
  | { readonly status?: number; readonly type?: string; readonly body: string; readonly location?: string }
  | undefined;

/** An authorization server on loopback, which answers as it is told and counts what it is asked. */
export interface TokenIssuer {
  readonly url: string;
  /** Requests by path, as they came. */
  readonly asked: readonly {
    readonly path: string;
    readonly body: string;
    readonly headers: IncomingMessage['headers'];
  }[];
  /** Answers by path; one that is a function is given the body. */
  readonly answers: Map<string, IssuerAnswer | ((body: string) => IssuerAnswer | Promise<IssuerAnswer>)>;
  readonly count: (path: string) => number;
  readonly close: () => Promise<void>;
}

const generators: Readonly<Record<string, () => { publicKey: KeyObject; privateKey: KeyObject }>> = {
  RS: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  PS: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ES384: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  ES512: () => generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  Ed: () => generateKeyPairSync('ed25519'),
};

/** Makes a key pair for an algorithm. */
export function makeKey(alg: string, kid: string = alg): SigningKey {
  const generate = generators[alg] ?? generators[alg.slice(0, 2)];
  if (generate === undefined) throw new Error(`There is no key for ${alg}.`);
  return { alg, kid, ...generate() };
}

/** The public half of a key as RFC 7517's JWK. */
export function jwkOf({ publicKey, kid, alg }: SigningKey): Readonly<Record<string, unknown>> {
  return { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' };
}

/** Signs claims, or their text, as a JWT, by node's own means and not by those of what is tested. */
export function signJwt(
  claims: object | string,
  key: SigningKey,
  header: Readonly<Record<string, unknown>> = {},
): string {
  const head = { alg: key.alg, typ: 'at+jwt', kid: key.kid, ...header };
  const text = typeof claims === 'string' ? claims : JSON.stringify(claims);
  const input = `${encode(JSON.stringify(head))}.${encode(text)}`;
  return `${input}.${signatureOf(key, input).toString('base64url')}`;
}

/** The same by a secret that both sides would have to share. */
export function signByHmac(claims: object, secret: string, header: object): string {
  const input = `${encode(JSON.stringify(header))}.${encode(JSON.stringify(claims))}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

function signatureOf({ alg, privateKey }: SigningKey, input: string): Buffer {
  const digest = alg.startsWith('Ed') ? null : `sha${alg.slice(2)}`;
  const { RSA_PKCS1_PSS_PADDING, RSA_PSS_SALTLEN_DIGEST } = constants;
  const padding = alg.startsWith('PS')
    ? { padding: RSA_PKCS1_PSS_PADDING, saltLength: RSA_PSS_SALTLEN_DIGEST }
    : {};
  return signBytes(digest, Buffer.from(input), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
    ...padding,
  });
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** The claims of an access token that is good for five minutes. */
export function goodClaims(issuer: string, audience: string): Readonly<Record<string, unknown>> {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: issuer,
    aud: audience,
    sub: 'user-1',
    client_id: 'client-1',
    scope: 'read write',
    iat: now,
    exp: now + 300,
    jti: randomUUID(),
  };
}

/** Starts an issuer with metadata, and with the public halves of these keys. */
export async function startIssuer(keys: readonly SigningKey[] = []): Promise<TokenIssuer> {
  const asked: { path: string; body: string; headers: IncomingMessage['headers'] }[] = [];
  const answers: TokenIssuer['answers'] = new Map();
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '';
      const body = await textOf(request);
      asked.push({ path, body, headers: request.headers });
      const known = answers.has(path) ? answers.get(path) : { status: 404, body: 'nothing here' };
      const answer = typeof known === 'function' ? await known(body) : known;
      if (answer === undefined) {
        request.socket.destroy();
        return;
      }
      const { status = 200, type = 'application/json', location } = answer;
      response.writeHead(status, { 'content-type': type, ...(location !== undefined && { location }) });
      response.end(answer.body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  answers.set('/.well-known/oauth-authorization-server', {
    body: JSON.stringify({ issuer: url, jwks_uri: `${url}/jwks` }),
  });
  answers.set('/jwks', { body: JSON.stringify({ keys: keys.map(jwkOf) }) });
  return {
    url,
    asked,
    answers,
    count: (wanted) => asked.filter(({ path }) => path === wanted).length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
