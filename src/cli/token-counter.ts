import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TokenCounter } from '../inspection.js';
import { estimateTokens } from '../plan/hosts/tokens.js';

/** How tokens are told. */
export interface TokenFigures {
  readonly count: TokenCounter;
  /** Whether they are those of the vocabulary o200k_base, not an estimate. */
  readonly isExact: boolean;
}

/** The estimate that needs nothing. */
export const estimatedTokens: TokenFigures = { count: estimateTokens, isExact: false };

/** What is looked for; it is no dependency, since its vocabularies take megabytes. */
const vocabulary = 'gpt-tokenizer/encoding/o200k_base';

interface Vocabulary {
  readonly countTokens: (text: string, options: { readonly disallowedSpecial: Set<string> }) => number;
}

/** Counts by `gpt-tokenizer`, where the current folder or ours has it; else the estimate. */
export async function exactTokens(cwd: string): Promise<TokenFigures> {
  const file = resolveFrom([join(cwd, 'package.json'), import.meta.url]);
  if (file === undefined) return estimatedTokens;
  // The library's own types are not there where it is not installed.
  const { countTokens } = (await import(pathToFileURL(file).href)) as Vocabulary;
  // A document may hold what stands for the end of a text: it is text like any other.
  return { count: (text) => countTokens(text, { disallowedSpecial: new Set() }), isExact: true };
}

function resolveFrom(places: readonly string[]): string | undefined {
  for (const place of places) {
    try {
      return createRequire(place).resolve(vocabulary);
    } catch {
      // Not there: the next place may have it.
    }
  }
  return undefined;
}
