import { didYouMean } from '../diagnostics/did-you-mean.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { ApiOutline, Operation, OperationHead } from '../model/model.js';
import { namesOfParameter } from './curation/parameter-words.js';
import { isBodyName, memberCalled } from './names/member-names.js';
import type { Flattener } from './schemas/flatten.js';
import type { Json } from './schemas/shape.js';
import { originOfSetting, type ToolSettings } from './settings.js';
import { namesOf } from './names/tool-names.js';

const nouns = { operations: 'operation', tags: 'tag' };

/** What settings can be written for. */
type Kind = keyof typeof nouns;

const kinds: readonly Kind[] = ['operations', 'tags'];

/** Reports settings of operations and tags that the document does not have, and what is said of one operation twice. */
export function reportUnknownSettings(
  { operations, tags }: Pick<ApiOutline, 'operations' | 'tags'>,
  settings: ToolSettings,
  diagnostics: Diagnostics,
): void {
  const known = {
    operations: new Set(operations.flatMap(namesOf)),
    tags: new Set([...tags.map(({ name }) => name), ...operations.flatMap((operation) => operation.tags)]),
  };
  for (const kind of kinds) {
    for (const name of Object.keys(settings[kind]).filter((each) => !known[kind].has(each))) {
      const problem = `there is no such ${nouns[kind]}${hint(name, known[kind])}`;
      const origin = originOfSetting(settings, [kind, name]);
      diagnostics.report('unknown-operation-setting', { setting: `${kind}.${name}`, problem }, origin);
    }
  }
  reportSaidTwice(operations, settings, diagnostics);
}

function reportSaidTwice(
  operations: readonly OperationHead[],
  settings: ToolSettings,
  diagnostics: Diagnostics,
): void {
  const places = new Map(Object.keys(settings.operations).map((name, at) => [name, at]));
  for (const operation of operations) {
    const names = namesOf(operation).filter((name) => places.has(name));
    const [first, ...more] = names.sort((one, other) => Number(places.get(one)) - Number(places.get(other)));
    for (const name of more) {
      const problem = `it is the operation of '${first ?? ''}' above; say all of it there.`;
      const origin = originOfSetting(settings, ['operations', name]);
      diagnostics.report('unusable-setting', { setting: `operations.${name}`, problem }, origin);
    }
  }
}

/**
 * Reports settings for parameters that none of the operations has which they are written for. Of those that were left
 * out nothing tells what they take, so nothing is said of settings that are for one of them too.
 */
export function reportUnknownParameters(
  operations: readonly Operation[],
  leftOut: readonly OperationHead[],
  settings: ToolSettings,
  flattener: Flattener,
  diagnostics: Diagnostics,
): void {
  const all = kinds.flatMap((kind) => Object.values(settings[kind]));
  if (all.every(({ parameters, headers }) => parameters === undefined && headers === undefined)) return;
  const known = {
    operations: parametersBy(operations, leftOut, namesOf),
    tags: parametersBy(operations, leftOut, ({ tags }) => tags),
  };
  for (const kind of kinds) {
    for (const [name, { parameters = {}, headers = {} }] of Object.entries(settings[kind])) {
      // A name of no operation or tag at all is a finding of its own.
      const names = known[kind].get(name);
      if (names === undefined) continue;
      reportWords([kind, name, 'parameters'], Object.keys(parameters), names);
      const ofParameters = Object.keys(headers).filter((word) => !isMemberIn(names, word, flattener));
      reportWords([kind, name, 'headers'], ofParameters, names);
    }
  }

  function reportWords(keys: readonly string[], words: readonly string[], names: ParameterNames): void {
    for (const word of words.filter((each) => !isNameIn(names, each))) {
      const what = names.bodies.length > 0 && isBodyName(word) ? 'part of the request body' : 'parameter';
      const problem = `there is no ${what} '${word}'${hint(word, names.exact)}`;
      const origin = originOfSetting(settings, [...keys, word]);
      diagnostics.report('unknown-operation-setting', { setting: keys.join('.'), problem }, origin);
    }
  }
}

function hint(word: string, names: ReadonlySet<string>): string {
  const meant = didYouMean(word, [...names]);
  return meant === undefined ? '.' : `; did you mean '${meant}'?`;
}

/** The names of the parameters that a setting can be for. */
interface ParameterNames {
  readonly exact: Set<string>;
  /** Those of headers in lower case: they are the same in any. */
  readonly headers: Set<string>;
  /** The schemas that request bodies can have. */
  readonly bodies: Json[];
}

function isNameIn({ exact, headers }: ParameterNames, word: string): boolean {
  return exact.has(word) || headers.has(word.toLowerCase());
}

function isMemberIn({ bodies }: ParameterNames, word: string, flattener: Flattener): boolean {
  return isBodyName(word) && bodies.some((body) => memberCalled(word, body, flattener) !== undefined);
}

function parametersBy(
  operations: readonly Operation[],
  leftOut: readonly OperationHead[],
  keysOf: (operation: OperationHead) => readonly string[],
): ReadonlyMap<string, ParameterNames> {
  const known = new Map<string, ParameterNames>();
  for (const operation of operations) {
    for (const key of keysOf(operation)) {
      const names = known.get(key) ?? { exact: new Set(), headers: new Set(), bodies: [] };
      const headers = operation.parameters.filter(({ in: location }) => location === 'header');
      for (const name of operation.parameters.flatMap(namesOfParameter)) names.exact.add(name);
      for (const name of headers.flatMap(namesOfParameter)) names.headers.add(name.toLowerCase());
      for (const { schema } of operation.requestBody?.content ?? []) names.bodies.push(schema?.json ?? true);
      known.set(key, names);
    }
  }
  for (const key of leftOut.flatMap(keysOf)) known.delete(key);
  return known;
}
