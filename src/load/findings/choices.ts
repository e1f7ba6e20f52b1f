import { pointerTo } from '../../diagnostics/pointer.js';
import { isObject, type JsonObject } from '../json.js';
import type { Fault } from './compiler.js';
import {
  branchesOf,
  fieldsOf,
  isReference,
  isRemark,
  typeOf,
  typesOf,
  valuesOf,
  type Part,
} from './parts.js';

/** Several subschemas, of which a value tells for which it is meant. */
export interface Choice {
  readonly branches: readonly Branch[];
  /** The fields that have other constants in each. */
  readonly fields: readonly string[];
}

interface Branch {
  readonly part: Part;
  readonly types: readonly string[];
  readonly isReference: boolean;
  readonly required: readonly unknown[];
  /** The constants that a field can have, by field; none where it is free. */
  readonly values: ReadonlyMap<string, readonly unknown[]>;
}

const alternatives: ReadonlySet<string> = new Set(['oneOf', 'anyOf', 'if', 'then', 'else']);

/** The alternatives of a subschema that says nothing else, where a value tells for which it is meant. */
export function choiceOf(root: JsonObject, part: Part): Choice | undefined {
  const saysMore = Object.keys(part.schema).some((key) => !alternatives.has(key) && !isRemark(key));
  const parts = saysMore ? undefined : branchesOf(root, part);
  if (parts === undefined) return undefined;
  const fields = fieldsOf(root, parts);
  const branches = parts.map((branch) => branchOf(root, branch, fields));
  const hasObjects = branches.some(({ types }) => types.includes('object'));
  return hasObjects && areTellable(branches) ? { branches, fields } : undefined;
}

function branchOf(root: JsonObject, part: Part, fields: readonly string[]): Branch {
  const { required } = part.schema;
  return {
    part,
    types: typesOf(root, part),
    isReference: isReference(part),
    required: Array.isArray(required) ? (required as readonly unknown[]) : [],
    values: new Map(
      fields.flatMap((field) => {
        const values = valuesOf(root, part, field);
        return values === undefined ? [] : [[field, values] as const];
      }),
    ),
  };
}

/** Whether every two of these differ in what a value shows. */
function areTellable(branches: readonly Branch[]): boolean {
  return branches.every((one, index) => branches.slice(index + 1).every((other) => differ(one, other)));
}

function differ(one: Branch, other: Branch): boolean {
  if (one.isReference !== other.isReference) return true;
  if (!one.types.some((type) => other.types.includes(type))) return true;
  return hasOwnConstant(one, other) || hasOwnConstant(other, one);
}

function hasOwnConstant(one: Branch, other: Branch): boolean {
  return [...one.values].some(([field, values]) => {
    const others = other.values.get(field);
    // One that requires its constants is told from one that leaves the field free.
    if (others === undefined) return one.required.includes(field);
    return !values.some((value) => others.includes(value));
  });
}

/** The subschema that a value is meant for, or why there is none; `undefined` where that cannot be told. */
export function choose({ branches, fields }: Choice, value: unknown): Part | Fault | undefined {
  const type = typeOf(value);
  const typed = branches.filter(({ types }) => types.includes(type));
  if (typed.length === 0) {
    const allowed = [...new Set(branches.flatMap(({ types }) => types))];
    return faultOf('type', '', { type: allowed }, value);
  }
  if (!isObject(value)) return typed[0]?.part;
  const reference = typed.find((branch) => branch.isReference);
  if (reference !== undefined && Object.hasOwn(value, '$ref')) return reference.part;
  return narrow(
    typed.filter((branch) => branch !== reference),
    fields,
    value,
  );
}

/** Chooses by the fields that have other constants in each subschema. */
function narrow(
  branches: readonly Branch[],
  fields: readonly string[],
  value: JsonObject,
): Part | Fault | undefined {
  let left = branches;
  for (const field of fields) {
    if (left.length < 2) break;
    const own = Object.hasOwn(value, field) ? value[field] : undefined;
    const matching = left.filter(({ values }) => values.get(field)?.includes(own));
    const open = left.filter(({ values }) => !values.has(field));
    if (matching.length === 0 && open.length === 0) return noneOf(left, field, value);
    left = matching.length > 0 ? matching : open;
  }
  return left.length === 1 ? left[0]?.part : undefined;
}

function noneOf(branches: readonly Branch[], field: string, value: JsonObject): Fault | undefined {
  if (Object.hasOwn(value, field)) {
    const allowedValues = [...new Set(branches.flatMap(({ values }) => values.get(field) ?? []))];
    return faultOf('enum', pointerTo('', field), { allowedValues }, value[field]);
  }
  // Where none requires the field, what stands around them does.
  const isRequired = branches.every(({ required }) => required.includes(field));
  return isRequired ? faultOf('required', '', { missingProperty: field }, value) : undefined;
}

function faultOf(keyword: string, instancePath: string, params: Fault['params'], data: unknown): Fault {
  return { keyword, instancePath, schemaPath: '', params, data };
}
