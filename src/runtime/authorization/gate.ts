import { getOAuthProtectedResourceMetadataUrl, type AuthInfo } from '@modelcontextprotocol/server';
import type { Caller } from '../caller.js';
import { authInfoOf } from './caller-of.js';
import { createChallenge, denials, inScheme, unavailable, type Challenge, type Denial } from './challenge.js';
import { callerOfClaims } from './claims.js';
import { createConfirmation } from './confirmation.js';
import { createMetadata } from './metadata.js';
import type { OAuthAuthorization } from './oauth-settings.js';
import { presentedToken, type InboundRequest, type PresentedToken, type TokenScheme } from './presented.js';
import { createRefusals } from './refusals.js';
import type { Authorization, BearerAuthorization } from './settings.js';
import { signatureAlgorithms } from './jose-library.js';
import { ownerOf } from './static-tokens.js';
import { createTokenCheck } from './token-check.js';
import type { Unknown } from './verdict.js';

/** Lets clients in to an HTTP server, or does not. */
export interface Gate {
  /** Answers what everybody may ask: where tokens come from. */
  readonly tell: (request: InboundRequest) => Response | undefined;
  /** Who calls, for the SDK, from which a `CallerOf` reads it; `undefined` where nobody is asked; a response for the rest. */
  readonly admit: (request: InboundRequest) => Promise<AuthInfo | Response | undefined>;
  /** What whoever was let in, and may not do what was asked for, is answered: it speaks of the token as it was sent. */
  readonly restate: (response: Response, request: InboundRequest) => Response;
}

/** What a token says of its caller, or why that one is not let in. */
type Judge = (presented: PresentedToken, request: InboundRequest) => Promise<Caller | Denial | Unknown>;

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
  const note = createRefusals();
  const refuse: Challenge = (denial, scheme) => {
    if (denial.finding !== undefined) note(denial.finding);
    return challenge(denial, scheme);
  };
  return async (request) => {
    const presented = presentedToken(request);
    if ('problem' in presented) return refuse(denials[presented.problem]);
    const caller = await judge(presented, request);
    if ('retryAfterSeconds' in caller) return unavailable(caller.retryAfterSeconds);
    if ('reason' in caller) return refuse({ error: 'invalid_token', ...caller }, presented.scheme);
    return authInfoOf(caller, resourceMetadataUrl);
  };
}

const strange: Denial = { reason: 'The token is not known.', finding: { of: 'unknown' } };

function bearerGate({ realm, tokens }: BearerAuthorization): Gate {
  const challenge = createChallenge({ schemes: ['Bearer'], parameters: [['realm', realm]], algorithms: [] });
  const judge: Judge = ({ token, scheme }) => {
    const owner = scheme === 'Bearer' ? ownerOf(token, tokens) : undefined;
    return Promise.resolve(owner === undefined ? strange : callerNamed(owner, token));
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
  const judge: Judge = async (presented, request) => {
    const { token } = presented;
    const verdict = await check(token);
    if (!('claims' in verdict)) return verdict;
    const { claims } = verdict;
    const doubt = await confirm({ ...presented, claims, request });
    return doubt ?? callerOfClaims(claims, token, authorization);
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
