import { didYouMean } from '../diagnostics/did-you-mean.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { commandsByName, type CommandName } from './commands.js';
import { missingValue } from './flag-names.js';
import type { FlagValues } from './flags.js';

/** Reports what does not belong on a command line, options without a value, and those that contradict one another. */
export function checkUse(
  positionals: readonly string[],
  command: CommandName,
  values: FlagValues,
  diagnostics: Diagnostics,
): void {
  checkPositionals(positionals, command, values, diagnostics);
  checkValues(values, command, diagnostics);
}

function checkPositionals(
  positionals: readonly string[],
  command: CommandName,
  { header }: FlagValues,
  diagnostics: Diagnostics,
): void {
  const refuse = (written: string, problem: string): void => {
    // What follows a header without quotes is part of it, and can be a secret.
    const option = header === undefined ? written : '<document>';
    diagnostics.report('invalid-option', { option, problem });
  };
  const [first, ...others] = positionals;
  if (command === 'schema') {
    for (const extra of positionals) refuse(extra, '`schema` reads no document.');
    return;
  }
  const meant = others.length === 0 ? undefined : didYouMean(first ?? '', [...commandsByName.keys()]);
  for (const extra of others) {
    const problem =
      meant === undefined
        ? 'only one document is read at a time.'
        : `it follows '${first}', which is no command; did you mean ${meant}?`;
    refuse(extra, problem);
  }
  if (first === '') refuse('<document>', 'it is empty.');
}

function checkValues(values: FlagValues, command: CommandName, diagnostics: Diagnostics): void {
  for (const name of ['output', 'ref-root', 'print-scaffold', 'tool', 'hosts'] as const) {
    if (![values[name]].flat().includes('')) continue;
    diagnostics.report('invalid-option', { option: `--${name}`, problem: missingValue(command) });
  }
  for (const [one, other] of contradictions) {
    if (!isGiven(values[one]) || !isGiven(values[other])) continue;
    diagnostics.report('invalid-option', { option: `--${one}`, problem: `it contradicts --${other}.` });
  }
}

const contradictions = [
  ['check', 'dry-run'],
  ['quiet', 'verbose'],
  ['json', 'print-scaffold'],
] as const;

function isGiven(value: string | boolean | undefined): boolean {
  return value !== undefined && value !== false;
}
