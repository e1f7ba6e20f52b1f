import { RE2JS } from 're2js';
import type { Budget } from './budget.js';

/** How an I-Regexp is compared with a text: anywhere in it, or with the whole of it. */
export type Comparison = 'search' | 'match';

/** Compares texts with I-Regexps in time that no pattern can blow up; a pattern that is none matches nothing. */
export function regularExpressions(
  budget: Budget,
): (text: unknown, pattern: unknown, comparison: Comparison) => boolean {
  const known = new Map<string, RE2JS | undefined>();
  return (text, pattern, comparison) => {
    if (typeof text !== 'string' || typeof pattern !== 'string') return false;
    budget.spend(1 + Math.ceil(pattern.length / charactersPerStep));
    if (!known.has(pattern)) known.set(pattern, compile(pattern));
    const compiled = known.get(pattern);
    if (compiled === undefined) return false;
    budget.spend(Math.ceil((text.length * compiled.programSize()) / charactersPerStep));
    return comparison === 'search' ? compiled.test(text) : compiled.testExact(text);
  };
}

const charactersPerStep = 16;

/** Longer than what people write: beyond it, compiling alone would cost too much. */
const longestPattern = 1_000;

function compile(pattern: string): RE2JS | undefined {
  if (pattern.length > longestPattern) return undefined;
  try {
    return RE2JS.compile(withDots(pattern));
  } catch {
    return undefined;
  }
}

/** In an I-Regexp, unlike in RE2, a dot is no carriage return either. */
function withDots(pattern: string): string {
  return pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]|\./gsu, (part) => (part === '.' ? '[^\\n\\r]' : part));
}
