import { createPrivateKey, X509Certificate } from 'node:crypto';
import { pemOf } from '../pem.js';
import { ownMember } from '../own-member.js';
import type { Credential, SecurityScheme } from '../security.js';
import { finding, type Finding } from './report.js';

const day = 24 * 60 * 60_000;

/** A certificate that ends this soon is told of, while there is time to renew it. */
const soonMs = 30 * day;

/** Looks at the certificates of a scheme's credential: whether they can be read, fit their key, and are good today. */
export function examineCertificates(
  { env }: SecurityScheme,
  credential: Credential,
  now = Date.now(),
): readonly Finding[] {
  const textOf = (part: string): string | undefined => ownMember(credential, part)?.trim() || undefined;
  const nameOf = (part: string): string => ownMember(env, part) ?? part;
  const certificate = textOf('certificate');
  const key = textOf('certificateKey');
  const authority = textOf('certificateAuthority');
  const own = certificate === undefined ? [] : examinePem(nameOf('certificate'), certificate, now);
  const pair =
    certificate === undefined || key === undefined
      ? []
      : examineKey(nameOf('certificateKey'), nameOf('certificate'), key, certificate);
  return [
    ...own,
    ...pair,
    ...(authority === undefined ? [] : examinePem(nameOf('certificateAuthority'), authority, now)),
  ];
}

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function examinePem(name: string, text: string, now: number): readonly Finding[] {
  const blocks = pemOf(text).match(pemCertificate) ?? [];
  if (blocks.length === 0) return [finding('wrong', name, 'it holds no certificate in PEM')];
  return blocks.map((block) => examineCertificate(name, block, now));
}

function examineCertificate(name: string, block: string, now: number): Finding {
  const certificate = readCertificate(block);
  if (certificate === undefined) return finding('wrong', name, 'it holds a certificate that cannot be read');
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  const end = new Date(to).toISOString();
  if (now > to) return finding('wrong', name, `its certificate ended at ${end}`);
  if (now < from) return finding('wrong', name, `its certificate begins at ${new Date(from).toISOString()}`);
  return finding(to - now < soonMs ? 'note' : 'ok', name, `its certificate ends at ${end}`);
}

function readCertificate(block: string): X509Certificate | undefined {
  try {
    return new X509Certificate(block);
  } catch {
    return undefined;
  }
}

function examineKey(name: string, certificateName: string, key: string, text: string): readonly Finding[] {
  const [block = ''] = pemOf(text).match(pemCertificate) ?? [];
  const certificate = readCertificate(block);
  if (certificate === undefined) return [];
  try {
    if (certificate.checkPrivateKey(createPrivateKey(pemOf(key)))) return [];
    return [finding('wrong', name, `it is not the key of the certificate in ${certificateName}`)];
  } catch {
    return [finding('wrong', name, 'it holds no private key in PEM, or one with a password')];
  }
}
