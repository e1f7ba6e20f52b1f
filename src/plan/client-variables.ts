import { authorizationVariables, type AuthorizationVariable } from '../runtime/authorization/variables.js';
import type { Manifest } from '../runtime/manifest.js';
import type { ClientVariable, PlannedClients } from './plan.js';

/** Who may call the server over HTTP, and the variables that say so: those of issuers only where they can be asked. */
export function planClients({ access = {}, tools }: Pick<Manifest, 'access' | 'tools'>): PlannedClients {
  const { auth = 'none', identity, visibility } = access;
  const hasIssuer = auth === 'oauth';
  const presets = new Map([
    ['MCP_AUTH', access.auth],
    ['MCP_IDENTITY', identity],
    ['MCP_VISIBILITY', visibility],
  ]);
  // As whom the API is called is no question where it asks for no credentials.
  const hasCredentials = tools.some(({ request }) => request.security.length > 0);
  const entries = Object.entries<AuthorizationVariable>(authorizationVariables);
  const variables = entries
    .filter(([, { modes }]) => hasIssuer || modes.some((mode) => mode !== 'oauth'))
    .filter(([name]) => hasCredentials || name !== 'MCP_IDENTITY')
    .map(([name, variable]) => planVariable(name, variable, presets.get(name)));
  return { auth, identity, hasIssuer, variables };
}

function planVariable(
  name: string,
  { purpose, modes, required, preset, secret }: AuthorizationVariable,
  chosen: string | undefined,
): ClientVariable {
  // What holds otherwise is a value, or told in words.
  const isValue = preset === undefined || /^[a-z+]+$/.test(preset);
  return {
    name,
    purpose: isValue ? purpose : `${purpose}; otherwise ${preset}`,
    default: chosen ?? (isValue ? preset : undefined),
    required: required === true && chosen === undefined,
    secret: secret === true,
    modes,
  };
}
