import { didYouMean } from '../diagnostics/did-you-mean.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { CommandName } from './commands.js';
import { flagsByName, type Flag } from './flags.js';

/**
 * Reports names that are no option of a command, and values where none belong: yargs would take a name as a flag, and
 * any word as `false`.
 */
export function checkFlagNames(
  args: readonly string[],
  command: CommandName,
  diagnostics: Diagnostics,
): void {
  const end = args.indexOf('--');
  const flagged = end === -1 ? args : args.slice(0, end);
  for (const [index, argument] of flagged.entries()) {
    const [, dashes, name = '', value] = /^(--?)([^=]+)(?:=([^]*))?$/.exec(argument) ?? [];
    if (dashes === undefined) continue;
    const found = findFlag(dashes, name);
    const problem =
      found?.flag.commands.includes(command) === true
        ? valueProblem(found.form, value, flagged[index + 1], command)
        : nameProblem(argument, command, found?.flag);
    // Behind an unknown name anything can stand, a secret too.
    const option = /^--?[\w-]*/.exec(argument)?.[0] ?? argument;
    if (problem !== undefined) diagnostics.report('invalid-option', { option, problem });
  }
}

/** The first argument that is neither an option nor the value of one. */
export function firstWord(args: readonly string[]): string | undefined {
  for (let at = 0; at < args.length; at += 1) {
    const argument = args[at] ?? '';
    if (argument === '--') return args[at + 1];
    const [, dashes, name = ''] = /^(--?)([^=]+)$/.exec(argument) ?? [];
    // With its value in the same argument, or the name of standard input.
    if (dashes === undefined && (argument === '-' || !argument.startsWith('-'))) return argument;
    if (dashes !== undefined && findFlag(dashes, name)?.form === 'text') at += 1;
  }
  return undefined;
}

/** What can stand behind a name. */
type Form = 'text' | 'switch' | 'negation';

function findFlag(dashes: string, name: string): { readonly flag: Flag; readonly form: Form } | undefined {
  const negated = dashes === '--' && name.startsWith('no-') ? flagsByName.get(name.slice(3)) : undefined;
  if (negated?.negated === true) return { flag: negated, form: 'negation' };
  const flag =
    dashes === '--'
      ? flagsByName.get(name)
      : [...flagsByName.values()].find(({ alias }) => alias !== undefined && alias === name);
  return flag && { flag, form: flag.type === 'string' ? 'text' : 'switch' };
}

/** What is said of an option that has no value. */
export function missingValue(command: CommandName): string {
  const ownHelp = command === 'generate' ? '' : ` See \`openapi2mcp ${command} --help\`.`;
  return `it needs a value.${ownHelp}`;
}

function valueProblem(
  form: Form,
  value: string | undefined,
  next: string | undefined,
  command: CommandName,
): string | undefined {
  if (form === 'text') {
    if (value !== undefined || next?.startsWith('-') === false) return undefined;
    return next === undefined
      ? missingValue(command)
      : 'it needs a value; one that starts with - is joined to the option by =.';
  }
  const isTaken = value === undefined || (form === 'switch' && /^(?:true|false)$/.test(value));
  return isTaken ? undefined : 'it takes no value.';
}

function nameProblem(argument: string, command: CommandName, found: Flag | undefined): string {
  const names = [...flagsByName]
    .filter(([, flag]) => flag.commands.includes(command))
    .flatMap(([long, { alias, negated }]) => [
      `--${long}`,
      ...(negated === true ? [`--no-${long}`] : []),
      ...(alias === undefined ? [] : [`-${alias}`]),
    ]);
  const meant = didYouMean(/^[^=]*/.exec(argument)?.[0] ?? '', names);
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  return found === undefined
    ? `there is no such option${hint}`
    : `it is no option of '${command}' but of ${found.commands.map((name) => `'${name}'`).join(' and ')}${hint}`;
}
