import type { ToolAnnotations } from '../runtime/manifest.js';

const reads = { readOnlyHint: true };
const readsAgain = { readOnlyHint: true, idempotentHint: true };
const replaces = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };
const changes = { readOnlyHint: false, destructiveHint: true, idempotentHint: false };
const adds = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };

/** What a method says of its effects (RFC 9110 9.2, RFC 5789 2). */
const byMethod: ReadonlyMap<string, ToolAnnotations> = new Map([
  ['GET', readsAgain],
  ['HEAD', readsAgain],
  ['QUERY', reads],
  ['OPTIONS', reads],
  ['TRACE', reads],
  ['PUT', replaces],
  ['DELETE', replaces],
  ['PATCH', changes],
  ['POST', adds],
]);

/** Whether a method only reads, by what HTTP says of it. */
export function isSafeMethod(method: string): boolean {
  return byMethod.get(method)?.readOnlyHint === true;
}

/** The hints of a tool that makes a request with `method`, under what people said; of a method that nobody knows the worst is assumed. */
export function annotationsOf(method: string, curated: ToolAnnotations = {}): ToolAnnotations {
  const hints = { ...(byMethod.get(method) ?? changes), openWorldHint: true, ...curated };
  if (hints.readOnlyHint !== true) return hints;
  // MCP gives this hint a meaning only where a tool does more than read.
  return Object.fromEntries(Object.entries(hints).filter(([hint]) => hint !== 'destructiveHint'));
}
