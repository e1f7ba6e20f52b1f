/** What the Specification calls the object that a definition describes; the first pattern that fits decides. */
const names: readonly (readonly [definition: RegExp, name: string])[] = [
  [/^$/, 'OpenAPI'],
  [/reference$/i, 'Reference'],
  [/(?:parameter|subschema|parameterlocation|schemaxorcontent)$/i, 'Parameter'],
  [/^(?:fileschema|schema)$/i, 'Schema'],
  [/^primitivesitems$/i, 'Items'],
  [/^(?:oauthflows|oauth-flows)$/i, 'OAuth Flows'],
  [/flow$|^(?:implicit|password|client-credentials|authorization-code|device-authorization)$/i, 'OAuth Flow'],
  [/(?:security|securityscheme|security-scheme)$/i, 'Security Scheme'],
  [/^callbacks?$/i, 'Callback'],
  [/^externaldoc/i, 'External Documentation'],
  [/^xml$/i, 'XML'],
];

/** The name of the object that a subschema of an official schema describes, without `Object`. */
export function objectNameOf(pointer: string): string {
  const [, definition = ''] = /.*\/(?:definitions|\$defs|draft4)\/([^/]+)/.exec(pointer) ?? [];
  const known = names.find(([pattern]) => pattern.test(definition));
  return known?.[1] ?? titleOf(definition);
}

function titleOf(definition: string): string {
  return definition
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[- ]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
