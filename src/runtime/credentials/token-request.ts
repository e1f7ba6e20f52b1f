import { ToolError } from '../tool-error.js';
import { authenticateClient } from './client-authentication.js';
import type { AskIssuer } from '../issuers/issuer-request.js';
import { certificateOf, partOf, secretsOf, type OAuthClient } from './oauth-client.js';
import { fetchOptions, loadOAuthLibrary } from '../issuers/oauth-library.js';
import { readGrant, type Grant } from './token-answer.js';
import type { TokenEndpoint } from './token-endpoint.js';
import { variableOf } from './token-errors.js';

/** What a token endpoint is asked for (RFC 6749 4.5). */
export interface TokenRequest {
  readonly grantType: string;
  /** What of it is not set is not sent. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
  /** What of it must not be shown, beside the secrets of the client. */
  readonly secrets?: readonly string[];
}

/** Asks a token endpoint as a client; a refusal is a `RefusedGrant`, and whatever else goes wrong a `ToolError`. */
export async function requestGrant(
  client: OAuthClient,
  endpoint: TokenEndpoint,
  { grantType, parameters, secrets = [] }: TokenRequest,
  ask: AskIssuer,
): Promise<Grant> {
  const clientId = partOf(client, 'clientId');
  if (clientId === undefined)
    throw new ToolError(
      'missing-credentials',
      `Set ${variableOf(client.scheme, 'clientId')} in the environment of this server; nothing was sent.`,
    );
  const library = await loadOAuthLibrary();
  const authentication = await authenticateClient(client, library, endpoint.metadata);
  const answer = await library.genericTokenEndpointRequest(
    endpoint,
    { client_id: clientId },
    authentication,
    grantType,
    setParameters(parameters),
    fetchOptions(library, ask, certificateOf(client)),
  );
  const { origin } = new URL(endpoint.token_endpoint);
  return readGrant(answer, { origin, secrets: [...secretsOf(client), ...secrets] });
}

/** What of the parameters of a request is set. */
export function setParameters(parameters: TokenRequest['parameters']): Record<string, string> {
  const set = Object.entries(parameters).filter((entry): entry is [string, string] => {
    const [, value] = entry;
    return value !== undefined && value !== '';
  });
  return Object.fromEntries(set);
}
