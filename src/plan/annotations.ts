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

/** The hints of a tool that makes a request with `method`; of a method that nobody knows the worst is assumed. */
export function annotationsOf(method: string): ToolAnnotations {
  return { ...(byMethod.get(method) ?? changes), openWorldHint: true };
}
