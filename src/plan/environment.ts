import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { NamedScheme } from '../model/model.js';
import { credentialVariables, type SecurityRequirement, type SecurityScheme } from '../runtime/security.js';
import type { EnvironmentVariable } from './plan.js';
import { cutCharacters } from './texts/cut.js';
import { cleanLine } from './texts/text.js';
import { wordsOf } from './names/words.js';

/** Gives out names of environment variables, each once. */
export interface VariableNames {
  /** The variable of these parts: `PETSTORE_SERVER_REGION` of `server`, `region`. */
  readonly take: (...parts: readonly string[]) => string;
  /** Whether a name is given out, or would be that of the file of one. */
  readonly isTaken: (name: string) => boolean;
}

/** Names that start with `prefix`. One that is taken already gets a number. */
export function createVariableNames(prefix: string, diagnostics: Diagnostics): VariableNames {
  const taken = new Set<string>();
  // The variable's value can also stand in a file, which `<NAME>_FILE` names.
  const isTaken = (name: string): boolean => taken.has(name) || taken.has(`${name}_FILE`);
  return {
    isTaken,
    take: (...parts) => {
      const words = parts.map((part) => wordsOf(part).join('_').toUpperCase());
      const name = [prefix, ...words.filter((word) => word !== '')].join('_');
      let free = name;
      for (let count = 2; isTaken(free); count += 1) free = `${name}_${count}`;
      if (free !== name) diagnostics.report('variable-renamed', { name, renamed: free });
      taken.add(free);
      taken.add(`${free}_FILE`);
      return free;
    },
  };
}

/** The credentials of an emitted server. */
interface PlannedCredentials {
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  readonly variables: readonly EnvironmentVariable[];
}

/** Names the variables of the security schemes that `requirements`, one list for each tool, ask for. */
export function planCredentials(
  schemes: ReadonlyMap<string, NamedScheme>,
  requirements: readonly (readonly SecurityRequirement[])[],
  names: VariableNames,
): PlannedCredentials {
  const used = new Set(
    requirements.flatMap((list) => list.flatMap((requirement) => Object.keys(requirement))),
  );
  const planned = [...schemes]
    .filter(([name]) => used.has(name))
    .map(([name, { scheme, description }]) => {
      const parts = Object.entries(credentialVariables(scheme));
      const env = Object.fromEntries(
        parts.map(([part, ending]) => [part, names.take(...nameParts(name, ending))]),
      );
      const required = requirements.some((list) => isAlwaysAsked(name, list));
      const purpose = purposeOf(name, scheme, description);
      const variables = Object.entries(env).map(([part, variable]): EnvironmentVariable => ({
        name: variable,
        purpose: `${parts.length === 1 ? purpose.what : `${purpose.what}, ${part}`}${purpose.more}`,
        default: undefined,
        required,
        secret: true,
      }));
      return { name, scheme: { ...scheme, env }, variables };
    });
  return {
    securitySchemes: Object.fromEntries(planned.map(({ name, scheme }) => [name, scheme])),
    variables: planned.flatMap(({ variables }) => variables),
  };
}

/** A scheme whose name says already what its variable holds does not say it twice: `PETS_API_KEY`. */
function nameParts(scheme: string, ending: string): readonly string[] {
  return wordsOf(scheme).at(-1)?.endsWith(ending.toLowerCase()) ? [scheme] : [scheme, ending];
}

function isAlwaysAsked(scheme: string, requirements: readonly SecurityRequirement[]): boolean {
  return requirements.length > 0 && requirements.every((requirement) => Object.hasOwn(requirement, scheme));
}

function purposeOf(
  name: string,
  scheme: NamedScheme['scheme'],
  description: string | undefined,
): { readonly what: string; readonly more: string } {
  const what: Readonly<Record<NamedScheme['scheme']['type'], string>> = {
    apiKey: scheme.type === 'apiKey' ? `API key, sent as the ${scheme.in} '${cleanLine(scheme.name)}'` : '',
    http: scheme.type === 'http' && scheme.scheme === 'basic' ? 'HTTP Basic' : 'Bearer token',
    oauth2: 'OAuth 2.0 access token',
    openIdConnect: 'OpenID Connect access token',
  };
  const told = description === undefined ? '' : `: ${cutCharacters(cleanLine(description), 200)}`;
  return { what: what[scheme.type], more: ` (security scheme '${cleanLine(name)}')${told}` };
}
