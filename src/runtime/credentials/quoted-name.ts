const longestName = 64;

/** A name of the document, as a line can show it. */
export function quotedName(name: string): string {
  return JSON.stringify(name.length > longestName ? `${name.slice(0, longestName)}…` : name);
}
