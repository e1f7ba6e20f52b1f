import { readFile } from 'node:fs/promises';
import type { Environment } from './settings.js';
import { placeCookie, placeHeader, placeQuery, unusable } from './credential-places.js';
import { ownMember } from './own-member.js';
import { formsOf } from './redaction.js';
import { ToolError } from './tool-error.js';

/** The Security Scheme Objects that emitted servers can satisfy, by `type`. */
interface SchemeShapes {
  apiKey: { readonly name: string; readonly in: 'query' | 'header' | 'cookie' };
  /** `scheme` in lower case. All but `basic`, `bearer` and `digest` is done by code of the server's owner. */
  http: { readonly scheme: string };
  oauth2: { readonly flows: OAuthFlows; readonly oauth2MetadataUrl?: string };
  openIdConnect: { readonly openIdConnectUrl?: string };
  mutualTLS: object;
}

/** An OAuth Flows Object. */
export interface OAuthFlows {
  readonly clientCredentials?: OAuthFlow;
  readonly authorizationCode?: OAuthFlow;
  readonly deviceAuthorization?: OAuthFlow;
  readonly password?: OAuthFlow;
  readonly implicit?: OAuthFlow;
}

/** An OAuth Flow Object: those of its URLs that can be asked, absolute, https or of this machine. */
export interface OAuthFlow {
  readonly authorizationUrl?: string;
  readonly deviceAuthorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
}

/** A Security Scheme Object as the document has it. */
export type SchemeShape = {
  [Type in keyof SchemeShapes]: { readonly type: Type } & SchemeShapes[Type];
}[keyof SchemeShapes];

/** A scheme with the environment variables of its parts, which `credentials/parts.ts` names. */
export type SecurityScheme = SchemeShape & { readonly env: Readonly<Record<string, string>> };

/** A Security Requirement Object: scheme name → scopes. All of them must be satisfied together. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** A request to the API that credentials are added to. */
export interface Outgoing {
  readonly url: URL;
  readonly headers: Headers;
}

/** The parts of one credential: `{ token: '…' }`. */
export type Credential = Readonly<Record<string, string>>;

/** Finds the credential for a scheme, by part; `undefined` means that there is none, or not all of it. */
export type Credentials = (schemeName: string, scheme: SecurityScheme) => Promise<Credential | undefined>;

/** Texts that must not be shown to anyone. */
type Secrets = readonly string[];

interface SchemeRule<Shape> {
  /** The parts of the credential, each with the ending of its environment variable. */
  readonly variables: (scheme: Shape) => Readonly<Record<string, string>>;
  /** Adds the credential to a request. */
  readonly apply: (outgoing: Outgoing, scheme: Shape, credential: Credential) => Secrets | Promise<Secrets>;
}

/** Every supported security scheme. A new one is a shape above and an entry here. */
export const securitySchemes: { readonly [Type in keyof SchemeShapes]: SchemeRule<SchemeShapes[Type]> } = {
  apiKey: { variables: () => ({ key: 'KEY' }), apply: applyKey },
  http: {
    variables: ({ scheme }) => httpSchemes[scheme].variables,
    apply: (outgoing, { scheme }, credential) => httpSchemes[scheme].apply(outgoing, credential),
  },
  oauth2: {
    variables: () => ({ token: 'TOKEN' }),
    apply: (outgoing, _, token) => applyBearer(outgoing, token),
  },
  openIdConnect: {
    variables: () => ({ token: 'TOKEN' }),
    apply: (outgoing, _, token) => applyBearer(outgoing, token),
  },
};

const httpSchemes = {
  basic: { variables: { username: 'USERNAME', password: 'PASSWORD' }, apply: applyBasic },
  bearer: { variables: { token: 'TOKEN' }, apply: applyBearer },
};

/** The parts of a scheme's credential, each with the ending of the environment variable that holds it. */
export function credentialVariables(scheme: SchemeShape): Readonly<Record<string, string>> {
  return ruleOf(scheme).variables(scheme);
}

// A scheme's own `type` chose the rule, which the compiler cannot follow through the union.
function ruleOf(scheme: SchemeShape): SchemeRule<SchemeShape> {
  return securitySchemes[scheme.type] as SchemeRule<SchemeShape>;
}

/**
 * Adds the credentials of the first alternative that is configured whole, and answers with the texts that must
 * not be shown to anyone. An alternative without schemes counts only where no other is configured.
 */
export async function authorize(
  outgoing: Outgoing,
  security: readonly SecurityRequirement[],
  schemes: Readonly<Record<string, SecurityScheme>>,
  credentials: Credentials,
): Promise<Secrets> {
  for (const requirement of security) {
    const found = await credentialsFor(requirement, schemes, credentials);
    if (found !== undefined && found.length > 0) return applySchemes(outgoing, found);
  }
  const isOptional = security.some((requirement) => Object.keys(requirement).length === 0);
  if (security.length === 0 || isOptional) return [];
  const wanted = security
    .map((requirement) => variablesOf(requirement, schemes).join(' and '))
    .filter((names) => names !== '');
  throw new ToolError(
    'missing-credentials',
    `This tool needs credentials, and nothing was sent. Set ${wanted.join(', or ')} in the environment of this server.`,
  );
}

interface Found {
  readonly scheme: SecurityScheme;
  readonly credential: Credential;
}

/** The credentials of one alternative; `undefined` where any is missing. */
async function credentialsFor(
  requirement: SecurityRequirement,
  schemes: Readonly<Record<string, SecurityScheme>>,
  credentials: Credentials,
): Promise<readonly Found[] | undefined> {
  const found: Found[] = [];
  for (const name of Object.keys(requirement)) {
    const scheme = ownMember(schemes, name);
    const credential = scheme && (await credentials(name, scheme));
    if (scheme === undefined || credential === undefined) return undefined;
    found.push({ scheme, credential });
  }
  return found;
}

async function applySchemes(outgoing: Outgoing, found: readonly Found[]): Promise<Secrets> {
  const secrets: string[] = [];
  for (const { scheme, credential } of found) {
    try {
      secrets.push(...(await ruleOf(scheme).apply(outgoing, scheme, credential)));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const variables = Object.values(scheme.env).join(' and ');
      throw new ToolError('invalid-credentials', `${error.message} Correct ${variables}; nothing was sent.`);
    }
  }
  return secrets;
}

/** The variables of one alternative. */
export function variablesOf(
  requirement: SecurityRequirement,
  schemes: Readonly<Record<string, SecurityScheme>>,
): readonly string[] {
  return Object.keys(requirement).flatMap((name) => Object.values(ownMember(schemes, name)?.env ?? {}));
}

/** Credentials from environment variables: each part from its own, or from the file that `<VARIABLE>_FILE` names. */
export function environmentCredentials(environment: Environment): Credentials {
  return async (_, scheme) => {
    const credential: Record<string, string> = {};
    for (const part of Object.keys(credentialVariables(scheme))) {
      const variable = scheme.env[part];
      const value = variable && (await readVariable(environment, variable));
      if (!value?.trim()) return undefined;
      credential[part] = value;
    }
    return credential;
  };
}

/** The value of a variable, or else what stands in the file that `<VARIABLE>_FILE` names. */
export async function readVariable(environment: Environment, variable: string): Promise<string | undefined> {
  const value = environment[variable];
  if (value?.trim()) return value;
  const file = environment[`${variable}_FILE`];
  if (!file) return undefined;
  try {
    return (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  } catch {
    throw new ToolError('invalid-credentials', `The file that ${variable}_FILE names cannot be read.`);
  }
}

const keyPlaces = { header: placeHeader, query: placeQuery, cookie: placeCookie };

function applyKey(outgoing: Outgoing, scheme: SchemeShapes['apiKey'], credential: Credential): Secrets {
  const key = credential['key'] ?? '';
  keyPlaces[scheme.in](outgoing, scheme.name, key);
  return formsOf(key);
}

function applyBasic(outgoing: Outgoing, credential: Credential): Secrets {
  const { username = '', password = '' } = credential;
  if (username.includes(':')) throw unusable('holds a colon in the user name');
  const pair = Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
  placeHeader(outgoing, 'authorization', `Basic ${pair}`);
  return [...formsOf(password), pair];
}

function applyBearer(outgoing: Outgoing, credential: Credential): Secrets {
  const token = credential['token'] ?? '';
  if (/\s/.test(token)) throw unusable('holds white space');
  placeHeader(outgoing, 'authorization', `Bearer ${token}`);
  return formsOf(token);
}
