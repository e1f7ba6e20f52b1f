import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An API whose operations tell who called, by a token that it has checked. */
export interface NotesApi {
  readonly url: string;
  /** Takes the tokens of an issuer from now on. */
  readonly trust: (issuer: string) => void;
  /** Every token that came since they were last taken, good or not. */
  readonly take: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** The names by which tokens are meant for the API: one of ordinary tokens, one of tokens that end soon. */
export const apiAudiences = { usual: 'urn:notes:api', brief: 'urn:notes:brief' };

/** The scopes of its operations. */
export const noteScopes = ['notes:read', 'notes:write'] as const;

/** Starts the API on a free port of the loopback; it trusts nobody yet. */
export async function startNotesApi(): Promise<NotesApi> {
  const tokens: string[] = [];
  let verify: Verify | undefined;
  const server = createServer((request, response) => {
    answer(request, tokens, verify).then(
      ({ status, body, challenge }) => {
        const challenged = challenge === undefined ? {} : { 'www-authenticate': challenge };
        response.writeHead(status, { 'content-type': 'application/json', ...challenged });
        response.end(JSON.stringify(body));
      },
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    trust: (issuer) => (verify = verifierOf(issuer)),
    take: () => tokens.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Verify = (token: string) => Promise<JWTPayload>;

function verifierOf(issuer: string): Verify {
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`));
  const options = { issuer, audience: Object.values(apiAudiences), typ: 'at+jwt' };
  return async (token) => (await jwtVerify(token, keys, options)).payload;
}

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly challenge?: string;
}

async function answer(
  { method, url, headers }: IncomingMessage,
  tokens: string[],
  verify: Verify | undefined,
): Promise<Answer> {
  if (url === '/status') return { status: 200, body: { subject: 'anybody', scope: '' } };
  const [, token = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
  tokens.push(token);
  const claims = await verify?.(token).catch(() => undefined);
  if (claims === undefined)
    return {
      status: 401,
      body: { title: 'The token is not good.' },
      challenge: 'Bearer error="invalid_token"',
    };
  const wanted = method === 'GET' ? 'notes:read' : 'notes:write';
  const scope = typeof claims['scope'] === 'string' ? claims['scope'] : '';
  const challenge = `Bearer error="insufficient_scope", scope="${wanted}"`;
  if (!scope.split(' ').includes(wanted)) return { status: 403, body: { title: 'Not for you.' }, challenge };
  return { status: 200, body: { subject: claims.sub, scope } };
}

/** The document of the API, with the endpoints of an issuer in it. */
export function notesDocument(api: string, issuer: string): object {
  const scopes = { 'notes:read': 'Read notes.', 'notes:write': 'Write notes.' };
  const tokenUrl = `${issuer}/token`;
  const operations = (scheme: string, name: string): object => ({
    get: operation(`read${name}`, [{ [scheme]: ['notes:read'] }]),
    post: operation(`write${name}`, [{ [scheme]: ['notes:write'] }]),
  });
  return {
    openapi: '3.2.0',
    info: { title: 'Notes', version: '1.0.0' },
    servers: [{ url: api }],
    paths: {
      '/machine': operations('machine', 'MachineNotes'),
      '/person': operations('person', 'PersonNotes'),
      '/discovered': operations('discovered', 'DiscoveredNotes'),
      '/status': { get: operation('getStatus', []) },
    },
    components: {
      securitySchemes: {
        machine: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes } } },
        person: {
          type: 'oauth2',
          flows: {
            authorizationCode: { authorizationUrl: `${issuer}/auth`, tokenUrl, scopes },
            deviceAuthorization: { deviceAuthorizationUrl: `${issuer}/device/auth`, tokenUrl, scopes },
          },
        },
        discovered: { type: 'openIdConnect', openIdConnectUrl: `${issuer}/.well-known/openid-configuration` },
      },
    },
  };
}

function operation(operationId: string, security: readonly object[]): object {
  const properties = { subject: { type: 'string' }, scope: { type: 'string' } };
  const schema = { type: 'object', properties };
  const content = { 'application/json': { schema } };
  return { operationId, security, responses: { 200: { description: 'Who called.', content } } };
}
