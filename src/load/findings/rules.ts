import { isObject } from '../json.js';
import type { OpenApiVersion } from '../version.js';
import { partAt, type Part } from './branches.js';
import { choiceOf, choose, type Choice, type NoBranch } from './choices.js';
import { compilerOf, type Check } from './compiler.js';
import { knownFieldsOf } from './known-fields.js';
import { objectNameOf } from './object-names.js';
import { readOfficialSchema, type OfficialSchema } from './official-schemas.js';
import { shallow } from './shallow.js';

/** What a value has to be, the objects of OpenAPI inside it aside. */
export interface Rule {
  readonly check: Check;
  readonly version: OpenApiVersion;
  /** What the Specification calls the value, without `Object`. */
  readonly object: string;
  /** The names of its fields. */
  readonly fields: readonly string[];
  readonly hasFormat: boolean;
}

/** The rules of a version of OpenAPI, each compiled on first use. */
export interface Rules {
  readonly version: OpenApiVersion;
  /** What a value has to be; a reason where it is none of the alternatives, `undefined` where that cannot be told. */
  readonly ruleFor: (pointer: string, value: unknown) => Rule | NoBranch | undefined;
}

const known = new Map<OpenApiVersion, Promise<Rules>>();

/** The rules of a version, made once per process. */
export function rulesOf(version: OpenApiVersion): Promise<Rules> {
  const rules = known.get(version) ?? makeRules(version, readOfficialSchema(version));
  known.set(version, rules);
  return rules;
}

async function makeRules(version: OpenApiVersion, { schema: root, draft }: OfficialSchema): Promise<Rules> {
  const compile = await compilerOf(draft, shallow(root, root, ''));
  const ruleOf = (part: Part): Rule => ({
    check: compile(shallow(root, part.schema, part.pointer)),
    version,
    object: objectNameOf(part.pointer),
    fields: knownFieldsOf(root, part),
    hasFormat: isObject(part.schema.properties) && Object.hasOwn(part.schema.properties, 'format'),
  });
  const made = new Map<string, Choice | Rule>();
  const optionsAt = (pointer: string): Choice | Rule => {
    const known = made.get(pointer);
    if (known !== undefined) return known;
    const part = partAt(root, pointer);
    const options =
      (part.pointer === pointer ? undefined : made.get(part.pointer)) ?? choiceOf(root, part) ?? ruleOf(part);
    made.set(pointer, options).set(part.pointer, options);
    return options;
  };
  const ruleFor = (pointer: string, value: unknown): ReturnType<Rules['ruleFor']> => {
    let options = optionsAt(pointer);
    while ('branches' in options) {
      const branch = choose(options, value);
      if (branch === undefined || 'keyword' in branch) return branch;
      options = optionsAt(branch.pointer);
    }
    return options;
  };
  return { version, ruleFor };
}
