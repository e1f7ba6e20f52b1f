import type { PlannedScheme } from '../plan/plan.js';
import { codeList } from './code-list.js';
import { envName, markdownCode } from './text.js';

/** A scheme whose tokens an issuer gives to a client. */
export interface OAuthSchemeData {
  /** For Markdown. */
  readonly name: string;
  /** What the names of its variables begin with. */
  readonly prefix: string;
  /** The grants that the document has, in words; `''` where it has none. */
  readonly grants: string;
  /** For Markdown: those that tools ask for; `''` for none. */
  readonly scopes: string;
}

/** Scopes that a line names. */
const mostScopes = 12;

/** Reads what a scheme's client is; nothing where it has none. */
export function oauthScheme({ name, scheme, scopes }: PlannedScheme): readonly OAuthSchemeData[] {
  const clientId = scheme.env['clientId'];
  if (clientId === undefined) return [];
  const prefix = envName(clientId.replace(/CLIENT_ID(?=_\d+$|$)/, ''));
  return [
    { name: markdownCode(name), prefix, grants: grantsOf(scheme), scopes: codeList(scopes, mostScopes) },
  ];
}

/** What is no way where each call carries its caller. */
const ownParts = ['token', 'refreshToken'] as const;

/** A scheme where tokens of callers are exchanged: by a client that proves who it is, and by no token of its own. */
export function inExchange(planned: PlannedScheme): PlannedScheme {
  const { scheme, variables, exchangeWays } = planned;
  if (exchangeWays === undefined) return planned;
  const own = new Set(ownParts.flatMap((part) => scheme.env[part] ?? []));
  return {
    ...planned,
    ways: exchangeWays,
    variables: variables.map((variable) =>
      own.has(variable.name)
        ? { ...variable, purpose: `${variable.purpose}; on stdio alone, since MCP_IDENTITY is exchange` }
        : variable,
    ),
  };
}

/** Whether a client can get tokens of a scheme by itself. */
export function takesClientCredentials(scheme: PlannedScheme['scheme']): boolean {
  return (
    scheme.type === 'openIdConnect' ||
    (scheme.type === 'oauth2' && scheme.flows.clientCredentials !== undefined)
  );
}

const grantNames = [
  ['clientCredentials', 'client credentials'],
  ['authorizationCode', 'authorization code'],
  ['deviceAuthorization', 'device code'],
] as const;

/** The grants of an OAuth Flows Object that are run here; what an OpenID Provider has, its metadata say. */
export function grantsOf(scheme: PlannedScheme['scheme']): string {
  if (scheme.type !== 'oauth2') return '';
  const names = grantNames.filter(([flow]) => scheme.flows[flow] !== undefined).map(([, name]) => name);
  return names.join(', ');
}
