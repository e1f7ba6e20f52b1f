import { variablesUsed } from '../credentials/ways.js';
import { useScheme, type Credential, type SecurityScheme } from '../security.js';
import { ToolError } from '../tool-error.js';
import { finding, type Finding } from './report.js';

/** Puts a credential into a request that goes nowhere, as calls do: one that no request can carry is told. */
export async function examinePlacing(
  name: string,
  scheme: SecurityScheme,
  credential: Credential,
): Promise<readonly Finding[]> {
  // What stands for the server in the connection is no part of a request: its certificate is looked at.
  if (scheme.type === 'mutualTLS') return [];
  const request = { url: new URL('https://api.invalid/'), headers: new Headers() };
  const placement = await useScheme({
    name,
    scheme,
    credential,
    scopes: [],
    caller: undefined,
    signal: new AbortController().signal,
    origin: request.url.origin,
    tokens: () => Promise.reject(new Error('Nothing is asked for here.')),
    sessions: new Map(),
    hide: () => undefined,
  });
  try {
    placement.place?.(request);
    return [];
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return [finding('wrong', variablesUsed(scheme, credential).join(' and ') || name, error.message)];
  }
}
