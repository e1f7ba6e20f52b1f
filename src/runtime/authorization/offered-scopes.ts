import { isReadOnly } from '../effects.js';
import type { ToolDefinition } from '../manifest.js';
import { isScopeToken, notAsked } from '../scope-token.js';

/** The scopes that a server tells its clients of. */
export interface OfferedScopes {
  /** Of all tools, sorted: `scopes_supported` of RFC 9728. */
  readonly all: readonly string[];
  /** What a client asks for at first: enough for the tools that change nothing, or for all where there are none. */
  readonly first: readonly string[];
}

/** The scopes of tools: what they are for, and never those of refresh tokens, which are between client and issuer. */
export function offeredScopes(tools: readonly ToolDefinition[]): OfferedScopes {
  const enough = (those: readonly ToolDefinition[]): readonly string[] =>
    sorted(those.flatMap(({ scopes = [] }) => scopes[0] ?? []));
  const reading = enough(tools.filter(isReadOnly));
  return {
    all: sorted(tools.flatMap(({ scopes = [] }) => scopes.flat())),
    first: reading.length > 0 ? reading : enough(tools),
  };
}

function sorted(scopes: readonly string[]): readonly string[] {
  const told = scopes.filter((scope) => isScopeToken(scope) && !notAsked.has(scope));
  return [...new Set(told)].sort();
}
