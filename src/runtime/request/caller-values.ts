import type { FixedArgument, FixedType } from '../binding.js';
import type { CallContext } from '../call.js';
import { ownMember } from '../own-member.js';
import { ToolError } from '../tool-error.js';
import { readSetting, typeNames } from './fixed-types.js';
import { inboundHeaderProblem } from './inbound-headers.js';
import { numberProblem } from './numbers.js';
import { isObject, scalarText } from './value-text.js';

/** What of a call values can come from. */
export type CallOrigin = Pick<CallContext, 'caller' | 'inbound'>;

type FromClaim = Extract<FixedArgument, { readonly claim: string }>;
type FromHeader = Extract<FixedArgument, { readonly header: string }>;

/** The value of a claim of the caller's token: without it nothing is called, since it tells whose data are meant. */
export function readClaim({ claim, type }: FromClaim, { caller }: CallOrigin): unknown {
  if (caller === undefined) {
    const problem = `This tool needs the claim '${claim}' of the token of whoever calls it, and there is no token`;
    throw new ToolError(
      'missing-claim',
      `${problem}; nothing was sent. It works over HTTP with MCP_AUTH=oauth.`,
    );
  }
  const value = ownMember(caller.claims, claim);
  if (isEmpty(value)) {
    const problem = `This tool needs the claim '${claim}', which the token of this client does not have`;
    throw new ToolError('missing-claim', `${problem}; nothing was sent. Its issuer can add it.`);
  }
  const read = readAs(value, type);
  if (read === undefined)
    throw unusableClaim(claim, `has to be ${type === undefined ? 'text' : typeNames[type]}`);
  return read;
}

/** The error for a claim whose value cannot be sent; the value is not told. */
export function unusableClaim(claim: string, problem: string): ToolError {
  const whose = `The claim '${claim}' in the token of this client`;
  return new ToolError('invalid-claim', `${whose} ${problem}; nothing was sent.`);
}

/** Whether a value says nothing: an API may take no tenant for all of them. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => isBlank(item));
  return isBlank(value) || (isObject(value) && Object.keys(value).length === 0);
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** A claim as the type says. Issuers write numbers as texts and texts as numbers; the API is sent the same characters. */
function readAs(value: unknown, type: FixedType | undefined): unknown {
  const isScalar = typeof value !== 'object';
  // What JSON has rounded is the number of somebody else.
  if (numberProblem(value, {}) !== undefined) return undefined;
  if (type === undefined) return isScalar ? scalarText(value) : undefined;
  if (type === 'json') return value;
  const text = scalarText(value);
  const read = readSetting(text, type);
  return isScalar && scalarText(read) !== text ? undefined : read;
}

/** The value of a header of the caller's request; `undefined` where it is not there and need not be. */
export function readInboundHeader({ header, required, type }: FromHeader, { inbound }: CallOrigin): unknown {
  // What proves who a client is goes no further than here, whatever the manifest says.
  if (inboundHeaderProblem(header) !== undefined)
    throw unusableHeader(header, 'is none that a value may be taken from');
  const text = inbound?.get(header)?.trim();
  if (!text) {
    if (required !== true) return undefined;
    const problem = `This tool needs the header '${header}' of the HTTP request by which it is called`;
    throw new ToolError('missing-header', `${problem}, and it is not there; nothing was sent.`);
  }
  if (!/^[\x20-\x7e]+$/.test(text))
    throw unusableHeader(header, 'holds a character that is not visible ASCII');
  // Two headers of one name arrive as one with a comma; none of them counts for both.
  if (type === undefined && text.includes(',')) throw unusableHeader(header, 'has to have one value');
  const value = readSetting(text, type);
  if (value === undefined) throw unusableHeader(header, `has to be ${typeNames[type ?? 'json']}`);
  return value;
}

/** The error for a header whose value cannot be sent; the value is not told. */
export function unusableHeader(header: string, problem: string): ToolError {
  return new ToolError(
    'invalid-header',
    `The header '${header}' of this request ${problem}; nothing was sent.`,
  );
}
