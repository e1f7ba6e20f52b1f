import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate and its private key, PEM. */
export interface SelfSigned {
  readonly cert: string;
  readonly key: string;
}

/** Makes a certificate for `localhost` and a day, by whose name its owner is known (X.509, RFC 5280 4.1). */
export function selfSigned(name: string): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(tlv(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const commonName = sequence(tlv(0x06, Buffer.from('550403', 'hex')), tlv(0x0c, Buffer.from(name)));
  const named = sequence(tlv(0x31, commonName));
  const hosts = sequence(tlv(0x82, Buffer.from('localhost')));
  const alternative = sequence(tlv(0x06, Buffer.from('551d11', 'hex')), tlv(0x04, hosts));
  const dayMs = 24 * 60 * 60 * 1000;
  const content = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    algorithm,
    named,
    sequence(timeOf(Date.now() - dayMs), timeOf(Date.now() + dayMs)),
    named,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(alternative)),
  );
  const signature = tlv(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]));
  const base64 = sequence(content, algorithm, signature).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

/** A value of DER: its tag, its length, and what is in it. */
function tlv(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...items: readonly Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(items));
}

function timeOf(ms: number): Buffer {
  return tlv(0x18, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]|\.\d+Z/g, '')}Z`));
}
