import { isObject, type JsonObject } from '../json.js';
import { pointerTo } from '../../diagnostics/pointer.js';
import { choiceOf } from './choices.js';
import { partAt } from './parts.js';

/** The name under which rules refer to the whole official schema. */
export const schemaName = 'openapi:';

/** Keywords whose subschemas say what the same value has to be. */
const sameValue: ReadonlySet<string> = new Set([
  'not',
  'if',
  'then',
  'else',
  'propertyNames',
  'contains',
  'draft4',
]);

const alternatives: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);

/** Keywords whose subschemas say what a member has to be. */
const members: ReadonlySet<string> = new Set(['additionalProperties', 'items']);

const namedMembers: ReadonlySet<string> = new Set(['properties', 'patternProperties']);

const named: ReadonlySet<string> = new Set(['definitions', '$defs', 'dependentSchemas']);

/** Keywords that check nothing; formats are left alone, as they are open. */
const silent: ReadonlySet<string> = new Set(
  'id $id $schema $comment $anchor $dynamicAnchor title description default format'.split(' '),
);

/** The keyword that stands for another object of OpenAPI, by the pointer to its subschema. */
export const visitKeyword = 'visit';

/** The keyword that counts the members of a value, of which nobody has written that many. */
export const fewKeyword = 'few';

const manyMembers = [
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  'items',
  'propertyNames',
];

/** A subschema that does not look into the objects of OpenAPI inside a value: it only tells that they are there. */
export function shallow(root: JsonObject, schema: unknown, pointer: string): unknown {
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema)
    .filter(([keyword]) => !silent.has(keyword))
    .map(([keyword, value]) => shallowKeyword(root, keyword, value, pointerTo(pointer, keyword)));
  const isWide = manyMembers.some((keyword) => Object.hasOwn(schema, keyword));
  return { ...Object.fromEntries(entries), ...(isWide ? { [fewKeyword]: true } : {}) };
}

function shallowKeyword(
  root: JsonObject,
  keyword: string,
  value: unknown,
  pointer: string,
): readonly [keyword: string, value: unknown] {
  if (keyword === '$ref') return [keyword, `${schemaName}${String(value)}`];
  if (alternatives.has(keyword)) {
    if (choiceOf(root, partAt(root, pointer)) !== undefined) return [visitKeyword, pointer];
    return [keyword, listOf(value, pointer, (_, at) => inlined(root, at))];
  }
  if (sameValue.has(keyword)) return [keyword, shallow(root, value, pointer)];
  if (members.has(keyword) && !Array.isArray(value)) return [keyword, member(root, value, pointer)];
  if (members.has(keyword) || keyword === 'prefixItems')
    return [keyword, listOf(value, pointer, (item, at) => member(root, item, at))];
  if (keyword === 'allOf') return [keyword, listOf(value, pointer, (item, at) => shallow(root, item, at))];
  if (namedMembers.has(keyword))
    return [keyword, mapOf(value, pointer, (item, at) => member(root, item, at))];
  if (named.has(keyword)) return [keyword, mapOf(value, pointer, (item, at) => shallow(root, item, at))];
  return [keyword, value];
}

/** An alternative without its reference: so it is seen of which alternative a fault is. */
function inlined(root: JsonObject, pointer: string): unknown {
  const part = partAt(root, pointer);
  return shallow(root, part.schema, part.pointer);
}

/** What is said of a member: a visit where it is an object of OpenAPI. */
function member(root: JsonObject, schema: unknown, pointer: string): unknown {
  const part = partAt(root, pointer);
  const isElsewhere = part.pointer !== pointer;
  const isVisited = choiceOf(root, part) !== undefined || (isElsewhere && hasFields(part.schema));
  return isVisited ? { [visitKeyword]: part.pointer } : shallow(root, schema, pointer);
}

function hasFields({ properties, patternProperties }: JsonObject): boolean {
  return isObject(properties) || isObject(patternProperties);
}

function listOf(
  value: unknown,
  pointer: string,
  each: (item: unknown, pointer: string) => unknown,
): readonly unknown[] {
  return Array.isArray(value)
    ? value.map((item, index) => each(item, pointerTo(pointer, String(index))))
    : [];
}

function mapOf(
  value: unknown,
  pointer: string,
  each: (item: unknown, pointer: string) => unknown,
): JsonObject {
  const entries = Object.entries(isObject(value) ? value : {});
  return Object.fromEntries(entries.map(([key, item]) => [key, each(item, pointerTo(pointer, key))]));
}
