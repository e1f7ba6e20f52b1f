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
    budget.spend(1);
    if (pattern.length > longestPattern) return false;
    if (!known.has(pattern)) known.set(pattern, compile(pattern, budget));
    const compiled = known.get(pattern);
    // Patterns can be values of the document, as many as it has. Maps keep the order in which they were filled.
    for (const oldest of known.keys()) {
      if (known.size <= mostKnown) break;
      known.delete(oldest);
    }
    if (compiled === undefined) return false;
    budget.spend(Math.ceil((text.length * compiled.programSize()) / charactersPerStep));
    return comparison === 'search' ? compiled.test(text) : compiled.testExact(text);
  };
}

const charactersPerStep = 16;

/** Compiled patterns that are kept. */
const mostKnown = 100;

/** Patterns and programs beyond what people write match nothing: compiling and keeping them would cost too much. */
const longestPattern = 1_000;
const largestProgram = 5_000;

/** A short pattern takes as long as this many steps, and each character and instruction of a long one as these. */
const compileSteps = { pattern: 500, character: 10, instruction: 10 };

function compile(pattern: string, budget: Budget): RE2JS | undefined {
  budget.spend(compileSteps.pattern + compileSteps.character * pattern.length);
  const compiled = parse(pattern);
  if (compiled === undefined) return undefined;
  const size = compiled.programSize();
  budget.spend(compileSteps.instruction * size);
  return size > largestProgram ? undefined : compiled;
}

function parse(pattern: string): RE2JS | undefined {
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
