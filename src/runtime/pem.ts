/** A PEM text: variables hold it with its line ends written out, where they can hold one line alone. */
export function pemOf(text: string): string {
  return text.includes('\n') ? text : text.replaceAll('\\n', '\n');
}
