import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** A certificate and its private key, PEM. */
export interface Certified {
  readonly certificate: string;
  readonly key: string;
}

/** Who signs certificates. */
export interface Authority extends Certified {
  /** A certificate for a name, good for servers at `localhost` and `127.0.0.1`. */
  readonly issue: (subject: string) => Certified;
}

/** The types of DER (X.690) that certificates are made of. */
const tags = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x17,
  sequence: 0x30,
  set: 0x31,
};

/** Makes an authority for tests: Node reads certificates and makes none. Its own are good for a day. */
export function makeAuthority(name: string): Authority {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const isAuthority = extension([0x55, 0x1d, 0x13], sequence(Buffer.from([0x01, 0x01, 0xff])), true);
  return {
    certificate: certificateOf(
      { name, issuer: name, publicKey: own.publicKey, signer: own.privateKey },
      isAuthority,
    ),
    key: keyOf(own.privateKey),
    issue: (subject) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const hosts = [value(0x82, Buffer.from('localhost')), value(0x87, Buffer.from([127, 0, 0, 1]))];
      const isLocal = extension([0x55, 0x1d, 0x11], sequence(...hosts), false);
      const subjects = { name: subject, issuer: name, publicKey, signer: own.privateKey };
      return { certificate: certificateOf(subjects, isLocal), key: keyOf(privateKey) };
    },
  };
}

/** Who a certificate speaks of, and who signs it. */
interface Subjects {
  readonly name: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly signer: KeyObject;
}

/** A certificate of X.509 (RFC 5280, 4.1) with one extension of its own. */
function certificateOf({ name, issuer, publicKey, signer }: Subjects, own: Buffer): string {
  const ecdsaWithSha256 = sequence(
    value(tags.oid, Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])),
  );
  const day = 86_400_000;
  const told = sequence(
    value(0xa0, value(tags.integer, Buffer.from([2]))),
    value(tags.integer, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    nameOf(issuer),
    sequence(timeOf(Date.now() - day), timeOf(Date.now() + day)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    value(0xa3, sequence(own)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', told, signer)]);
  const lines = sequence(told, ecdsaWithSha256, value(tags.bits, signature))
    .toString('base64')
    .match(/.{1,64}/g);
  return `-----BEGIN CERTIFICATE-----\n${lines?.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function keyOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function nameOf(name: string): Buffer {
  const commonName = value(tags.oid, Buffer.from([0x55, 0x04, 0x03]));
  return sequence(value(tags.set, sequence(commonName, value(tags.utf8, Buffer.from(name)))));
}

function timeOf(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, '').slice(2, 14);
  return value(tags.time, Buffer.from(`${digits}Z`));
}

function extension(oid: readonly number[], content: Buffer, isCritical: boolean): Buffer {
  const critical = isCritical ? [Buffer.from([0x01, 0x01, 0xff])] : [];
  return sequence(value(tags.oid, Buffer.from(oid)), ...critical, value(tags.octets, content));
}

function sequence(...members: readonly Buffer[]): Buffer {
  return value(tags.sequence, Buffer.concat(members));
}

/** A value of DER: its type, its length and its content. */
function value(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
