import { createHash, randomBytes } from 'node:crypto';

const realm = 'ledger';
const algorithm = 'SHA-256';

/** HTTP Digest access authentication (RFC 7616) with SHA-256 and `qop=auth`, for one user. */
export interface DigestGate {
  /** The value of `WWW-Authenticate`, with a nonce of its own. */
  readonly challenge: () => string;
  /** Whether an `Authorization` header answers a challenge that was made, and none that was answered before. */
  readonly isAnswered: (authorization: string, method: string, target: string) => boolean;
}

/** Makes a gate for the user with this name and password. */
export function createDigestGate(username: string, password: string): DigestGate {
  const nonces = new Set<string>();
  return {
    challenge: () => {
      const nonce = randomBytes(16).toString('base64url');
      nonces.add(nonce);
      return `Digest realm="${realm}", qop="auth", algorithm=${algorithm}, nonce="${nonce}"`;
    },
    isAnswered: (authorization, method, target) => {
      const fields = fieldsOf(authorization);
      const field = (name: string): string => fields.get(name) ?? '';
      const first = hash(`${username}:${realm}:${password}`);
      const second = hash(`${method}:${target}`);
      const parts = [first, field('nonce'), field('nc'), field('cnonce'), 'auth', second];
      const isRight =
        field('username') === username &&
        field('uri') === target &&
        field('response') === hash(parts.join(':'));
      return nonces.delete(field('nonce')) && isRight;
    },
  };
}

function fieldsOf(authorization: string): ReadonlyMap<string, string> {
  const pairs = authorization.replace(/^Digest +/i, '').matchAll(/([\w-]+)=(?:"([^"]*)"|([^\s,]+))/g);
  return new Map([...pairs].map(([, name = '', quoted, plain]) => [name, quoted ?? plain ?? '']));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
