import { grouped } from '../diagnostics/figures.js';

/** `1 tool`, `2 tools`. */
export function plural(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** The first of some names, and whether there are more. */
export function namedFew(names: readonly string[]): string {
  const few = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${few}, …` : few;
}
