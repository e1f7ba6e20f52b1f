import type { Diagnostic } from '../diagnostics/diagnostics.js';
import { grouped } from '../diagnostics/figures.js';
import { plural } from './figures.js';

/** A tool whose name is made from an id. */
export interface MadeName {
  readonly name: string;
  readonly operationId?: string | undefined;
}

/**
 * How many notes are not told to whoever does not ask for them. Names that are made from ids have a line of their own,
 * with the tool that the first of these notes is about.
 */
export function untoldLines(
  notes: readonly Diagnostic[],
  toolOf: (note: Diagnostic) => MadeName | undefined,
): readonly string[] {
  const made = notes.filter(({ code }) => code === 'tool-name-made');
  const others = notes.length - made.length;
  return [
    ...made.slice(0, 1).map((first) => madeLine(made.length, toolOf(first))),
    ...(others === 0 ? [] : [`${plural(others, 'note')} (--verbose shows them)`]),
  ];
}

function madeLine(count: number, example: MadeName | undefined): string {
  const names =
    count === 1 ? 'One tool name is made from an id' : `${grouped(count)} tool names are made from ids`;
  return example === undefined ? names : `${names} ('${example.operationId ?? ''}' is '${example.name}')`;
}
