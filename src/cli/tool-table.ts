import { grouped } from '../diagnostics/figures.js';
import type { InspectedTool } from '../inspection.js';
import { printable } from './printable.js';
import { cutEnd, cutMiddle, padEnd, padStart, widthOf } from './text-width.js';

/** What the marks of hints mean. */
export const hintLegend = 'hints: r reads, w writes, d may destroy, i repeats without harm';

/** A column of the table. */
interface Column {
  readonly title: string;
  readonly textOf: (tool: InspectedTool) => string;
  readonly isNumber?: true;
  /** Of columns that are cut: how, how narrow it may get, and what part of the room it gets above that. */
  readonly share?: Share;
}

interface Share {
  readonly cut: (text: string, width: number) => string;
  readonly least: number;
  /** What it gets, where there is room, before any other gets all that it needs. */
  readonly fair: number;
  readonly part: number;
  /** Whether it gets what it needs before the others do: names are copied from the table. */
  readonly isFirst?: true;
}

/** A line per tool, none wider than `width`; what no tool has gets no column. */
export function writeTable(
  tools: readonly InspectedTool[],
  findingsOf: (tool: InspectedTool) => number,
  isExact: boolean,
  width: number,
): readonly string[] {
  const all: readonly Column[] = [
    {
      title: 'tool',
      textOf: ({ listed }) => listed.name,
      share: { cut: cutMiddle, least: 10, fair: 20, part: 1, isFirst: true },
    },
    { title: 'method', textOf: ({ request }) => request.method },
    {
      title: 'path',
      textOf: ({ request }) => request.path,
      share: { cut: cutMiddle, least: 6, fair: 20, part: 4 },
    },
    {
      title: 'group',
      textOf: ({ group }) => group ?? '',
      share: { cut: cutEnd, least: 3, fair: 6, part: 1 },
    },
    { title: 'hints', textOf: hintsOf },
    { title: isExact ? 'tokens' : '≈tokens', textOf: ({ tokens }) => grouped(tokens), isNumber: true },
    { title: 'findings', textOf: (tool) => figure(findingsOf(tool)), isNumber: true },
  ];
  const columns = all.filter(({ textOf }) => tools.some((tool) => textOf(tool) !== ''));
  const rows = tools.map((tool) => columns.map(({ textOf }) => printable(textOf(tool))));
  const natural = columns.map(({ title }, at) =>
    rows.reduce((most, row) => Math.max(most, widthOf(row[at] ?? '')), widthOf(title)),
  );
  const widths = fit(columns, natural, width);
  return [columns.map(({ title }) => title), ...rows].map((cells) => writeRow(cells, columns, widths));
}

function writeRow(cells: readonly string[], columns: readonly Column[], widths: readonly number[]): string {
  const written = cells.map((cell, at) => {
    const width = widths[at] ?? 0;
    const text = columns[at]?.share?.cut(cell, width) ?? cell;
    return columns[at]?.isNumber === true ? padStart(text, width) : padEnd(text, width);
  });
  return written.join(gap).trimEnd();
}

const gap = '  ';

/** The width of each column: what it needs, or its share where not all have what they need. */
function fit(columns: readonly Column[], natural: readonly number[], width: number): readonly number[] {
  const widths = columns.map(({ share }, at) => Math.min(natural[at] ?? 0, share?.least ?? Infinity));
  let room = width - gap.length * (columns.length - 1) - sum(widths);
  const grow = (at: number, wanted: number): void => {
    const [has = 0, needs = 0] = [widths[at], natural[at]];
    const taken = Math.max(0, Math.min(room, Math.min(wanted, needs) - has));
    widths[at] = has + taken;
    room -= taken;
  };
  columns.forEach(({ share }, at) => grow(at, share?.fair ?? 0));
  columns.forEach(({ share }, at) => grow(at, share?.isFirst === true ? Infinity : 0));
  // A column that needs less than its share leaves the rest to the others.
  for (let round = 0; round < columns.length && room > 0; round += 1) {
    const wanting = columns.map(({ share }, at) =>
      (natural[at] ?? 0) > (widths[at] ?? 0) ? (share?.part ?? 0) : 0,
    );
    const parts = sum(wanting);
    const given = wanting.map((part, at) =>
      part === 0 ? 0 : Math.min(Math.ceil((room * part) / parts), (natural[at] ?? 0) - (widths[at] ?? 0)),
    );
    given.forEach((more, at) => grow(at, (widths[at] ?? 0) + more));
  }
  return widths;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function figure(count: number): string {
  return count === 0 ? '' : grouped(count);
}

/** The hints of a tool as marks: `r`, or `w`, `wd`, `wi`, `wdi`. What is absent counts as MCP's ToolAnnotations say. */
function hintsOf({ listed: { annotations = {} } }: InspectedTool): string {
  const { readOnlyHint, destructiveHint, idempotentHint } = annotations;
  if (readOnlyHint === true) return 'r';
  return `w${destructiveHint === false ? '' : 'd'}${idempotentHint === true ? 'i' : ''}`;
}
