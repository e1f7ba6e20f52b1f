import type { PlannedClients, ServerPlan } from '../plan/plan.js';
import { codeList } from './code-list.js';
import { markdownCode } from './text.js';
import { variableData, type VariableData } from './variable-data.js';

/** Who may call the server over HTTP: the README's chapter, and its part of `.env.example`. */
export interface ClientData {
  /** Whether a client has to bring a token where nothing is set. */
  readonly asksToken: boolean;
  /** Whether the tokens of an issuer can be checked. */
  readonly hasIssuer: boolean;
  /** Whether it has to be chosen as whom the API is called. */
  readonly asksIdentity: boolean;
  readonly variables: readonly VariableData[];
  /** What clients' tokens have to allow; none where that does not count. */
  readonly scopes: readonly ScopeRow[];
}

/** Tools that ask for the same scopes. */
export interface ScopeRow {
  /** For Markdown. */
  readonly scopes: string;
  /** For Markdown. */
  readonly tools: string;
}

/** Rows of the table; more are no reading matter. */
const mostRows = 40;

/** Tools that a row names. */
const mostTools = 8;

/** Reads what a plan says of clients. */
export function clientData({ clients, manifest }: ServerPlan): ClientData {
  const { auth, hasIssuer, variables } = clients;
  return {
    asksToken: auth !== 'none',
    hasIssuer,
    asksIdentity: variables.some(({ name }) => name === 'MCP_IDENTITY'),
    variables: variables.map((each) => clientVariable(each, auth)),
    scopes: hasIssuer ? scopeRows(manifest.tools) : [],
  };
}

function clientVariable(
  variable: PlannedClients['variables'][number],
  auth: PlannedClients['auth'],
): VariableData {
  const { required, modes } = variable;
  const data = variableData(variable, required && modes.includes(auth));
  // The README is written once, and what holds can change with each generation.
  if (variable.name === 'MCP_AUTH') return { ...data, default: 'as `.env.example` says' };
  return required
    ? { ...data, default: `none: required with ${modes.map(markdownCode).join(' and ')}` }
    : data;
}

function scopeRows(tools: ServerPlan['manifest']['tools']): readonly ScopeRow[] {
  const byScopes = new Map<string, string[]>();
  for (const { name, scopes } of tools) {
    const text = scopes === undefined ? 'none: every client' : scopes.map(setText).join(' or ');
    const names = byScopes.get(text) ?? [];
    if (names.length === 0) byScopes.set(text, names);
    names.push(name);
  }
  return [...byScopes]
    .slice(0, mostRows)
    .map(([scopes, names]) => ({ scopes, tools: codeList(names, mostTools) }));
}

function setText(scopes: readonly string[]): string {
  return scopes.length === 0 ? 'none' : scopes.map(markdownCode).join(' and ');
}
