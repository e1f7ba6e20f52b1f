import type { ScopeChallenge } from '@modelcontextprotocol/server';
import type { Caller } from '../caller.js';
import type { Access, ToolDefinition } from '../manifest.js';
import { isScopeToken } from '../scope-token.js';

/** Any one of these sets of scopes is enough; none ask for nothing. */
export type ScopeSets = NonNullable<ToolDefinition['scopes']>;

/** Decides whether a caller's token has what a tool asks for. */
export type Allows = (caller: Caller | undefined, sets: ScopeSets | undefined) => boolean;

/**
 * Compares scopes: a broader one stands for those that it implies, and for those that these imply. Whoever is
 * not asked for a token may call everything, and so may whoever has a static one, to which scopes do not apply.
 */
export function createAllows(implies: Access['implies'] = {}): Allows {
  const broaderOf = createBroaderOf(implies);
  const holds = (granted: ReadonlySet<string>, scope: string): boolean =>
    granted.has(scope) || broaderOf(scope).some((broader) => granted.has(broader));
  return (caller, sets = []) => {
    const granted = caller?.scopes;
    if (granted === undefined || sets.length === 0) return true;
    return sets.some((set) => set.every((scope) => holds(granted, scope)));
  };
}

/** Answers with the scopes that imply one, directly or over others. */
function createBroaderOf(implies: NonNullable<Access['implies']>): (scope: string) => readonly string[] {
  const direct = new Map<string, string[]>();
  for (const [broader, narrower] of Object.entries(implies)) {
    for (const scope of narrower) direct.set(scope, [...(direct.get(scope) ?? []), broader]);
  }
  const closures = new Map<string, readonly string[]>();
  return (scope) => {
    if (!direct.has(scope)) return [];
    const known = closures.get(scope) ?? reach(scope, direct);
    // As many as the manifest names: others have no entry in `direct`.
    closures.set(scope, known);
    return known;
  };
}

function reach(scope: string, direct: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const reached = new Set([scope]);
  for (const each of reached) for (const broader of direct.get(each) ?? []) reached.add(broader);
  reached.delete(scope);
  return [...reached];
}

/** The scopes to ask a client for that lacks them: the first set, whole, but for what an answer cannot ask for. */
export function wantedScopes([first = []]: ScopeSets = []): readonly string[] {
  return [...new Set(first)].filter(isScopeToken);
}

/** The `insufficient_scope` challenge (RFC 6750 3.1) of a tool that a token does not allow. */
export function scopeChallenge(sets: ScopeSets | undefined): ScopeChallenge | undefined {
  const scopes = wantedScopes(sets);
  const [first, ...others] = scopes;
  // Without a scope to ask for there is no challenge: the call itself is then refused.
  if (first === undefined) return undefined;
  return { scopes: [first, ...others], errorDescription: `This tool needs ${describeScopes(scopes)}.` };
}

/** Scopes in a sentence. */
export function describeScopes(scopes: readonly string[]): string {
  if (scopes.length === 0) return 'a scope that cannot be named';
  return `the scope${scopes.length === 1 ? '' : 's'} ${scopes.join(' ')}`;
}
