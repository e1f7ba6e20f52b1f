import type {
  CallOutcome,
  PartExpectation,
  RequestExpectation,
  RequestShape,
  UpstreamAnswer,
} from './case-format.js';
import { holds, isObject, matches } from './matchers.js';
import type { CallObservation } from './observation.js';
import type { RecordedRequest } from './recorder.js';
import { readCookies, readForm, readParts } from './request-body.js';
import { sameTarget } from './request-target.js';

/** What is wrong, in one sentence; `undefined` where nothing is. */
type Check<Operand> = (expected: Operand, actual: RecordedRequest) => string | undefined;

type Keys = Exclude<keyof RequestShape, 'absent'>;

/** Every key of a `request` in FORMAT.md but `absent`. */
const checks: { readonly [Key in Keys]: Check<NonNullable<RequestShape[Key]>> } = {
  method: (expected, { method }) => differs('method', method === expected, expected, method),
  path: (expected, { target }) => differs('path', holds(expected, target, sameTargetText), expected, target),
  headers: (expected, { headers }) => {
    const wrong = Object.entries(expected).find(([name, value]) => !holds(value, headers.get(name)));
    return wrong && differs(`header ${wrong[0]}`, false, wrong[1], headers.get(wrong[0]));
  },
  cookies: (expected, { headers }) => {
    const cookies = Object.fromEntries(readCookies(headers.get('cookie') ?? ''));
    return differs('cookies', holds(expected, cookies), expected, cookies);
  },
  body: (expected, { body }) => {
    const value = jsonOf(body);
    return differs('body', holds(expected, value), expected, body.toString());
  },
  bodyMatches: (expected, { body }) =>
    differs('body', matches(expected, body.toString(), 's'), expected, body.toString()),
  bodyBytes: (expected, { body }) =>
    differs('body', body.equals(Buffer.from(expected, 'base64')), expected, body.toString('base64')),
  form: (expected, { body }) => {
    const form = readForm(body);
    return differs('form', sameGroups(expected, form, firstOf, samePair), expected, form);
  },
  parts: (expected, { headers, body }) => {
    const parts = readParts(headers.get('content-type') ?? '', body);
    if (parts === undefined) return 'the body is no multipart/form-data';
    const fits = sameGroups(expected, parts, ({ name }) => name, samePart);
    const shown = parts.map(({ content, ...part }) => ({ ...part, content: content.toString('latin1') }));
    return differs('parts', fits, expected, shown);
  },
};

/** What is wrong with the requests of a call: with the number of them (always true, rule 8), then with each. */
export function requestProblems(
  { request, otherRequest }: CallOutcome,
  observed: CallObservation,
  upstream: UpstreamAnswer = {},
): readonly string[] {
  if (request === undefined && otherRequest === undefined) return [];
  const count = countProblem(request, otherRequest, observed, upstream);
  return [
    ...(count === undefined ? [] : [count]),
    ...recorderProblems('request', request, observed.requests),
    ...recorderProblems('request to the other server', otherRequest, observed.otherRequests),
  ];
}

function recorderProblems(
  label: string,
  expected: RequestExpectation | undefined,
  actual: readonly RecordedRequest[],
): readonly string[] {
  if (expected === undefined) return [];
  if ('anyOf' in expected) {
    const tried = expected.anyOf.map((one) => recorderProblems(label, one, actual));
    return tried.some((problems) => problems.length === 0)
      ? []
      : [tried.map((problems) => problems[0]).join(' or ')];
  }
  const [first] = actual;
  if (expected.absent === true)
    return first === undefined ? [] : [`${label}: there is one, to ${first.target}`];
  if (first === undefined) return [`${label}: there is none`];
  return Object.entries(expected).flatMap(([key, value]) => {
    // The table has each key with the type of its operand; a lookup by name cannot say so.
    const problem = (checks[key as Keys] as Check<unknown>)(value, first);
    return problem === undefined ? [] : [`${label}: ${problem}`];
  });
}

const repeatable = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'PUT', 'DELETE']);
const passing = new Set([408, 429, 502, 503, 504]);

function countProblem(
  request: RequestExpectation | undefined,
  otherRequest: RequestExpectation | undefined,
  { requests, otherRequests }: CallObservation,
  upstream: UpstreamAnswer,
): string | undefined {
  const count = requests.length + otherRequests.length;
  const status = upstream.status ?? 200;
  const none =
    request !== undefined && 'absent' in request && request.absent === true && otherRequest === undefined;
  if (none) return count === 0 ? undefined : `${count} requests in place of none`;
  const method = (requests[0] ?? otherRequests[0])?.method ?? '';
  const mayRepeat = upstream.hangUp === true || (repeatable.has(method) && passing.has(status));
  const most = mayRepeat ? Number.POSITIVE_INFINITY : status >= 300 && status < 400 ? 2 : 1;
  if (count >= 1 && count <= most) return undefined;
  return `${count} requests in place of ${most === 1 ? 'one' : `1 to ${most}`}`;
}

function sameTargetText(expected: unknown, actual: unknown): boolean {
  return typeof expected === 'string' && typeof actual === 'string' && sameTarget(expected, actual);
}

/** Whether two lists hold the same, in any order but that of members with equal names. */
function sameGroups<Left, Right>(
  expected: readonly Left[],
  actual: readonly Right[],
  nameOf: (one: Left | Right) => string,
  same: (left: Left, right: Right) => boolean,
): boolean {
  if (expected.length !== actual.length) return false;
  const waiting = new Map<string, Right[]>();
  for (const one of actual) waiting.set(nameOf(one), [...(waiting.get(nameOf(one)) ?? []), one]);
  return expected.every((one) => {
    const next = waiting.get(nameOf(one))?.shift();
    return next !== undefined && same(one, next);
  });
}

function firstOf([name]: readonly [string, string]): string {
  return name;
}

function samePair(left: readonly [string, string], right: readonly [string, string]): boolean {
  return left[1] === right[1];
}

function samePart(
  expected: PartExpectation,
  { contentType, content }: { readonly contentType: string; readonly content: Buffer },
): boolean {
  return (
    (expected.contentType === undefined || holds(expected.contentType, contentType)) &&
    (expected.text === undefined || content.toString() === expected.text) &&
    (expected.json === undefined || holds(expected.json, jsonOf(content))) &&
    (expected.bytes === undefined || content.equals(Buffer.from(expected.bytes, 'base64')))
  );
}

/** What JSON text holds: `undefined` for no content, and something that is no JSON value for other text. */
function jsonOf(content: Buffer): unknown {
  if (content.length === 0) return undefined;
  try {
    return JSON.parse(content.toString());
  } catch {
    return Symbol('no JSON');
  }
}

/** The sentence for a value that is not as expected. */
export function differs(what: string, fits: boolean, expected: unknown, actual: unknown): string | undefined {
  return fits ? undefined : `${what} is ${shown(actual)}, not ${shown(expected)}`;
}

function shown(value: unknown): string {
  const text = value === undefined ? 'absent' : JSON.stringify(isObject(value) ? { ...value } : value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
