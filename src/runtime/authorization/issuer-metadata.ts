import { endpointIn, placeOfIssuer } from '../credentials/discovery.js';
import type { AskIssuer } from '../credentials/issuer-request.js';
import { readJsonObject } from '../credentials/json-answer.js';
import { isLoopback } from '../loopback.js';

/** Fetches the keys of an issuer; where they are is asked once, and again when they are not there. */
export function createKeysFetcher(
  issuer: string,
  jwksUrl: string | undefined,
  ask: AskIssuer,
): () => Promise<unknown> {
  let found = jwksUrl;
  return async () => {
    found ??= await findJwksUrl(issuer, ask);
    try {
      return await askJson(found, ask);
    } catch (error) {
      found = jwksUrl;
      throw error;
    }
  };
}

/**
 * Finds out from the metadata of an issuer where its keys are: by RFC 8414, then by OpenID Connect Discovery. Metadata
 * of another issuer count for nothing (RFC 8414 3.3).
 */
async function findJwksUrl(issuer: string, ask: AskIssuer): Promise<string> {
  const faults: string[] = [];
  for (const url of placeOfIssuer(issuer, 'oauth2')?.urls ?? []) {
    try {
      return jwksUrlIn(await askJson(url, ask), issuer);
    } catch (error) {
      faults.push(`${url}: ${error instanceof Error ? error.message : 'no answer'}`);
    }
  }
  throw new Error(faults.join('; '));
}

type JsonObject = Readonly<Record<string, unknown>>;

async function askJson(url: string, ask: AskIssuer): Promise<JsonObject> {
  const answer = await ask(url, { headers: { accept: 'application/json' } });
  const { status } = answer;
  const object = status === 200 ? await readJsonObject(answer) : undefined;
  if (object === undefined) throw new Error(status === 200 ? 'no JSON object' : `status ${status}`);
  return object;
}

function jwksUrlIn(metadata: JsonObject, issuer: string): string {
  if (metadata['issuer'] !== issuer) throw new Error('metadata of another issuer');
  const url = endpointIn(metadata, 'jwks_uri');
  if (url === undefined) throw new Error('no usable jwks_uri');
  // An issuer elsewhere has no business on this machine.
  if (isLoopback(new URL(url).hostname) && !isLoopback(new URL(issuer).hostname))
    throw new Error('a jwks_uri of this machine');
  return url;
}
