import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { hostOf, isWebUrl } from './diagnostics/addresses.js';
import { didYouMean } from './diagnostics/did-you-mean.js';
import { defaultLimits } from './load/limits.js';
import { defaultBudgets } from './plan/hosts/budgets.js';
import { readFilter } from './plan/filters.js';
import { longestToolName, namingStyles } from './plan/names/naming.js';
import { profileNames } from './plan/hosts/profile-names.js';
import { authModes, identities, visibilities } from './runtime/authorization/variables.js';
import { isScopeToken, notAsked } from './runtime/scope-token.js';

/** Says what is wrong with a value; `undefined` where nothing is. */
export type Rule = (value: string) => string | undefined;

/** What flags, configuration and lock demand of the same values. */
export const valueRules = {
  name: (value) =>
    value.length <= 64 && /^(@[a-z0-9-][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(value)
      ? undefined
      : 'a package name has up to 64 lower-case letters, digits, `.`, `_` and `-`, first a letter or a digit.',
  serverUrl: (value) => {
    if (!URL.canParse(value)) return 'it is no absolute URL.';
    const { protocol, username, password, search, hash } = new URL(value);
    if (protocol !== 'http:' && protocol !== 'https:') return 'it is neither http nor https.';
    if (username !== '' || password !== '')
      return 'it holds credentials; set them when the server is started.';
    return search === '' && hash === '' ? undefined : 'a base URL has no query and no fragment.';
  },
  filter: (value) => {
    const read = readFilter(value);
    return typeof read === 'string' ? read : undefined;
  },
  host: (value) =>
    hostOf(value) === undefined
      ? 'a host is written example.com or example.com:8443, without https:// and without a path.'
      : undefined,
  overlay: (value) => {
    if (value === '') return 'it is empty.';
    if (!isWebUrl(value)) return undefined;
    if (!URL.canParse(value)) return 'it is no valid URL.';
    const { username, password } = new URL(value);
    return username === '' && password === '' ? undefined : 'it holds credentials, which are never read.';
  },
  envPrefix: (value) =>
    /^[A-Z][A-Z0-9_]*$/.test(value) && !reserved.test(value)
      ? undefined
      : 'it has capitals, digits and `_`, first a letter, and starts with none of MCP, NODE, NPM, HOST, PORT.',
  variable: (value) =>
    /^[A-Z][A-Z0-9_]*$/.test(value) && !reserved.test(value) && value !== 'PATH'
      ? undefined
      : 'a variable has capitals, digits and `_`, first a letter, and is none of PATH, HOST, PORT, MCP_…, NODE_…, NPM_….',
  naming: (value) => oneOf(value, namingStyles),
  toolNamePrefix: (value) =>
    /^[a-zA-Z0-9_-]{0,32}$/.test(value) ? undefined : 'a prefix has up to 32 letters, digits, `_` and `-`.',
  profile: (value) => oneOf(value, profileNames),
  auth: (value) => oneOf(value, authModes),
  identity: (value) => oneOf(value, identities),
  visibility: (value) => oneOf(value, visibilities),
  scope: (value) => {
    if (!isScopeToken(value))
      return 'a scope is one word of visible ASCII without quotes and backslashes (RFC 6749).';
    return notAsked.has(value) ? 'clients ask their issuer for it, and it allows nothing here.' : undefined;
  },
  folder: (value) =>
    statSync(value, { throwIfNoEntry: false })?.isDirectory() === true
      ? undefined
      : 'there is no such folder.',
} satisfies Record<string, Rule>;

function oneOf(value: string, known: readonly string[]): string | undefined {
  if (known.includes(value)) return undefined;
  const meant = didYouMean(value, known);
  return `there is no '${value}'; ${meant === undefined ? `they are ${known.join(', ')}.` : `did you mean ${meant}?`}`;
}

const reserved = /^(?:MCP|NODE|NPM|HOST|PORT)(?:_|$)/;

/** Says what is wrong with a limit of this name and value. */
export function limitProblem(name: string, value: unknown): string | undefined {
  return numberProblem('limit', Object.keys(defaultLimits), name, value);
}

/** Says what is wrong with a budget of this name and value. */
export function budgetProblem(name: string, value: unknown): string | undefined {
  return numberProblem('budget', Object.keys(defaultBudgets), name, value);
}

/** Says what is wrong with the most characters that a tool's name is to have. */
export function lengthProblem(value: unknown): string | undefined {
  return Number.isSafeInteger(value) && Number(value) >= shortestName && Number(value) <= longestToolName
    ? undefined
    : `the length of tool names is a whole number from ${shortestName} to ${longestToolName}.`;
}

/** Shorter names are digests rather than words. */
const shortestName = 16;

function numberProblem(
  kind: string,
  names: readonly string[],
  name: string,
  value: unknown,
): string | undefined {
  if (!names.includes(name)) {
    const meant = didYouMean(name, names);
    return `there is no ${kind} '${name}'; ${meant === undefined ? `they are ${names.join(', ')}.` : `did you mean ${meant}?`}`;
  }
  // `isSafeInteger` is true of numbers alone.
  if (Number.isSafeInteger(value) && (value as number) >= 0) return undefined;
  return `the ${kind} '${name}' takes a whole number, 0 or more.`;
}

/** A path from a folder, or a URL as it is. */
export function absolute(path: string, folder: string): string {
  return isWebUrl(path) ? path : resolve(folder, path);
}
