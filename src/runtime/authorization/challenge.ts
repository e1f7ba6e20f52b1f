import { refusal } from '../refusal.js';
import type { Presented, TokenScheme } from './presented.js';
import type { Finding } from './verdict.js';

/** Why a request is not let in: an error of RFC 6750 3.1 or RFC 9449 7.1; none where there was no token at all. */
export interface Denial {
  readonly error?: 'invalid_request' | 'invalid_token' | 'invalid_dpop_proof';
  /** A sentence that may be shown to anyone. */
  readonly reason: string;
  /** What whoever runs the server is told; missing where there was no token. */
  readonly finding?: Finding;
}

/** What a client is told about how to get in. */
export interface ChallengeParts {
  /** The schemes that are taken, the usual one first. */
  readonly schemes: readonly TokenScheme[];
  /** Parameters of every challenge, in this order; a value is no more than printable ASCII. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  /** Algorithms that proofs may be signed by. */
  readonly algorithms: readonly string[];
}

/** Answers whoever is not let in, by RFC 6750 3: with 400 for a request that is malformed, with 401 otherwise. */
export type Challenge = (denial: Denial, scheme?: TokenScheme) => Response;

/** Makes the challenges of a server. The error stands in that of the scheme which was tried (RFC 9449 7.1). */
export function createChallenge({ schemes, parameters, algorithms }: ChallengeParts): Challenge {
  const usual = schemes[0];
  const common = parameters.map(parameter);
  return ({ error, reason }, tried) => {
    const told = schemes.find((scheme) => scheme === tried) ?? usual;
    const challenges = schemes.map((scheme) => {
      const algs = scheme === 'DPoP' ? [parameter(['algs', algorithms.join(' ')])] : [];
      const errors =
        error !== undefined && scheme === told
          ? [parameter(['error', error]), parameter(['error_description', reason])]
          : [];
      return `${scheme} ${[...errors, ...common, ...algs].join(', ')}`;
    });
    const status = error === 'invalid_request' ? 400 : 401;
    return refusal(status, reason, { 'www-authenticate': challenges.join(', ') });
  };
}

/** A challenge that the SDK has made, which knows no scheme but Bearer, in the scheme that the token was sent in. */
export function inScheme(response: Response, scheme: TokenScheme, algorithms: readonly string[]): Response {
  const challenge = response.headers.get('www-authenticate');
  const [, parameters] = /^Bearer (.*)$/.exec(challenge ?? '') ?? [];
  if (scheme === 'Bearer' || parameters === undefined) return response;
  const headers = new Headers(response.headers);
  headers.set('www-authenticate', `${scheme} ${parameters}, ${parameter(['algs', algorithms.join(' ')])}`);
  return new Response(response.body, { status: response.status, headers });
}

/** Answers that it is not known now whether a token is good. */
export function unavailable(retryAfterSeconds: number): Response {
  return refusal(503, 'Tokens cannot be checked at the moment.', {
    'retry-after': String(retryAfterSeconds),
  });
}

/** What is told about a request without a token, or with something else in its place. */
export const denials: Readonly<Record<Extract<Presented, { problem: unknown }>['problem'], Denial>> = {
  'no-token': { reason: 'A token is needed, in the Authorization header.' },
  'not-a-token': {
    error: 'invalid_token',
    reason: 'The token is malformed.',
    finding: { of: 'malformed' },
  },
  'too-long': { error: 'invalid_token', reason: 'The token is too long.', finding: { of: 'too-long' } },
  'several-headers': {
    error: 'invalid_request',
    reason: 'There has to be one Authorization header.',
    finding: { of: 'several-headers' },
  },
  'several-ways': {
    error: 'invalid_request',
    reason: 'The token may stand in the Authorization header alone.',
    finding: { of: 'several-ways' },
  },
};

/** A parameter as a quoted string; what one cannot hold is left out. */
function parameter([name, value]: readonly [name: string, value: string]): string {
  return `${name}="${value.replace(/[^\x20-\x7e]|["\\]/g, '')}"`;
}
