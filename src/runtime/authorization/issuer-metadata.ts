import { endpointIn, findMetadata } from '../issuers/discovery.js';
import type { AskIssuer } from '../issuers/issuer-request.js';
import { readJsonObject } from '../issuers/json-answer.js';
import { placeOfIssuer } from '../issuers/metadata-place.js';

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
      return await askForKeys(found, ask);
    } catch (error) {
      found = jwksUrl;
      throw error;
    }
  };
}

async function findJwksUrl(issuer: string, ask: AskIssuer): Promise<string> {
  const place = placeOfIssuer(issuer, 'oauth2');
  if (place === undefined) throw fault('the URL of the issuer has no place for its metadata.');
  const url = endpointIn(await findMetadata(place, ask, fault), 'jwks_uri', issuer);
  if (url === undefined) throw fault(`${issuer} names no usable jwks_uri.`);
  return url;
}

function fault(problem: string): Error {
  return new Error(problem);
}

async function askForKeys(url: string, ask: AskIssuer): Promise<Readonly<Record<string, unknown>>> {
  const answer = await ask(url, { headers: { accept: 'application/json' } });
  const { status } = answer;
  const object = status === 200 ? await readJsonObject(answer) : undefined;
  if (object === undefined) throw fault(status === 200 ? 'no JSON object' : `status ${status}`);
  return object;
}
