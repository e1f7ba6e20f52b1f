import type { NamedScheme } from '../model/model.js';
import {
  credentialParts,
  exchangeWays,
  type CredentialParts,
  type PartName,
} from '../runtime/credentials/parts.js';
import type { SchemeShape, SecurityRequirement } from '../runtime/security.js';
import type { VariableNames } from './environment.js';
import { wordsOf } from './names/words.js';
import type { EnvironmentVariable, PlannedScheme } from './plan.js';
import { presetsOf, relativeUrlFor, tokenUrlsOf, whatIs } from './scheme-texts.js';
import { cutCharacters } from './texts/cut.js';
import { cleanLine, cleanText } from './texts/text.js';

/** The credentials of an emitted server. */
export interface PlannedCredentials {
  /** Those that tools need, in document order. */
  readonly schemes: readonly PlannedScheme[];
  /** The variable that chooses among alternatives; `undefined` where no tool has several. */
  readonly choice: EnvironmentVariable | undefined;
}

/** The security that tools ask for: a list of alternatives for each. */
type Requirements = readonly (readonly SecurityRequirement[])[];

/** Names the variables of the security schemes that tools ask for. */
export function planCredentials(
  schemes: ReadonlyMap<string, NamedScheme>,
  requirements: Requirements,
  names: VariableNames,
): PlannedCredentials {
  const scopes = scopesByScheme(requirements);
  const always = new Set(requirements.flatMap(namesInAll));
  const planned = [...schemes].flatMap(([name, named]) => {
    const own = scopes.get(name);
    if (own === undefined) return [];
    return [planScheme(name, named, { scopes: [...own], isAlwaysAsked: always.has(name) }, names)];
  });
  return { schemes: planned, choice: planChoice(requirements, names) };
}

/** The scopes that are asked of every scheme that is used. */
function scopesByScheme(requirements: Requirements): ReadonlyMap<string, ReadonlySet<string>> {
  const scopes = new Map<string, Set<string>>();
  for (const [name, own] of requirements.flat().flatMap((requirement) => Object.entries(requirement))) {
    const known = scopes.get(name) ?? new Set();
    for (const scope of own) known.add(scope);
    scopes.set(name, known);
  }
  return scopes;
}

/** The schemes that every alternative of a tool needs. */
function namesInAll(alternatives: readonly SecurityRequirement[]): readonly string[] {
  const [first = {}, ...others] = alternatives;
  return Object.keys(first).filter((name) => others.every((other) => Object.hasOwn(other, name)));
}

/** What tools ask of a scheme. */
interface Use {
  readonly scopes: readonly string[];
  /** Whether some tool has no alternative without it. */
  readonly isAlwaysAsked: boolean;
}

function planScheme(
  name: string,
  named: NamedScheme,
  { scopes, isAlwaysAsked }: Use,
  names: VariableNames,
): PlannedScheme {
  const { scheme, description, isDeprecated } = named;
  const { parts, ways } = credentialParts(scheme);
  const env = nameVariables(name, parts, names);
  const presets = presetsOf(scheme);
  // Where there are several ways, nothing is missing as long as one is there.
  const needed = isAlwaysAsked && ways.length === 1 ? ways.flat() : [];
  const purposes = purposesOf(name, named, env);
  return {
    name,
    scheme: { ...scheme, env: Object.fromEntries(env) },
    what: `${whatIs(scheme)}${isDeprecated === true ? ' (deprecated)' : ''}`,
    description: cleanText(description ?? '') || undefined,
    scopes,
    ways: ways.map((way) => way.flatMap((part) => env.get(part) ?? [])),
    ...(env.has('clientId') && {
      exchangeWays: exchangeWays.map((way) => way.flatMap((part) => env.get(part) ?? [])),
    }),
    variables: [...env].map(([part, variable], at) => ({
      name: variable,
      purpose: purposes[at] ?? '',
      default: presets[part],
      required: needed.includes(part),
      secret: parts[part]?.secret === true,
    })),
    hasLogin: env.has('refreshToken'),
  };
}

type Parts = CredentialParts['parts'];

/** The variable of every part, in the order of the parts. */
function nameVariables(scheme: string, parts: Parts, names: VariableNames): ReadonlyMap<PartName, string> {
  const all = Object.entries(parts);
  return new Map(
    all.map(([part, { ending }]) => {
      const words = all.length === 1 ? nameParts(scheme, ending) : [scheme, ending];
      // The keys of a table of the runtime's are its type's.
      return [
        part as PartName,
        names.take({ of: `${part} of the security scheme ${JSON.stringify(scheme)}` }, ...words),
      ];
    }),
  );
}

/** What is said of every part: of one that is the whole credential all that is said of its scheme, too. */
function purposesOf(
  name: string,
  { scheme, description, isDeprecated }: NamedScheme,
  env: ReadonlyMap<PartName, string>,
): readonly string[] {
  const { parts } = credentialParts(scheme);
  if (env.size > 1)
    return [...env].map(
      ([part, variable]) => `${parts[part]?.purpose ?? ''}${hintOf(part, variable, scheme)}`,
    );
  const remark = `(security scheme '${cleanLine(name)}'${isDeprecated === true ? ', deprecated' : ''})`;
  const told = cutCharacters(cleanLine(description ?? ''), 200);
  return [`${whatIs(scheme)} ${remark}${told === '' ? '' : `: ${told}`}`];
}

/** A scheme whose name says already what its one variable holds does not say it twice: `PETS_API_KEY`. */
function nameParts(scheme: string, ending: string): readonly string[] {
  return wordsOf(scheme).at(-1)?.endsWith(ending.toLowerCase()) ? [scheme] : [scheme, ending];
}

/** What else has to be known of a part. */
function hintOf(part: PartName, variable: string, scheme: SchemeShape): string {
  // PEM has several lines, and lies in files.
  if (/^(?:certificate|privateKey)/.test(part)) return `, or its file by ${variable}_FILE`;
  const tokenUrls = part === 'tokenUrl' ? tokenUrlsOf(scheme) : [];
  if (tokenUrls.length > 1)
    return `, in place of those of the document: ${tokenUrls.map(cleanLine).join(' and ')}`;
  const relative = relativeUrlFor(part, scheme);
  if (relative !== undefined)
    return `; otherwise ${cleanLine(relative)}, relative to the base URL of the API`;
  const isTold = part === 'issuer' && presetsOf(scheme).issuer !== undefined;
  return isTold ? '; that of the document counts once it stands here, or where the API is there too' : '';
}

/** Alternatives that the purpose of the choice names. */
const mostNamed = 6;

/** The variable that names the schemes to use, where some tool can be called by more than one set of them. */
function planChoice(requirements: Requirements, names: VariableNames): EnvironmentVariable | undefined {
  const named = requirements.map((list) => list.filter((alternative) => Object.keys(alternative).length > 0));
  const several = named.filter((list) => list.length > 1).flat();
  if (several.length === 0) return undefined;
  const sets = [...new Set(several.map((alternative) => Object.keys(alternative).map(cleanLine).join(',')))];
  const more = sets.length > mostNamed ? ' or another' : '';
  return {
    name: names.take({ of: 'choice of security schemes' }, 'security'),
    purpose: `Security schemes by which tools are called that can be by several, separated by commas in any order; the first that are set otherwise: ${sets.slice(0, mostNamed).join(' or ')}${more}`,
    default: undefined,
    required: false,
    secret: false,
  };
}
