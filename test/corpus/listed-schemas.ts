import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ListedTool } from '../tools/mcp-session.js';
import { asObject, itemsOf, membersOf, type RawObject } from './raw-document.js';

const toolName = /^[a-zA-Z0-9_-]{1,64}$/;
const propertyName = /^[a-zA-Z0-9_.-]{1,64}$/;
/** Keywords that hosts refuse at the top level of an inputSchema. */
const refusedAtTop = ['oneOf', 'anyOf', 'allOf', 'not', 'enum', '$ref'];

/** What breaks the rules for names: those of tools, and those at the top level of an inputSchema. */
export function findNameProblems(tools: readonly ListedTool[]): readonly string[] {
  const seen = new Set<string>();
  return tools.flatMap(({ name, inputSchema }) => {
    const repeated = seen.has(name);
    seen.add(name);
    return [
      ...(repeated ? [`${name}: the name is not unique`] : []),
      ...(toolName.test(name) ? [] : [`${name}: no legal tool name`]),
      ...(inputSchema['type'] === 'object' ? [] : [`${name}: inputSchema has no "type": "object"`]),
      ...refusedAtTop
        .filter((keyword) => Object.hasOwn(inputSchema, keyword))
        .map((keyword) => `${name}: ${keyword} at the top level of inputSchema`),
      ...membersOf(inputSchema['properties'])
        .filter(([property]) => !propertyName.test(property))
        .map(([property]) => `${name}: no legal property name: ${property}`),
    ];
  });
}

/** What is no JSON Schema 2020-12, does not compile, or leads out of its own schema. */
export function findSchemaProblems(tools: readonly ListedTool[]): readonly string[] {
  // Patterns are taken with the `u` flag; formats are annotations in 2020-12.
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    ownProperties: true,
    unicodeRegExp: true,
  });
  const schemas = tools.flatMap(({ name, inputSchema, outputSchema }) => [
    { at: `${name}.inputSchema`, schema: inputSchema },
    ...(outputSchema === undefined ? [] : [{ at: `${name}.outputSchema`, schema: outputSchema }]),
  ]);
  return schemas.flatMap(({ at, schema }) => [
    ...foreignReferences(schema).map((reference) => `${at}: the reference ${reference} leaves the schema`),
    ...compileProblem(ajv, schema).map((problem) => `${at}: ${problem}`),
  ]);
}

function compileProblem(ajv: Ajv2020, schema: RawObject): readonly string[] {
  try {
    ajv.compile(schema);
    return [];
  } catch (error) {
    return [String(error).slice(0, 500)];
  } finally {
    // A schema that stays would claim its `$id` and keep its memory.
    ajv.removeSchema(schema);
  }
}

const schemaMaps = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const schemaLists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const schemaKeywords = [
  ...[
    'items',
    'contains',
    'additionalProperties',
    'propertyNames',
    'unevaluatedItems',
    'unevaluatedProperties',
  ],
  ...['not', 'if', 'then', 'else', 'contentSchema'],
];

/** References that do not start with `#`, wherever a schema stands; a property called `$ref` is none. */
function foreignReferences(root: RawObject): readonly string[] {
  const found: string[] = [];
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const schema = asObject(waiting.pop());
    if (schema === undefined) continue;
    for (const reference of [schema['$ref'], schema['$dynamicRef']]) {
      if (typeof reference === 'string' && !reference.startsWith('#')) found.push(reference);
    }
    waiting.push(
      ...schemaKeywords.map((keyword) => schema[keyword]),
      ...schemaLists.flatMap((keyword) => itemsOf(schema[keyword])),
      ...schemaMaps.flatMap((keyword) => membersOf(schema[keyword]).map(([, member]) => member)),
    );
  }
  return found;
}
