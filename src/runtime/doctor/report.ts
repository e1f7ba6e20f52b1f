/** What a finding means: `missing` and `wrong` are to be mended, the others are facts. */
export type FindingState = 'ok' | 'set' | 'unset' | 'note' | 'missing' | 'wrong';

/** One thing that was looked at. Nothing in it is secret. */
export interface Finding {
  readonly state: FindingState;
  /** What it is about: a variable, a URL, a group of tools. */
  readonly about: string;
  /** What was found, and what to do; `''` where the state says all. */
  readonly text: string;
}

/** Findings on one subject. */
export interface Section {
  readonly title: string;
  readonly findings: readonly Finding[];
}

/** Makes a finding. */
export function finding(state: FindingState, about: string, text = ''): Finding {
  return { state, about, text };
}

/** Whether nothing has to be mended. */
export function isHealthy(sections: readonly Section[]): boolean {
  return faultsIn(sections) === 0;
}

function faultsIn(sections: readonly Section[]): number {
  return sections.flatMap(({ findings }) => findings).filter(({ state }) => isFault(state)).length;
}

function isFault(state: FindingState): boolean {
  return state === 'missing' || state === 'wrong';
}

/** Writes findings for a program to read. */
export function writeJson(sections: readonly Section[]): string {
  return JSON.stringify({ ok: isHealthy(sections), sections }, undefined, 2);
}

/** As wide as the longest state. */
const stateWidth = 8;

/** Writes findings for a person to read, in plain text. */
export function writeText(sections: readonly Section[]): string {
  const blocks = sections
    .filter(({ findings }) => findings.length > 0)
    .map(({ title, findings }) => [printable(title), ...linesOf(findings)].join('\n'));
  const faults = faultsIn(sections);
  const end =
    faults === 0
      ? 'All that was looked at is right. The API was asked nothing: whether it takes what is set, the call of a tool shows.'
      : `To be mended: ${faults} (marked MISSING and WRONG).`;
  return [...blocks, end].join('\n\n');
}

/** Variables that are not set and that a line names. */
const mostUnset = 4;

/** What is not set stands in one line: there is much that nobody has to set. */
function linesOf(findings: readonly Finding[]): readonly string[] {
  const unset = findings.filter(({ state }) => state === 'unset').map(({ about }) => about);
  const lines = findings.filter(({ state }) => state !== 'unset').map(lineOf);
  if (unset.length === 0) return lines;
  const left = unset.length - mostUnset;
  const more = left > 0 ? ` and ${left} more, which .env.example has` : '';
  return [...lines, lineOf(finding('unset', `not set: ${unset.slice(0, mostUnset).join(', ')}${more}`))];
}

function lineOf({ state, about, text }: Finding): string {
  const mark = (isFault(state) ? state.toUpperCase() : state === 'unset' ? '-' : state).padEnd(stateWidth);
  return `  ${mark} ${printable(about)}${text === '' ? '' : `: ${printable(text)}`}`;
}

/** Texts of documents and issuers can hold what a terminal obeys, or what hides other text. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
