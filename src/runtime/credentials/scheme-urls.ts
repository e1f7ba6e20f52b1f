import { readIssuerUrl } from '../issuers/issuer-url.js';
import type { Manifest } from '../manifest.js';
import type { OAuthFlow, OAuthFlows, SecurityScheme } from '../security.js';
import { isLoopback } from '../loopback.js';
import { baseUrlFor } from '../servers.js';
import type { Environment } from '../settings.js';
import { ToolError } from '../tool-error.js';

type ApiSettings = Pick<Manifest, 'upstream' | 'allowedOriginsEnv' | 'securitySchemes'>;

/**
 * The security schemes of an API with all their URLs absolute. Relative ones belong to the API, and so move with its
 * base URL: a client secret is not to go to a host that the operator has replaced.
 */
export function schemesInForce(
  manifest: ApiSettings,
  environment: Environment,
): Readonly<Record<string, SecurityScheme>> {
  const base = baseUrlIn(manifest, environment);
  const entries = Object.entries(manifest.securitySchemes);
  return Object.fromEntries(entries.map(([name, scheme]) => [name, schemeAt(scheme, base)]));
}

/** Without a base URL there is nothing to call, which each call tells. */
function baseUrlIn(manifest: ApiSettings, environment: Environment): URL | undefined {
  try {
    return baseUrlFor(undefined, manifest, environment);
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

/** A scheme some of whose URLs are left out since they are plain http says so: nothing else tells who looks for them. */
function schemeAt(scheme: SecurityScheme, base: URL | undefined): SecurityScheme {
  const absolute = withAbsoluteUrls(scheme, base);
  if (base?.protocol !== 'http:' || isLoopback(base.hostname) || !hasRelativeUrl(scheme)) return absolute;
  return { ...absolute, plainHttpOrigin: base.origin };
}

function hasRelativeUrl(scheme: SecurityScheme): boolean {
  return urlsOf(scheme).some((url) => url !== undefined && !URL.canParse(url));
}

function urlsOf(scheme: SecurityScheme): readonly (string | undefined)[] {
  if (scheme.type === 'openIdConnect') return [scheme.openIdConnectUrl];
  if (scheme.type !== 'oauth2') return [];
  const flows: readonly OAuthFlow[] = Object.values({ ...scheme.flows });
  return [scheme.oauth2MetadataUrl, ...flows.flatMap((flow) => flowUrls.map((name) => flow[name]))];
}

function withAbsoluteUrls(scheme: SecurityScheme, base: URL | undefined): SecurityScheme {
  if (scheme.type === 'openIdConnect') return absoluteMembers(scheme, ['openIdConnectUrl'], base);
  if (scheme.type !== 'oauth2') return scheme;
  const flows = Object.entries<OAuthFlow>({ ...scheme.flows }).map(
    ([name, flow]) => [name, absoluteMembers(flow, flowUrls, base)] as const,
  );
  // Each flow is still one of its own name.
  const absolute = { ...scheme, flows: Object.fromEntries(flows) as OAuthFlows };
  return absoluteMembers(absolute, ['oauth2MetadataUrl'], base);
}

const flowUrls = ['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'refreshUrl'] as const;

/** An object whose URLs are absolute; one that secrets may not be sent to is left out. */
function absoluteMembers<Value extends object>(
  value: Value,
  names: readonly (keyof Value & string)[],
  base: URL | undefined,
): Value {
  const members = Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const isRelative =
      names.some((own) => own === name) && typeof member === 'string' && !URL.canParse(member);
    const absolute = isRelative ? absoluteUrl(member, base) : member;
    return absolute === undefined ? [] : [[name, absolute] as const];
  });
  // The members that may be missing are texts, and every other is as it was.
  return Object.fromEntries(members) as Value;
}

function absoluteUrl(reference: string, base: URL | undefined): string | undefined {
  if (base === undefined || !URL.canParse(reference, base.href)) return undefined;
  return readIssuerUrl(new URL(reference, base).href)?.href;
}
