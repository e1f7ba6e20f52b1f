import type { CallToolResult } from '@modelcontextprotocol/server';
import type { RequestBinding } from '../../src/runtime/binding.js';
import { createCallTool, type CallTool } from '../../src/runtime/call.js';
import type { Caller } from '../../src/runtime/caller.js';
import type { Hooks } from '../../src/runtime/hooks.js';
import { defaultLimits, type Limits } from '../../src/runtime/limits.js';
import type { Manifest } from '../../src/runtime/manifest.js';
import { environmentCredentials, type Credentials, type SecurityScheme } from '../../src/runtime/security.js';
import { madeManifest, madeTool } from './made-manifest.js';

/** A service whose one tool needs credentials. */
export interface CredentialService {
  readonly url: string;
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly credentials?: Credentials;
  readonly hooks?: Hooks;
  readonly limits?: Partial<Limits>;
  readonly manifest?: Partial<Manifest>;
}

/** How one call is made. */
export interface CredentialCall {
  readonly request?: Partial<RequestBinding>;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly caller?: Caller;
  readonly signal?: AbortSignal;
}

/** What came of a call. */
export interface CalledResult {
  readonly result: CallToolResult;
  readonly text: string;
}

/** Makes the function that calls the tool of a service; all its calls share what the service remembers. */
export function callerOfService(
  service: CredentialService,
): (call?: CredentialCall) => Promise<CalledResult> {
  const { url, schemes, variables = {}, hooks = {}, limits = {} } = service;
  const manifest = madeManifest([], {
    upstream: { url, variables: {}, env: 'T_BASE_URL' },
    allowedOriginsEnv: 'T_ALLOWED_ORIGINS',
    securitySchemes: schemes,
    ...service.manifest,
  });
  const callTool: CallTool = createCallTool(manifest, {
    credentials: service.credentials ?? environmentCredentials(variables),
    environment: variables,
    limits: { ...defaultLimits, ...limits },
    hooks,
  });
  const security = [Object.fromEntries(Object.keys(schemes).map((name) => [name, []]))];
  return async ({ request = {}, args = {}, caller, signal = new AbortController().signal } = {}) => {
    const tool = madeTool({ name: 'tool' });
    const result = await callTool({ ...tool, request: { ...tool.request, security, ...request } }, args, {
      signal,
      progress: () => undefined,
      ...(caller !== undefined && { caller }),
    });
    const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    return { result, text };
  };
}

/** A caller by a token. */
export function madeCaller(parts: Partial<Caller> = {}): Caller {
  return {
    subject: 'alice',
    clientId: 'client',
    scopes: undefined,
    claims: {},
    token: 'CALLERTOKENq71.e30.s1gnature-0f_it',
    expiresAt: undefined,
    identity: 'service',
    ...parts,
  };
}
