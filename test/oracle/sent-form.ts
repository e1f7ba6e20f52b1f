import { asObject } from '../corpus/raw-document.js';
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

/**
 * Whether parts hold a value with nothing encoded, as a style of OpenAPI writes it: a scalar or an item in each part, or
 * all that a list or an object holds in one part, between commas, spaces or pipes.
 */
export function isWrittenPlain(parts: readonly SentField[], value: unknown): boolean {
  const sent = JSON.stringify(parts.map((part) => part.value));
  const object = asObject(value);
  const held = object === undefined ? [value].flat() : Object.entries(object).flat();
  // What a style cannot write has no plain form.
  if (held.length === 0 || held.some((each) => typeof each === 'object')) return false;
  const written = [held.map(String), ...[',', ' ', '|'].map((separator) => [held.join(separator)])];
  return written.some((texts) => JSON.stringify(texts) === sent);
}
