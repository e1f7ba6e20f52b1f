import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCallTool } from '../../src/runtime/call.js';
import type { Caller } from '../../src/runtime/caller.js';
import { defaultLimits } from '../../src/runtime/limits.js';
import type { Manifest, ToolDefinition } from '../../src/runtime/manifest.js';
import { environmentCredentials } from '../../src/runtime/security.js';
import { madeManifest, madeTool } from '../runtime/made-manifest.js';
import { callerOf, grant, oauthEnv, type TestIssuer } from '../runtime/issuer.js';

/** An API on loopback that takes the tokens of an issuer as long as they are good, and says whose they are. */
export interface TokenApi {
  readonly url: string;
  /** Calls that were answered, and those whose token was refused. */
  readonly counts: { answered: number; refused: number };
  /** Takes back all tokens that there are. */
  readonly revokeAll: () => void;
  readonly stop: () => void;
}

/** Whose a token is, and when it ends. */
interface Known {
  readonly subject: string;
  readonly endsAt: number;
}

/** Has an issuer grant tokens that live for so many seconds, and starts an API that takes them to the millisecond. */
export async function startTokenApi(issuer: TestIssuer, seconds: number): Promise<TokenApi> {
  const tokens = new Map<string, Known>();
  const counts = { answered: 0, refused: 0 };
  let granted = 0;
  issuer.token = ({ form }, response) => {
    const subject = /^inbound-of-(.*)$/.exec(form.get('subject_token') ?? '')?.[1] ?? 'service';
    const token = `token-${granted}-for-the-api`;
    granted += 1;
    tokens.set(token, { subject, endsAt: Date.now() + seconds * 1000 });
    grant(response, {
      access_token: token,
      expires_in: seconds,
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    });
  };
  const server = await listen((request, response) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const known = tokens.get(token);
    if (known === undefined || known.endsAt <= Date.now()) {
      counts.refused += 1;
      response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
      return;
    }
    counts.answered += 1;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ subject: known.subject }));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    revokeAll: () => tokens.clear(),
    stop: () => server.close().closeAllConnections(),
  };
}

async function listen(answer: RequestListener): Promise<Server> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Calls the API, and gives the subject that it took the call for, or else what the model was told. */
export type SubjectOf = (caller?: Caller) => Promise<unknown>;

/** Makes what calls an API as an emitted server does, with the credentials of a client that the issuer knows. */
export function createSubjectOf(api: TokenApi, issuer: TestIssuer): SubjectOf {
  const environment = {
    [oauthEnv.clientId]: 'client',
    [oauthEnv.clientSecret]: 's3cret-of-client',
    [oauthEnv.tokenUrl]: issuer.tokenUrl,
  };
  const credentials = environmentCredentials(environment);
  const callTool = createCallTool(manifestOf(api, issuer), {
    credentials,
    environment,
    limits: defaultLimits,
  });
  return async (caller) => {
    const { signal } = new AbortController();
    const context = { signal, progress: () => undefined, ...(caller !== undefined && { caller }) };
    const { structuredContent, content } = await callTool(whoAmI, {}, context);
    return (structuredContent as { readonly subject?: unknown } | undefined)?.subject ?? content;
  };
}

const whoAmI: ToolDefinition = madeTool({
  name: 'whoAmI',
  request: {
    method: 'GET',
    path: '/me',
    parameters: [],
    accept: ['application/json'],
    security: [{ oauth: ['me:read'] }],
  },
});

function manifestOf({ url }: TokenApi, { tokenUrl }: TestIssuer): Manifest {
  return madeManifest([whoAmI], {
    upstream: { url, variables: {}, env: 'PETS_BASE_URL' },
    securitySchemes: {
      oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl } }, env: oauthEnv },
    },
  });
}

const atOnce = 16;

/** Has so many callers call 20 times each, and gives what came of calls that were not taken for those of their caller. */
export async function mistakenCalls(subjectOf: SubjectOf, callerCount: number): Promise<readonly unknown[]> {
  const callers = Array.from({ length: callerCount }, (_, index) => callerOf(`user-${index}`));
  // Neighbours in time are different callers, and each of them comes back again and again.
  const calls = Array.from({ length: 20 }, (_, round) =>
    callers.map((_, index) => callers[(index * 7 + round * 13) % callers.length]),
  ).flat();
  const mistaken: unknown[] = [];
  const work = async (): Promise<void> => {
    for (let caller = calls.pop(); caller !== undefined; caller = calls.pop()) {
      const subject = await subjectOf(caller);
      if (subject !== caller.subject) mistaken.push(subject);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return mistaken;
}
