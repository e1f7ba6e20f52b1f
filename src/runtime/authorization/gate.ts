import { getOAuthProtectedResourceMetadataUrl, type AuthInfo } from '@modelcontextprotocol/server';
import type { Caller } from '../caller.js';
import { authInfoOf } from './caller-of.js';
import { createChallenge, denials, inScheme, unavailable, type Challenge } from './challenge.js';
import { callerOfClaims } from './claims.js';
import { createConfirmation } from './confirmation.js';
import { createMetadata } from './metadata.js';
import type { OAuthAuthorization } from './oauth-settings.js';
import { presentedToken, type InboundRequest, type TokenScheme } from './presented.js';
import type { Authorization, BearerAuthorization } from './settings.js';
import { signatureAlgorithms } from './jose-library.js';
import { ownerOf } from './static-tokens.js';
import { createTokenCheck } from './token-check.js';

/** Lets clients in to an HTTP server, or does not. */
export interface Gate {
  /** Answers what everybody may ask: where tokens come from. */
  readonly tell: (request: InboundRequest) => Response | undefined;
  /** Who calls, for the SDK, from which a `CallerOf` reads it; `undefined` where nobody is asked; a response for the rest. */
  readonly admit: (request: InboundRequest) => Promise<AuthInfo | Response | undefined>;
  /** What whoever was let in, and may not do what was asked for, is answered: it speaks of the token as it was sent. */
  readonly restate: (response: Response, request: InboundRequest) => Response;
}

/** What a token says of its caller, or the answer to whoever sent it. */
type Judge = (token: string, scheme: TokenScheme, request: InboundRequest) => Promise<Caller | Response>;

const nobodyAsked: Gate = {
  tell: () => undefined,
  admit: () => Promise.resolve(undefined),
  restate: (response) => response,
};

/** Makes the gate of a server that serves one path. */
export function createGate(authorization: Authorization, servedPath: string): Gate {
  switch (authorization.mode) {
    case 'none':
      return nobodyAsked;
    case 'bearer':
      return bearerGate(authorization);
    case 'oauth':
      return oauthGate(authorization, servedPath);
  }
}

function gateOf(challenge: Challenge, judge: Judge, resourceMetadataUrl?: string): Gate['admit'] {
  return async (request) => {
    const presented = presentedToken(request);
    if ('problem' in presented) return challenge(denials[presented.problem]);
    const caller = await judge(presented.token, presented.scheme, request);
    return caller instanceof Response ? caller : authInfoOf(caller, resourceMetadataUrl);
  };
}

function bearerGate({ realm, tokens }: BearerAuthorization): Gate {
  const challenge = createChallenge({ schemes: ['Bearer'], parameters: [['realm', realm]], algorithms: [] });
  const judge: Judge = (token, scheme) => {
    const owner = scheme === 'Bearer' ? ownerOf(token, tokens) : undefined;
    return Promise.resolve(
      owner === undefined
        ? challenge({ error: 'invalid_token', reason: 'The token is not known.' })
        : callerNamed(owner, token),
    );
  };
  return { ...nobodyAsked, admit: gateOf(challenge, judge) };
}

/** Whoever has a static token may do everything, for as long as it is one. */
function callerNamed(subject: string, token: string): Caller {
  return {
    subject,
    clientId: undefined,
    scopes: undefined,
    claims: {},
    token,
    expiresAt: undefined,
    identity: 'service',
  };
}

/** Beyond it a header would be refused on its way, and the metadata tell the scopes too. */
const longestScope = 2_000;

function oauthGate(authorization: OAuthAuthorization, servedPath: string): Gate {
  const { resource, scopes, dpop } = authorization;
  const metadataUrl = getOAuthProtectedResourceMetadataUrl(new URL(resource));
  const scope = scopes.first.join(' ');
  const challenge = createChallenge({
    schemes: schemesOf(dpop),
    parameters: [
      ['resource_metadata', metadataUrl],
      ...(scope !== '' && scope.length <= longestScope ? [['scope', scope] as const] : []),
    ],
    algorithms: signatureAlgorithms,
  });
  const check = createTokenCheck(authorization);
  const confirm = createConfirmation(authorization);
  const judge: Judge = async (token, scheme, request) => {
    const verdict = await check(token);
    if ('retryAfterSeconds' in verdict) return unavailable(verdict.retryAfterSeconds);
    if ('reason' in verdict) return challenge({ error: 'invalid_token', reason: verdict.reason }, scheme);
    const { claims } = verdict;
    const doubt = await confirm({ claims, token, scheme, request });
    if (doubt !== undefined)
      return 'retryAfterSeconds' in doubt ? unavailable(doubt.retryAfterSeconds) : challenge(doubt, scheme);
    const caller = callerOfClaims(claims, token, authorization);
    return 'reason' in caller ? challenge({ error: 'invalid_token', reason: caller.reason }, scheme) : caller;
  };
  return {
    tell: createMetadata(authorization, servedPath),
    admit: gateOf(challenge, judge, metadataUrl),
    restate: (response, request) => {
      const presented = presentedToken(request);
      return 'scheme' in presented ? inScheme(response, presented.scheme, signatureAlgorithms) : response;
    },
  };
}

function schemesOf(dpop: OAuthAuthorization['dpop']): readonly TokenScheme[] {
  return { refuse: ['Bearer'] as const, accept: ['Bearer', 'DPoP'] as const, require: ['DPoP'] as const }[
    dpop
  ];
}
