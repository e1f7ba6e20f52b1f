import type { ParameterBinding, RequestBinding } from '../binding.js';
import { ownMember } from '../own-member.js';
import type { Outgoing } from '../security.js';
import { ToolError } from '../tool-error.js';
import { percentDecode } from './encoding.js';
import type { Arguments } from './parameters.js';
import { isGiven } from './value-text.js';
import { writeParameter } from './write-parameter.js';

/**
 * Proves that what is fixed stands alone in its place: an argument whose members become pairs of a query, or cookies,
 * could bring a second one, and an API may take either.
 */
export function checkFixed(request: RequestBinding, args: Arguments, sent: Outgoing): void {
  for (const { property } of request.fixed ?? []) {
    const binding = request.parameters.find((parameter) => parameter.property === property);
    if (binding === undefined || isAlone(binding, ownMember(args, property), request, sent)) continue;
    const problem = `An argument would set the ${binding.in} parameter '${binding.name}', which this server sets`;
    throw new ToolError('invalid-argument', `${problem}; nothing was sent.`);
  }
}

function isAlone(
  binding: ParameterBinding,
  value: unknown,
  request: RequestBinding,
  { url, headers }: Outgoing,
): boolean {
  switch (binding.in) {
    case 'query': {
      const [, literal = ''] = request.path.split('?', 2);
      const own = [...ownNames(binding, value), ...namesIn(literal, '&')];
      return areAlone(binding, own, request, namesIn(url.search.slice(1), '&'));
    }
    case 'cookie': {
      const names = namesIn(headers.get('cookie') ?? '', '; ');
      return areAlone(binding, ownNames(binding, value), request, names);
    }
    case 'header':
      // Names of headers have no case, and the last of two would be sent.
      return !isGiven(value) || headers.get(binding.name) === writeParameter(binding, value)[0]?.[1];
    case 'path':
    case 'querystring':
      // Each part of these is one parameter.
      return true;
  }
}

/** Whether the names of a place hold those of a fixed value as often as it has them, and none that may be read as one. */
function areAlone(
  { name, in: location }: ParameterBinding,
  own: readonly string[],
  { parameters }: RequestBinding,
  names: readonly string[],
): boolean {
  const declared = new Set(parameters.flatMap((each) => (each.in === location ? [each.name] : [])));
  const isOther = (each: string): boolean => !declared.has(each) && !own.includes(each);
  return [...new Set([name, ...own])].every(
    (known) =>
      count(names, known) === count(own, known) &&
      !names.some((each) => each !== known && isOther(each) && isReadAs(each, known)),
  );
}

function count(names: readonly string[], name: string): number {
  return names.filter((each) => each === name).length;
}

/** Whether some API reads one name as another: without regard to case, or as a list or an object of that name. */
function isReadAs(name: string, known: string): boolean {
  const [one, other] = [name.trim().toLowerCase(), known.toLowerCase()];
  return one === other || one.startsWith(`${other}[`);
}

function ownNames(binding: ParameterBinding, value: unknown): readonly string[] {
  return writeParameter(binding, value).map(([name]) => decoded(name));
}

function namesIn(text: string, separator: string): readonly string[] {
  return text.split(separator).flatMap((pair) => (pair === '' ? [] : [decoded(pair.split('=', 1)[0] ?? '')]));
}

function decoded(text: string): string {
  return percentDecode(text.replaceAll('+', ' ')).toString('utf8');
}
