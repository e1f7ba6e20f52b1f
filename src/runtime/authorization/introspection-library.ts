import { loadOAuthLibrary, type ClientAuthentication, type OAuthLibrary } from '../issuers/oauth-library.js';

/** What of oauth4webapi introspection uses beside what token requests use. */
export interface IntrospectionLibrary {
  introspectionRequest(
    server: IntrospectionServer,
    client: { readonly client_id: string },
    authentication: ClientAuthentication,
    token: string,
    options: object,
  ): Promise<Response>;
}

/** What of an authorization server's metadata (RFC 8414) it looks at; a type, as the library wants an index of it. */
export type IntrospectionServer = {
  readonly issuer: string;
  readonly introspection_endpoint: string;
};

/** Loads the library; a `ToolError` says where it is missing. */
export async function loadIntrospectionLibrary(): Promise<OAuthLibrary & IntrospectionLibrary> {
  // It is one library: a test holds it against both types.
  return (await loadOAuthLibrary()) as OAuthLibrary & IntrospectionLibrary;
}
