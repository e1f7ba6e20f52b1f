import type { Exchange } from './recording-proxy.js';

/** One thing that a specification says of a request, and what is wrong with a request that breaks it. */
interface Rule {
  readonly clause: string;
  readonly problem: (request: Exchange) => string | undefined;
}

/** A kind of request to an issuer. */
export type RequestKind =
  | 'clientCredentials'
  | 'authorization'
  | 'code'
  | 'refresh'
  | 'deviceAuthorization'
  | 'deviceToken'
  | 'tokenExchange'
  | 'introspection';

/** What breaks a specification in a request, each with its clause. */
export function problemsIn(kind: RequestKind, request: Exchange): readonly string[] {
  return rules[kind].flatMap(({ clause, problem }) => {
    const found = problem(request);
    return found === undefined ? [] : [`${clause}: ${found}`];
  });
}

/** The one value of a field of a form; `undefined` where it is missing. */
export function fieldOf({ form }: Exchange, name: string): string | undefined {
  return form.find(([found]) => found === name)?.[1];
}

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
/** RFC 6749, appendix A.4. */
const scopeText = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;
/** RFC 7636, sections 4.1 and 4.2: 43 to 128 unreserved characters, of which S256 makes 43 of base64url. */
const verifierText = /^[\w\-.~]{43,128}$/;
const challengeText = /^[\w-]{43}$/;

function isSaid(clause: string, name: string, value: string): Rule {
  return {
    clause,
    problem: (request) => {
      const found = fieldOf(request, name);
      return found === value ? undefined : `${name} is ${found ?? 'missing'}`;
    },
  };
}

function isThere(clause: string, name: string, form: RegExp = /^.+$/s): Rule {
  return {
    clause,
    problem: (request) => {
      const found = fieldOf(request, name);
      if (found === undefined) return `${name} is missing`;
      return form.test(found) ? undefined : `${name} has not the form that it needs`;
    },
  };
}

function isRight(clause: string, name: string, form: RegExp): Rule {
  return {
    clause,
    problem: (request) =>
      form.test(fieldOf(request, name) ?? '') || fieldOf(request, name) === undefined
        ? undefined
        : `${name} has not the form that it needs`,
  };
}

/** What holds for every request to a token endpoint; `several` may be there more than once. */
function tokenRequest(...several: readonly string[]): readonly Rule[] {
  return [
    {
      clause: 'RFC 6749 section 3.2',
      problem: ({ method }) => (method === 'POST' ? undefined : `it is ${method}`),
    },
    {
      clause: 'RFC 6749 section 4, appendix B',
      problem: ({ form }) =>
        form.length > 0 ? undefined : 'it is no form of application/x-www-form-urlencoded',
    },
    {
      clause: 'RFC 6749 section 3.2: parameters must not be included more than once',
      problem: ({ form }) => {
        const names = form.map(([name]) => name).filter((name) => !several.includes(name));
        const twice = names.find((name, index) => names.indexOf(name) !== index);
        return twice && `${twice} is there twice`;
      },
    },
    {
      clause: 'RFC 6749 section 3.2: parameters without a value count as missing',
      problem: ({ form }) => {
        const empty = form.find(([, value]) => value === '')?.[0];
        return empty && `${empty} is empty`;
      },
    },
    {
      clause: 'RFC 6749 section 2.3: one authentication method per request',
      problem: ({ form, headers }) => {
        const names = form.map(([name]) => name);
        const ways = [
          headers.authorization !== undefined,
          names.includes('client_secret'),
          names.includes('client_assertion'),
        ];
        return ways.filter(Boolean).length > 1 ? 'the client proves itself in several ways' : undefined;
      },
    },
    {
      clause: 'RFC 6749 section 3.2: no credentials in the URI',
      problem: ({ query }) =>
        query.size === 0 ? undefined : `its query has ${[...query.keys()].join(', ')}`,
    },
    isRight('RFC 6749 section 3.3', 'scope', scopeText),
    isRight('RFC 8707 section 2: an absolute URI without fragment', 'resource', /^[a-z][\w+.-]*:[^#]+$/i),
  ];
}

const authorizationQuery = (clause: string, name: string, form: RegExp): Rule => ({
  clause,
  problem: ({ query }) =>
    form.test(query.get(name) ?? '') ? undefined : `${name} is ${query.get(name) ?? 'missing'}`,
});

const rules: Readonly<Record<RequestKind, readonly Rule[]>> = {
  clientCredentials: [
    ...tokenRequest(),
    isSaid('RFC 6749 section 4.4.2', 'grant_type', 'client_credentials'),
  ],
  authorization: [
    {
      clause: 'RFC 6749 section 3.1',
      problem: ({ method }) => (method === 'GET' ? undefined : `it is ${method}`),
    },
    authorizationQuery('RFC 6749 section 4.1.1', 'response_type', /^code$/),
    authorizationQuery('RFC 6749 section 4.1.1', 'client_id', /^[\x20-\x7e]+$/),
    authorizationQuery(
      'RFC 8252 section 7.3',
      'redirect_uri',
      /^http:\/\/(?:127\.0\.0\.1|\[::1\]):\d+\/[^#]*$/,
    ),
    authorizationQuery('RFC 6749 section 10.12', 'state', /^.{16,}$/),
    authorizationQuery('RFC 7636 section 4.3', 'code_challenge', challengeText),
    authorizationQuery('RFC 7636 section 4.3', 'code_challenge_method', /^S256$/),
  ],
  code: [
    ...tokenRequest(),
    isSaid('RFC 6749 section 4.1.3', 'grant_type', 'authorization_code'),
    isThere('RFC 6749 section 4.1.3', 'code'),
    isThere('RFC 6749 section 4.1.3', 'redirect_uri', /^http:\/\/(?:127\.0\.0\.1|\[::1\]):\d+\//),
    isThere('RFC 7636 section 4.5', 'code_verifier', verifierText),
  ],
  refresh: [
    ...tokenRequest(),
    isSaid('RFC 6749 section 6', 'grant_type', 'refresh_token'),
    isThere('RFC 6749 section 6', 'refresh_token'),
  ],
  deviceAuthorization: [...tokenRequest(), isThere('RFC 8628 section 3.1', 'client_id')],
  deviceToken: [
    ...tokenRequest(),
    isSaid('RFC 8628 section 3.4', 'grant_type', 'urn:ietf:params:oauth:grant-type:device_code'),
    isThere('RFC 8628 section 3.4', 'device_code'),
  ],
  tokenExchange: [
    ...tokenRequest('resource', 'audience'),
    isSaid('RFC 8693 section 2.1', 'grant_type', 'urn:ietf:params:oauth:grant-type:token-exchange'),
    isThere('RFC 8693 section 2.1', 'subject_token'),
    isSaid('RFC 8693 section 2.1', 'subject_token_type', accessTokenType),
    isRight(
      'RFC 8693 section 2.1',
      'requested_token_type',
      /^urn:ietf:params:oauth:token-type:access_token$/,
    ),
    {
      clause: 'RFC 8693 section 2.1: resource or audience says what the token is for',
      problem: (request) =>
        (fieldOf(request, 'resource') ?? fieldOf(request, 'audience')) === undefined
          ? 'both are missing'
          : undefined,
    },
    {
      clause: 'RFC 8693 section 2.1: actor_token_type stands beside actor_token and nowhere else',
      problem: (request) =>
        (fieldOf(request, 'actor_token') === undefined) ===
        (fieldOf(request, 'actor_token_type') === undefined)
          ? undefined
          : 'one of the two is missing',
    },
  ],
  introspection: [...tokenRequest(), isThere('RFC 7662 section 2.1', 'token')],
};
