import { createPrivateKey, webcrypto, type JsonWebKey, type KeyObject } from 'node:crypto';
import { pemOf } from '../pem.js';

/** A private key that signs client assertions (RFC 7523). */
export interface ClientKey {
  readonly key: webcrypto.CryptoKey;
  /** As the header of an assertion names it. */
  readonly algorithm: string;
  readonly keyId: string | undefined;
}

type ImportParameters = webcrypto.RsaHashedImportParams | webcrypto.EcKeyImportParams | webcrypto.Algorithm;

/** How Web Crypto calls an algorithm of JSON Web Signature. */
const algorithms: ReadonlyMap<string, ImportParameters> = new Map<string, ImportParameters>([
  ...['256', '384', '512'].flatMap((bits): readonly [string, ImportParameters][] => [
    [`RS${bits}`, { name: 'RSASSA-PKCS1-v1_5', hash: `SHA-${bits}` }],
    [`PS${bits}`, { name: 'RSA-PSS', hash: `SHA-${bits}` }],
  ]),
  ['ES256', { name: 'ECDSA', namedCurve: 'P-256' }],
  ['ES384', { name: 'ECDSA', namedCurve: 'P-384' }],
  ['ES512', { name: 'ECDSA', namedCurve: 'P-521' }],
  ['EdDSA', { name: 'Ed25519' }],
  ['Ed25519', { name: 'Ed25519' }],
]);

/** The algorithms of each kind of key, the usual one first. */
const ofKind: ReadonlyMap<string, readonly string[]> = new Map([
  ['rsa', ['RS256', 'PS256', 'RS384', 'PS384', 'RS512', 'PS512']],
  ['ec prime256v1', ['ES256']],
  ['ec secp384r1', ['ES384']],
  ['ec secp521r1', ['ES512']],
  ['ed25519', ['EdDSA', 'Ed25519']],
]);

/**
 * Reads a private key, PEM or JWK. Of the algorithms that it can have, the one that it names itself is taken, or else
 * the first that the issuer takes. Throws where the text is no such key.
 */
export async function readClientKey(text: string, taken: readonly string[] | undefined): Promise<ClientKey> {
  const jwk = text.startsWith('{') ? (JSON.parse(text) as JsonWebKey) : undefined;
  const key = createPrivateKey(jwk === undefined ? pemOf(text) : { key: jwk, format: 'jwk' });
  const able = ofKind.get(kindOf(key)) ?? [];
  const named = typeof jwk?.['alg'] === 'string' ? jwk['alg'] : undefined;
  const algorithm = named ?? able.find((name) => taken?.includes(name)) ?? able[0] ?? '';
  const parameters = algorithms.get(algorithm);
  if (parameters === undefined || !able.includes(algorithm)) throw new Error('No algorithm for this key.');
  const bytes = key.export({ type: 'pkcs8', format: 'der' });
  return {
    key: await webcrypto.subtle.importKey('pkcs8', bytes, parameters, false, ['sign']),
    algorithm,
    keyId: typeof jwk?.['kid'] === 'string' ? jwk['kid'] : undefined,
  };
}

function kindOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string {
  const curve = asymmetricKeyDetails?.namedCurve;
  return [asymmetricKeyType, ...(curve === undefined ? [] : [curve])].join(' ');
}
