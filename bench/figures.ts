/** One line of the results. */
export interface Figure {
  readonly what: string;
  readonly value: string;
  /** What it must not pass, and whether it does; `undefined` where nothing is asked of it. */
  readonly budget: { readonly limit: string; readonly kept: boolean } | undefined;
}

/** One table of the results. */
export interface Section {
  readonly title: string;
  /** How it was measured, in a sentence. */
  readonly method: string;
  readonly figures: readonly Figure[];
}

/** A figure that nothing is asked of. */
export function figure(what: string, value: string): Figure {
  return { what, value, budget: undefined };
}

/** A figure that must not pass a limit. */
export function limited(
  what: string,
  value: number,
  limit: number,
  write: (value: number) => string,
): Figure {
  return { what, value: write(value), budget: { limit: write(limit), kept: value <= limit } };
}

/** The middle one of some numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
}

/** How many times one measurement is another: the median of what each round says, as the machine's load drifts. */
export function ratio(values: readonly number[], others: readonly number[]): number {
  return median(values.map((value, round) => value / (others[round] ?? Number.NaN)));
}

/** Ways to write a number with its unit. */
export const units = {
  seconds: (value: number): string => `${value.toFixed(2)} s`,
  milliseconds: (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`,
  mebibytes: (value: number): string => `${value.toFixed(0)} MiB`,
  times: (value: number): string => `${value.toFixed(2)} ×`,
};

/** A number of tools, in words. */
export function countOf(tools: number): string {
  return tools === 1 ? '1 tool' : `${tools} tools`;
}

/** The results as Markdown. */
export function writeResults(machine: readonly string[], sections: readonly Section[]): string {
  const tables = sections.map(({ title, method, figures }) => {
    const rows = figures.map(({ what, value, budget }) => {
      const limit = budget === undefined ? '' : `≤ ${budget.limit}${budget.kept ? '' : ', **exceeded**'}`;
      return `| ${what} | ${value} | ${limit} |`;
    });
    return [`## ${title}`, '', method, '', '| | measured | budget |', '| --- | --: | --- |', ...rows].join(
      '\n',
    );
  });
  return `${['# Measurements', machine.join('\n'), ...tables].join('\n\n')}\n`;
}
