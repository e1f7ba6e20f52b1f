import { placeCookie, placeHeader, placeQuery, unusable } from './credential-places.js';
import { noteFiles } from './credentials/given-variables.js';
import { isWhole } from './credentials/ways.js';
import { credentialParts } from './credentials/parts.js';
import { withoutUnsent } from './credentials/unsent.js';
import type { Placement, SchemeUse } from './credentials/placement.js';
import { ownMember } from './own-member.js';
import { formsOf } from './redaction.js';
import { SettingError, variableGiven, variableText, type Environment } from './settings.js';
import { ToolError } from './tool-error.js';

/** The Security Scheme Objects that emitted servers can satisfy, by `type`. */
export interface SchemeShapes {
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

/** An OAuth Flow Object: those of its URLs that can be asked, https or of this machine, or relative to the base URL. */
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
export type SecurityScheme = SchemeShape & {
  readonly env: Readonly<Record<string, string>>;
  /** The API's own origin, where relative URLs of the scheme are left out since it is plain http. */
  readonly plainHttpOrigin?: string;
};

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

/** A Security Scheme Object of one type. */
type ShapeOf<Type> = Extract<SchemeShape, { readonly type: Type }>;

/** Takes a credential into a call. */
type SchemeRule<Shape extends SchemeShape> = (use: SchemeUse<Shape>) => Placement | Promise<Placement>;

/**
 * What is done with the credential of each type of scheme. A new one is a shape above, an entry here and its parts in
 * `credentials/parts.ts`.
 */
export const securitySchemes: { readonly [Type in keyof SchemeShapes]: SchemeRule<ShapeOf<Type>> } = {
  apiKey: useKey,
  http: (use) => (ownMember(httpSchemes, use.scheme.scheme) ?? useNothing)(use),
  oauth2: useAccessToken,
  openIdConnect: useAccessToken,
  mutualTLS: async (use) => (await import('./credentials/mutual-tls.js')).useCertificate(use),
};

/** The schemes of HTTP authentication that are built in. */
const httpSchemes: Readonly<Record<string, SchemeRule<ShapeOf<'http'>>>> = {
  basic: useBasic,
  bearer: useBearer,
  digest: async (use) => (await import('./credentials/digest.js')).useDigest(use),
};

/** Takes the credential of a scheme into a call. */
export async function useScheme(use: SchemeUse): Promise<Placement> {
  // A scheme's own `type` chose the rule, which the compiler cannot follow through the union.
  return await (securitySchemes[use.scheme.type] as SchemeRule<SchemeShape>)(use);
}

const keyPlaces = { header: placeHeader, query: placeQuery, cookie: placeCookie };

function useKey({ scheme, credential }: SchemeUse<ShapeOf<'apiKey'>>): Placement {
  return { place: (request) => keyPlaces[scheme.in](request, scheme.name, credential['key'] ?? '') };
}

/** No user name or password of HTTP authentication has one (RFC 7617 2). */
// eslint-disable-next-line no-control-regex -- control characters are what it is about
const control = /[\x00-\x1f\x7f]/;

function useBasic({ credential, hide }: SchemeUse): Placement {
  const { username = '', password = '' } = credential;
  const pair = Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
  hide([pair]);
  // Some APIs take their key for a user name; the password is then a filler, or the key would be no secret.
  if (isFiller(password)) hide(formsOf(username));
  return {
    place: (request) => {
      // What stands behind the first colon is the password (RFC 7617 2).
      if (username.includes(':')) throw unusable('holds a colon in the user name');
      if (control.test(username + password)) throw unusable('holds a control character');
      placeHeader(request, 'authorization', `Basic ${pair}`);
    },
  };
}

/** Nothing, or one character however often: any other password is one, and a user name no secret. */
function isFiller(password: string): boolean {
  return new Set(password.toLowerCase()).size <= 1;
}

function useBearer({ credential }: SchemeUse): Placement {
  return { place: (request) => placeBearer(request, credential['token'] ?? '') };
}

function placeBearer(request: Outgoing, token: string): void {
  if (/\s/.test(token)) throw unusable('holds white space');
  placeHeader(request, 'authorization', `Bearer ${token}`);
}

/** A token that was obtained elsewhere, or else one that is obtained here, and anew where the API refuses it. */
async function useAccessToken(use: SchemeUse): Promise<Placement> {
  const { credential, tokens, hide } = use;
  if (credential['token'] !== undefined) return useBearer(use);
  const wish = { ...use, schemeName: use.name };
  const source = await tokens();
  let token = await source.get(wish);
  hide(formsOf(token));
  const place = (request: Outgoing): void => placeBearer(request, token);
  return {
    place,
    renewal: () => async (request) => {
      source.drop(wish, token);
      const next = await source.get(wish).catch(tellOfRefusal);
      // To send the refused one again would be to ask for the same answer.
      if (next === token) return false;
      token = next;
      hide(formsOf(token));
      place(request);
      return true;
    },
  };
}

/** Why there is no other token is told behind what it was wanted for. */
function tellOfRefusal(error: unknown): never {
  if (!(error instanceof ToolError)) throw error;
  const refused = 'The API answered 401 to the access token that it was sent.';
  const why = withoutUnsent(error.message);
  throw new ToolError(error.code, `${refused} To send the request again with another: ${why}`);
}

/** The last fence of a scheme that is not built in: without code of the server's owner it is never configured. */
function useNothing({ name }: SchemeUse): never {
  throw new ToolError('missing-credentials', `Nothing here does the scheme '${name}'; nothing was sent.`);
}

/**
 * Credentials from environment variables: each part from its own, or from the file that `<VARIABLE>_FILE` names. There
 * is one as soon as one way of the scheme has all its parts.
 */
export function environmentCredentials(environment: Environment): Credentials {
  // A file may hold another secret by the next call; a variable never does.
  const settled = new Map<SecurityScheme, Credential | undefined>();
  return async (_, scheme) => {
    if (settled.has(scheme)) return settled.get(scheme);
    const credential: Record<string, string> = {};
    const inFiles = new Set<string>();
    for (const part of Object.keys(credentialParts(scheme).parts)) {
      const variable = ownMember(scheme.env, part);
      if (variable === undefined) continue;
      if (variableGiven(environment, variable) !== variable) inFiles.add(part);
      const value = await readVariable(environment, variable);
      if (value !== undefined) credential[part] = value;
    }
    // What is too little for this server itself can be enough to exchange tokens of callers.
    const whole = [false, true].some((each) => isWhole(scheme, credential, each)) ? credential : undefined;
    noteFiles(credential, inFiles);
    if (inFiles.size === 0) settled.set(scheme, whole);
    return whole;
  };
}

/** The value of a variable for a call; a file that it should stand in and does not is an error of the call. */
export async function readVariable(environment: Environment, variable: string): Promise<string | undefined> {
  try {
    return await variableText(environment, variable);
  } catch (error) {
    if (error instanceof SettingError) throw new ToolError('invalid-credentials', error.message);
    throw error;
  }
}
