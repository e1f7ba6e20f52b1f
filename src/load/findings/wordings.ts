import { didYouMean } from '../../diagnostics/did-you-mean.js';
import { isObject } from '../json.js';
import type { Fault } from './compiler.js';
import { either, listOf, named, placeOf, short, shown, typeName, type Subject } from './phrases.js';
import { fewKeyword } from './shallow.js';

/** A fault in words. */
export interface Wording {
  /** The field that is wrong, where it is not the whole value. */
  readonly field?: string;
  readonly problem: string;
}

type Words = (fault: Fault, subject: Subject) => Wording;

/** What is said of each keyword of the official schemas; `undefined` for those that only follow from others. */
const wordings: Readonly<Record<string, Words | undefined>> = {
  required: (fault, subject) => {
    const field = String(fault.params.missingProperty);
    return {
      problem: `${placeOf(fault, subject)} has no \`${field}\`, which OpenAPI requires; it is read without.`,
    };
  },
  type: (fault, subject) => {
    const types = either(listOf(fault.params.type).map(typeName));
    return { problem: `${placeOf(fault, subject)} has to be ${types}, and is ${shown(fault.data)}.` };
  },
  enum: (fault, subject) => mustBe(fault, subject, listOf(fault.params.allowedValues)),
  const: (fault, subject) => mustBe(fault, subject, [fault.params.allowedValue]),
  pattern: (fault, subject) => {
    const form = `the form that OpenAPI asks for (${String(fault.params.pattern)})`;
    return { problem: `${placeOf(fault, subject)} is ${shown(fault.data)}, which does not have ${form}.` };
  },
  additionalProperties: ({ params }, subject) => unknownField(String(params.additionalProperty), subject),
  unevaluatedProperties: ({ params }, subject) => unknownField(String(params.unevaluatedProperty), subject),
  'false schema': (fault, subject) => {
    return { problem: `${placeOf(fault, subject)} is not allowed beside the fields around it.` };
  },
  uniqueItems: (fault, subject) => ({ problem: `${placeOf(fault, subject)} lists something twice.` }),
  not: (fault, subject) => ({ problem: `${placeOf(fault, subject)} ${excluded(fault.schema)}.` }),
  oneOf: alternatives,
  anyOf: alternatives,
  minItems: tooFew,
  minProperties: tooFew,
  minLength: tooFew,
  maxItems: tooMany,
  maxProperties: tooMany,
  contains: tooMany,
  minimum: outOfBounds,
  maximum: outOfBounds,
  exclusiveMinimum: outOfBounds,
  exclusiveMaximum: outOfBounds,
  [fewKeyword]: ({ params }, { object }) => {
    const problem = `The ${object} Object has more than ${String(params.limit)} members; it is checked in part.`;
    return { problem };
  },
  if: undefined,
  propertyNames: undefined,
};

/** Says a fault in the words of OpenAPI; `undefined` where it only follows from another. */
export function wordingOf(fault: Fault, subject: Subject): Wording | undefined {
  const { keyword, propertyName } = fault;
  if (propertyName !== undefined) return illegalName(propertyName, fault, subject);
  if (Object.hasOwn(wordings, keyword)) return wordings[keyword]?.(fault, subject);
  return { problem: `${placeOf(fault, subject)} is not as OpenAPI says (${keyword}).` };
}

function mustBe(fault: Fault, subject: Subject, allowed: readonly unknown[]): Wording {
  const values = allowed.map(String);
  const meant = typeof fault.data === 'string' ? suggestion(fault.data, values) : '';
  const problem = `${placeOf(fault, subject)} has to be ${either(values)}, and is ${shown(fault.data)}${meant}.`;
  return { problem };
}

function unknownField(field: string, { object, fields, version }: Subject): Wording {
  const name = `\`${short(field)}\``;
  if (fields.includes(field)) {
    return {
      field,
      problem: `${name} is not allowed in this ${object} Object, whose other fields exclude it.`,
    };
  }
  // JSON Schema lets a schema have any keyword, and those of other versions are understood.
  const consequence = object === 'Schema' || object === 'Items' ? '' : '; it is ignored';
  const problem = `${name} is no field of the ${object} Object in OpenAPI ${version}${suggestion(field, fields)}${consequence}.`;
  return { field, problem };
}

/** What was most likely meant, in brackets; `''` where nothing is near. */
function suggestion(written: string, names: readonly string[]): string {
  const meant = didYouMean(written, names);
  return meant === undefined ? '' : ` (did you mean \`${meant}\`?)`;
}

function illegalName(name: string, { keyword, params, instancePath }: Fault, subject: Subject): Wording {
  const place = placeOf({ instancePath }, subject);
  const reason =
    keyword === 'pattern'
      ? `holds characters that OpenAPI does not allow in a name (${String(params.pattern)})`
      : 'has a field of its own in OpenAPI';
  return { field: name, problem: `The name '${short(name)}' in ${place.replace(/^The/, 'the')} ${reason}.` };
}

/** What `not` excludes: fields together. */
function excluded(schema: unknown): string {
  const fields = isObject(schema) && Array.isArray(schema.required) ? schema.required : [];
  if (fields.length === 0) return 'is not as OpenAPI allows it';
  return fields.length === 1
    ? `has ${named(fields)}, which OpenAPI does not allow beside its other fields`
    : `has ${named(fields)}, of which OpenAPI allows one`;
}

/** Alternatives that differ in the fields that they require. */
function alternatives(fault: Fault, subject: Subject): Wording {
  const fields = listOf(fault.schema).flatMap((branch) =>
    isObject(branch) ? listOf(branch.required ?? []).flat() : [],
  );
  const place = placeOf(fault, subject);
  if (fields.length === 0) return { problem: `${place} is none of the things that OpenAPI allows here.` };
  const { value } = subject;
  const given = fields.filter((field) => isObject(value) && Object.hasOwn(value, String(field)));
  return given.length > 1
    ? { problem: `${place} has ${named(given)}, of which OpenAPI allows one.` }
    : {
        problem: `${place} needs ${either(fields.map((field) => `\`${String(field)}\``))}, and has none of them.`,
      };
}

function tooFew(fault: Fault, subject: Subject): Wording {
  const limit = Number(fault.params.limit);
  const problem = limit === 1 ? 'is empty, which OpenAPI does not allow' : `needs at least ${limit} entries`;
  return { problem: `${placeOf(fault, subject)} ${problem}.` };
}

function tooMany(fault: Fault, subject: Subject): Wording {
  const limit = Number(fault.params.limit ?? fault.params.maxContains);
  return {
    problem: `${placeOf(fault, subject)} has more than ${limit} ${limit === 1 ? 'entry' : 'entries'}, which OpenAPI does not allow.`,
  };
}

const comparisons: Readonly<Record<string, string>> = {
  '>=': 'at least',
  '>': 'more than',
  '<=': 'at most',
  '<': 'less than',
};

function outOfBounds(fault: Fault, subject: Subject): Wording {
  const bound = `${comparisons[String(fault.params.comparison)] ?? ''} ${String(fault.params.limit)}`;
  return { problem: `${placeOf(fault, subject)} has to be ${bound}, and is ${shown(fault.data)}.` };
}
