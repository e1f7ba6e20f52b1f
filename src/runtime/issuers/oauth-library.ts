import { ToolError } from '../tool-error.js';
import type { ClientCertificate } from './issuer-agents.js';
import type { AskIssuer } from './issuer-request.js';

/** What of an authorization server's metadata (RFC 8414) a token request looks at; the library takes no interface. */
export type ServerMetadata = {
  /** What client assertions are made out to. */
  readonly issuer: string;
  readonly token_endpoint: string;
};

/** Adds to a request what proves which client sends it. */
export type ClientAuthentication = (
  server: { readonly issuer: string },
  client: { readonly client_id: string },
  body: URLSearchParams,
  headers: Headers,
) => void | Promise<void>;

/** What of oauth4webapi is used. Methods, since their parameters say less here than in the library. */
export interface OAuthLibrary {
  readonly customFetch: symbol;
  readonly allowInsecureRequests: symbol;
  readonly modifyAssertion: symbol;
  ClientSecretPost(secret: string): ClientAuthentication;
  PrivateKeyJwt(key: object, options: object): ClientAuthentication;
  TlsClientAuth(): ClientAuthentication;
  None(): ClientAuthentication;
  genericTokenEndpointRequest(
    server: ServerMetadata,
    client: { readonly client_id: string },
    authentication: ClientAuthentication,
    grantType: string,
    parameters: Record<string, string>,
    options: object,
  ): Promise<Response>;
}

/** A project whose API needs no OAuth client does not have the library: nothing may refer to its types. */
const libraryName: string = 'oauth4webapi';

/** Loads the library; a `ToolError` says where it is missing. */
export async function loadOAuthLibrary(): Promise<OAuthLibrary> {
  try {
    // A specifier that is not spelt out has no type; a test holds the library against this one.
    return (await import(libraryName)) as OAuthLibrary;
  } catch {
    throw new ToolError(
      'missing-setting',
      `This server has no OAuth client. Run \`npm install ${libraryName}\` in its folder; nothing was sent.`,
    );
  }
}

/** What the library hands to its `fetch`. */
interface FetchRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: URLSearchParams;
}

/** The options by which the library asks as this server asks issuers. */
export function fetchOptions(
  { customFetch, allowInsecureRequests }: Pick<OAuthLibrary, 'customFetch' | 'allowInsecureRequests'>,
  ask: AskIssuer,
  certificate?: ClientCertificate,
): object {
  return {
    [customFetch]: (url: string, { headers, body }: FetchRequest) =>
      ask(url, { method: 'POST', headers, body: body.toString(), certificate, reconnects: true }),
    // Which plain http there is, is known better by who asks.
    [allowInsecureRequests]: true,
  };
}
