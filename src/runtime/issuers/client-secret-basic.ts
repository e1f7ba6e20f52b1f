import type { ClientAuthentication } from './oauth-library.js';

/**
 * Proves a client by its secret in the Authorization header (RFC 6749 2.3.1). Only what has to be encoded is: there are
 * issuers that do not decode.
 */
export function clientSecretBasic(secret: string): ClientAuthentication {
  return (_, { client_id: clientId }, __, headers) => {
    const pair = `${formEncode(clientId)}:${formEncode(secret)}`;
    headers.set('authorization', `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`);
  };
}

function formEncode(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+');
}
