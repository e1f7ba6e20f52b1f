import type { Diagnostics, Origin } from '../diagnostics/diagnostics.js';
import { escapeToken } from '../diagnostics/pointer.js';
import type { OpenApiDocument } from '../load/document.js';
import type { JsonObject } from '../load/json.js';
import { child, entries, isLocatedObject, items, referenceOf, type Located } from '../load/located.js';
import type { JsonSchema } from '../runtime/json-schema.js';
import { followMap } from './misplaced-references.js';
import {
  applicators,
  jsonTypes,
  keywordChecks,
  referenceKeywords,
  type Applicator,
} from './schema-keywords.js';
import { checkDialect } from './schema-dialects.js';
import { modernize, type Keywords } from './schema-modern.js';
import { dropMistyped } from './schema-values.js';
import { reportSiblings } from './siblings.js';
import { evenXmlObject } from './xml.js';

/** Where the Schema Objects of the versions differ. */
export interface SchemaRules {
  /** Whether the keywords beside a `$ref` count. */
  readonly hasReferenceSiblings: boolean;
  /** Whether a schema can name the dialect that it is written in. */
  readonly hasDialects: boolean;
}

/** A reference to a schema, as it stands in a document. */
export interface SchemaReference {
  readonly reference: string;
  /** The object that it stands in, from which it is resolved. */
  readonly from: Located;
  /** Where it stands itself: what a report names. */
  readonly at: Origin;
  readonly kind: 'reference' | 'dynamic' | 'mapping';
}

/** What Schema Objects are read with. */
export interface SchemaReading {
  readonly document: OpenApiDocument;
  readonly rules: SchemaRules;
  readonly diagnostics: Diagnostics;
  /** The same reference into the pool; `undefined` where it is broken, which is reported. */
  readonly refer: (reference: SchemaReference) => string | undefined;
}

/** A Schema Object as JSON Schema 2020-12; `undefined` where it says nothing that can be used, which is reported. */
export function readSchemaObject(schema: Located, reading: SchemaReading): JsonSchema | boolean | undefined {
  if (typeof schema.value === 'boolean') return schema.value;
  if (!isLocatedObject(schema)) {
    const problem = 'A schema has to be an object or a boolean; anything is allowed in its place.';
    reading.diagnostics.report('invalid-document', { problem }, schema.origin);
    return undefined;
  }
  const keywords: Keywords = new Map();
  const isReference = typeof child(schema, '$ref').value === 'string';
  const isAlone = isReference && !reading.rules.hasReferenceSiblings;
  if (isAlone) reportSiblings(schema, [], reading);
  const counted = isAlone ? ['$ref'] : Object.keys(schema.value);
  for (const keyword of counted) readKeyword(keyword, schema, keywords, reading);
  modernize(keywords);
  dropMistyped(keywords, schema, reading.diagnostics);
  if (isReference && keywords.size === 0) return undefined;
  // `fromEntries` makes every key an own property, `__proto__` too.
  return Object.fromEntries(keywords);
}

/** Reads one keyword of a Schema Object into `keywords`. */
type ReadKeyword = (
  keyword: string,
  schema: Located<JsonObject>,
  keywords: Keywords,
  reading: SchemaReading,
) => void;

const readKeyword: ReadKeyword = (keyword, schema, keywords, reading) => {
  if (referenceKeywords.has(keyword)) return;
  const own = ownKeywords.get(keyword);
  const applicator = applicators.get(keyword);
  if (own !== undefined) own(keyword, schema, keywords, reading);
  else if (applicator !== undefined) {
    const value = applicatorForms[applicator](child(schema, keyword), keyword, reading);
    if (value !== undefined) keywords.set(keyword, value);
  } else {
    const value = schema.value[keyword];
    const problem = keywordChecks.get(keyword)?.(value);
    if (problem === undefined) keywords.set(keyword, value);
    else leaveOut(keyword, problem, child(schema, keyword), reading);
  }
};

function leaveOut(keyword: string, problem: string, written: Located, { diagnostics }: SchemaReading): void {
  const referred = referenceOf(written) === undefined ? '' : ' A `$ref` stands there, which is not followed.';
  const details = { keyword, problem: `${problem}${referred}` };
  diagnostics.report('unsupported-schema-keyword', details, written.origin);
}

const readReference: ReadKeyword = (keyword, schema, keywords, reading) => {
  const { value, origin } = child(schema, keyword);
  if (typeof value !== 'string') {
    leaveOut(keyword, 'it has to be text.', { value, origin }, reading);
    return;
  }
  const kind = keyword === '$ref' ? 'reference' : 'dynamic';
  const referred = reading.refer({ reference: value, from: schema, at: origin, kind });
  if (referred !== undefined) keywords.set(keyword, referred);
};

const readDialect: ReadKeyword = (keyword, schema, _keywords, { rules, diagnostics }) => {
  if (rules.hasDialects) checkDialect(child(schema, keyword), diagnostics);
};

const readType: ReadKeyword = (keyword, schema, keywords, reading) => {
  const written = child(schema, keyword);
  const { value } = written;
  // Unquoted, YAML reads the type `null` in a list as the value null.
  const types = Array.isArray(value) ? value.map((type: unknown) => type ?? 'null') : [value];
  if (types.length > 0 && types.every((type) => jsonTypes.has(type) || type === 'file')) {
    keywords.set('type', Array.isArray(value) ? [...new Set(types)] : value);
  } else leaveOut(keyword, `it has to be one of ${[...jsonTypes].join(', ')}.`, written, reading);
};

/** Swagger 2.0 has the name of the property alone; later versions map values to schemas. */
const readDiscriminator: ReadKeyword = (keyword, schema, keywords, reading) => {
  const written = child(schema, keyword);
  if (typeof written.value === 'string') {
    keywords.set(keyword, { propertyName: written.value });
    return;
  }
  const { propertyName, defaultMapping } = isLocatedObject(written) ? written.value : {};
  if (!isLocatedObject(written) || typeof (propertyName ?? defaultMapping) !== 'string') {
    leaveOut(keyword, 'it needs a `propertyName`.', written, reading);
    return;
  }
  const refer = ([name, { value, origin }]: readonly [string, Located]): readonly (readonly [
    string,
    string,
  ])[] => {
    if (typeof value !== 'string') return [];
    const referred = reading.refer({ reference: value, from: written, at: origin, kind: 'mapping' });
    return referred === undefined ? [] : [[name, referred]];
  };
  const mapping = entries(child(written, 'mapping')).flatMap(refer);
  const fields = Object.entries(written.value).filter(
    ([key]) => key !== 'mapping' && key !== 'defaultMapping',
  );
  const mapped = mapping.length === 0 ? [] : [['mapping', Object.fromEntries(mapping)] as const];
  const fallback = refer(['defaultMapping', child(written, 'defaultMapping')]);
  keywords.set(keyword, Object.fromEntries([...fields, ...mapped, ...fallback]));
};

const readXml: ReadKeyword = (keyword, schema, keywords, reading) => {
  const written = child(schema, keyword);
  if (isLocatedObject(written)) keywords.set(keyword, evenXmlObject(written.value));
  else leaveOut(keyword, 'it has to be an object.', written, reading);
};

/** Keywords that are read in ways of their own. */
const ownKeywords: ReadonlyMap<string, ReadKeyword> = new Map([
  ['$ref', readReference],
  ['$dynamicRef', readReference],
  ['$schema', readDialect],
  ['type', readType],
  ['discriminator', readDiscriminator],
  ['xml', readXml],
]);

type ReadForm = (written: Located, keyword: string, reading: SchemaReading) => unknown;

/** How subschemas are read by the form in which they stand; `undefined` leaves the keyword out. */
const applicatorForms: { readonly [Form in Applicator]: ReadForm } = {
  one: (written, _keyword, reading) => readSchemaObject(written, reading),
  list: readList,
  oneOrList: (written, keyword, reading) =>
    Array.isArray(written.value) ? readList(written, keyword, reading) : readSchemaObject(written, reading),
  named: (written, keyword, reading) =>
    readNamed(written, keyword, reading, (schema) => readSchemaObject(schema, reading) ?? true),
  namedOrNames: (written, keyword, reading) =>
    readNamed(written, keyword, reading, (dependency) =>
      Array.isArray(dependency.value)
        ? dependency.value.filter((name) => typeof name === 'string')
        : (readSchemaObject(dependency, reading) ?? true),
    ),
};

function readNamed(
  written: Located,
  keyword: string,
  reading: SchemaReading,
  read: (member: Located) => unknown,
): JsonObject | undefined {
  if (!isLocatedObject(written)) {
    leaveOut(keyword, 'it has to be an object of schemas.', written, reading);
    return undefined;
  }
  // A property of this name has a schema, which is no text.
  const reference = written.value.$ref;
  const own = entries(written).filter(([name, { value }]) => name !== '$ref' || typeof value !== 'string');
  const members = own.map(([name, member]) => [name, read(member)] as const);
  return Object.fromEntries([
    ...(typeof reference === 'string' ? referredMembers(reference, written, reading) : []),
    ...members,
  ]);
}

/** The members of a map of schemas that is a reference, as references: it can lead to a map that it stands in. */
function referredMembers(
  reference: string,
  written: Located<JsonObject>,
  reading: SchemaReading,
): readonly (readonly [name: string, schema: JsonSchema | true])[] {
  const { origin: at } = child(written, '$ref');
  const start = reference.includes('#') ? reference : `${reference}#`;
  const names = followMap(written, reading).map(([name]) => name);
  return names
    .filter((name) => !Object.hasOwn(written.value, name))
    .map((name) => {
      const member = `${start}/${encodeURIComponent(escapeToken(name))}`;
      const referred = reading.refer({ reference: member, from: written, at, kind: 'reference' });
      return [name, referred === undefined ? true : { $ref: referred }];
    });
}

/** What a list means where one of its schemas cannot be used and so allows anything. */
const brokenItems: ReadonlyMap<string, 'drop' | 'void'> = new Map([
  ['allOf', 'drop'],
  ['anyOf', 'void'],
  // One more schema that accepts everything would forbid what the others accept.
  ['oneOf', 'void'],
]);

function readList(written: Located, keyword: string, reading: SchemaReading): readonly unknown[] | undefined {
  const schemas = items(written).map((item) => readSchemaObject(item, reading));
  if (schemas.length === 0) {
    leaveOut(keyword, 'it has to list at least one schema.', written, reading);
    return undefined;
  }
  const broken = brokenItems.get(keyword);
  if (broken === 'void' && schemas.includes(undefined)) return undefined;
  const usable =
    broken === 'drop'
      ? schemas.filter((schema) => schema !== undefined)
      : schemas.map((schema) => schema ?? true);
  return usable.length === 0 ? undefined : usable;
}
