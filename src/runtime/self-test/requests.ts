import { isDeepStrictEqual } from 'node:util';
import type { ContentEncoding, RequestBinding } from '../binding.js';
import { essenceOf } from '../media-types.js';
import { chooseContent } from '../request/content-choice.js';
import type { SecurityScheme } from '../security.js';
import type { ExpectedCredential } from './credentials.js';
import { answersDigest } from './digest.js';
import { pairsOf, parameterProblem, type SentParameters } from './parameters.js';
import { carriesTexts } from './xml.js';

/** A request as it reached the stub of the API. */
export interface ReceivedRequest {
  readonly method: string;
  /** As sent, without the path of the base URL. */
  readonly path: string;
  /** As sent, without `?`. */
  readonly query: string;
  /** Path and query as sent, with all that is before them in the base URL. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** What a call must have sent. */
export interface ExpectedRequest {
  /** How the document says that the operation is called. */
  readonly request: RequestBinding;
  /** The arguments of the tool. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly credentials: readonly ExpectedCredential[];
}

/** Everything that a request does not carry as the document says. */
export function requestProblems(received: ReceivedRequest, expected: ExpectedRequest): readonly string[] {
  const { request, values, credentials } = expected;
  const path = matchPath(received.path, request.path);
  if (received.method !== request.method || path === undefined) {
    return [`the request was ${received.method} ${received.path}, not ${request.method} ${request.path}`];
  }
  const query = pairsOf(received.query, '&');
  const cookies = pairsOf(received.headers['cookie'] ?? '', '; ');
  const sent = { path, query, querystring: received.query, headers: received.headers, cookies };
  const given = request.parameters.filter(({ property }) => Object.hasOwn(values, property));
  return [
    ...given.map((parameter) => parameterProblem(sent, parameter, values[parameter.property])),
    bodyProblem(received, request, values),
    ...credentials.map((credential) => credentialProblem(received, sent, credential)),
  ].filter((problem) => problem !== undefined);
}

/** The texts of the path parameters, as sent; `undefined` where the path does not fit the template. */
function matchPath(path: string, template: string): ReadonlyMap<string, string> | undefined {
  const names: string[] = [];
  const pieces = template.split(/\{([^{}]*)\}/).map((piece, index) => {
    if (index % 2 === 0) return literalPattern(piece);
    names.push(piece);
    return '([^/]+)';
  });
  const match = new RegExp(`^${pieces.join('')}$`).exec(path);
  return match === null ? undefined : new Map(names.map((name, index) => [name, match[index + 1] ?? '']));
}

function literalPattern(text: string): string {
  return encodeURI(text)
    .replaceAll('%25', '%')
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

function bodyProblem(
  { headers, body }: ReceivedRequest,
  request: RequestBinding,
  values: ExpectedRequest['values'],
): string | undefined {
  if (request.body === undefined || !Object.hasOwn(values, request.body.property)) return undefined;
  const { property } = request.body;
  const encoding = chooseContent(request.body, values[property], values);
  const essence = essenceOf(headers['content-type'] ?? '');
  const wanted = essenceOf(encoding.mediaType);
  if (essence !== wanted && !wanted.includes('*'))
    return `the media type of the body is ${essence}, not ${wanted}`;
  const kind = bodyKinds.find(({ matches }) => matches.test(wanted));
  return kind?.holds(body, values[property], encoding) === false
    ? `the body does not carry the argument '${property}'`
    : undefined;
}

interface BodyKind {
  readonly matches: RegExp;
  readonly holds: (body: Buffer, value: unknown, encoding: ContentEncoding) => boolean;
}

/** How a body is compared with its argument, by media type; the first that matches. */
const bodyKinds: readonly BodyKind[] = [
  { matches: /[/+]json$/, holds: (body, value) => isDeepStrictEqual(parseJson(body), value) },
  { matches: /x-www-form-urlencoded$/, holds: (body, value) => carriesMembers(formNames(body), value) },
  { matches: /^multipart\//, holds: carriesParts },
  { matches: /[/+]xml$/, holds: carriesTexts },
  {
    matches: /^text\//,
    holds: (body, value, { bytes, base64 }) => carriesText(body, value, bytes === true && base64 !== true),
  },
  {
    matches: /./,
    holds: (body, value, { base64 }) =>
      typeof value !== 'string' || carriesText(body, value, base64 !== true),
  },
];

/** Text as it is, or the bytes that it spells in base64; how a value becomes text of a certain type is not known here. */
function carriesText(body: Buffer, value: unknown, isBase64: boolean): boolean {
  if (typeof value !== 'string') return body.length > 0 || isDeepStrictEqual(value, []);
  return body.toString(isBase64 ? 'base64' : 'utf8') === value;
}

/** A list has a part for each item, an object one for each member at least. */
function carriesParts(body: Buffer, value: unknown): boolean {
  if (!Array.isArray(value)) return carriesMembers(partNames(body), value);
  const [boundary = ''] = body.toString('latin1').split('\r\n', 1);
  return body.toString('latin1').split(`${boundary}\r\n`).length > value.length;
}

function formNames(body: Buffer): readonly string[] {
  return [...new URLSearchParams(body.toString()).keys()];
}

function partNames(body: Buffer): readonly string[] {
  return [...body.toString('latin1').matchAll(/^content-disposition:.*[; ]name="([^"]*)"/gim)].map(
    ([, name = '']) => name,
  );
}

/** Whether each member of a value is there: under its name, under `name[…]`, or spread over the names of its own members. */
function carriesMembers(names: readonly string[], value: unknown): boolean {
  return Object.entries(value ?? {}).every(
    ([name, member]) =>
      names.some((sent) => sent === name || sent.startsWith(`${name}[`)) ||
      namesOf(member).some((key) => names.includes(key)),
  );
}

function namesOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
}

function credentialProblem(
  received: ReceivedRequest,
  sent: SentParameters,
  { scheme, parts }: ExpectedCredential,
): string | undefined {
  return isCarried(received, sent, scheme, (part) => parts[part] ?? '')
    ? undefined
    : `the credential of the ${scheme.type} scheme is not where it belongs`;
}

function isCarried(
  received: ReceivedRequest,
  sent: SentParameters,
  scheme: SecurityScheme,
  partOf: (part: string) => string,
): boolean {
  if (scheme.type === 'apiKey') return sentKey(sent, scheme) === partOf('key');
  const name = scheme.type === 'http' ? scheme.scheme : 'bearer';
  if (name === 'digest') return answersDigest(received, partOf('username'), partOf('password'));
  const pair = Buffer.from(`${partOf('username')}:${partOf('password')}`).toString('base64');
  const wanted = name === 'basic' ? `Basic ${pair}` : `Bearer ${partOf('token')}`;
  return sent.headers['authorization'] === wanted;
}

type KeyScheme = Extract<SecurityScheme, { readonly type: 'apiKey' }>;

function sentKey(
  { query, cookies, headers }: SentParameters,
  { name, in: location }: KeyScheme,
): string | undefined {
  if (location === 'header') return headers[name.toLowerCase()];
  return (location === 'query' ? query : cookies).find(([key]) => key === name)?.[1];
}
