import { randomBytes } from 'node:crypto';
import { demoCredentials, deskScopes } from './credentials.js';

/** An answer of the API or of its token endpoint. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A token endpoint (RFC 6749) for one client with client credentials. */
export interface TokenEndpoint {
  /** Answers a token request. */
  readonly issue: (form: URLSearchParams, authorization: string | undefined) => Answer;
  /** The scopes of a token that is good now. */
  readonly scopesOf: (token: string) => readonly string[] | undefined;
  /** How many tokens were given out. */
  readonly issued: () => number;
}

/** Makes a token endpoint whose tokens are good for so long. */
export function createTokenEndpoint(lifetimeSeconds: number): TokenEndpoint {
  const tokens = new Map<string, { readonly scopes: readonly string[]; readonly endsAt: number }>();
  const giveOut = (scopes: readonly string[]): Answer => {
    const token = randomBytes(24).toString('base64url');
    tokens.set(token, { scopes, endsAt: Date.now() + lifetimeSeconds * 1000 });
    return tokenAnswer(200, {
      access_token: token,
      token_type: 'Bearer',
      expires_in: lifetimeSeconds,
      scope: scopes.join(' '),
    });
  };
  return {
    issue: (form, authorization) => {
      const refused = refusalOf(form, authorization);
      if (refused !== undefined) return refused;
      const asked = form.get('scope')?.split(' ') ?? deskScopes;
      const scopes = asked.filter((scope) => deskScopes.includes(scope));
      return scopes.length > 0 ? giveOut(scopes) : tokenAnswer(400, { error: 'invalid_scope' });
    },
    scopesOf: (token) => {
      const found = tokens.get(token);
      return found !== undefined && found.endsAt > Date.now() ? found.scopes : undefined;
    },
    issued: () => tokens.size,
  };
}

function refusalOf(form: URLSearchParams, authorization: string | undefined): Answer | undefined {
  const { clientId, clientSecret } = demoCredentials.desk;
  const [id, secret] = basicCredentials(authorization) ?? [form.get('client_id'), form.get('client_secret')];
  if (id !== clientId || secret !== clientSecret)
    return tokenAnswer(401, { error: 'invalid_client' }, { 'www-authenticate': 'Basic realm="tokens"' });
  if (form.get('grant_type') === 'client_credentials') return undefined;
  return tokenAnswer(400, { error: form.has('grant_type') ? 'unsupported_grant_type' : 'invalid_request' });
}

/** Id and secret of a client, which are form-encoded before they are put together (RFC 6749, section 2.3.1). */
function basicCredentials(authorization: string | undefined): readonly [string, string] | undefined {
  const [, encoded] = /^Basic +(\S+)$/i.exec(authorization ?? '') ?? [];
  const text = Buffer.from(encoded ?? '', 'base64').toString();
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  return [formDecoded(text.slice(0, colon)), formDecoded(text.slice(colon + 1))];
}

function formDecoded(text: string): string {
  return new URLSearchParams(`v=${text}`).get('v') ?? '';
}

function tokenAnswer(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  };
}
