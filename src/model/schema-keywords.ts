/** What is wrong with a keyword's value, in words; `undefined` where it is right. */
type Check = (value: unknown) => string | undefined;

/** Keywords whose value decides what is accepted or is shown to people, and what that value has to be. */
export const keywordChecks: ReadonlyMap<string, Check> = new Map([
  ...checked('it has to be a number.', isNumber, ['minimum', 'maximum']),
  ...checked('it has to be a number above 0.', (value) => isNumber(value) && value > 0, ['multipleOf']),
  // Before OpenAPI 3.1 these were flags beside `minimum` and `maximum`.
  ...checked('it has to be a number.', (value) => isNumber(value) || isFlag(value), [
    'exclusiveMinimum',
    'exclusiveMaximum',
  ]),
  ...checked('it has to be a whole number, 0 or more.', isCount, [
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minProperties',
    'maxProperties',
    'minContains',
    'maxContains',
  ]),
  ...checked('it has to be text.', (value) => typeof value === 'string', [
    'pattern',
    'format',
    'title',
    'description',
    'contentEncoding',
    'contentMediaType',
  ]),
  ...checked('it has to be true or false.', isFlag, ['uniqueItems', 'readOnly', 'writeOnly', 'deprecated']),
  ...checked('it has to be a list of names.', isNames, ['required']),
  ...checked('it has to list at least one value.', isFilledList, ['enum']),
  ...checked('it has to be a list of values.', Array.isArray, ['examples']),
]);

/** The types of JSON Schema. */
export const jsonTypes: ReadonlySet<unknown> = new Set([
  'null',
  'boolean',
  'object',
  'array',
  'number',
  'string',
  'integer',
]);

/** How the subschemas of a keyword stand in its value. */
export type Applicator = 'one' | 'list' | 'named' | 'oneOrList' | 'namedOrNames';

/** Every keyword that holds subschemas. */
export const applicators: ReadonlyMap<string, Applicator> = new Map<string, Applicator>([
  ['additionalProperties', 'one'],
  ['additionalItems', 'one'],
  ['unevaluatedProperties', 'one'],
  ['unevaluatedItems', 'one'],
  ['propertyNames', 'one'],
  ['contains', 'one'],
  ['contentSchema', 'one'],
  ['not', 'one'],
  ['if', 'one'],
  ['then', 'one'],
  ['else', 'one'],
  ['items', 'oneOrList'],
  ['prefixItems', 'list'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['properties', 'named'],
  ['patternProperties', 'named'],
  ['dependentSchemas', 'named'],
  ['dependencies', 'namedOrNames'],
]);

/** Keywords that serve references alone: those are resolved, and what they lead to stands in the pool. */
export const referenceKeywords: ReadonlySet<string> = new Set([
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveRef',
  '$recursiveAnchor',
  '$vocabulary',
  '$defs',
  'definitions',
]);

function checked(
  problem: string,
  isRight: (value: unknown) => boolean,
  keywords: readonly string[],
): readonly (readonly [string, Check])[] {
  return keywords.map((keyword) => [keyword, (value) => (isRight(value) ? undefined : problem)]);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isCount(value: unknown): boolean {
  return isNumber(value) && value >= 0 && Number.isInteger(value);
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

function isFilledList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}
