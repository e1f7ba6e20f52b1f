import { endpointIn, findMetadata, MissingMetadata } from '../issuers/discovery.js';
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
  if (place === undefined) throw new Error('the URL of the issuer has no place for its metadata');
  const metadata = await findMetadata(place, ask, fault).catch((error: unknown) => {
    if (!(error instanceof MissingMetadata)) throw error;
    const places = place.urls.join(' nor at ');
    throw new Error(`the issuer has metadata neither at ${places}; correct MCP_ISSUER, or set MCP_JWKS_URL`);
  });
  const url = endpointIn(metadata, 'jwks_uri', issuer);
  if (url === undefined) throw new Error(`${issuer} names no usable jwks_uri; set MCP_JWKS_URL`);
  return url;
}

/** What is wrong with the issuer of the callers, as a part of a sentence. */
export function fault(problem: string, ownName?: string): Error {
  const part = problem.replace(/\.$/, '');
  return new Error(ownName === undefined ? part : `${part}; set MCP_ISSUER to exactly '${ownName}'`);
}

async function askForKeys(url: string, ask: AskIssuer): Promise<Readonly<Record<string, unknown>>> {
  const answer = await ask(url, { headers: { accept: 'application/json' } });
  const { status } = answer;
  const object = status === 200 ? await readJsonObject(answer) : undefined;
  if (object !== undefined) return object;
  throw new Error(
    `the place of its keys answers with ${status === 200 ? 'what is no JSON object' : `status ${status}`}`,
  );
}
