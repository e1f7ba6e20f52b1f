import type { Caller } from '../caller.js';
import type { Manifest } from '../manifest.js';
import { ownMember } from '../own-member.js';
import type { Credential, Credentials, SecurityRequirement, SecurityScheme } from '../security.js';
import { setting, SettingError, type Environment } from '../settings.js';
import { ToolError } from '../tool-error.js';
import { withoutParts } from './given-variables.js';
import { quotedName } from './quoted-name.js';
import { hasIssuer, isWhole, needsOf } from './ways.js';

/** A scheme of the alternative that is taken. */
export interface ChosenScheme {
  readonly name: string;
  readonly scheme: SecurityScheme;
  readonly scopes: readonly string[];
  /** Missing where code of the server's owner does the scheme. */
  readonly credential?: Credential;
}

/** What an alternative is chosen by. */
export interface Choice {
  /** Any one of them is enough; `{}` is none. */
  readonly requirements: readonly SecurityRequirement[];
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
  readonly credentials: Credentials;
  /** The schemes that the operator has chosen by name; none where the first alternative is as good as any. */
  readonly chosen: ReadonlySet<string>;
  readonly caller: Caller | undefined;
  /** Whether code of the owner's does a scheme. */
  readonly isHooked: (schemeName: string) => boolean;
}

type ChosenSettings = Pick<Manifest, 'securityEnv' | 'securityPreset' | 'securitySchemes'>;

/** Reads which schemes are chosen by name: the variable wins over what the manifest says. */
export function readChosenSchemes(
  { securityEnv, securityPreset = [], securitySchemes }: ChosenSettings,
  environment: Environment,
): ReadonlySet<string> {
  const text = securityEnv === undefined ? undefined : setting(environment, securityEnv);
  if (text === undefined) return new Set(securityPreset);
  const names = text.split(',').map((name) => name.trim());
  const stranger = names.find((name) => name !== '' && !Object.hasOwn(securitySchemes, name));
  if (stranger === undefined) return new Set(names);
  const known = Object.keys(securitySchemes).map(quotedName).join(', ');
  throw new SettingError(
    `${securityEnv} holds ${quotedName(stranger)}, which is no security scheme of this API; there are ${known || 'none'}.`,
  );
}

/** The alternative that an operator has chosen: of those made of chosen schemes alone, the first with the most. */
export function chosenAlternative(
  alternatives: readonly SecurityRequirement[],
  chosen: ReadonlySet<string>,
): SecurityRequirement | undefined {
  if (chosen.size === 0) return undefined;
  const sizeOf = (alternative: SecurityRequirement): number => Object.keys(alternative).length;
  return alternatives
    .filter(
      (alternative) => sizeOf(alternative) > 0 && Object.keys(alternative).every((name) => chosen.has(name)),
    )
    .reduce<SecurityRequirement | undefined>(
      (best, each) => (best === undefined || sizeOf(each) > sizeOf(best) ? each : best),
      undefined,
    );
}

/**
 * The schemes of the alternative that is taken: the one that was chosen by name, else the first that is configured
 * whole; none where the operation needs no credentials. `{}` counts only where no other is configured.
 */
export async function chooseSchemes(choice: Choice): Promise<readonly ChosenScheme[]> {
  const { counting, isOptional } = alternativesOf(choice);
  const isExchange = choice.caller?.identity === 'exchange';
  for (const alternative of counting) {
    const found = await schemesOf(alternative, choice, isExchange);
    if (found !== undefined) return found;
  }
  if (isOptional) return [];
  throw counting.length === 0 ? notOfCaller() : missing(counting, choice, isExchange);
}

/** The alternatives of an operation that count. */
export interface Alternatives {
  /** Those to try, in this order; one that was chosen by name is the only one. */
  readonly counting: readonly SecurityRequirement[];
  /** Whether the operation is called without credentials where none of them is configured. */
  readonly isOptional: boolean;
}

/** Finds out which alternatives of an operation count. */
export function alternativesOf({
  requirements,
  schemes,
  chosen,
  caller,
}: Pick<Choice, 'requirements' | 'schemes' | 'chosen'> & {
  readonly caller: Pick<Caller, 'identity'> | undefined;
}): Alternatives {
  const needed = requirements.filter((requirement) => Object.keys(requirement).length > 0);
  if (needed.length === 0) return { counting: [], isOptional: true };
  const byName = chosenAlternative(needed, chosen);
  const wanted = byName === undefined ? needed : [byName];
  // Every call of a caller has to carry that caller.
  if (caller?.identity === 'exchange')
    return { counting: wanted.filter((each) => carriesCaller(each, schemes)), isOptional: false };
  return { counting: wanted, isOptional: needed.length < requirements.length && byName === undefined };
}

function carriesCaller(alternative: SecurityRequirement, schemes: Choice['schemes']): boolean {
  return Object.keys(alternative).some((name) => {
    const scheme = ownMember(schemes, name);
    return scheme !== undefined && hasIssuer(scheme);
  });
}

/** The schemes of one alternative with their credentials; `undefined` where any is missing. */
async function schemesOf(
  alternative: SecurityRequirement,
  { schemes, credentials, isHooked }: Choice,
  isExchange: boolean,
): Promise<readonly ChosenScheme[] | undefined> {
  const found: ChosenScheme[] = [];
  for (const [name, scopes] of Object.entries(alternative)) {
    const scheme = ownMember(schemes, name);
    if (scheme === undefined) return undefined;
    if (isHooked(name)) {
      found.push({ name, scheme, scopes });
      continue;
    }
    const given = await credentials(name, scheme);
    const credential = given && (isExchange && hasIssuer(scheme) ? withoutToken(given) : given);
    if (credential === undefined || !isWhole(scheme, credential, isExchange)) return undefined;
    found.push({ name, scheme, scopes, credential });
  }
  return found;
}

/** A ready token is the server's own, and says nothing of a caller. */
function withoutToken(credential: Credential): Credential {
  return withoutParts(credential, ['token']);
}

function notOfCaller(): ToolError {
  return new ToolError(
    'missing-credentials',
    'This tool cannot be called as its caller: its API takes no token that could be exchanged for one of the ' +
      'caller (MCP_IDENTITY is exchange). Nothing was sent.',
  );
}

function missing(
  alternatives: readonly SecurityRequirement[],
  { schemes, isHooked }: Choice,
  isExchange: boolean,
): ToolError {
  const needs = alternatives.map((each) => needsOf(each, { schemes, isHooked, isExchange }));
  const byVariables = needs
    .filter(({ byCode }) => byCode.length === 0)
    .flatMap(({ ways }) => shortened(ways));
  const variables = [...new Set(byVariables.map((names) => names.join(' and ')))].join(', or ');
  const code = [...new Set(needs.flatMap(({ byCode }) => byCode))].map(quotedName).join(' and ');
  const told = [
    variables && `Set ${variables} in the environment of this server.`,
    code && `${code} ${variables && 'otherwise '}needs code: an entry of \`authenticate\` in src/hooks.ts.`,
  ];
  return new ToolError(
    'missing-credentials',
    `This tool needs credentials, and nothing was sent. ${told.filter(Boolean).join(' ')}`,
  );
}

/** The usual way and the last one, which is a token that was obtained elsewhere: the others are in `.env.example`. */
function shortened(ways: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return ways.length > 2 ? [...ways.slice(0, 1), ...ways.slice(-1)] : ways;
}
