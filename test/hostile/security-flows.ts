import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCertificateApi, startDigestApi, type DemandingApi } from './demanding-apis.js';
import type { DocumentCheck, DocumentRun, Problems } from './documents.js';
import { startIssuingServer } from './issuing-server.js';
import type { Called } from './live-server.js';
import { credentialOf, withUpstream, type RecordedCall } from './recorded-calls.js';

/** What calls of 18 ask of others than the API, and what they prove to it. */
export const flowChecks: Readonly<Record<string, DocumentCheck>> = {
  'cc asks for one token': (run) =>
    tokenProblems(run, 'cc', ['clientId', 'clientSecret'], {
      grant_type: 'client_credentials',
      scope: 'write',
    }),
  'ac refreshes its token': (run) => refreshProblems(run, 'ac'),
  'dev refreshes its token': (run) => refreshProblems(run, 'dev'),
  'oidc asks its token endpoint': (run) =>
    tokenProblems(run, 'oidc', ['clientId', 'clientSecret'], {
      grant_type: 'client_credentials',
      scope: 'read',
    }),
  'digest proves its password': async (run) => {
    const [username, password] = [credentialOf('digest', 'username'), credentialOf('digest', 'password')];
    const variables = variablesOf(run, 'digest', { username, password });
    // The first call is asked for a proof, the second knows what will be asked.
    return provenProblems(run, 'digest', await startDigestApi(username, password), variables, [
      'there is no header',
      undefined,
      undefined,
    ]);
  },
  'mtls shows its certificate': async (run) => {
    const api = await startCertificateApi();
    const { certificate, key: certificateKey } = api.client;
    const texts = { certificate, certificateKey, certificateAuthority: api.authority };
    return withFiles(variablesOf(run, 'mtls', texts), (variables) =>
      provenProblems(run, 'mtls', api, variables, [undefined, undefined]),
    );
  },
  'mtls is nobody without its key': async (run) => {
    const api = await startCertificateApi();
    const texts = { certificate: api.client.certificate, certificateAuthority: api.authority };
    const calls = await callTwice(run, 'mtls', api, variablesOf(run, 'mtls', texts));
    return [
      ...calls.filter(({ isError }) => !isError).map(({ line }) => `was not refused: ${line.slice(0, 200)}`),
      ...api.judged.map(() => 'something was sent'),
    ];
  },
};

function refreshProblems(run: DocumentRun, scheme: string): Promise<Problems> {
  const refresh_token = credentialOf(scheme, 'refreshToken');
  const form = { grant_type: 'refresh_token', refresh_token };
  return tokenProblems(run, scheme, ['clientId', 'refreshToken'], form);
}

/** One token request for many calls, which asks for what it should, and whose token alone goes to the API. */
async function tokenProblems(
  run: DocumentRun,
  scheme: string,
  parts: readonly string[],
  form: Readonly<Record<string, string>>,
): Promise<Problems> {
  const issuer = await startIssuingServer();
  const client = parts.map((part) => [part, credentialOf(scheme, part)] as const);
  const given = { ...Object.fromEntries(client), tokenUrl: issuer.tokenUrl };
  try {
    const calls = await withUpstream(run.project(), variablesOf(run, scheme, given), async ({ call }) => {
      const done: RecordedCall[] = [];
      for (let count = 0; count < 5; count += 1) done.push(await call(scheme, {}));
      return done;
    });
    const [asked] = issuer.asked;
    const token = `Bearer ${issuer.given() ?? ''}`;
    const sent = calls.flatMap(({ requests }) => requests.map(({ headers }) => headers.get('authorization')));
    return [
      ...calls.flatMap(({ called }) => (called.isError ? [called.line.slice(0, 300)] : [])),
      ...(issuer.asked.length === 1 ? [] : [`${issuer.asked.length} token requests`]),
      ...Object.entries(form)
        .filter(([name, value]) => asked?.get(name) !== value)
        .map(([name]) => `the token request has ${name}=${asked?.get(name) ?? ''}`),
      ...(sent.length === calls.length && sent.every((header) => header === token)
        ? []
        : [`the API was sent ${sent.join(', ')}`]),
    ];
  } finally {
    await issuer.close();
  }
}

/** Two calls of a tool, each of which the API has to find well proved. */
async function provenProblems(
  run: DocumentRun,
  tool: string,
  api: DemandingApi,
  variables: Readonly<Record<string, string>>,
  expected: DemandingApi['judged'],
): Promise<Problems> {
  const calls = await callTwice(run, tool, api, variables);
  return [
    ...calls.filter(({ isError }) => isError).map(({ line }) => line.slice(0, 300)),
    ...(JSON.stringify(api.judged) === JSON.stringify(expected)
      ? []
      : [`the API found ${JSON.stringify(api.judged)}`]),
  ];
}

async function callTwice(
  run: DocumentRun,
  tool: string,
  { url, close }: DemandingApi,
  variables: Readonly<Record<string, string>>,
): Promise<readonly Called[]> {
  const { manifest, serve } = run.project();
  try {
    return await serve({ [manifest.upstream.env]: url, ...variables }, async ({ call }) => [
      await call(tool, {}),
      await call(tool, {}),
    ]);
  } finally {
    await close();
  }
}

/** The variables of a scheme's parts, with their values. */
function variablesOf(
  run: DocumentRun,
  scheme: string,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const env = run.project().manifest.securitySchemes[scheme]?.env ?? {};
  return Object.fromEntries(
    Object.entries(values).map(([part, value]) => {
      const variable = env[part];
      if (variable === undefined) throw new Error(`'${scheme}' has no variable for its ${part}.`);
      return [variable, value];
    }),
  );
}

/** Puts the values of variables into files, and hands over the variables that name those. */
async function withFiles<Result>(
  variables: Readonly<Record<string, string>>,
  use: (named: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'credentials-'));
  try {
    for (const [name, text] of Object.entries(variables)) await writeFile(join(folder, name), text);
    const files = Object.keys(variables).map((name) => [`${name}_FILE`, join(folder, name)] as const);
    return await use(Object.fromEntries(files));
  } finally {
    await rm(folder, { recursive: true });
  }
}
