import type { RecordedRequest } from '../cases/recorder.js';
import type { DocumentCheck, DocumentRun, Problems } from './documents.js';
import { findingsAt } from './documents.js';
import { credentialOf, sentProblems, withUpstream, type RecordedCall } from './recorded-calls.js';
import { flowChecks } from './security-flows.js';

/** The credentials of a request, by the places of 18. */
interface Sent {
  readonly 'x-key'?: string;
  readonly api_key?: string;
  readonly sid?: string;
  readonly authorization?: string;
}

/** What a call sends where these schemes are configured; a refusal, or exactly these credentials. */
interface Situation {
  readonly configured: readonly string[];
  readonly sends: Sent | 'refused';
}

const key = credentialOf('kh', 'key');
const basic = `Basic ${Buffer.from(`${credentialOf('basic', 'username')}:${credentialOf('basic', 'password')}`).toString('base64')}`;

function bearer(scheme: string): Sent {
  return { authorization: `Bearer ${credentialOf(scheme, 'token')}` };
}

function withToken(scheme: string): readonly Situation[] {
  return [
    { configured: [scheme], sends: bearer(scheme) },
    { configured: ['kh', 'basic'], sends: 'refused' },
  ];
}

/** INDEX.md's table of 18, as far as a call decides. */
const situations: Readonly<Record<string, readonly Situation[]>> = {
  inherit: [
    { configured: ['kh'], sends: { 'x-key': key } },
    { configured: ['kh', 'kq', 'kc', 'basic', 'bearer', 'cc'], sends: { 'x-key': key } },
    { configured: ['bearer'], sends: 'refused' },
  ],
  none: [{ configured: ['kh', 'kq', 'kc', 'basic', 'bearer', 'cc'], sends: {} }],
  optional: [
    { configured: [], sends: {} },
    { configured: ['kh'], sends: { 'x-key': key } },
  ],
  and: [
    {
      configured: ['kh', 'kq', 'basic'],
      sends: { 'x-key': key, api_key: credentialOf('kq', 'key'), authorization: basic },
    },
    { configured: ['kh', 'kq'], sends: 'refused' },
    { configured: ['kh', 'basic'], sends: 'refused' },
    { configured: ['kq', 'basic'], sends: 'refused' },
  ],
  or: [
    { configured: ['bearer', 'kh'], sends: bearer('bearer') },
    { configured: ['kh'], sends: { 'x-key': key } },
    { configured: ['basic'], sends: 'refused' },
  ],
  cookie: [
    { configured: ['kc'], sends: { sid: credentialOf('kc', 'key') } },
    { configured: ['kh'], sends: 'refused' },
  ],
  // Nothing but code of the server's owner authenticates it: never is it called without.
  nego: [
    { configured: [], sends: 'refused' },
    { configured: ['kh', 'kq', 'kc', 'basic', 'bearer', 'cc'], sends: 'refused' },
  ],
  digest: [{ configured: ['kh', 'basic', 'bearer'], sends: 'refused' }],
  mtls: [{ configured: ['kh', 'basic', 'bearer'], sends: 'refused' }],
  cc: withToken('cc'),
  ac: withToken('ac'),
  dev: withToken('dev'),
  oidc: withToken('oidc'),
};

/** Operations that must not be there while no scheme of theirs can be satisfied, with the place of what is wrong. */
const refused: Readonly<Record<string, string>> = {
  bothAuth: '/paths/~1both-auth',
  made: '/components/securitySchemes/made',
  missing: '/paths/~1missing',
  unknown: '/components/securitySchemes/unknown',
};

/** A check for each operation of 18. */
export const securityChecks: Readonly<Record<string, DocumentCheck>> = {
  ...Object.fromEntries(
    Object.entries(situations).map(([operation, list]): [string, DocumentCheck] => [
      operation,
      async (run) => (await Promise.all(list.map((one) => situationProblems(run, operation, one)))).flat(),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(refused).map(([operation, pointer]): [string, DocumentCheck] => [
      operation,
      (run) => refusalProblems(run, operation, pointer),
    ]),
  ),
  'cookie octets': cookieOctets,
  'no header injection': ({ first }) =>
    [...first.output]
      .filter(([path, contents]) => path !== 'openapi2mcp.lock.json' && contents.includes('X-Injected'))
      .map(([path]) => `the text of a scheme stands in ${path}`),
  ...Object.fromEntries(
    ['nego', 'hoba', 'dpop'].map((scheme): [string, DocumentCheck] => [
      `${scheme} names the way to plug in`,
      (run) => pluggableProblems(run, scheme),
    ]),
  ),
  'ac reports its URLs': (run) =>
    ['javascript:', 'file:'].flatMap((scheme) => {
      const told = findingsAt(run, '/components/securitySchemes/ac').some(({ message }) =>
        message.includes(scheme),
      );
      const kept = JSON.stringify(run.project().manifest).includes(scheme);
      return [
        ...(told ? [] : [`nothing is said of the URL with ${scheme}`]),
        ...(kept ? [`the URL with ${scheme} stands in the manifest`] : []),
      ];
    }),
  ...flowChecks,
  badscope: (run) => [
    ...(findingsAt(run, '/paths/~1badscope').length > 0 ? [] : ['nothing is said of the scope']),
    ...(JSON.stringify(run.project().manifest).includes('bad scope')
      ? ['the scope stands in the manifest']
      : []),
  ],
};

async function situationProblems(
  run: DocumentRun,
  operation: string,
  situation: Situation,
): Promise<Problems> {
  const { configured, sends } = situation;
  const what = `${operation} with ${configured.join(', ') || 'nothing'} configured`;
  const call = await callWith(run, operation, credentials(run, configured));
  if (sends === 'refused') return sentProblems(call, what);
  const [request] = call.requests;
  if (call.called.isError || request === undefined) return [`${what}: ${call.called.line.slice(0, 300)}`];
  const sent = credentialsIn(request);
  return JSON.stringify(sent) === JSON.stringify(inOrder(sends))
    ? []
    : [`${what}: sends ${JSON.stringify(sent)}`];
}

function callWith(
  run: DocumentRun,
  operation: string,
  variables: Readonly<Record<string, string>>,
): Promise<RecordedCall> {
  return withUpstream(run.project(), variables, ({ call }) => call(operation, {}));
}

/** Variables for every part of these schemes. */
function credentials(run: DocumentRun, schemes: readonly string[]): Readonly<Record<string, string>> {
  const { securitySchemes } = run.project().manifest;
  const parts = schemes.flatMap((scheme) =>
    Object.entries(securitySchemes[scheme]?.env ?? {}).map(([part, variable]) => [
      variable,
      credentialOf(scheme, part),
    ]),
  );
  return Object.fromEntries(parts) as Readonly<Record<string, string>>;
}

function credentialsIn({ headers, target }: RecordedRequest): Sent {
  const cookies = headers.get('cookie');
  return inOrder({
    'x-key': headers.get('x-key'),
    api_key: new URL(target, 'http://recorder').searchParams.get('api_key') ?? undefined,
    sid: cookies?.replace(/^sid=/, ''),
    authorization: headers.get('authorization'),
  });
}

/** With the members that are there, in one order. */
function inOrder(sent: { readonly [Place in keyof Sent]: string | undefined }): Sent {
  const places = ['x-key', 'api_key', 'sid', 'authorization'] as const;
  return Object.fromEntries(
    places.flatMap((place) => (sent[place] === undefined ? [] : [[place, sent[place]]])),
  );
}

function refusalProblems(run: DocumentRun, operation: string, pointer: string): Problems {
  return [
    ...(run.project().tools.some(({ name }) => name === operation) ? [`'${operation}' is a tool`] : []),
    ...(findingsAt(run, pointer).length > 0 ? [] : [`there is no finding at ${pointer}`]),
  ];
}

function pluggableProblems(run: DocumentRun, scheme: string): Problems {
  const findings = findingsAt(run, `/components/securitySchemes/${scheme}`);
  if (findings.length === 0) return [`nothing is said of '${scheme}'`];
  const isNamed = findings.some(({ help }) => help.includes('src/hooks.ts'));
  return isNamed ? [] : findings.map(({ help }) => `no way to plug a scheme in is named: ${help}`);
}

async function cookieOctets(run: DocumentRun): Promise<Problems> {
  const [variable = ''] = Object.values(run.project().manifest.securitySchemes['kc']?.env ?? {});
  return sentProblems(
    await callWith(run, 'cookie', { [variable]: 'a; sid=other' }),
    'a cookie that would be two',
  );
}
