import { ownMember } from '../own-member.js';
import { readJsonObject } from '../issuers/json-answer.js';
import { noToken, RefusedGrant } from './token-errors.js';

/** What an issuer grants: the successful answer of a token endpoint (RFC 6749 5.1). */
export interface Grant {
  readonly token: string;
  /** `expires_in`, in milliseconds; `undefined` where it is not told. */
  readonly lifetimeMs: number | undefined;
  /** The scopes of the token; `undefined` where they are those that were asked for. */
  readonly scopes: readonly string[] | undefined;
  readonly refreshToken: string | undefined;
  /** `issued_token_type` of a token exchange (RFC 8693 2.2.1). */
  readonly issuedTokenType: string | undefined;
}

/** What an answer is read with. */
export interface AnswerContext {
  /** The origin of the token endpoint. */
  readonly origin: string;
  /** What was sent and must not be shown. */
  readonly secrets: readonly string[];
}

/** Reads the answer of a token endpoint; a refusal is a `RefusedGrant`, and what is no answer of one a `ToolError`. */
export async function readGrant(answer: Response, context: AnswerContext): Promise<Grant> {
  const body = await readJsonObject(answer);
  const error = body && errorCode(ownMember(body, 'error'), context.secrets);
  const isRefused = answer.status >= 400 && answer.status < 500;
  // Some issuers refuse with 200.
  if (error !== undefined && (isRefused || (answer.ok && !Object.hasOwn(body ?? {}, 'access_token'))))
    throw new RefusedGrant(error, `The issuer at ${context.origin} refuses: ${error}.`);
  const fail = (problem: string): Error => noToken(`the issuer at ${context.origin} ${problem}.`);
  if (answer.status !== 200) throw fail(`answers ${answer.status}`);
  if (body === undefined) throw fail('answers with what is no JSON object');
  return grantOf(body, fail);
}

type Fail = (problem: string) => Error;

function grantOf(body: Readonly<Record<string, unknown>>, fail: Fail): Grant {
  const tokenType = ownMember(body, 'token_type');
  if (typeof tokenType !== 'string' || tokenType.toLowerCase() !== 'bearer')
    throw fail('grants a token of another type than Bearer');
  const token = ownMember(body, 'access_token');
  if (!isToken(token)) throw fail('grants an access token that no header can carry');
  const scope = ownMember(body, 'scope');
  const refreshToken = ownMember(body, 'refresh_token');
  const issued = ownMember(body, 'issued_token_type');
  return {
    token,
    lifetimeMs: lifetimeOf(ownMember(body, 'expires_in'), fail),
    scopes: typeof scope === 'string' ? scope.split(' ').filter((name) => name !== '') : undefined,
    refreshToken: isRefreshToken(refreshToken) ? refreshToken : undefined,
    issuedTokenType: typeof issued === 'string' ? issued : undefined,
  };
}

const longestToken = 16 * 1024;

/** RFC 6749 A.12: visible ASCII. A longer one would fit in no header, and ten thousand of them in no memory. */
function isToken(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longestToken && /^[\x21-\x7e]+$/.test(value);
}

/** RFC 6749 A.17: a refresh token stands in the content of requests alone, and may have spaces. */
function isRefreshToken(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > longestToken) return false;
  return value.trim() !== '' && /^[\x20-\x7e]+$/.test(value);
}

/** A number of seconds; some issuers write it as text. */
function lifetimeOf(value: unknown, fail: Fail): number | undefined {
  if (value === undefined || value === null) return undefined;
  const seconds = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof seconds !== 'number' || Number.isNaN(seconds)) throw fail('tells no number as `expires_in`');
  if (seconds <= 0) throw fail('grants a token that has ended already (`expires_in`)');
  return seconds * 1000;
}

const longestCode = 64;

/** A code of RFC 6749 5.2, if it is one, and nothing that was sent is in it. */
function errorCode(value: unknown, secrets: readonly string[]): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const isShown =
    value.length <= longestCode &&
    /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/.test(value) &&
    !secrets.some((secret) => secret !== '' && value.includes(secret));
  return isShown ? value : 'an error without a usable code';
}
