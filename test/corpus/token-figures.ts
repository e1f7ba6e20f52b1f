import { readFileSync, writeFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { ListedTool } from '../tools/mcp-session.js';

/** What a list of tools costs a model, in tokens of o200k. */
export interface TokenFigures {
  /** Name, title, description, input schema and annotations of all tools. */
  readonly tokens: number;
  /** Of the same with output schemas. */
  readonly withOutputs: number;
}

/** Figures by the id of the document. */
export type RecordedFigures = Readonly<Record<string, TokenFigures>>;

/** What the lists of some documents may cost at most, without output schemas. */
export const mostTokens: Readonly<Record<string, number>> = {
  box: 66_000,
  openai: 80_000,
  discord: 58_000,
  'slack-web': 24_000,
  'twilio-v2010': 65_000,
};

/** How much more those lists may cost with output schemas. */
const greatestOutputShare = 0.25;
/** By how much a list may grow against the recorded figure. */
const greatestGrowth = 0.03;

/** Counts what a list costs. */
export function countFigures(tools: readonly ListedTool[]): TokenFigures {
  const inputs = tools.map(({ name, title, description, inputSchema, annotations }) => {
    return { name, title, description, inputSchema, annotations };
  });
  return { tokens: countOf(inputs), withOutputs: countOf(tools) };
}

function countOf(list: readonly object[]): number {
  // Documents about models hold the texts of special tokens.
  return countTokens(JSON.stringify(list), { disallowedSpecial: new Set() });
}

const file = new URL('tokens.json', import.meta.url);

/** The figures of the last run that recorded them. */
export function readRecorded(): RecordedFigures {
  // Written by `recordFigures`.
  return JSON.parse(readFileSync(file, 'utf8')) as RecordedFigures;
}

/** Records figures, in the order of their ids, in place of those that were there. */
export function recordFigures(figures: RecordedFigures): void {
  const sorted = Object.entries(figures).sort(([left], [right]) => (left < right ? -1 : 1));
  const lines = sorted.map(
    ([id, { tokens, withOutputs }]) => `  "${id}": { "tokens": ${tokens}, "withOutputs": ${withOutputs} }`,
  );
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
}

/** What a document's figures break: its limits, and the figures that were recorded. */
export function findTokenProblems(
  id: string,
  figures: TokenFigures,
  recorded: TokenFigures | undefined,
): readonly string[] {
  const { tokens, withOutputs } = figures;
  const most = mostTokens[id];
  const share = withOutputs / tokens - 1;
  return [
    ...(most !== undefined && tokens > most ? [`${tokens} tokens, at most ${most} are allowed`] : []),
    ...(most !== undefined && share > greatestOutputShare
      ? [`output schemas cost ${(share * 100).toFixed(1)} % more`]
      : []),
    ...(recorded === undefined
      ? ['tokens.json has no figures for it']
      : (['tokens', 'withOutputs'] as const).flatMap((figure) =>
          growthProblem(figure, figures[figure], recorded[figure]),
        )),
  ];
}

function growthProblem(figure: string, now: number, before: number): readonly string[] {
  const growth = now / before - 1;
  // Not more exact than the figures are printed.
  if (Math.abs(growth) < greatestGrowth + 0.0005) return [];
  const percent = `${growth > 0 ? '+' : ''}${(growth * 100).toFixed(1)} %`;
  return [
    `${figure}: ${now}, recorded ${before} (${percent}): ${growth > 0 ? 'shorten it' : 'record it with --record'}`,
  ];
}
