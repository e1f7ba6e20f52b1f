import type { IncomingMessage } from 'node:http';
import { demoCredentials } from './credentials.js';
import { createDigestGate } from './digest.js';
import type { Answer, TokenEndpoint } from './token-endpoint.js';

/** A request, with its URL read. */
export interface Asked {
  readonly request: IncomingMessage;
  readonly url: URL;
}

/** Whom a request is from: a refusal where it is from nobody who may ask. */
export type Check = (asked: Asked) => { readonly caller: string } | { readonly refusal: Answer };

/** A check for every security scheme of the document that needs no TLS and no code of its user's. */
export interface Checks {
  /** A token of the token endpoint that holds all of these scopes. */
  readonly desk: (...scopes: readonly string[]) => Check;
  readonly approver: Check;
  readonly printer: Check;
  readonly ratesKey: Check;
  readonly session: Check;
  readonly archivist: Check;
  readonly accountant: Check;
  readonly auditor: Check;
  readonly customer: Check;
  readonly employee: Check;
}

/** Makes the checks of an API whose tokens come from an endpoint. */
export function createChecks(tokens: TokenEndpoint): Checks {
  const { approver, printer, ratesKey, session, archivist, auditor, customer, employee } = demoCredentials;
  const basic = Buffer.from(`${archivist.username}:${archivist.password}`).toString('base64');
  return {
    desk: (...scopes) => deskCheck(tokens, scopes),
    approver: oneKey('approver', ({ request }) => request.headers['x-approver-key'], approver.key),
    printer: oneKey('printer', ({ url }) => url.searchParams.get('printer_key'), printer.key),
    ratesKey: oneKey('rates', ({ request }) => request.headers['x-rates-key'], ratesKey.key),
    session: oneKey('session', ({ request }) => cookieOf(request, 'session'), session.key),
    archivist: oneKey(
      'archie',
      ({ request }) => credentialsOf(request, 'Basic'),
      basic,
      'Basic realm="archive"',
    ),
    accountant: digestCheck(),
    auditor: oneKey('auditor', bearerOf, auditor.token, 'Bearer'),
    customer: oneKey('customer', bearerOf, customer.token, 'Bearer'),
    employee: oneKey('employee', bearerOf, employee.token, 'Bearer'),
  };
}

/** Problem Details (RFC 9457), with a challenge where one is due. */
export function problem(status: number, detail: string, challenge?: string): Answer {
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
    },
    body: JSON.stringify({ title: 'The office cannot do that', status, detail }),
  };
}

type Read = (asked: Asked) => string | readonly string[] | null | undefined;

function oneKey(caller: string, read: Read, key: string, challenge?: string): Check {
  return (asked) =>
    read(asked) === key
      ? { caller }
      : { refusal: problem(401, `The credential of the ${caller} is missing or wrong.`, challenge) };
}

function deskCheck(tokens: TokenEndpoint, wanted: readonly string[]): Check {
  return (asked) => {
    const token = bearerOf(asked);
    if (token === undefined) return { refusal: problem(401, 'There is no token.', 'Bearer realm="office"') };
    const scopes = tokens.scopesOf(token);
    if (scopes === undefined)
      return {
        refusal: problem(401, 'The token has ended.', 'Bearer realm="office", error="invalid_token"'),
      };
    if (wanted.every((scope) => scopes.includes(scope))) return { caller: 'desk' };
    const challenge = `Bearer realm="office", error="insufficient_scope", scope="${wanted.join(' ')}"`;
    return { refusal: problem(403, `The token does not hold ${wanted.join(' ')}.`, challenge) };
  };
}

function digestCheck(): Check {
  const { username, password } = demoCredentials.accountant;
  const gate = createDigestGate(username, password);
  return ({ request }) => {
    const { authorization = '' } = request.headers;
    return gate.isAnswered(authorization, request.method ?? '', request.url ?? '')
      ? { caller: username }
      : { refusal: problem(401, 'The ledger asks who you are.', gate.challenge()) };
  };
}

function bearerOf({ request }: Asked): string | undefined {
  return credentialsOf(request, 'Bearer');
}

/** What stands behind the name of a scheme in `Authorization`. */
function credentialsOf({ headers }: IncomingMessage, scheme: string): string | undefined {
  const [, name, credentials] = /^(\S+) +(\S+)$/.exec(headers.authorization ?? '') ?? [];
  return name?.toLowerCase() === scheme.toLowerCase() ? credentials : undefined;
}

function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split('; ').map((pair) => pair.split('='));
  return pairs.find(([found]) => found === name)?.[1];
}
