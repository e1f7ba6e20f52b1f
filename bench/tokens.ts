import { createGate } from '../src/runtime/authorization/gate.js';
import { authorizationBy, audience } from '../test/runtime/authorized-server.js';
import { goodClaims, makeKey, signJwt, startIssuer, type SigningKey } from '../test/runtime/token-issuer.js';
import { limited, median, units, type Section } from './figures.js';

const rounds = 9;
const checksPerRound = 1_000;
const warmUpChecks = 2_000;
const differentTokens = 200;
const mostMilliseconds = 0.3;

/** Measures what it costs a server to find out who calls it by a JWT of an issuer whose keys it has. */
export async function measureTokens(): Promise<Section> {
  const keys = ['RS256', 'ES256', 'EdDSA'].map((alg) => makeKey(alg));
  const issuer = await startIssuer(keys);
  try {
    const authorization = authorizationBy({
      MCP_AUTH: 'oauth',
      MCP_ISSUER: issuer.url,
      MCP_AUDIENCE: audience,
      MCP_IDENTITY: 'service',
    });
    const { admit } = createGate(authorization, '/mcp');
    const figures = [];
    for (const key of keys) {
      const cost = await costOf(tokensBy(key, issuer.url), async (token) => {
        const headers = new Headers({ authorization: `Bearer ${token}` });
        const caller = await admit({ method: 'POST', url: new URL('http://localhost/mcp'), headers });
        if (caller instanceof Response) throw new Error(`A token is refused: ${await caller.text()}`);
      });
      figures.push(limited(`${key.alg}, CPU time of a check`, cost, mostMilliseconds, units.milliseconds));
    }
    return {
      title: 'Tokens',
      method:
        `CPU time from the Authorization header of a request to its caller, warm: medians of ${rounds} rounds ` +
        `of ${checksPerRound} checks with ${differentTokens} tokens in turn (RS256 with 2048 bits).`,
      figures,
    };
  } finally {
    await issuer.close();
  }
}

function tokensBy(key: SigningKey, issuer: string): readonly string[] {
  return Array.from({ length: differentTokens }, () => signJwt(goodClaims(issuer, audience), key));
}

async function costOf(tokens: readonly string[], check: (token: string) => Promise<void>): Promise<number> {
  const checkOften = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) await check(tokens[index % tokens.length] ?? '');
  };
  await checkOften(warmUpChecks);
  const costs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    await checkOften(checksPerRound);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1_000 / checksPerRound);
  }
  return median(costs);
}
