import { createHash } from 'node:crypto';
import type { ReceivedRequest } from './requests.js';

const realm = 'stub';
const nonce = 'b25jZSBhbmQgZm9yIGFsbA==';

/** What the stub asks for where an operation takes Digest access authentication (RFC 7616). */
export const digestChallenge = `Digest realm="${realm}", nonce="${nonce}", algorithm=SHA-256, qop="auth"`;

/** Whether a request answers that challenge for a user, as RFC 7616 3.4.1 has it computed. */
export function answersDigest(
  { method, target, headers }: Pick<ReceivedRequest, 'method' | 'target' | 'headers'>,
  username: string,
  password: string,
): boolean {
  const [, list = ''] = /^Digest (.+)$/i.exec(headers['authorization'] ?? '') ?? [];
  const fields = new Map(
    [...list.matchAll(/([\w*]+)=(?:"((?:[^"\\]|\\.)*)"|([^",\s]+))/g)].map(
      ([, name = '', quoted, plain = '']) => [name, quoted?.replace(/\\(.)/g, '$1') ?? plain],
    ),
  );
  const field = (name: string): string => fields.get(name) ?? '';
  const secret = sha256(`${username}:${realm}:${password}`);
  const spoken = `${nonce}:${field('nc')}:${field('cnonce')}:auth`;
  const wanted: readonly (readonly [name: string, value: string])[] = [
    ['username', username],
    ['realm', realm],
    ['nonce', nonce],
    ['uri', target],
    ['qop', 'auth'],
    ['response', sha256(`${secret}:${spoken}:${sha256(`${method}:${target}`)}`)],
  ];
  const isCounted = /^[0-9a-f]{8}$/i.test(field('nc')) && field('cnonce') !== '';
  return isCounted && wanted.every(([name, value]) => field(name) === value);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
