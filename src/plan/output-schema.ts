import type { MediaType, Operation, OperationResponse } from '../model/model.js';
import type { XmlBinding } from '../runtime/binding.js';
import { isJson, isMediaType, isXml } from '../runtime/media-types.js';
import type { JsonSchema } from '../runtime/json-schema.js';
import { createOutliner } from './schemas/output-outline.js';
import type { Flattener } from './schemas/flatten.js';
import { distinct } from './schemas/same.js';
import { eitherOf, type Json } from './schemas/shape.js';
import { isDescribedSequence, withSequences } from './sequence-schema.js';
import type { XmlAnswerPlanner } from './xml/xml.js';

/** What a tool says of its results. */
export interface PlannedOutput {
  /** Media types of a successful response, best first. */
  readonly accept: readonly string[];
  readonly outputSchema?: JsonSchema;
  /** What is read of answers in XML. */
  readonly answerXml?: readonly XmlBinding[];
  /** Why there is no `outputSchema`, where the document has a schema. */
  readonly omitted?: string;
  /** The document's own schema of the structured content. */
  readonly type: Json | undefined;
}

/** Plans the output of operations that share their schemas; without a planner of XML, that is text alone. */
export function createOutputPlanner(
  flattener: Flattener,
  planXml: XmlAnswerPlanner = () => undefined,
): (operation: Operation) => PlannedOutput {
  const outline = createOutliner(flattener);
  return ({ responses }) => {
    const successes = successesOf(responses).map(withSequences);
    const bindings = bindingsOf(successes, planXml);
    const isStructured: IsStructured = (mediaType) =>
      isJson(mediaType.range) || bindings.has(mediaType) || isDescribedSequence(mediaType);
    const planned = {
      accept: acceptOf(successes, isStructured),
      ...(bindings.size === 0 ? {} : { answerXml: distinct([...bindings.values()]) }),
    };
    // An answer without content needs no schema: the server has a stand-in for it.
    const contents = successes.map(({ content }) => content).filter(({ length }) => length > 0);
    const type = typeOf(contents, isStructured);
    if (type === undefined) return { ...planned, type };
    const omitted = whyOmitted(contents, isStructured);
    if (omitted !== undefined) return { ...planned, type, omitted };
    // Each of an answer's media types is asked for, and each may come.
    const schemas = contents.flat().filter(isStructured).flatMap(schemaOf);
    const outputSchema = outline(eitherOf(distinct(schemas)) ?? true);
    return { ...planned, type, ...(isTelling(outputSchema) ? { outputSchema } : {}) };
  };
}

/** Whether an answer of a media type has a structure. */
type IsStructured = (mediaType: MediaType) => boolean;

/** What is read of XML, by its media type; nothing of one without a structure. */
function bindingsOf(
  successes: readonly OperationResponse[],
  planXml: XmlAnswerPlanner,
): ReadonlyMap<MediaType, XmlBinding> {
  const described = successes.flatMap(({ content }) => content).filter(({ range }) => isXml(range));
  return new Map(
    described.flatMap((mediaType) => {
      const { schema } = mediaType;
      const binding = schema && planXml(schema.json, schema.origin);
      return binding === undefined ? [] : [[mediaType, binding] as const];
    }),
  );
}

/** Responses of 2xx; where the document has none, `default` stands for them. */
function successesOf(responses: readonly OperationResponse[]): readonly OperationResponse[] {
  const successes = responses.filter(({ status }) => /^2(?:\d\d|XX)$/i.test(status));
  return successes.length > 0 ? successes : responses.filter(({ status }) => status === 'default');
}

/** JSON is asked for before XML, and what has a structure before what has none. */
function acceptOf(successes: readonly OperationResponse[], isStructured: IsStructured): readonly string[] {
  const media = successes.flatMap(({ content }) => content).filter(({ range }) => isMediaType(range));
  const json = media.filter(({ range }) => isJson(range));
  return [...new Set([...json, ...media.filter(isStructured), ...media].map(({ range }) => range))];
}

function schemaOf({ schema }: MediaType): readonly Json[] {
  return schema === undefined ? [] : [schema.json];
}

/** The schemas of what each response gives by preference. */
function typeOf(
  contents: readonly OperationResponse['content'][],
  isStructured: IsStructured,
): Json | undefined {
  const preferred = contents.map((content) => preferredOf(content, isStructured)?.schema?.json);
  const schemas = distinct(preferred.filter((schema) => schema !== undefined));
  return schemas.length === 0 ? undefined : (eitherOf(schemas) ?? true);
}

function preferredOf(
  content: OperationResponse['content'],
  isStructured: IsStructured,
): MediaType | undefined {
  return content.find(({ range }) => isJson(range)) ?? content.find(isStructured);
}

/** A schema that holds for some answers alone would have the others called failures. */
function whyOmitted(
  contents: readonly OperationResponse['content'][],
  isStructured: IsStructured,
): string | undefined {
  if (!contents.every((content) => content.some(isStructured))) {
    return 'some of its successful responses are neither JSON nor XML with a schema.';
  }
  const isDescribed = contents
    .flat()
    .filter(isStructured)
    .every(({ schema }) => schema !== undefined);
  return isDescribed ? undefined : 'some of its successful responses have no schema.';
}

/** Whether a schema says more than `object` or `array`: a bare type is a promise without a use. */
function isTelling({ type, ...parts }: JsonSchema): boolean {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const isScalar = type !== undefined && !types.includes('object') && !types.includes('array');
  return isScalar || Object.keys(parts).length > 0;
}
