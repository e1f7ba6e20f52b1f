import { loadOAuthLibrary, type ClientAuthentication, type OAuthLibrary } from '../issuers/oauth-library.js';

/** What of oauth4webapi a login uses beside what token requests use. */
export interface LoginLibrary {
  generateRandomCodeVerifier(): string;
  generateRandomState(): string;
  calculatePKCECodeChallenge(verifier: string): Promise<string>;
  /** Checks `iss` (RFC 9207) and `state`, and that the answer is no error. */
  validateAuthResponse(
    server: { readonly issuer: string; readonly authorization_response_iss_parameter_supported?: boolean },
    client: { readonly client_id: string },
    parameters: URLSearchParams,
    state: string,
  ): URLSearchParams;
  deviceAuthorizationRequest(
    server: { readonly issuer: string; readonly device_authorization_endpoint: string },
    client: { readonly client_id: string },
    authentication: ClientAuthentication,
    parameters: Record<string, string>,
    options: object,
  ): Promise<Response>;
}

/** Loads the library; a `ToolError` says where it is missing. */
export async function loadLoginLibrary(): Promise<OAuthLibrary & LoginLibrary> {
  // It is one library: a test holds it against both types.
  return (await loadOAuthLibrary()) as OAuthLibrary & LoginLibrary;
}
