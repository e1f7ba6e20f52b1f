/** The name under which hosts know a server: they put it before each tool's name, so it is 16 letters and hyphens. */
export function serverKeyOf(packageName: string): string {
  const letters = packageName
    .replace(/-mcp$/, '')
    .replace(/[^a-z]+/g, '-')
    .replace(/^-+|-+$/g, '');
  // Cut between words where that leaves any.
  const cut =
    letters.length > 16 ? (/^.*(?=-)/.exec(letters.slice(0, 17))?.[0] ?? letters.slice(0, 16)) : letters;
  return cut === '' ? 'api' : cut;
}
