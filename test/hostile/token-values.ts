import { canaryPort, startCanary, type Canary } from './canary.js';
import type { Outcome, Problems } from './documents.js';
import type { HttpTarget } from './http-cases.js';
import { exchange, type Exchanged } from './http-exchange.js';
import { onServer } from './http-values.js';
import { callTextOf } from './live-server.js';
import { callsDocument, readPayload, type PayloadFile } from './payloads.js';
import type { BuiltDocument } from './run-documents.js';
import { labPort, startTokenLab, type TokenCase, type TokenLab } from './token-lab.js';

/** The audience that `jwt-lab.mjs` tells of opaque tokens. */
const audience = 'http://127.0.0.1:3000/mcp';

/** What a case needs that is not the usual: another tool, other variables, or more than a status. */
interface TokenRule {
  readonly tool?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** In place of statuses that `expect` leaves open; README and OAUTH.md of emitted projects say so. */
  readonly statuses?: readonly number[];
  readonly look?: (tried: Tried) => Problems | Promise<Problems>;
}

interface Tried {
  readonly answer: Exchanged;
  readonly target: HttpTarget;
  readonly lab: TokenLab;
  readonly canary: Canary;
}

const rules: ReadonlyMap<string, TokenRule> = new Map<string, TokenRule>([
  ['iat-future', { statuses: [401] }],
  ['expired-in-skew', { statuses: [200] }],
  ['jku-to-canary', { look: ({ canary }) => canary.hits().map((hit) => `the canary was asked: ${hit}`) }],
  ['scope-missing', { look: challengeHolds('read') }],
  ['scope-narrow', { tool: 'scopedWrite', look: challengeHolds('write') }],
  ['scp-array', { tool: 'scopedWrite', variables: { MCP_SCOPE_CLAIM: 'scp' } }],
  ['kid-random-x1000', { look: manyKeys }],
]);

/** The tokens of jwt-cases.json, as an HTTP server that asks for them answers. */
export const tokenValues: PayloadFile = {
  id: 'jwt-cases',
  document: callsDocument.id,
  judge: async (project) => {
    const lab = await startTokenLab();
    const canary = await startCanary();
    try {
      return await judgeCases(project, lab, canary);
    } finally {
      await canary.close();
      await lab.close();
    }
  },
};

async function judgeCases(
  project: BuiltDocument,
  lab: TokenLab,
  canary: Canary,
): Promise<readonly Outcome[]> {
  const cases = readCases(lab, canary);
  const variables = {
    MCP_AUTH: 'oauth',
    MCP_ISSUER: lab.issuer,
    MCP_AUDIENCE: audience,
    MCP_IDENTITY: 'service',
    MCP_INTROSPECTION_URL: `${lab.issuer}/introspect`,
    MCP_INTROSPECTION_CLIENT_ID: 'mcp',
    MCP_INTROSPECTION_CLIENT_SECRET: 's3cret',
  };
  const usual = cases.filter(({ id }) => rules.get(id)?.variables === undefined);
  const outcomes = await onServer(project, variables, async (target) => {
    const tried: Outcome[] = [];
    for (const one of usual) tried.push(await tryToken(one, { target, lab, canary }));
    return tried;
  });
  const others = await Promise.all(
    cases
      .filter((one) => !usual.includes(one))
      .map((one) =>
        onServer(project, { ...variables, ...rules.get(one.id)?.variables }, (target) =>
          tryToken(one, { target, lab, canary }),
        ),
      ),
  );
  return [...outcomes, ...others];
}

/** The cases with the ports of this run in place of those that they name. */
function readCases({ issuer }: TokenLab, { port }: Canary): readonly TokenCase[] {
  const text = JSON.stringify(readPayload<TokenCase>('jwt-cases'));
  const placed = text.replaceAll(`127.0.0.1:${labPort}`, new URL(issuer).host);
  return JSON.parse(placed.replaceAll(canaryPort, String(port))) as readonly TokenCase[];
}

async function tryToken(one: TokenCase, parts: Omit<Tried, 'answer'>): Promise<Outcome> {
  const { target, lab } = parts;
  const { tool = 'scopedRead', statuses, look } = rules.get(one.id) ?? {};
  const token = one.raw ?? lab.sign(one, audience);
  const answer = await callWith(target, tool, token);
  const allowed =
    statuses ?? [...String(one.expect).matchAll(/\b[2-5]\d\d\b/g)].map(([code]) => Number(code));
  const sent = target.recorder.take().length;
  const isLetIn = answer.status === 200;
  return {
    check: one.id,
    problems: [
      ...(allowed.includes(answer.status)
        ? []
        : [`answered ${answer.status}, expected ${one.expect}: ${answer.text.slice(0, 200)}`]),
      ...(sent === (isLetIn ? 1 : 0) ? [] : [`answered ${answer.status}, and the API got ${sent} requests`]),
      ...tellsOf(token, answer, target),
      ...((await look?.({ ...parts, answer })) ?? []),
    ],
  };
}

function callWith({ server }: HttpTarget, tool: string, token: string): Promise<Exchanged> {
  return exchange(server.url, {
    body: callTextOf(1, tool, '{}'),
    headers: {
      'Mcp-Name': tool,
      'Mcp-Param-Region': undefined,
      ...(token !== '' && { Authorization: `Bearer ${token}` }),
    },
  });
}

const shortestTelling = 20;

/** Nothing that a server says may hold a token. */
function tellsOf(token: string, { text, headers }: Exchanged, { server }: HttpTarget): Problems {
  const said = [text, JSON.stringify(headers), server.stdout().toString(), server.stderr().toString()].join(
    ' ',
  );
  return token.length >= shortestTelling && said.includes(token) ? ['the token was repeated'] : [];
}

function challengeHolds(scope: string): NonNullable<TokenRule['look']> {
  return ({ answer: { headers } }) => {
    const challenge = String(headers['www-authenticate'] ?? '');
    const [, scopes = ''] = /scope="([^"]*)"/.exec(challenge) ?? [];
    const isRight = challenge.includes('error="insufficient_scope"') && scopes.split(' ').includes(scope);
    return isRight ? [] : [`the challenge is '${challenge}'`];
  };
}

const manyTokens = 1_000;

/** Tokens by keys that the issuer does not have: each is refused, and the keys are not fetched for each. */
async function manyKeys({ target, lab }: Tried): Promise<Problems> {
  const before = await lab.countOf('/jwks');
  const statuses = new Map<number, number>();
  for (let count = 0; count < manyTokens; count += 1) {
    const token = lab.sign({ header: { kid: `random-${count}` }, sign: 'rogue' }, audience);
    const { status } = await callWith(target, 'scopedRead', token);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const fetches = (await lab.countOf('/jwks')) - before;
  const others = [...statuses].filter(([status]) => status !== 401);
  return [
    ...others.map(([status, count]) => `${count} of them were answered ${status}`),
    ...(fetches <= 1 ? [] : [`the keys were fetched ${fetches} times`]),
  ];
}
