import { ownMember } from '../own-member.js';

/** The header fields of an answer: by lower-case name, several of one name as a list. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The first value of a header field. */
export function headerOf(headers: AnswerHeaders, name: string): string | undefined {
  const value = ownMember(headers, name);
  return typeof value === 'string' ? value : value?.[0];
}
