import type { webcrypto } from 'node:crypto';

/** What of jose is used. */
export interface JoseLibrary {
  readonly jwtVerify: (
    token: string,
    key: VerificationKey | FindKey,
    rules: JwtRules,
  ) => Promise<VerifiedJwt>;
  readonly createLocalJWKSet: (keys: JsonWebKeySet) => FindKey;
  /** The public key that a header holds itself. */
  readonly EmbeddedJWK: FindKey;
  /** RFC 7638. */
  readonly calculateJwkThumbprint: (
    key: Readonly<Record<string, unknown>>,
    digest: 'sha256',
  ) => Promise<string>;
}

/** The key that a signature is checked by. */
export type VerificationKey = webcrypto.CryptoKey;

/** Finds the key for a header; there may be several that fit, and none is an error. */
export type FindKey = (header: JoseHeader) => Promise<VerificationKey>;

/** A JOSE Header. */
export interface JoseHeader {
  readonly alg: string;
  readonly [member: string]: unknown;
}

/** RFC 7517's JWK Set. */
export interface JsonWebKeySet {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

/** What has to hold of a JWT beside its signature. */
export interface JwtRules {
  readonly algorithms: string[];
  readonly issuer?: string;
  readonly audience?: string;
  readonly typ?: string;
  readonly requiredClaims?: string[];
  /** In seconds. */
  readonly clockTolerance?: number;
}

/** A JWT whose signature and claims hold. */
export interface VerifiedJwt {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly protectedHeader: JoseHeader;
}

/** Signatures of keys that have a public half, and no others: a shared secret is none of the issuer's alone. */
export const signatureAlgorithms: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** A project whose clients are not authorized by OAuth does not have the library: nothing may refer to its types. */
const libraryName: string = 'jose';

/** Loads jose; a test holds it against this interface. */
export async function loadJose(): Promise<JoseLibrary> {
  return (await import(libraryName)) as JoseLibrary;
}
