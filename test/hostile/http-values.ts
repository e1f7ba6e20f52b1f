import { startRecorder } from '../cases/recorder.js';
import { startHttp } from '../tools/http-server.js';
import type { Outcome } from './documents.js';
import { plainCall, quickCases, type HttpCase, type HttpTarget } from './http-cases.js';
import { exchange } from './http-exchange.js';
import { slowCases } from './http-slow-cases.js';
import { callsDocument, readPayload, type PayloadFile } from './payloads.js';
import { allCredentials, baseUrlOf } from './recorded-calls.js';
import type { BuiltDocument } from './run-documents.js';
import { createWatch } from './watch.js';

interface Line {
  readonly id: string;
}

/** Cases that need a server which asks for tokens. */
export const authorizedCases: ReadonlyMap<string, HttpCase> = new Map<string, HttpCase>([
  [
    'no-token',
    async ({ server }) => {
      const { status, headers } = await exchange(server.url, {});
      const challenge = String(headers['www-authenticate'] ?? '');
      return status === 401 && /^Bearer .*resource_metadata=.*scope=/.test(challenge)
        ? []
        : [`answered ${status} with the challenge '${challenge}'`];
    },
  ],
  [
    'token-in-query',
    async ({ server }) => {
      const { status } = await exchange(server.url, { path: '/mcp?access_token=good' });
      const said = `${server.stdout().toString()}${server.stderr().toString()}`;
      return [
        ...(status === 401 ? [] : [`answered ${status}`]),
        ...(said.includes('access_token=good') ? ['the query was logged'] : []),
      ];
    },
  ],
]);

/** How a server is told to ask for tokens. */
const authorization = {
  MCP_AUTH: 'oauth',
  MCP_ISSUER: 'http://127.0.0.1:18081',
  MCP_AUDIENCE: 'http://127.0.0.1:3000/mcp',
  MCP_IDENTITY: 'service',
};

/** Raw HTTP requests to the MCP endpoint. */
export const httpValues: PayloadFile = {
  id: 'mcp-http-cases',
  document: callsDocument.id,
  judge: async (project) => {
    const lines = readPayload<Line>('mcp-http-cases').map(({ id }) => id);
    const quick = lines.filter((id) => quickCases.has(id));
    const others = lines.filter((id) => !quickCases.has(id));
    const results = await Promise.all([
      onServer(project, {}, async (target) => {
        const outcomes: Outcome[] = [{ check: 'a plain call', problems: await plainCall(target) }];
        for (const id of quick) outcomes.push(await tryCase(id, quickCases.get(id), target));
        return outcomes;
      }),
      ...others.map((id) => tryAlone(project, id)),
    ]);
    return results.flat();
  },
};

async function tryAlone(project: BuiltDocument, id: string): Promise<readonly Outcome[]> {
  const slow = slowCases.get(id);
  try {
    return await onServer(project, slow === undefined ? authorization : {}, async (target) => [
      await tryCase(id, slow ?? authorizedCases.get(id), target),
    ]);
  } catch (error) {
    return [{ check: id, problems: [(error as Error).message] }];
  }
}

async function tryCase(check: string, one: HttpCase | undefined, target: HttpTarget): Promise<Outcome> {
  if (one === undefined) return { check, problems: ['there is no case of this id'] };
  const problems = await one(target).catch((error: unknown) => [(error as Error).message]);
  return { check, problems };
}

/** Starts the HTTP server of a project with these variables, beside an API that records. */
export async function onServer<Result>(
  { folder, manifest }: BuiltDocument,
  variables: Readonly<Record<string, string>>,
  use: (target: HttpTarget) => Promise<Result>,
): Promise<Result> {
  const watch = createWatch();
  const recorder = await startRecorder();
  try {
    const environment = {
      ...allCredentials(manifest),
      [manifest.upstream.env]: baseUrlOf(recorder),
      MCP_AUTH: 'none',
      ...variables,
    };
    const server = await startHttp(folder, { ...watch.environment, ...environment });
    try {
      return await use({ server, folder, environment, watch, recorder });
    } finally {
      await server.close();
    }
  } finally {
    await recorder.close();
  }
}
