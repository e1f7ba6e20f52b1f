import type { Manifest } from '../manifest.js';
import type { SecurityScheme } from '../security.js';
import { SettingError } from '../settings.js';

/** A security scheme that one can sign in to. */
export interface LoginScheme {
  /** As the document names it. */
  readonly name: string;
  readonly scheme: SecurityScheme;
  /** Those that tools ask of it, each once. */
  readonly scopes: readonly string[];
}

/** The scheme that is signed in to: the one that was named, or the only one. */
export function chooseLoginScheme(
  manifest: Pick<Manifest, 'securitySchemes' | 'tools'>,
  wanted: string | undefined,
): LoginScheme {
  const schemes = Object.entries(manifest.securitySchemes).filter(([, scheme]) => hasLogin(scheme));
  const names = schemes.map(([name]) => JSON.stringify(name)).join(', ');
  if (schemes.length === 0)
    throw new SettingError('There is nothing to sign in to: no tool takes such a token.');
  const [found, other] = wanted === undefined ? schemes : namedBy(wanted, schemes);
  if (found !== undefined && other === undefined) {
    const [name, scheme] = found;
    return { name, scheme, scopes: scopesOfTools(name, manifest) };
  }
  if (wanted === undefined) throw new SettingError(`Name the scheme to sign in to: ${names}.`);
  throw new SettingError(`There is no such scheme to sign in to. There are: ${names}.`);
}

/** Whether a login can obtain the tokens of a scheme: its credential has a part for them. */
export function hasLogin({ env }: SecurityScheme): boolean {
  return Object.hasOwn(env, 'refreshToken');
}

type Named = readonly (readonly [name: string, scheme: SecurityScheme])[];

/** The scheme of that very name, or else those that differ from it in their capitals alone. */
function namedBy(wanted: string, schemes: Named): Named {
  const exact = schemes.filter(([name]) => name === wanted);
  if (exact.length > 0) return exact;
  return schemes.filter(([name]) => name.toLowerCase() === wanted.toLowerCase());
}

/** The scopes that tools ask of a scheme, each once. */
export function scopesOfTools(name: string, { tools }: Pick<Manifest, 'tools'>): readonly string[] {
  const requirements = tools.flatMap(({ request }) => request.security);
  return [
    ...new Set(
      requirements.flatMap((requirement) =>
        Object.hasOwn(requirement, name) ? (requirement[name] ?? []) : [],
      ),
    ),
  ];
}
