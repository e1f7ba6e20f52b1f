/**
 * Whether two raw request targets are the same text, but for the case of hexadecimal digits in `%xx` and the order
 * of query pieces with different names. Nothing else is evened out: `%20` and `+` differ, so do `,` and `%2C`.
 */
export function sameTarget(left: string, right: string): boolean {
  return canonical(left) === canonical(right);
}

function canonical(target: string): string {
  const text = target.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
  const mark = text.indexOf('?');
  if (mark === -1) return text;
  // A stable sort by name keeps the order of pieces that share one.
  const pieces = text
    .slice(mark + 1)
    .split('&')
    .map((piece) => ({ piece, name: nameOf(piece) }));
  pieces.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  return `${text.slice(0, mark)}?${pieces.map(({ piece }) => piece).join('&')}`;
}

function nameOf(piece: string): string {
  const equals = piece.indexOf('=');
  return equals === -1 ? piece : piece.slice(0, equals);
}
