import { isObject } from './json.js';
import type { OpenApiVersion } from './version.js';

/** The keys of the Security Requirement Objects of a list that can be URIs which lead out of their file. */
export function schemeUrisIn(security: unknown): readonly string[] {
  if (!Array.isArray(security)) return [];
  return security.flatMap((requirement: unknown) =>
    isObject(requirement)
      ? Object.keys(requirement).filter((key) => !key.startsWith('#') && /[./#:]/.test(key))
      : [],
  );
}

/** Whether a key of a Security Requirement Object is meant as the URI of a scheme, and not as the name of one. */
export function isSchemeUri(key: string): boolean {
  return /[/#]|^urn:|\.(?:ya?ml|json)$/i.test(key);
}

/**
 * The names of a document's own security schemes, which count above URIs; `undefined` in versions in which a Security
 * Requirement Object has names alone.
 */
export function schemeNamesOf(
  { components }: Readonly<Record<string, unknown>>,
  version: OpenApiVersion,
): ReadonlySet<string> | undefined {
  if (version !== '3.2') return undefined;
  const schemes = isObject(components) ? components.securitySchemes : undefined;
  return new Set(isObject(schemes) ? Object.keys(schemes) : []);
}
