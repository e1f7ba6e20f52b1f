const mostNamed = 8;

/** How many tools there are, and the names of the first. */
export function listed(names: readonly string[], most = mostNamed): string {
  const count = `${names.length} ${names.length === 1 ? 'tool' : 'tools'}`;
  if (most === 0) return count;
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return `${count} (${names.slice(0, most).join(', ')}${more})`;
}
