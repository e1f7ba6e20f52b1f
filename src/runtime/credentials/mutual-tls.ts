import { unusable } from '../credential-places.js';
import { pemOf } from '../pem.js';
import type { ClientIdentity } from '../upstream/identity-agents.js';
import type { Placement, SchemeUse } from './placement.js';
import { variablesUsed } from './ways.js';

/** A client certificate, which speaks for the server in the connection and not in the message. */
export function useCertificate({ scheme, credential, origin }: SchemeUse): Placement {
  const { certificate = '', certificateKey = '', certificateAuthority } = credential;
  const identity: ClientIdentity = {
    certificate: pemOf(certificate),
    key: pemOf(certificateKey),
    ...(certificateAuthority !== undefined && { authority: pemOf(certificateAuthority) }),
    variables: variablesUsed(scheme, credential),
  };
  const place = (): void => {
    if (!origin.startsWith('https:'))
      throw unusable('is a client certificate, which a connection without TLS shows to nobody');
    // OpenSSL takes certificates that are none for an empty list.
    const texts = [identity.certificate, identity.key, identity.authority ?? identity.certificate];
    if (!texts.every((text) => isPem.test(text))) throw unusable('is no certificate with its key in PEM');
  };
  return { identity, place };
}

const isPem = /-----BEGIN [A-Z0-9 ]+-----[^-]+-----END [A-Z0-9 ]+-----/;
