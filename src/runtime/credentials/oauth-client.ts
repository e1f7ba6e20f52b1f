import { createSecureContext } from 'node:tls';
import { pemOf } from '../pem.js';
import type { Credential, SecurityScheme } from '../security.js';
import { ToolError } from '../tool-error.js';
import type { ClientCertificate } from '../issuers/issuer-agents.js';
import type { PartName } from './parts.js';
import { variableToCorrect } from './token-errors.js';

/** The OAuth client of a scheme, as its owner has configured it. */
export interface OAuthClient {
  /** Of type `oauth2` or `openIdConnect`. */
  readonly scheme: SecurityScheme;
  readonly credential: Credential;
}

/** A part of a client's credential; what is empty is not set. */
export function partOf({ credential }: OAuthClient, part: PartName): string | undefined {
  const value = Object.hasOwn(credential, part) ? credential[part]?.trim() : undefined;
  return value === '' ? undefined : value;
}

/** The parts of a client that must not be shown to anyone. */
export function secretsOf(client: OAuthClient): readonly string[] {
  const names = ['clientSecret', 'refreshToken', 'privateKey', 'certificateKey'] as const;
  return names.flatMap((name) => partOf(client, name) ?? []);
}

/** The certificate that connections of a client are made with; `undefined` where none is set. */
export function certificateOf(client: OAuthClient): ClientCertificate | undefined {
  const certificate = partOf(client, 'certificate');
  const certificateKey = partOf(client, 'certificateKey');
  if (certificate === undefined || certificateKey === undefined) return undefined;
  const pair = { cert: pemOf(certificate), key: pemOf(certificateKey) };
  try {
    createSecureContext(pair);
    return pair;
  } catch {
    const variables = `${variableToCorrect(client, 'certificate')} and ${variableToCorrect(client, 'certificateKey')}`;
    throw new ToolError(
      'invalid-credentials',
      `The client certificate and its private key are not PEM, or not a pair. Correct ${variables}; nothing was sent.`,
    );
  }
}
