import type { Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import type { PlannedTool } from '../plan.js';
import { instructionsIn } from './instructions.js';
import { reportInstructions } from './text-findings.js';

/** What was told of texts where they were written, in the words that were found. */
export interface Told {
  /** In the texts of the API as a whole. */
  readonly head: readonly string[];
  /** In the texts of each operation itself, in the order of the tools. */
  readonly operations: readonly (readonly string[])[];
  /** In Parameter, Request Body and Schema Objects, which operations share. */
  readonly shared: readonly string[];
}

/** What is listed of a server. */
interface Listed {
  readonly instructions?: string;
  /** Where the API is described. */
  readonly origin: Origin;
  readonly tools: readonly PlannedTool[];
}

/**
 * Reports what is meant to steer a model in what is listed in the end, whatever it was made of: the walk through the
 * document, which knows the very places, cannot know of every source.
 */
export function reportListed(
  { instructions, origin, tools }: Listed,
  told: Told,
  diagnostics: Diagnostics,
): void {
  // Tools share most of their schemas: what is wrong with a part is told of the first.
  const seen = new WeakSet<object>();
  const known = new Map<string, readonly string[]>();
  const wordsIn = (text: string): readonly string[] => {
    const words = known.get(text) ?? instructionsIn(text);
    known.set(text, words);
    return words;
  };
  const report = (listed: unknown, toldBefore: readonly string[], place: Origin): void => {
    const words = textsOf(listed, seen).flatMap(wordsIn);
    reportInstructions(
      words.filter((each) => !isTold(each, toldBefore)),
      place,
      diagnostics,
    );
  };
  report(instructions, told.head, origin);
  tools.forEach(({ definition, origin: place }, at) => {
    // The request is not listed.
    report({ ...definition, request: undefined }, [...told.shared, ...(told.operations[at] ?? [])], place);
  });
}

/** Every text and name in a JSON value, but in parts that were looked at before. */
function textsOf(value: unknown, seen: WeakSet<object>): readonly string[] {
  const texts: string[] = [];
  // A work list: the depth of a schema is not ours to choose.
  const open: unknown[] = [value];
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (typeof next === 'string') texts.push(next);
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    if (!Array.isArray(next)) for (const name in next) texts.push(name);
    const parts: readonly unknown[] = Object.values(next);
    for (let at = parts.length - 1; at >= 0; at -= 1) open.push(parts[at]);
  }
  return texts;
}

/** A listed text can be the start of what was told. */
function isTold(words: string, told: readonly string[]): boolean {
  return told.some((each) => each.includes(words));
}
