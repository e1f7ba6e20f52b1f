import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { wordsOf } from './names/words.js';

/** Gives out names of environment variables, each once. */
export interface VariableNames {
  /** The variable of these parts: `PETSTORE_SERVER_REGION` of `server`, `region`. */
  readonly take: (...parts: readonly string[]) => string;
  /** Whether a name is given out, or would be that of the file of one. */
  readonly isTaken: (name: string) => boolean;
}

/** Names that start with `prefix`. One that is taken already gets a number. */
export function createVariableNames(prefix: string, diagnostics: Diagnostics): VariableNames {
  const taken = new Set<string>();
  // The variable's value can also stand in a file, which `<NAME>_FILE` names.
  const isTaken = (name: string): boolean => taken.has(name) || taken.has(`${name}_FILE`);
  return {
    isTaken,
    take: (...parts) => {
      const words = parts.map((part) => wordsOf(part).join('_').toUpperCase());
      const name = [prefix, ...words.filter((word) => word !== '')].join('_');
      let free = name;
      for (let count = 2; isTaken(free); count += 1) free = `${name}_${count}`;
      if (free !== name) diagnostics.report('variable-renamed', { name, renamed: free });
      taken.add(free);
      taken.add(`${free}_FILE`);
      return free;
    },
  };
}
