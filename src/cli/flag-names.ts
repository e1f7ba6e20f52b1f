import { didYouMean } from '../diagnostics/did-you-mean.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { flagsByName } from './flags.js';

/** Reports names that are none, and values where none belong: yargs would take a name as a flag, and any word as `false`. */
export function checkFlagNames(args: readonly string[], diagnostics: Diagnostics): void {
  const end = args.indexOf('--');
  const flagged = end === -1 ? args : args.slice(0, end);
  for (const [index, argument] of flagged.entries()) {
    const [, dashes, name = '', value] = /^(--?)([^=]+)(?:=([^]*))?$/.exec(argument) ?? [];
    if (dashes === undefined) continue;
    const form = findForm(dashes, name);
    const problem =
      form === undefined ? unknownProblem(argument) : valueProblem(form, value, flagged[index + 1]);
    // Behind an unknown name anything can stand, a secret too.
    const option = /^--?[\w-]*/.exec(argument)?.[0] ?? argument;
    if (problem !== undefined) diagnostics.report('invalid-option', { option, problem });
  }
}

/** What can stand behind a name. */
type Form = 'text' | 'switch' | 'negation';

function findForm(dashes: string, name: string): Form | undefined {
  const negated = dashes === '--' && name.startsWith('no-') ? flagsByName.get(name.slice(3)) : undefined;
  if (negated?.negated === true) return 'negation';
  const flag =
    dashes === '--'
      ? flagsByName.get(name)
      : [...flagsByName.values()].find(({ alias }) => alias !== undefined && alias === name);
  return flag && (flag.type === 'string' ? 'text' : 'switch');
}

function valueProblem(form: Form, value: string | undefined, next: string | undefined): string | undefined {
  if (form === 'text') {
    if (value !== undefined || next?.startsWith('-') === false) return undefined;
    return next === undefined
      ? 'it needs a value.'
      : 'it needs a value; one that starts with - is joined to the option by =.';
  }
  const isTaken = value === undefined || (form === 'switch' && /^(?:true|false)$/.test(value));
  return isTaken ? undefined : 'it takes no value.';
}

function unknownProblem(argument: string): string {
  const names = [...flagsByName].flatMap(([long, { alias, negated }]) => [
    `--${long}`,
    ...(negated === true ? [`--no-${long}`] : []),
    ...(alias === undefined ? [] : [`-${alias}`]),
  ]);
  const meant = didYouMean(/^[^=]*/.exec(argument)?.[0] ?? '', names);
  return `there is no such option${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}
