import { Ajv2020 } from 'ajv/dist/2020.js';
import type { RequestBinding } from '../../src/runtime/binding.js';
import type { ToolDefinition } from '../../src/runtime/manifest.js';
import { openDocument } from '../corpus/raw-document.js';
import type { Json, Judge, Pool } from '../plan/schema-judge.js';
import { canCarry, canCarryForm } from './carried.js';
import { readOperation, type JudgedBody, type JudgedOperation } from './document-operations.js';
import { readDocumentSchemas } from './document-schemas.js';
import { formatChecks } from './formats.js';

/** What the document says of one argument of a tool. */
export interface JudgedArgument {
  readonly property: string;
  readonly required: boolean;
  readonly schema: Json;
  /** Whether the document allows the value and a request can carry it. */
  readonly allows: Judge;
}

/** What the document says of one tool. */
export interface JudgedTool {
  readonly arguments: ReadonlyMap<string, JudgedArgument>;
  /** The path as the document writes it. */
  readonly path: string;
  /** What the tool has and the document does not, or what the document wants and the tool has not. */
  readonly problems: readonly string[];
  /** Optional parameters that the tool leaves out. */
  readonly notes: readonly string[];
}

/** A document as the judge of the arguments of tools: read as it was written, by nothing of the generator. */
export interface DocumentJudge {
  /** The schemas that those of arguments refer to, as `#/$defs/<name>`. */
  readonly pool: Pool;
  /** By name of the tool. */
  readonly tools: ReadonlyMap<string, JudgedTool>;
}

/** Reads what the document in `file` says of these tools. */
export function openDocumentJudge(file: string, tools: readonly ToolDefinition[]): DocumentJudge {
  const document = openDocument(file);
  const schemas = readDocumentSchemas(document);
  const operations = tools.map(({ name, operationId, request }) => {
    const { method, path } = request;
    return { name, request, operation: readOperation(document, schemas, { method, path, operationId }) };
  });
  // All operations have been read: nothing more comes into the pool.
  const judgeOf = createJudges(
    schemas.pool,
    operations.map(({ operation }) => operation),
  );
  const judged = operations.map(({ name, request, operation }): readonly [string, JudgedTool] => [
    name,
    operation === undefined
      ? {
          arguments: new Map(),
          path: request.path,
          problems: ['The document has no such operation.'],
          notes: [],
        }
      : judgeTool(operation, request, judgeOf),
  ]);
  return { pool: schemas.pool, tools: new Map(judged) };
}

/** Makes judges of schemas that refer to the same pool; what is no schema allows nothing. */
function createJudges(
  pool: Pool,
  operations: readonly (JudgedOperation | undefined)[],
): (schema: Json) => Judge {
  const schemas = operations.flatMap((operation) => [
    ...(operation?.parameters.map(({ schema }) => schema) ?? []),
    ...(operation?.body?.schemas.values() ?? []),
  ]);
  const id = 'https://api.example.com/document';
  const ajv = createAjv();
  ajv.addSchema({ $id: id, $defs: pool, roots: schemas });
  const positions = new Map(schemas.map((schema, at) => [schema, at]));
  return (schema) => {
    try {
      const accepts = ajv.compile({ $ref: `${id}#/roots/${positions.get(schema)}` });
      return (value) => accepts(value);
    } catch {
      return () => false;
    }
  };
}

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    logger: false,
    ownProperties: true,
    code: { regExp: Object.assign(pattern, { code: 'pattern' }) },
  });
  for (const [name, check] of Object.entries(formatChecks)) ajv.addFormat(name, check as never);
  return ajv;
}

/** Patterns of documents are of one of two dialects; what neither knows allows nothing, so that nothing counts by it. */
function pattern(text: string): RegExp {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(text, flags);
    } catch {
      // The next dialect may know it.
    }
  }
  return /(?!)/;
}

function judgeTool(
  operation: JudgedOperation,
  request: RequestBinding,
  judgeOf: (schema: Json) => Judge,
): JudgedTool {
  const found = request.parameters.map((binding) => {
    const parameter = operation.parameters.find(
      (each) => each.in === binding.in && isSameName(each.in, each.name, binding.name),
    );
    return { binding, parameter };
  });
  const judged = found.flatMap(({ binding, parameter }): readonly JudgedArgument[] => {
    if (parameter === undefined) return [];
    const { schema, required } = parameter;
    const accepts = judgeOf(schema);
    const allows: Judge = (value) => accepts(value) && canCarry(parameter, value);
    return [{ property: binding.property, required, schema, allows }];
  });
  const body = judgeBody(operation.body, request, judgeOf);
  const all = body === undefined ? judged : [...judged, body];
  const unbound = unboundOf(operation, request);
  return {
    arguments: new Map(all.map((argument) => [argument.property, argument])),
    path: operation.path,
    notes: unbound.filter(({ required }) => !required).map(({ told }) => told),
    problems: [
      ...found
        .filter(({ parameter }) => parameter === undefined)
        .map(({ binding }) => `The document has no parameter '${binding.name}' in ${binding.in}.`),
      ...unbound.filter(({ required }) => required).map(({ told }) => told),
      ...(request.body !== undefined && body === undefined ? ['The document has no such body.'] : []),
    ],
  };
}

const ignoredHeaders = ['accept', 'content-type', 'authorization'];

interface Unbound {
  readonly required: boolean;
  readonly told: string;
}

/** What the document has and no argument leads to. */
function unboundOf({ parameters, body }: JudgedOperation, request: RequestBinding): readonly Unbound[] {
  const unbound = parameters.filter(
    ({ in: place, name }) =>
      !(place === 'header' && ignoredHeaders.includes(name.toLowerCase())) &&
      !request.parameters.some((binding) => binding.in === place && isSameName(place, name, binding.name)),
  );
  return [
    ...unbound.map(({ in: place, name, required }) => {
      return { required, told: `No argument is the parameter '${name}' in ${place}.` };
    }),
    ...(body !== undefined && request.body === undefined
      ? [{ required: body.required, told: 'No argument is the body.' }]
      : []),
  ];
}

function isSameName(place: string, one: string, other: string): boolean {
  return place === 'header' ? one.toLowerCase() === other.toLowerCase() : one === other;
}

function judgeBody(
  body: JudgedBody | undefined,
  request: RequestBinding,
  judgeOf: (schema: Json) => Judge,
): JudgedArgument | undefined {
  if (body === undefined || request.body === undefined) return undefined;
  const { property, mediaType } = request.body;
  const range = [mediaType, '*'].find((each) => body.schemas.has(each)) ?? rangeOf(body, mediaType);
  const schema = body.schemas.get(range);
  if (schema === undefined) return undefined;
  const accepts = judgeOf(schema);
  const isForm = /^(multipart\/|application\/x-www-form-urlencoded)/i.test(mediaType);
  const styled = body.styled.get(range);
  const allows: Judge = (value) => accepts(value) && (!isForm || canCarryForm(value, styled));
  return { property, required: body.required, schema, allows };
}

/** The one range that a media type falls into, or differs from in parameters alone. */
function rangeOf({ schemas }: JudgedBody, mediaType: string): string {
  const essence = (text: string): string => text.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const [type = ''] = essence(mediaType).split('/', 1);
  const fitting = [essence(mediaType), `${type}/*`, '*/*'];
  return [...schemas.keys()].find((range) => fitting.includes(essence(range))) ?? mediaType;
}
