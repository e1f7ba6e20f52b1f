import { ownMember } from '../own-member.js';

/** The header fields of an answer: by lower-case name, several of one name as a list. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The head of an answer. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: AnswerHeaders;
}

/** The content of an answer, decoded, and why there is no more of it. */
export interface ReadContent {
  readonly body: Buffer;
  readonly cut?: 'size' | 'time' | 'events' | 'fault';
}

/** The API's answer, read whole and decoded. */
export interface Answer extends AnswerHead, ReadContent {
  readonly reason: string;
  /** Whether a redirect before it told that the call is done: this one answers a request for what came of that. */
  readonly isDone?: true;
}

/** The first value of a header field. */
export function headerOf(headers: AnswerHeaders, name: string): string | undefined {
  const value = ownMember(headers, name);
  return typeof value === 'string' ? value : value?.[0];
}
