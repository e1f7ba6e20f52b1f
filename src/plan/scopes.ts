import type { ApiModel, Operation } from '../model/model.js';
import type { ToolDefinition } from '../runtime/manifest.js';
import { notAsked } from '../runtime/scope-token.js';
import type { SecurityRequirement } from '../runtime/security.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Curation } from './curation/curation.js';
import { reportScopeSettings, reportScopesWithoutOAuth } from './scope-findings.js';
import type { PlanOptions } from './plan.js';
import type { ScopeSettings, ToolSettings } from './settings.js';

/** Sets of scopes, any one of which is enough. */
type ScopeSets = readonly (readonly string[])[];

/** What is known of the scopes of a document. */
interface ScopeFacts {
  /** The short name of the server: the first part of scopes that the document does not name. */
  readonly serverKey: string;
  readonly securitySchemes: ApiModel['securitySchemes'];
  /** How clients prove who they are; `undefined` where that is left to its variable. */
  readonly auth: PlanOptions['auth'];
}

/** The scopes of an operation in the document's words: none where the configuration says them. */
function documentScopes({ operation, curation: { scopes } }: Scoped, facts: ScopeFacts): ScopeSets {
  if (scopes?.field === 'config') return [];
  const derived = `${facts.serverKey}:${readingMethods.has(operation.method) ? 'read' : 'write'}`;
  const named = (asked: readonly string[]): readonly string[] => {
    const told = asked.filter((scope) => !notAsked.has(scope));
    return told.length === 0 ? [derived] : told;
  };
  if (scopes !== undefined) return distinct([named(scopes.value)]);
  const sets = operation.security
    // The anonymous alternative is about what the API asks for, not about who may call this server.
    .filter((requirement) => Object.keys(requirement).length > 0)
    .map((requirement) => named(scopesOf(requirement, facts)));
  return distinct(sets);
}

/** Methods that are safe (RFC 9110 9.2.1), QUERY among them. */
const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY', 'OPTIONS', 'TRACE']);

/** What a client's token has to allow for a tool; `undefined` where every client may call it. */
function scopesOfTool(
  { operation, curation }: Scoped,
  facts: ScopeFacts,
  { rename = {} }: ScopeSettings,
): ToolDefinition['scopes'] {
  const { scopes } = curation;
  const own = scopes?.field === 'config' ? [scopes.value] : undefined;
  const names = new Map(Object.entries(rename));
  const sets =
    own ??
    documentScopes({ operation, curation }, facts).map((set) =>
      set.map((scope) => names.get(scope) ?? scope),
    );
  const asked = distinct(sets).filter((set) => set.length > 0);
  return asked.length === 0 ? undefined : asked;
}

/** An operation that becomes a tool. */
interface Scoped {
  readonly operation: Operation;
  readonly curation: Curation;
}

/** Plans what clients' tokens have to allow for each tool; settings about scopes that none asks for are reported. */
export function planScopes<Candidate extends Scoped>(
  candidates: readonly Candidate[],
  facts: ScopeFacts,
  settings: ToolSettings,
  diagnostics: Diagnostics,
): ReadonlyMap<Candidate, ToolDefinition['scopes']> {
  const { scopes = {} } = settings.server ?? {};
  const planned = new Map(
    candidates.map((candidate) => [candidate, scopesOfTool(candidate, facts, scopes)] as const),
  );
  const asked = {
    document: candidates.flatMap((candidate) => documentScopes(candidate, facts).flat()),
    tools: [...planned.values()].flatMap((sets = []) => sets.flat()),
  };
  reportScopeSettings(asked, settings, diagnostics);
  const said = candidates.flatMap(({ curation }) => curation.scopes ?? []);
  reportScopesWithoutOAuth(said, facts.auth, settings, diagnostics);
  return planned;
}

/** The scopes of one alternative: those of its OAuth schemes; lists of other schemes are roles. */
function scopesOf(requirement: SecurityRequirement, { securitySchemes }: ScopeFacts): readonly string[] {
  return Object.entries(requirement).flatMap(([name, scopes]) => {
    const type = securitySchemes.get(name)?.scheme.type;
    return type === 'oauth2' || type === 'openIdConnect' ? scopes : [];
  });
}

/** Each set once, and in it each scope, in the order of the first. */
function distinct(sets: ScopeSets): ScopeSets {
  const known = new Map<string, readonly string[]>();
  for (const set of sets) {
    const own = [...new Set(set)];
    const key = own.toSorted().join(' ');
    if (!known.has(key)) known.set(key, own);
  }
  return [...known.values()];
}
