import { isObject, type JsonObject } from '../json.js';
import type { OpenApiVersion } from '../version.js';
import { choiceOf, choose, type Choice } from './choices.js';
import { compilerOf, type Check, type Compile, type Fault } from './compiler.js';
import { readOfficialSchema } from './official-schemas.js';
import { isReference, knownFieldsOf, partAt, type Part } from './parts.js';
import { objectNameOf } from './phrases.js';
import { shallow } from './shallow.js';

/** What a value has to be, the objects of OpenAPI inside it aside. */
export interface Rule {
  readonly check: Check;
  /** What the Specification calls the value, without `Object`. */
  readonly object: string;
  /** The names of its fields. */
  readonly fields: readonly string[];
  readonly hasFormat: boolean;
}

/** The rule of a subschema for a value; `undefined` where it cannot be told which of the alternatives is meant. */
export type RuleFor = (pointer: string, value: unknown) => Rule | undefined;

const known = new Map<OpenApiVersion, RuleFor>();

/** The rules of a version of OpenAPI, made once per process; each is compiled when it is first asked for. */
export async function rulesOf(version: OpenApiVersion): Promise<RuleFor> {
  const rules = known.get(version) ?? (await makeRules(version));
  known.set(version, rules);
  return rules;
}

async function makeRules(version: OpenApiVersion): Promise<RuleFor> {
  const { schema: root, draft } = readOfficialSchema(version);
  const compile = await compilerOf(draft, shallow(root, root, ''));
  const made = new Map<string, Choice | Rule>();
  const optionsAt = (pointer: string): Choice | Rule => {
    const before = made.get(pointer);
    if (before !== undefined) return before;
    const part = partAt(root, pointer);
    const options = made.get(part.pointer) ?? choiceOf(root, part) ?? ruleOf(root, part, compile);
    made.set(pointer, options).set(part.pointer, options);
    return options;
  };
  return (pointer, value) => {
    let options = optionsAt(pointer);
    while ('branches' in options) {
      const branch = choose(options, value);
      if (branch === undefined) return undefined;
      if ('keyword' in branch) return ruleOfNone(options, branch);
      options = optionsAt(branch.pointer);
    }
    return options;
  };
}

function ruleOf(root: JsonObject, part: Part, compile: Compile): Rule {
  const { pointer, schema } = part;
  const fields = knownFieldsOf(root, part);
  const check = compile(shallow(root, schema, pointer));
  return {
    check: schema.unevaluatedProperties === false ? withInherited(check, fields) : check,
    object: objectNameOf(pointer),
    fields,
    hasFormat: isObject(schema.properties) && Object.hasOwn(schema.properties, 'format'),
  };
}

/** A value that is none of the alternatives has one fault, whichever object is meant. */
function ruleOfNone({ branches }: Choice, fault: Fault): Rule {
  const nearest = branches.find(({ part }) => !isReference(part));
  const object = objectNameOf(nearest?.part.pointer ?? '');
  return { check: () => [fault], object, fields: [], hasFormat: false };
}

const inherited = Object.getOwnPropertyNames(Object.prototype);

/** ajv keeps the names that it evaluated in a plain object, so inherited ones count as evaluated. */
function withInherited(check: Check, fields: readonly string[]): Check {
  return (value, visits) => {
    const faults = check(value, visits);
    const unknown = inherited.filter(
      (name) => isObject(value) && Object.hasOwn(value, name) && !fields.includes(name),
    );
    if (unknown.length === 0) return faults;
    return [
      ...faults,
      ...unknown.map((unevaluatedProperty): Fault => {
        const params = { unevaluatedProperty };
        return { keyword: 'unevaluatedProperties', instancePath: '', schemaPath: '', params };
      }),
    ];
  };
}
