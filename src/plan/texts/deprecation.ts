import type { Operation } from '../../model/model.js';
import { cutCharacters } from './cut.js';
import { cleanLine } from './text.js';

/** Extensions that name the operation to use in place of a deprecated one. */
const replacements = ['x-speakeasy-deprecation-replacement', 'x-deprecated-replacement', 'x-replaced-by'];

/** Extensions that say in words why an operation is deprecated, and what to use. */
const messages = [
  'x-stainless-deprecation-message',
  'x-speakeasy-deprecation-message',
  'x-deprecation-message',
  'x-deprecated-message',
];

const longestMessage = 160;

/** `[deprecated: use X]` for an operation that should not be used any more; `''` for others. */
export function deprecationMark(
  { deprecated, extensions }: Operation,
  toolOf: (operationId: string) => string | undefined,
): string {
  const replacement = firstText(replacements, extensions);
  const message = firstText(messages, extensions);
  if (!deprecated && message === '' && replacement === '') return '';
  if (replacement !== '') return `[deprecated: use ${toolOf(replacement) ?? replacement}]`;
  return message === '' ? '[deprecated]' : `[deprecated: ${message.replace(/\.$/, '')}]`;
}

function firstText(names: readonly string[], extensions: Operation['extensions']): string {
  for (const name of names) {
    const value = extensions.get(name);
    const text = typeof value === 'string' ? cutCharacters(cleanLine(value), longestMessage) : '';
    if (text !== '') return text;
  }
  return '';
}
