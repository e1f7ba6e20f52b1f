/** How clients prove who they are to a server over HTTP: not at all, by a static token, or by one of an issuer. */
export const authModes = ['none', 'bearer', 'oauth'] as const;

/** How clients prove who they are to a server over HTTP. */
export type AuthMode = (typeof authModes)[number];

/** Which tools a client is shown: those that its token allows, or all. */
export const visibilities = ['filter', 'all'] as const;

/** Which tools a client is shown. */
export type Visibility = (typeof visibilities)[number];

/** As whom the API can be called. */
export const identities = ['service', 'exchange'] as const;

/** The `typ` of access tokens: RFC 9068's, or that of issuers that do not follow it. */
export const tokenTypes = ['at+jwt', 'JWT'] as const;

/** The `typ` of access tokens. */
export type TokenType = (typeof tokenTypes)[number];

/** What is made of tokens that are bound to a key of their client (RFC 9449). */
export const dpopModes = ['refuse', 'accept', 'require'] as const;

/** What is made of tokens that are bound to a key of their client. */
export type DpopMode = (typeof dpopModes)[number];

/** A setting of the authorization of clients, as its user sees it. */
export interface AuthorizationVariable {
  readonly purpose: string;
  /** The modes in which it counts. */
  readonly modes: readonly AuthMode[];
  /** Whether a server in such a mode does not start without it. */
  readonly required?: true;
  /** What holds where it is not set, in words; missing where nothing does. */
  readonly preset?: string;
  /** Whether nobody may see it. */
  readonly secret?: true;
}

/** Every setting of the authorization of clients, by the name of its variable, in the order in which one sets them. */
export const authorizationVariables = {
  MCP_AUTH: {
    purpose:
      'How clients prove who they are over HTTP: none, bearer (static tokens) or oauth (tokens of an issuer)',
    modes: ['none', 'bearer', 'oauth'],
    preset: 'none',
  },
  MCP_TOKENS: {
    purpose:
      'Static tokens of clients, "name=token", separated by commas or line ends; 32 characters or more each',
    modes: ['bearer'],
    required: true,
    secret: true,
  },
  MCP_ISSUER: {
    purpose: 'Issuer of the access tokens, exactly as in their "iss"',
    modes: ['oauth'],
    required: true,
  },
  MCP_AUDIENCE: {
    purpose:
      'The "aud" of tokens that are meant for this server: its public URL, such as https://mcp.example.com/mcp',
    modes: ['oauth'],
    required: true,
  },
  MCP_RESOURCE_URL: {
    purpose: 'Public URL of this server, where MCP_AUDIENCE is another name',
    modes: ['oauth'],
    preset: 'MCP_AUDIENCE',
  },
  MCP_IDENTITY: {
    purpose:
      'As whom the API is called: service (by the credentials above) or exchange (as the client, RFC 8693)',
    modes: ['oauth'],
    required: true,
  },
  MCP_VISIBILITY: {
    purpose: 'Which tools clients are shown: all, or filter (those that their tokens allow)',
    modes: ['oauth'],
    preset: 'all',
  },
  MCP_JWKS_URL: {
    purpose: 'Where the keys of the issuer are',
    modes: ['oauth'],
    preset: 'as the metadata of the issuer say',
  },
  MCP_TOKEN_TYPE: {
    purpose: 'The "typ" of access tokens; JWT for issuers that do not follow RFC 9068',
    modes: ['oauth'],
    preset: 'at+jwt',
  },
  MCP_SCOPE_CLAIM: { purpose: 'The claim that holds the scopes', modes: ['oauth'], preset: 'scope' },
  MCP_INTROSPECTION_URL: {
    purpose: 'Where tokens that are no JWT are asked about (RFC 7662)',
    modes: ['oauth'],
    preset: 'such tokens are refused',
  },
  MCP_INTROSPECTION_CLIENT_ID: { purpose: 'Id by which this server asks about tokens', modes: ['oauth'] },
  MCP_INTROSPECTION_CLIENT_SECRET: {
    purpose: 'Secret by which this server asks about tokens',
    modes: ['oauth'],
    secret: true,
  },
  MCP_DPOP: {
    purpose: 'Tokens that are bound to a key (RFC 9449): refuse, accept with their proof, or require',
    modes: ['oauth'],
    preset: 'refuse',
  },
  MCP_CLIENT_CERT_HEADER: {
    purpose:
      'Header in which a proxy of yours hands over client certificates (RFC 9440), for tokens that are bound to one (RFC 8705); the proxy must remove it from what clients send',
    modes: ['oauth'],
    preset: 'such tokens are refused',
  },
} as const satisfies Readonly<Record<string, AuthorizationVariable>>;

/** The name of a variable of these settings. */
export type AuthorizationVariableName = keyof typeof authorizationVariables;

/** Settings that count only where clients are authorized: whoever sets one does not mean to let everyone in. */
export const authorizingVariables: readonly AuthorizationVariableName[] =
  Object.entries<AuthorizationVariable>(authorizationVariables)
    .filter(([, { modes }]) => !modes.includes('none'))
    // The table's own names, which `entries` does not keep.
    .map(([name]) => name as AuthorizationVariableName);
