import { isBearerToken } from '../bearer-token.js';

/** An HTTP request as it stands before its body is read. */
export interface InboundRequest {
  readonly method: string;
  /** Its origin counts for nothing. */
  readonly url: URL;
  readonly headers: Headers;
}

/** The schemes in which access tokens are sent. */
export type TokenScheme = 'Bearer' | 'DPoP';

/** A token, and the scheme that it was sent in. */
export interface PresentedToken {
  readonly token: string;
  readonly scheme: TokenScheme;
}

/** A token of a request, or what is wrong with the request. */
export type Presented =
  | PresentedToken
  | { readonly problem: 'no-token' | 'not-a-token' | 'too-long' | 'several-headers' | 'several-ways' };

const longestToken = 8 * 1024;

const schemes: ReadonlyMap<string, TokenScheme> = new Map([
  ['bearer', 'Bearer'],
  ['dpop', 'DPoP'],
]);

/**
 * Reads the token of a request from its one place, the Authorization header (RFC 6750 2.1, RFC 9449 7.1): never from the
 * query, where it would be logged on its way, nor from the body.
 */
export function presentedToken({ headers, url }: InboundRequest): Presented {
  const header = headers.get('authorization');
  const isInQuery = url.search !== '' && url.searchParams.has('access_token');
  if (header === null) return { problem: 'no-token' };
  // Two headers are joined by a comma, which no token holds.
  if (header.includes(',')) return { problem: 'several-headers' };
  if (isInQuery) return { problem: 'several-ways' };
  const [, name = '', token = ''] = /^(\S+) *(.*)$/.exec(header) ?? [];
  const scheme = schemes.get(name.toLowerCase());
  if (scheme === undefined) return { problem: 'no-token' };
  if (token.length > longestToken) return { problem: 'too-long' };
  return isBearerToken(token) ? { token, scheme } : { problem: 'not-a-token' };
}
