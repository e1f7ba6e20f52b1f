/** What of oauth4webapi introspection uses. Methods, since their parameters say less here than in the library. */
export interface IntrospectionLibrary {
  readonly customFetch: symbol;
  readonly allowInsecureRequests: symbol;
  ClientSecretBasic(secret: string): IntrospectionAuthentication;
  None(): IntrospectionAuthentication;
  introspectionRequest(
    server: IntrospectionServer,
    client: { readonly client_id: string },
    authentication: IntrospectionAuthentication,
    token: string,
    options: object,
  ): Promise<Response>;
}

/** What of an authorization server's metadata (RFC 8414) it looks at; a type, as the library wants an index of it. */
export type IntrospectionServer = {
  readonly issuer: string;
  readonly introspection_endpoint: string;
};

/** A function of the library that adds to a request what proves who sends it: it is handed back as it came. */
export type IntrospectionAuthentication = object;

/** A project whose tokens are all JWTs can do without the library: nothing may refer to its types. */
const libraryName: string = 'oauth4webapi';

/** Loads oauth4webapi; a test holds it against this interface. */
export async function loadIntrospectionLibrary(): Promise<IntrospectionLibrary> {
  return (await import(libraryName)) as IntrospectionLibrary;
}
