import type { PlannedScheme, ServerPlan } from '../plan/plan.js';
import { envName, propertyName, stringLiteral } from './text.js';

/** A security scheme whose code the README shows. */
export interface AuthenticateData {
  /** Its name, as the name of a property. */
  readonly property: string;
  /** The header that its credential stands in, as a string literal. */
  readonly header: string;
  /** A variable for its credential, as a string literal. */
  readonly variable: string;
}

/** The scheme that needs code, or else the first; `undefined` where the API has none. */
export function authenticateData({
  securitySchemes,
  manifest,
}: Pick<ServerPlan, 'securitySchemes' | 'manifest'>): AuthenticateData | undefined {
  const scheme = securitySchemes.find(({ ways }) => ways.length === 0) ?? securitySchemes[0];
  if (scheme === undefined) return undefined;
  return {
    // Written plainly, that name would set the prototype.
    property: scheme.name === '__proto__' ? "['__proto__']" : propertyName(scheme.name),
    header: stringLiteral(headerOf(scheme)),
    variable: stringLiteral(variableFor(manifest.allowedOriginsEnv)),
  };
}

function headerOf({ scheme }: PlannedScheme): string {
  return scheme.type === 'apiKey' && scheme.in === 'header' ? scheme.name : 'authorization';
}

/** A name like those of the other variables of the project. */
function variableFor(allowedOriginsEnv: string): string {
  return envName(allowedOriginsEnv.replace(/ALLOWED_ORIGINS(?:_\d+)?$/, 'CREDENTIAL'));
}
