import { markdownCode } from './text.js';

/** Words as code, the first of many. */
export function codeList(words: readonly string[], most: number): string {
  const more = words.length > most ? ` and ${words.length - most} more` : '';
  return `${words.slice(0, most).map(markdownCode).join(', ')}${more}`;
}
