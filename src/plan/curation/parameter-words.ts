import { didYouMean } from '../../diagnostics/did-you-mean.js';
import type { Parameter } from '../../model/model.js';
import type { ParameterWord } from './curation.js';

type Named = Pick<Parameter, 'name' | 'in'>;

/** The names by which people speak of a parameter: its own, and `query:id` where several are called `id`. */
export function namesOfParameter(parameter: Named): readonly string[] {
  return [parameter.name, placedName(parameter)];
}

function placedName({ name, in: location }: Named): string {
  return `${location}:${name}`;
}

/** What was said of the parameters of one operation. */
export interface AssignedWords<Value> {
  /** The nearest word on each. */
  readonly words: ReadonlyMap<Parameter, ParameterWord<Value>>;
  /** Words that are on no parameter, or leave open on which. */
  readonly unfit: readonly UnfitWord<Value>[];
}

/** A word that cannot be followed. */
export interface UnfitWord<Value> {
  readonly word: ParameterWord<Value>;
  readonly problem: string;
  /** Whether it can be meant for other operations, which have such a parameter. */
  readonly isUnknown: boolean;
}

/** Finds the parameter of each word; of several on one the first counts, which is the nearest. */
export function assignWords<Value>(
  all: readonly ParameterWord<Value>[],
  parameters: readonly Parameter[],
): AssignedWords<Value> {
  const words = new Map<Parameter, ParameterWord<Value>>();
  const unfit: UnfitWord<Value>[] = [];
  for (const word of all) {
    const [meant, ...more] = parametersCalled(word.name, parameters);
    const known = meant && words.get(meant);
    if (meant === undefined) {
      unfit.push({ word, problem: noneCalled(word.name, parameters), isUnknown: true });
    } else if (more.length > 0) {
      const names = [meant, ...more].map((parameter) => `'${placedName(parameter)}'`).join(' or ');
      unfit.push({ word, problem: `several parameters have this name; write ${names}.`, isUnknown: false });
    } else if (known === undefined) {
      words.set(meant, word);
    } else if (placeOf(known) === placeOf(word)) {
      const problem = `'${known.name}' beside it is the same parameter.`;
      unfit.push({ word, problem, isUnknown: false });
    }
  }
  return { words, unfit };
}

/** A name with a location is meant so, where there is such a parameter; other names are those of all that have it. */
function parametersCalled(word: string, parameters: readonly Parameter[]): readonly Parameter[] {
  const placed = parameters.filter((parameter) => placedName(parameter) === word);
  const exact = placed.length > 0 ? placed : parameters.filter(({ name }) => name === word);
  // RFC 9110 5.1: names of header fields are the same in any case.
  return exact.length > 0 ? exact : parameters.filter((parameter) => isHeaderCalled(word, parameter));
}

/** Whether a word is a name of a header, in whatever case. */
function isHeaderCalled(word: string, parameter: Named): boolean {
  const lower = word.toLowerCase();
  return (
    parameter.in === 'header' && namesOfParameter(parameter).some((name) => name.toLowerCase() === lower)
  );
}

function noneCalled(word: string, parameters: readonly Parameter[]): string {
  const meant = didYouMean(word, parameters.flatMap(namesOfParameter));
  return `the operation has no parameter of this name${meant === undefined ? '.' : `; did you mean '${meant}'?`}`;
}

/** What tells apart the objects that hold words. */
function placeOf({ name, path, origin }: ParameterWord<unknown>): string {
  const pointer = origin?.pointer.replace(/\/[^/]*$/, '');
  return JSON.stringify([origin?.file, pointer, path.slice(0, -name.length)]);
}
