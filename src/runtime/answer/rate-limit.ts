import { headerOf, type AnswerHeaders } from '../upstream/answer.js';

interface RateLimit {
  readonly limit?: string;
  readonly remaining?: string;
  readonly reset?: string;
}

// The drafts of the RateLimit fields before they became one, and what was usual before them.
const prefixes = ['ratelimit', 'x-ratelimit', 'x-rate-limit'];
const suffixes = ['', '-requests'];
const namesOf = (part: string): readonly string[] =>
  prefixes.flatMap((prefix) => suffixes.map((suffix) => `${prefix}-${part}${suffix}`));
const names = { limit: namesOf('limit'), remaining: namesOf('remaining'), reset: namesOf('reset') };

/** The names of all header fields that may tell of a rate limit, in lower case. */
export const rateLimitNames: readonly string[] = ['ratelimit', ...Object.values(names).flat()];

/** What an answer says of its rate limit, in short: `12 of 60 left, resets in 30 s`; empty where it says nothing. */
export function rateLimitTold(headers: AnswerHeaders): string {
  const { limit, remaining, reset } = newest(headers) ?? older(headers);
  const left = remaining === undefined ? '' : `${remaining}${limit === undefined ? '' : ` of ${limit}`} left`;
  const whole = left !== '' || limit === undefined ? left : `${limit} calls`;
  return [whole, whole === '' ? '' : resetTold(reset)].filter((text) => text !== '').join(', ');
}

/** The RateLimit field, in its last shape and in the one before; of several limits the one that is nearest. */
function newest(headers: AnswerHeaders): RateLimit | undefined {
  const field = listOf(headers, 'ratelimit');
  const policies = listOf(headers, 'ratelimit-policy');
  const joined = field.join(', ');
  if (/\bremaining=/.test(joined)) {
    return rateLimit(numberAt(joined, 'limit'), numberAt(joined, 'remaining'), numberAt(joined, 'reset'));
  }
  const [nearest] = field
    .map((item) => ({ item, remaining: numberAt(item, 'r') }))
    .filter(({ remaining }) => remaining !== undefined)
    .sort((a, b) => Number(a.remaining) - Number(b.remaining));
  if (nearest === undefined) return undefined;
  const name = nearest.item.split(';', 1)[0] ?? '';
  const policy = policies.find((item) => item.split(';', 1)[0] === name) ?? '';
  return rateLimit(numberAt(policy, 'q'), nearest.remaining, numberAt(nearest.item, 't'));
}

function older(headers: AnswerHeaders): RateLimit {
  const find = (candidates: readonly string[]): string | undefined => {
    const name = candidates.find((candidate) => headerOf(headers, candidate) !== undefined);
    return name === undefined ? undefined : headerOf(headers, name)?.trim();
  };
  return rateLimit(firstNumber(find(names.limit)), firstNumber(find(names.remaining)), find(names.reset));
}

function rateLimit(limit?: string, remaining?: string, reset?: string): RateLimit {
  return { ...(limit && { limit }), ...(remaining && { remaining }), ...(reset && { reset }) };
}

/** The items of a field that is a list. */
function listOf(headers: AnswerHeaders, name: string): readonly string[] {
  const value = headerOf(headers, name)?.slice(0, 1_000) ?? '';
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function numberAt(text: string, key: string): string | undefined {
  return new RegExp(`(?:^|[;,\\s])${key}=(\\d{1,15})(?!\\d)`).exec(text)?.[1];
}

function firstNumber(text: string | undefined): string | undefined {
  return /^\s*(\d{1,15})(?!\d)/.exec(text ?? '')?.[1];
}

/** Seconds from now, a time since 1970 in seconds or milliseconds, or what else an API writes in few words. */
function resetTold(reset: string | undefined): string {
  if (reset === undefined || !/^[\w:.+-]{1,40}$/.test(reset)) return '';
  const number = Number(reset);
  if (Number.isNaN(number)) return `resets: ${reset}`;
  if (number < 1e9) return `resets in ${number} s`;
  const date = new Date(number < 1e11 ? number * 1000 : number);
  return Number.isNaN(date.getTime()) ? '' : `resets at ${date.toISOString().slice(0, 19)}Z`;
}
