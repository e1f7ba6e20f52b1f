import { createHash } from 'node:crypto';

/** What a server knows of an answer to its challenge (RFC 7616 3.4). */
export interface DigestAnswer {
  readonly method: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** The fields of `Authorization: Digest`, unquoted; `undefined` for anything else. */
export function readDigest(header: string | undefined): ReadonlyMap<string, string> | undefined {
  const [, list] = /^Digest (.+)$/.exec(header ?? '') ?? [];
  if (list === undefined) return undefined;
  const fields = list.match(/[\w*]+=(?:"(?:[^"\\]|\\.)*"|[^",]+)/g) ?? [];
  return new Map(
    fields.map((field) => {
      const at = field.indexOf('=');
      const value = field.slice(at + 1);
      const plain = value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
      return [field.slice(0, at), plain];
    }),
  );
}

/** The response that RFC 7616 3.4.1 asks for. */
export function expectedResponse({ method, fields }: DigestAnswer, user: string, password: string): string {
  const field = (name: string): string => fields.get(name) ?? '';
  const algorithm = field('algorithm').toLowerCase();
  const hash = (text: string): string =>
    createHash(algorithm.startsWith('sha-256') ? 'sha256' : 'md5')
      .update(text)
      .digest('hex');
  const first = hash(`${user}:${field('realm')}:${password}`);
  const secret = algorithm.endsWith('-sess') ? hash(`${first}:${field('nonce')}:${field('cnonce')}`) : first;
  const spoken = `${field('nonce')}:${field('nc')}:${field('cnonce')}:${field('qop')}`;
  return hash(`${secret}:${spoken}:${hash(`${method}:${field('uri')}`)}`);
}
