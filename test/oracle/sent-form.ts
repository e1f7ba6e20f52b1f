import type { Exchange } from './recorder.js';

/** One part of a multipart body, or one pair of a form. */
export interface SentField {
  readonly name: string;
  readonly value: string;
  /** The media type that a part names. */
  readonly type: string | undefined;
}

/** The value of a request header. */
export function headerOf({ headers }: Exchange, name: string): string | undefined {
  const at = headers.findIndex((each, index) => index % 2 === 0 && each.toLowerCase() === name);
  return at === -1 ? undefined : headers[at + 1];
}

/** The fields of a form as they were sent, in order; none of another body. */
export function sentFields(exchange: Exchange): readonly SentField[] {
  const type = headerOf(exchange, 'content-type') ?? '';
  const text = exchange.body.toString();
  if (/^application\/x-www-form-urlencoded/i.test(type)) {
    return [...new URLSearchParams(text)].map(([name, value]) => ({ name, value, type: undefined }));
  }
  const [, boundary] = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(type) ?? [];
  return boundary === undefined ? [] : text.split(`--${boundary}`).slice(1, -1).map(readPart);
}

function readPart(part: string): SentField {
  const end = part.indexOf('\r\n\r\n');
  const head = part.slice(0, end);
  const [, name = ''] = /;\s*name="([^"]*)"/i.exec(head) ?? [];
  const [, type] = /^content-type:\s*([^;\r\n]+)/im.exec(head) ?? [];
  return { name, value: part.slice(end + 4).replace(/\r\n$/, ''), type };
}
