import type { RequestBinding } from '../binding.js';
import { chosenAlternative } from '../credentials/choice.js';
import { credentialParts } from '../credentials/parts.js';
import { ownMember } from '../own-member.js';
import type { SecurityRequirement, SecurityScheme } from '../security.js';

/** A Security Scheme Object and the made-up credential for it, by part. */
export interface ExpectedCredential {
  readonly scheme: SecurityScheme;
  readonly parts: Readonly<Record<string, string>>;
}

/** What the credentials of an operation make of a call. */
export interface CredentialOutcome {
  /** What the request carries. */
  readonly credentials: readonly ExpectedCredential[];
  /** What the call lacks, so that nothing may be sent. */
  readonly missing?: string;
  /** Why the call is not made. */
  readonly skip?: string;
}

/** The schemes of an API as they are set up for the self-test. */
export interface TestedSchemes {
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  /** The schemes that were chosen, where operations have several alternatives. */
  readonly securityPreset?: readonly string[];
  /** The schemes that code of the server's owner does. */
  readonly hooked: ReadonlySet<string>;
}

/** A credential that a server can be given in its environment and a stub can tell from any other. */
function madeUpCredential(scheme: SecurityScheme): ExpectedCredential {
  const parts = Object.entries(scheme.env).map(
    ([part, variable]) => [part, `${part}-of-${variable}`] as const,
  );
  return { scheme, parts: Object.fromEntries(parts) };
}

/**
 * Variables with a credential for every scheme that the stub can be called with. Those of the others are empty: what the
 * project's own `.env` says of them does not count.
 */
export function credentialVariables({
  securitySchemes,
}: Pick<TestedSchemes, 'securitySchemes'>): Readonly<Record<string, string>> {
  const variables = Object.values(securitySchemes).flatMap((scheme) => {
    const { parts } = madeUpCredential(scheme);
    const isUsable = obstacleOf(scheme) === undefined;
    return Object.entries(scheme.env).flatMap(([part, variable]) => [
      [variable, isUsable ? (parts[part] ?? '') : ''] as const,
      [`${variable}_FILE`, ''] as const,
    ]);
  });
  return Object.fromEntries(variables);
}

/** What keeps the stub from being called with a scheme; `undefined` where nothing does. */
function obstacleOf(scheme: SecurityScheme): string | undefined {
  if (scheme.type === 'mutualTLS') return 'a client certificate, which a stub without TLS cannot ask for';
  return credentialParts(scheme).ways.length === 0 ? 'code that does it' : undefined;
}

/** What comes of a call: it takes the alternative that was chosen, or else the first that is set up whole. */
export function credentialOutcome({ security }: RequestBinding, schemes: TestedSchemes): CredentialOutcome {
  const needed = security.filter((requirement) => Object.keys(requirement).length > 0);
  const byName = chosenAlternative(needed, new Set(schemes.securityPreset));
  const counting = byName === undefined ? needed : [byName];
  const obstacles = counting.map((alternative) => obstacleIn(alternative, schemes));
  const met = counting[obstacles.indexOf(undefined)];
  if (met !== undefined) return carried(met, schemes);
  const isOptional = needed.length < security.length && byName === undefined;
  const [missing] = obstacles;
  return isOptional || missing === undefined ? { credentials: [] } : { credentials: [], missing };
}

function obstacleIn(
  alternative: SecurityRequirement,
  { securitySchemes, hooked }: TestedSchemes,
): string | undefined {
  for (const name of Object.keys(alternative)) {
    if (hooked.has(name)) continue;
    const scheme = ownMember(securitySchemes, name);
    const obstacle = scheme === undefined ? 'a description of it' : obstacleOf(scheme);
    if (obstacle !== undefined) return `the credential of the scheme ${JSON.stringify(name)}: ${obstacle}`;
  }
  return undefined;
}

function carried(met: SecurityRequirement, { securitySchemes, hooked }: TestedSchemes): CredentialOutcome {
  const names = Object.keys(met);
  const byCode = names.find((name) => hooked.has(name));
  // What it asks, and whom, is not known here.
  if (byCode !== undefined)
    return {
      credentials: [],
      skip: `src/hooks.ts does the scheme ${JSON.stringify(byCode)}: that is for tests of its author`,
    };
  const credentials = names.flatMap((name) => {
    const scheme = ownMember(securitySchemes, name);
    return scheme === undefined ? [] : [madeUpCredential(scheme)];
  });
  return { credentials };
}
