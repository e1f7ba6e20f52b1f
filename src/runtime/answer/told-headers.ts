import { ownMember } from '../own-member.js';
import type { Redact } from '../redaction.js';
import type { Answer, AnswerHeaders } from '../upstream.js';
import { oneLine } from './disposition.js';
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

const mostCharacters = 300;

/** The headers of a successful answer that a model should know. */
export function headersTold({ headers }: Answer, method: string, redact: Redact): ToldHeaders {
  // Most answers have none of them.
  if (!Object.keys(headers).some((name) => known.has(name))) return { notes: [] };
  const told: (readonly [name: string, value: string])[] = [];
  for (const { names, methods } of toldHeaders) {
    if (methods?.includes(method) === false) continue;
    const found = firstOf(headers, names, redact);
    // One place may have two names.
    const isTold = found?.[1].includes('/') && told.some(([, value]) => value === found[1]);
    if (found !== undefined && isTold !== true) told.push(found);
  }
  const limit = rateLimitTold(headers);
  if (limit !== '') told.push(['Rate limit', limit]);
  if (told.length === 0) return { notes: [] };
  return {
    notes: [`Headers: ${told.map(([name, value]) => `${name}: ${value}`).join(' | ')}`],
    meta: {
      'openapi2mcp/headers': Object.fromEntries(told.map(([name, value]) => [name.toLowerCase(), value])),
    },
  };
}

function firstOf(
  headers: AnswerHeaders,
  names: readonly string[],
  redact: Redact,
): readonly [name: string, value: string] | undefined {
  for (const name of names) {
    const field = ownMember(headers, name.toLowerCase());
    const value = field === undefined ? '' : oneLine(redact([field].flat().join(', ')), mostCharacters);
    if (value !== '') return [name, value];
  }
  return undefined;
}
