import { ownMember } from '../own-member.js';
import type { Credential, SchemeShape, SecurityRequirement, SecurityScheme } from '../security.js';
import { variableGiven } from './given-variables.js';
import { credentialParts, exchangeWays, type PartName } from './parts.js';

type Ways = readonly (readonly PartName[])[];

/** Whether a scheme is one of those whose tokens an authorization server issues. */
export function hasIssuer({ type }: SchemeShape): boolean {
  return type === 'oauth2' || type === 'openIdConnect';
}

/** The sets of parts each of which is enough: in an exchange those by which a client can exchange tokens. */
function waysOf(scheme: SchemeShape, isExchange: boolean): Ways {
  const { parts, ways } = credentialParts(scheme);
  if (!isExchange || !hasIssuer(scheme)) return ways;
  return exchangeWays.filter((way) => way.every((part) => Object.hasOwn(parts, part)));
}

/** Whether a credential has all parts of one way. */
export function isWhole(scheme: SchemeShape, credential: Credential, isExchange = false): boolean {
  return wayUsed(scheme, credential, isExchange) !== undefined;
}

/** The way that is gone: by a ready token where there is one, else the first of which nothing is missing. */
function wayUsed(
  scheme: SchemeShape,
  credential: Credential,
  isExchange: boolean,
): readonly PartName[] | undefined {
  const ways = waysOf(scheme, isExchange).filter((way) => way.every((part) => isSet(credential, part)));
  return ways.find((way) => way.includes('token')) ?? ways[0];
}

function isSet(credential: Credential, part: PartName): boolean {
  return Boolean(ownMember(credential, part)?.trim());
}

/** The variables to look at where the credential of a scheme cannot be used. */
export function variablesUsed(scheme: SecurityScheme, credential: Credential): readonly string[] {
  const way = wayUsed(scheme, credential, false) ?? [];
  const parts: readonly PartName[] = isSet(credential, 'certificateAuthority')
    ? [...way, 'certificateAuthority']
    : way;
  return parts.flatMap((part) => variableGiven({ scheme, credential }, part) ?? []);
}

function variablesOf({ env }: SecurityScheme, parts: readonly PartName[]): readonly string[] {
  return parts.flatMap((part) => ownMember(env, part) ?? []);
}

/** Ways of which every part has a variable. */
function nameableWays(scheme: SecurityScheme, isExchange: boolean): Ways {
  return waysOf(scheme, isExchange).filter((way) => way.every((part) => Object.hasOwn(scheme.env, part)));
}

/** What an alternative needs of its server's owner. */
export interface Needs {
  /** Sets of variables, each of which is enough; an empty one where there are none to set. */
  readonly ways: readonly (readonly string[])[];
  /** Schemes that are done by code of the owner's. */
  readonly byCode: readonly string[];
}

/** How schemes are met that code of the owner's does not do. */
export interface NeedSettings {
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
  /** Whether code of the owner's does a scheme. */
  readonly isHooked?: (schemeName: string) => boolean;
  readonly isExchange?: boolean;
}

/** What an alternative needs: all combinations of the ways of its schemes. */
export function needsOf(requirement: SecurityRequirement, settings: NeedSettings): Needs {
  const { schemes, isHooked = () => false, isExchange = false } = settings;
  const byCode: string[] = [];
  let ways: readonly (readonly string[])[] = [[]];
  for (const name of Object.keys(requirement)) {
    if (isHooked(name)) continue;
    const scheme = ownMember(schemes, name);
    const own = scheme === undefined ? [] : nameableWays(scheme, isExchange);
    if (scheme === undefined || own.length === 0) byCode.push(name);
    else
      ways = combined(
        ways,
        own.map((way) => variablesOf(scheme, way)),
      );
  }
  return { ways, byCode };
}

type Sets = readonly (readonly string[])[];

// More of them nobody reads, and names of documents decide how many there are.
const mostWays = 16;

function combined(ways: Sets, own: Sets): Sets {
  const counting = ways.length * own.length > mostWays ? own.slice(0, 1) : own;
  return counting.flatMap((variables) => ways.map((others) => [...others, ...variables]));
}
