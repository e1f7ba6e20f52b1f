import type { ListedTool } from '../tools/mcp-session.js';
import { asObject, itemsOf, membersOf } from '../corpus/raw-document.js';
import { instanceOf } from '../plan/schema-instances.js';
import type { Json, Pool } from '../plan/schema-judge.js';
import type { Pick } from '../properties/mutations.js';
import type { JudgedArgument } from './document-judge.js';
import { fileMark } from './document-schemas.js';
import { samplesOf } from './formats.js';

/** Arguments of one call, all of which the document allows. */
export interface ArgumentSet {
  readonly values: Readonly<Record<string, unknown>>;
  /** How many of them were made from the document's own schema. */
  readonly fromDocument: number;
}

/** The argument sets of one tool, and what could not be made for it. */
export interface MadeSets {
  readonly sets: readonly ArgumentSet[];
  /** Properties for which no value was found that the document allows. */
  readonly unmade: readonly string[];
}

/** What sets are made from. */
interface Making {
  readonly tool: ListedTool;
  readonly judged: ReadonlyMap<string, JudgedArgument>;
  /** What the document's schemas refer to, with samples. */
  readonly pool: Pool;
  readonly pick: Pick;
}

const tries = 25;
const mostAlone = 8;
const randomSets = 6;

/**
 * Arguments from the schemas as they are listed: those that are required, all of them, each optional one alone (some, of
 * many), and random choices. A listed schema takes more than the document's, so what the document forbids is made anew.
 */
export function makeSets(making: Making): MadeSets {
  const { tool, judged, pick } = making;
  const listed = membersOf(tool.inputSchema['properties']);
  const required = new Set([
    ...itemsOf(tool.inputSchema['required']),
    ...[...judged.values()].filter((argument) => argument.required).map(({ property }) => property),
  ]);
  const makers = new Map(listed.map(([name, schema]) => [name, valueMaker(making, name, schema as Json)]));
  const unmade = [...makers].filter(([, make]) => make('listed') === undefined).map(([name]) => name);
  if (unmade.some((name) => required.has(name))) return { sets: [], unmade };
  const made = [...makers.keys()].filter((name) => !unmade.includes(name));
  const optional = made.filter((name) => !required.has(name));
  const setOf = (isWanted: (name: string) => boolean, first: Source = 'listed'): ArgumentSet => {
    const values = made
      .filter((name) => required.has(name) || isWanted(name))
      .map((name) => [name, makers.get(name)?.(first)] as const);
    const given = values.flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value.value] as const],
    );
    return {
      values: Object.fromEntries(given),
      fromDocument: values.filter(([, value]) => value?.isFromDocument === true).length,
    };
  };
  const alone = shuffled(optional, pick).slice(0, mostAlone);
  const sets = [
    setOf(() => false),
    setOf(() => true),
    setOf(() => true, 'document'),
    ...alone.map((name) => setOf((other) => other === name)),
    ...Array.from({ length: randomSets }, (_, at) =>
      setOf(() => pick(2) === 0, at % 2 === 0 ? 'listed' : 'document'),
    ),
  ];
  return { sets: [...new Map(sets.map((set) => [JSON.stringify(set.values), set])).values()], unmade };
}

interface MadeValue {
  readonly value: unknown;
  readonly isFromDocument: boolean;
}

/** The schema that a value is made from: the one that is listed, or the document's own. */
type Source = 'listed' | 'document';

/** Makes values of one property; from the other schema where the first one gives nothing that is allowed. */
function valueMaker(
  { judged, pool, pick }: Making,
  name: string,
  schema: Json,
): (first: Source) => MadeValue | undefined {
  const argument = judged.get(name);
  if (argument === undefined) return () => undefined;
  const listed = withSamples(schema);
  const own = withSamples(argument.schema);
  const from = (source: Json, sourcePool: Pool, isFromDocument: boolean): MadeValue | undefined => {
    for (let count = 0; count < tries; count += 1) {
      const value = instanceOf(source, sourcePool, pick);
      if (value !== undefined && argument.allows(value)) return { value, isFromDocument };
    }
    return undefined;
  };
  const ofSource = { listed: () => from(listed, {}, false), document: () => from(own, pool, true) };
  return (first) => ofSource[first]() ?? ofSource[first === 'listed' ? 'document' : 'listed']();
}

function shuffled<Item>(items: readonly Item[], pick: Pick): readonly Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(pick(left.length), 1));
}

/** A pool with texts of formats to choose from. */
export function poolWithSamples(pool: Pool): Pool {
  return Object.fromEntries(Object.entries(pool).map(([name, schema]) => [name, withSamples(schema)]));
}

const fileSamples = ['aGVsbG8sIGZpbGUK', 'iVBORw0KGgo='];

/** The schema with texts of its formats to choose from: hardly any text is a date by chance. */
function withSamples(schema: Json): Json {
  if (typeof schema === 'boolean') return schema;
  if (schema[fileMark] === true || schema['contentEncoding'] === 'base64') return { enum: fileSamples };
  return Object.fromEntries([
    ...Object.entries(schema).map(([keyword, value]) => [keyword, inKeyword(keyword, value)] as const),
    ...samplesFor(schema),
  ]);
}

const schemaMaps = ['properties', 'patternProperties', 'dependentSchemas'];
const schemaLists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const schemas = ['not', 'if', 'then', 'else', 'items', 'contains', 'additionalProperties', 'propertyNames'];

function inKeyword(keyword: string, value: unknown): unknown {
  if (schemaMaps.includes(keyword)) {
    return Object.fromEntries(membersOf(value).map(([name, member]) => [name, withSamples(member as Json)]));
  }
  if (schemaLists.includes(keyword)) return itemsOf(value).map((item) => withSamples(item as Json));
  return schemas.includes(keyword) && asObject(value) !== undefined ? withSamples(value as Json) : value;
}

function samplesFor(schema: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  const samples = samplesOf(schema['format']);
  const isChosen = 'enum' in schema || 'const' in schema || 'pattern' in schema;
  const isText = [schema['type'] ?? 'string'].flat().includes('string');
  return isText && !isChosen && samples.length > 0 ? [['enum', samples]] : [];
}
