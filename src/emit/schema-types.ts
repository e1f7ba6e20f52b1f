import type { JsonSchema } from '../runtime/json-schema.js';
import { commentText, propertyName, stringLiteral } from './text.js';
import { emptyObject, intersectionOf, nameOf, openObject, unionOf, unknownType } from './type-node.js';
import type { TypeMember, TypeNode } from './type-node.js';

/** What a schema's references lead to. */
export interface SchemaScope {
  /** The name of the type of `#/$defs/<name>`; `undefined` where there is none. */
  readonly typeName: (name: string) => string | undefined;
  /** How many members the type of `#/$defs/<name>` has as a union. */
  readonly width: (name: string) => number;
}

/** Deeper schemas, and unions and enums with more members, are printed as a wider type. */
const limits = { depth: 40, union: 1000 };

/**
 * Reads a JSON Schema as a TypeScript type that takes at least what the schema accepts.
 * What TypeScript cannot say (`not`, `if`, `pattern`, `patternProperties`) makes the type wider, never wrong.
 */
export function schemaType(schema: unknown, scope: SchemaScope, depth = 0): TypeNode {
  if (schema === false) return nameOf('never');
  if (!isSchema(schema) || depth > limits.depth) return unknownType;
  const inside = (subschema: unknown): TypeNode => schemaType(subschema, scope, depth + 1);
  const own = literalType(schema) ?? shapeType(schema, inside);
  const types = [own];
  let width = own.kind === 'union' ? own.members.length : 1;
  for (const { keyword, subschemas } of conjunctsOf(schema)) {
    const factor =
      keyword === '$ref' ? widthOfReference(schema, scope) : widthOfAny(subschemas, scope, depth);
    // The compiler multiplies the unions of an intersection and gives up at a hundred thousand members.
    if (width * factor > limits.union) continue;
    width *= factor;
    types.push(keyword === '$ref' ? referenceType(schema, scope) : unionOf(subschemas.map(inside)));
  }
  const type = intersectionOf(types);
  return schema.nullable === true ? unionOf([type, nameOf('null')]) : type;
}

/** The comment of a property or a type: its schema's description. */
export function schemaComment(schema: unknown): string {
  if (!isSchema(schema)) return '';
  const description = typeof schema.description === 'string' ? commentText(schema.description) : '';
  if (schema.deprecated !== true) return description;
  return description === '' ? '@deprecated' : `${description}\n\n@deprecated`;
}

/** How many members a schema's type has as a union; at most one more than may be printed. */
export function schemaWidth(schema: unknown, scope: SchemaScope, depth = 0): number {
  if (!isSchema(schema)) return 1;
  if (depth > limits.depth) return limits.union + 1;
  const literals = Array.isArray(schema.enum) ? schema.enum.length : 1;
  const factors = conjunctsOf(schema).map(({ keyword, subschemas }) =>
    keyword === '$ref' ? widthOfReference(schema, scope) : widthOfAny(subschemas, scope, depth),
  );
  const types = Array.isArray(schema.type) ? schema.type.length : 1;
  const product = [literals, types, ...factors].reduce((left, right) => left * Math.max(right, 1), 1);
  return Math.min(product, limits.union + 1);
}

function widthOfAny(subschemas: readonly unknown[], scope: SchemaScope, depth: number): number {
  return subschemas.reduce<number>((sum, subschema) => sum + schemaWidth(subschema, scope, depth + 1), 0);
}

function widthOfReference(schema: JsonSchema, scope: SchemaScope): number {
  const name = referencedName(schema.$ref);
  return name === undefined ? 1 : scope.width(name);
}

interface Conjunct {
  readonly keyword: '$ref' | 'allOf' | 'anyOf' | 'oneOf';
  /** The schemas of which one must hold. */
  readonly subschemas: readonly unknown[];
}

/** What must hold beside the schema's own `type`, in the order in which it is printed. */
function conjunctsOf(schema: JsonSchema): readonly Conjunct[] {
  const conjuncts: Conjunct[] = [];
  if (schema.$ref !== undefined) conjuncts.push({ keyword: '$ref', subschemas: [] });
  for (const subschema of listOf(schema.allOf)) conjuncts.push({ keyword: 'allOf', subschemas: [subschema] });
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const subschemas = listOf(schema[keyword]);
    if (subschemas.length > limits.union) continue;
    if (subschemas.length > 0) conjuncts.push({ keyword, subschemas });
  }
  return conjuncts;
}

function referenceType(schema: JsonSchema, scope: SchemaScope): TypeNode {
  const name = referencedName(schema.$ref);
  const type = name === undefined ? undefined : scope.typeName(name);
  return type === undefined ? unknownType : { kind: 'reference', name: type };
}

/** The `<name>` of `#/$defs/<name>`. */
function referencedName(reference: unknown): string | undefined {
  if (typeof reference !== 'string' || !reference.startsWith('#/$defs/')) return undefined;
  const name = reference.slice('#/$defs/'.length);
  return name.includes('/') ? undefined : name.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The literals of `const` and `enum`. */
function literalType(schema: JsonSchema): TypeNode | undefined {
  if (schema.const !== undefined) return valueType(schema.const);
  if (!Array.isArray(schema.enum) || schema.enum.length === 0) return undefined;
  return schema.enum.length > limits.union ? undefined : unionOf(schema.enum.map(valueType));
}

function valueType(value: unknown): TypeNode {
  if (typeof value === 'string') return nameOf(stringLiteral(value));
  if (typeof value === 'number' && Number.isFinite(value)) return nameOf(String(value).replace('e+', 'e'));
  if (typeof value === 'boolean' || value === null) return nameOf(String(value));
  return Array.isArray(value) ? { kind: 'array', items: unknownType } : openObject;
}

const keywordTypes: ReadonlyMap<unknown, TypeNode> = new Map(
  Object.entries({
    string: 'string',
    number: 'number',
    integer: 'number',
    boolean: 'boolean',
    null: 'null',
  }).map(([type, keyword]) => [type, nameOf(keyword)]),
);

type Inside = (subschema: unknown) => TypeNode;

/** The type that `type` and the keywords for objects and arrays describe. */
function shapeType(schema: JsonSchema, inside: Inside): TypeNode {
  const types = schema.type === undefined ? impliedTypes(schema) : [schema.type].flat();
  if (types.length === 0) return unknownType;
  return unionOf(
    types.map((type) => {
      if (type === 'object') return objectType(schema, inside);
      if (type === 'array') return arrayType(schema, inside);
      return keywordTypes.get(type) ?? unknownType;
    }),
  );
}

function impliedTypes(schema: JsonSchema): readonly string[] {
  const hasAny = (keywords: readonly string[]): boolean =>
    keywords.some((keyword) => Object.hasOwn(schema, keyword));
  if (hasAny(['properties', 'required', 'additionalProperties', 'patternProperties'])) return ['object'];
  return hasAny(['items', 'prefixItems']) ? ['array'] : [];
}

function objectType(schema: JsonSchema, inside: Inside): TypeNode {
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const required = new Set(listOf(schema.required).filter((name) => typeof name === 'string'));
  const declared = Object.entries(properties).map(([name, property]): TypeMember => ({
    name: propertyName(name),
    optional: !required.has(name),
    type: inside(property),
    comment: schemaComment(property),
  }));
  const undeclared = [...required]
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name): TypeMember => ({
      name: propertyName(name),
      optional: false,
      type: unknownType,
      comment: '',
    }));
  const members = [...declared, ...undeclared];
  const index = indexType(schema, members.length > 0, inside);
  if (members.length > 0) return { kind: 'object', members, index };
  if (index === undefined) return schema.additionalProperties === false ? emptyObject : openObject;
  return index === unknownType ? openObject : { kind: 'object', members, index };
}

/** The index signature, which must take the properties too. */
function indexType(schema: JsonSchema, hasMembers: boolean, inside: Inside): TypeNode | undefined {
  if (isSchema(schema.patternProperties) && Object.keys(schema.patternProperties).length > 0)
    return unknownType;
  const { additionalProperties } = schema;
  if (additionalProperties === undefined || additionalProperties === false) return undefined;
  return hasMembers ? unknownType : inside(additionalProperties);
}

function arrayType(schema: JsonSchema, inside: Inside): TypeNode {
  const prefix = listOf(schema.prefixItems);
  const items = schema.items === undefined ? unknownType : inside(schema.items);
  if (prefix.length === 0) return { kind: 'array', items };
  const least = typeof schema.minItems === 'number' ? schema.minItems : 0;
  return {
    kind: 'tuple',
    items: prefix.map(inside),
    required: Math.min(Math.max(least, 0), prefix.length),
    rest: schema.items === false ? undefined : items,
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
