import type { MediaType, Operation, OperationResponse } from '../model/model.js';
import { bodyKindOf } from '../runtime/request/body.js';
import type { JsonSchema } from '../runtime/json-schema.js';
import { createOutliner } from './schemas/output-outline.js';
import type { Flattener } from './schemas/flatten.js';
import { distinct } from './schemas/same.js';
import { eitherOf, type Json } from './schemas/shape.js';

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

/** Plans the output of operations that share their schemas. */
export function createOutputPlanner(flattener: Flattener): (operation: Operation) => PlannedOutput {
  const outline = createOutliner(flattener);
  return ({ responses }) => {
    const successes = successesOf(responses);
    const accept = acceptOf(successes);
    // An answer without content needs no schema: the server has a stand-in for it.
    const contents = successes.map(({ content }) => content).filter(({ length }) => length > 0);
    const type = typeOf(contents);
    if (type === undefined) return { accept, type };
    const omitted = whyOmitted(contents);
    if (omitted !== undefined) return { accept, type, omitted };
    // Each of an answer's JSON media types is asked for, and each may come.
    const outputSchema = outline(
      eitherOf(distinct(contents.flat().filter(isJson).flatMap(schemaOf))) ?? true,
    );
    return { accept, type, ...(isTelling(outputSchema) ? { outputSchema } : {}) };
  };
}

/** Responses of 2xx; where the document has none, `default` stands for them. */
function successesOf(responses: readonly OperationResponse[]): readonly OperationResponse[] {
  const successes = responses.filter(({ status }) => /^2(?:\d\d|XX)$/i.test(status));
  return successes.length > 0 ? successes : responses.filter(({ status }) => status === 'default');
}

function acceptOf(successes: readonly OperationResponse[]): readonly string[] {
  const media = successes.flatMap(({ content }) => content).filter(isHeaderValue);
  return [...new Set([...media.filter(isJson), ...media].map(({ range }) => range))];
}

/** Whether a media type can stand in a header. */
function isHeaderValue({ range }: MediaType): boolean {
  return /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+[ \t]*(?:;[\x20-\x7e\t]*)?$/.test(range);
}

function isJson({ range }: MediaType): boolean {
  return bodyKindOf(range) === 'json';
}

function schemaOf({ schema }: MediaType): readonly Json[] {
  return schema === undefined ? [] : [schema.json];
}

/** The schemas of what each response gives by preference. */
function typeOf(contents: readonly OperationResponse['content'][]): Json | undefined {
  const preferred = contents.map((content) => content.find(isJson)?.schema?.json);
  const schemas = distinct(preferred.filter((schema) => schema !== undefined));
  return schemas.length === 0 ? undefined : (eitherOf(schemas) ?? true);
}

/** A schema that holds for some answers alone would have the others called failures. */
function whyOmitted(contents: readonly OperationResponse['content'][]): string | undefined {
  if (!contents.every((content) => content.some(isJson))) {
    return 'some of its successful responses are not JSON.';
  }
  const isDescribed = contents
    .flat()
    .filter(isJson)
    .every(({ schema }) => schema !== undefined);
  return isDescribed ? undefined : 'some of its successful responses have no schema.';
}

/** Whether a schema says more than `object` or `array`: a bare type is a promise without a use. */
function isTelling({ type, ...parts }: JsonSchema): boolean {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const isScalar = type !== undefined && !types.includes('object') && !types.includes('array');
  return isScalar || Object.keys(parts).length > 0;
}
