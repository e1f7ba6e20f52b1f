import type { PatternChoices, PatternNode } from './pattern-parse.js';

/** Writes a regular expression as ECMA-262 with the flag `u` reads it, and linear-time engines too. */
export function writePattern(choices: PatternChoices): string {
  return choices.map((sequence) => sequence.map(writeNode).join('')).join('|');
}

function writeNode(node: PatternNode): string {
  if (node.kind === 'group') return `(${writePattern(node.choices)})`;
  if (node.kind !== 'repeat') return node.text;
  // A quantifier takes no other: `a{2}{3}` is none.
  const inner = node.of.kind === 'repeat' ? `(${writeNode(node.of)})` : writeNode(node.of);
  return `${inner}${writeQuantifier(node.least, node.most)}${node.isLazy ? '?' : ''}`;
}

function writeQuantifier(least: number, most: number): string {
  if (least === 0 && most === Infinity) return '*';
  if (least === 1 && most === Infinity) return '+';
  if (least === 0 && most === 1) return '?';
  if (least === most) return `{${least}}`;
  return `{${least},${most === Infinity ? '' : most}}`;
}

/** How many characters a text has that fits. */
export interface PatternLength {
  readonly least: number;
  readonly most: number;
}

/** The lengths of the texts that fit as a whole; `undefined` where more may stand around what fits. */
export function lengthOf(choices: PatternChoices): PatternLength | undefined {
  if (!choices.every(isAnchored)) return undefined;
  // Halves of a pair are one character or two.
  return /\\u[dD][89a-fA-F]/.test(writePattern(choices)) ? undefined : lengthOfChoices(choices);
}

function isAnchored(sequence: readonly PatternNode[]): boolean {
  const [first, last] = [sequence[0], sequence.at(-1)];
  return first?.kind === 'edge' && first.text === '^' && last?.kind === 'edge' && last.text === '$';
}

function lengthOfChoices(choices: PatternChoices): PatternLength {
  const lengths = choices.map((sequence) => {
    const parts = sequence.map(lengthOfNode);
    return { least: sumOf(parts.map(({ least }) => least)), most: sumOf(parts.map(({ most }) => most)) };
  });
  return {
    least: Math.min(...lengths.map(({ least }) => least)),
    most: Math.max(...lengths.map(({ most }) => most)),
  };
}

function lengthOfNode(node: PatternNode): PatternLength {
  if (node.kind === 'edge') return { least: 0, most: 0 };
  if (node.kind === 'character') return { least: 1, most: 1 };
  if (node.kind === 'group') return lengthOfChoices(node.choices);
  const { least, most } = lengthOfNode(node.of);
  // Nothing, however often, is nothing.
  return { least: least * node.least, most: most === 0 || node.most === 0 ? 0 : most * node.most };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** How often engines in linear time copy a part at most: repeats within repeats multiply. */
const mostCopies = 1000;

/** Whether engines that match in linear time take the expression. */
export function isCountable(choices: PatternChoices): boolean {
  return copiesOf(choices) <= mostCopies;
}

function copiesOf(choices: PatternChoices): number {
  return Math.max(1, ...choices.flatMap((sequence) => sequence.map(copiesOfNode)));
}

function copiesOfNode(node: PatternNode): number {
  if (node.kind === 'group') return copiesOf(node.choices);
  if (node.kind !== 'repeat') return 1;
  return Math.max(node.most === Infinity ? node.least : node.most, 1) * copiesOfNode(node.of);
}
