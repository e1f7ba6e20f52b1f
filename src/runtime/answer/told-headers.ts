import { ownMember } from '../own-member.js';
import type { Redact } from '../redaction.js';
import type { Answer, AnswerHeaders } from '../upstream/answer.js';
import { inLine } from './cut-text.js';
import { fitLinks } from './links.js';
import { rateLimitNames, rateLimitTold } from './rate-limit.js';

/** Headers of an answer that matter to a model: in one line, and as data. */
interface ToldHeaders {
  readonly notes: readonly string[];
  readonly meta?: Readonly<Record<string, unknown>>;
}

interface HeaderRule {
  /** Names of the same thing; the first that is there is told. */
  readonly names: readonly string[];
  /** Methods to whose answers it matters; missing: all. */
  readonly methods?: readonly string[];
}

/** Every header that is told, in this order. A new one is an entry here. */
const toldHeaders: readonly HeaderRule[] = [
  { names: ['Location'] },
  { names: ['Content-Location'] },
  { names: ['Operation-Location', 'Azure-AsyncOperation'] },
  { names: ['Link'] },
  { names: ['Content-Range'] },
  { names: ['X-Total-Count', 'X-Total', 'Total-Count', 'X-Pagination-Total-Count', 'Pagination-Count'] },
  { names: ['X-Total-Pages', 'X-Page-Count', 'X-Pagination-Page-Count'] },
  { names: ['X-Next-Page', 'X-Next-Cursor', 'X-Next-Token', 'X-MS-Continuation', 'X-MS-ContinuationToken'] },
  { names: ['ETag'] },
  { names: ['Last-Modified'], methods: ['HEAD'] },
  { names: ['Content-Type'], methods: ['HEAD'] },
  { names: ['Content-Length'], methods: ['HEAD'] },
  { names: ['Allow'], methods: ['OPTIONS'] },
  { names: ['Accept-Patch'], methods: ['OPTIONS'] },
  { names: ['Retry-After'] },
  { names: ['Deprecation'] },
  { names: ['Sunset'] },
];

const known: ReadonlySet<string> = new Set([
  ...toldHeaders.flatMap(({ names }) => names.map((name) => name.toLowerCase())),
  ...rateLimitNames,
]);

// A token or a URL that was cut is none: what is longer is not given at all.
const mostCharacters = 4096;

/** A header as it is told: its value whole, or in words why there is none. */
interface ToldHeader {
  readonly name: string;
  readonly text: string;
  readonly value?: string;
}

/** The headers of a successful answer that a model should know. */
export function headersTold({ headers }: Answer, method: string, redact: Redact): ToldHeaders {
  // Most answers have none of them.
  if (!Object.keys(headers).some((name) => known.has(name))) return { notes: [] };
  const told: ToldHeader[] = [];
  for (const { names, methods } of toldHeaders) {
    if (methods?.includes(method) === false) continue;
    const found = firstOf(headers, names, redact);
    // One place may have two names.
    const isTold = found?.value?.includes('/') && told.some(({ value }) => value === found.value);
    if (found !== undefined && isTold !== true) told.push(found);
  }
  const limit = rateLimitTold(headers);
  if (limit !== '') told.push({ name: 'Rate limit', text: limit, value: limit });
  if (told.length === 0) return { notes: [] };
  const values = told.flatMap(({ name, value }) =>
    value === undefined ? [] : [[name.toLowerCase(), value]],
  );
  return {
    notes: [`Headers: ${told.map(({ name, text }) => `${name}: ${text}`).join(' | ')}`],
    ...(values.length > 0 && { meta: { 'openapi2mcp/headers': Object.fromEntries(values) as unknown } }),
  };
}

function firstOf(headers: AnswerHeaders, names: readonly string[], redact: Redact): ToldHeader | undefined {
  for (const name of names) {
    const field = ownMember(headers, name.toLowerCase());
    const value = field === undefined ? '' : redact(inLine([field].flat().join(', ')));
    if (value !== '') return toldHeader(name, value);
  }
  return undefined;
}

function toldHeader(name: string, whole: string): ToldHeader {
  const { value, dropped } = name === 'Link' ? fitLinks(whole, mostCharacters) : { value: whole, dropped: 0 };
  if (value === '' || value.length > mostCharacters)
    return { name, text: `(${whole.length} characters, too long to be given)` };
  const more = dropped === 1 ? '1 more link is' : `${dropped} more links are`;
  return { name, text: dropped === 0 ? value : `${value} (${more} left out)`, value };
}
