import { escapeToken } from '../../diagnostics/pointer.js';
import type { SchemaPool } from '../../model/model.js';
import type { JsonSchema, ObjectSchema } from '../../runtime/json-schema.js';
import { referenceOf } from '../schemas/references.js';
import { appliedPartsOf, holdingOf } from '../schemas/holders.js';
import { mapParts } from '../schemas/parts.js';
import { readSchema, type Json } from '../schemas/shape.js';
import { cutCharacters } from '../texts/cut.js';
import { cleanLine } from '../texts/text.js';
import type { SchemaProof } from './schema-proof.js';

/** Larger listings are for no reader. */
const mostBytes = 64_000;
/** Characters of what is wrong with a schema. */
const longestWords = 160;

/** The other keywords of JSON Schema 2020-12 that a reader of a schema can use. */
const telling: ReadonlySet<string> = new Set(
  (
    'type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern ' +
    'maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required ' +
    'dependentRequired title description default deprecated readOnly writeOnly examples format ' +
    'contentEncoding contentMediaType x-mcp-header'
  ).split(' '),
);

/** A rich listing, or why there is none, in words. */
type RichListing = { readonly schema: ObjectSchema } | { readonly problem: string };

const endless = { problem: 'a named schema of theirs refers to itself in its own place' };
const tooLarge = { problem: `their schemas take more than ${mostBytes} bytes` };

/** The arguments of a tool in the document's own schemas, whole: named schemas once, below `$defs`. */
export function richSchema(input: ObjectSchema, pool: SchemaPool, proof: SchemaProof): RichListing {
  const names = namesWithin(input, pool, mostBytes);
  if (names === undefined) return tooLarge;
  if (names.some((name) => isEndless(name, pool))) return endless;
  const defs = names.map((name) => {
    const json = pool.get(name)?.json ?? true;
    return [name, typeof json === 'boolean' ? json : enrich(json, pool)] as const;
  });
  const schema = {
    // The root of arguments is an object, and stays one.
    ...(enrich(input, pool) as ObjectSchema),
    ...(defs.length === 0 ? {} : { $defs: Object.fromEntries(defs) }),
  };
  if (Buffer.byteLength(JSON.stringify(schema)) > mostBytes) return tooLarge;
  const broken = proof(schema);
  if (broken === undefined) return { schema };
  const words = cutCharacters(cleanLine(broken), longestWords);
  return { problem: `their schemas are no JSON Schema 2020-12: ${words}` };
}

/** Whether a named schema refers to itself for the same value, be it by a branch: validators never come to an end of it. */
function isEndless(name: string, pool: SchemaPool): boolean {
  const met = new Set<string>();
  const open: (Json | undefined)[] = [pool.get(name)?.json];
  while (open.length > 0) {
    const json = open.pop();
    if (json === undefined || typeof json === 'boolean') continue;
    const next = referenceOf(json);
    if (next === name) return true;
    if (next !== undefined && !met.has(next)) {
      met.add(next);
      open.push(pool.get(next)?.json);
    }
    open.push(...appliedPartsOf(json).flatMap(({ schema, isDeeper }) => (isDeeper ? [] : [schema])));
  }
  return false;
}

/** The named schemas that a schema leads to, in the order in which they are met; `undefined` where they are too many. */
function namesWithin(input: JsonSchema, pool: SchemaPool, most: number): readonly string[] | undefined {
  const names = new Set<string>();
  const open: Json[] = [input];
  let steps = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    steps += 1;
    if (steps > most) return undefined;
    if (typeof next === 'boolean') continue;
    const name = referenceOf(next);
    const target = name === undefined || names.has(name) ? undefined : pool.get(name)?.json;
    if (name !== undefined && target !== undefined) {
      names.add(name);
      open.push(target);
    }
    open.push(
      ...appliedPartsOf(next)
        .map(({ schema }) => schema)
        .toReversed(),
    );
  }
  return [...names];
}

/** A schema with the keywords that a reader can use; documents are nested within limits. */
function enrich(schema: JsonSchema, pool: SchemaPool): JsonSchema {
  const kept = Object.entries(schema).filter(([keyword]) => isKept(keyword));
  const enriched = mapParts(Object.fromEntries(kept), (part) => enrich(part, pool));
  const name = referenceOf(schema);
  const reference =
    name === undefined || !pool.has(name) ? {} : { $ref: `#/$defs/${encodeURIComponent(escapeToken(name))}` };
  return { ...reference, ...enriched, ...examplesOf(schema), ...requiredOf(schema, pool) };
}

/** Named schemas are listed once, at the root. */
function isKept(keyword: string): boolean {
  return telling.has(keyword) || (keyword !== '$defs' && holdingOf(keyword) !== undefined);
}

/** OpenAPI's own `example`, as JSON Schema has it. */
function examplesOf({ example, examples }: JsonSchema): JsonSchema {
  return example === undefined || examples !== undefined ? {} : { examples: [example] };
}

/** What only answers hold is never required of arguments (OpenAPI, Schema Object, `readOnly`). */
function requiredOf({ required, properties }: JsonSchema, pool: SchemaPool): JsonSchema {
  if (!Array.isArray(required) || typeof properties !== 'object' || properties === null) return {};
  const members = new Map<unknown, unknown>(Object.entries(properties));
  return { required: required.filter((name) => !isReadOnly(members.get(name), pool)) };
}

function isReadOnly(value: unknown, pool: SchemaPool): boolean {
  const member = readSchema(value);
  if (member === undefined || typeof member === 'boolean') return false;
  const name = referenceOf(member);
  const target = name === undefined ? undefined : pool.get(name)?.json;
  return member['readOnly'] === true || (typeof target === 'object' && target['readOnly'] === true);
}
