import type { MediaType, Operation, OperationResponse } from '../model/model.js';
import { bodyKindOf } from '../runtime/body.js';
import type { JsonSchema } from '../runtime/json-schema.js';
import type { Flattener } from './schema-flatten.js';
import { createInliner, type Listing, type Memory } from './schema-inline.js';
import { isSame, type Json } from './schema-shape.js';

/** What a tool says of its results. */
export interface PlannedOutput {
  /** Media types of a successful response, best first. */
  readonly accept: readonly string[];
  readonly outputSchema?: JsonSchema;
  /** Why there is no `outputSchema`, where the document has a schema. */
  readonly omitted?: string;
  /** The document's own schema of the structured content. */
  readonly type: Json | undefined;
}

/** A larger schema costs every client more than it tells. */
const mostBytes = 2048;

// A subschema takes five bytes at least.
const mostNodes = mostBytes / 5;

const listing: Listing = { profile: 'relaxed', direction: 'output', depth: 5, descriptions: [0, 0] };

/** Plans the output of operations that share their schemas. */
export function createOutputPlanner(flattener: Flattener): (operation: Operation) => PlannedOutput {
  const memory: Memory = new Map();
  const known = new Map<Json, JsonSchema | undefined>();
  const list = (json: Json): JsonSchema | undefined => {
    const schema = typeof json === 'boolean' ? json : flattener.identityOf(json);
    if (!known.has(schema)) known.set(schema, listOutput(schema, flattener, memory));
    return known.get(schema);
  };
  return ({ responses }) => {
    const successes = successesOf(responses);
    const accept = acceptOf(successes);
    const contents = successes.map(({ content }) => content.find(({ range }) => isJson(range))?.schema?.json);
    const schemas = distinct(contents.filter((schema) => schema !== undefined));
    const [only, ...others] = schemas;
    if (only === undefined) return { accept, type: undefined };
    if (others.length > 0) {
      return {
        accept,
        type: { anyOf: schemas },
        omitted: 'its successful responses have different schemas.',
      };
    }
    if (contents.length > 1 && contents.includes(undefined)) {
      return { accept, type: only, omitted: 'some of its successful responses have no JSON schema.' };
    }
    const outputSchema = list(only);
    if (outputSchema === undefined)
      return { accept, type: only, omitted: `it would take over ${mostBytes} bytes.` };
    return { accept, type: only, ...(isTelling(outputSchema) ? { outputSchema } : {}) };
  };
}

function listOutput(schema: Json, flattener: Flattener, memory: Memory): JsonSchema | undefined {
  const inliner = createInliner(flattener, memory, listing, mostNodes);
  const listed = inliner.list(schema, { isNullListed: true });
  return inliner.isOver() || Buffer.byteLength(JSON.stringify(listed)) > mostBytes ? undefined : listed;
}

/** Responses of 2xx; where the document has none, `default` stands for them. */
function successesOf(responses: readonly OperationResponse[]): readonly OperationResponse[] {
  const successes = responses.filter(({ status }) => /^2(?:\d\d|XX)$/i.test(status));
  return successes.length > 0 ? successes : responses.filter(({ status }) => status === 'default');
}

function acceptOf(successes: readonly OperationResponse[]): readonly string[] {
  const ranges = successes
    .flatMap(({ content }) => content.map(rangeOf))
    .filter((range) => range !== undefined);
  return [...new Set([...ranges.filter(isJson), ...ranges])];
}

/** A media type as it can stand in a header. */
function rangeOf({ range }: MediaType): string | undefined {
  return /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+[ \t]*(?:;[\x20-\x7e\t]*)?$/.test(range) ? range : undefined;
}

function isJson(range: string): boolean {
  return bodyKindOf(range) === 'json';
}

function distinct(schemas: readonly Json[]): readonly Json[] {
  const different = [...new Set(schemas)];
  return different.filter((schema, at) => different.findIndex((other) => isSame(other, schema)) === at);
}

/** Whether a schema says more than `object` or `array`: a bare type is a promise without a use. */
function isTelling({ type, properties, items, additionalProperties, anyOf }: JsonSchema): boolean {
  if (anyOf !== undefined || typeof additionalProperties === 'object') return true;
  if (
    type !== undefined &&
    type !== 'object' &&
    type !== 'array' &&
    properties === undefined &&
    items === undefined
  ) {
    return true;
  }
  return [properties, items].some((part) => Object.keys(part ?? {}).length > 0);
}
