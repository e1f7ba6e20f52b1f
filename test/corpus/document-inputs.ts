import {
  asObject,
  itemsOf,
  membersOf,
  referenceOf,
  type RawDocument,
  type RawNode,
  type RawObject,
} from './raw-document.js';

/** An Operation Object, by what a caller can give to it. */
export interface DocumentOperation {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly operationId: string | undefined;
  readonly parameters: readonly DocumentParameter[];
  /** First-level members of the request body that may be sent, by media type; `*` where Swagger 2.0 names none. */
  readonly bodies: ReadonlyMap<string, readonly string[]>;
}

/** A Parameter Object that is no part of the body. */
export interface DocumentParameter {
  readonly in: string;
  readonly name: string;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
/** Header parameters of these names "SHALL be ignored" (OpenAPI, Parameter Object). */
const ignoredHeaders = ['accept', 'content-type', 'authorization'];
const applicators = ['allOf', 'anyOf', 'oneOf'];

/** All operations under `paths`, in document order. */
export function readOperations(document: RawDocument): readonly DocumentOperation[] {
  const { value, file } = document.root;
  return membersOf(asObject(value)?.['paths'])
    .filter(([path]) => path.startsWith('/'))
    .flatMap(([path, item]) => readPathItem(document, path, document.follow({ value: item, file })));
}

function readPathItem(
  document: RawDocument,
  path: string,
  { value, file }: RawNode,
): readonly DocumentOperation[] {
  const item = asObject(value);
  if (item === undefined) return [];
  const shared = parametersOf(document, { value: item['parameters'], file });
  const named = methods.map((method) => [method, item[method]] as const);
  return [...named, ...membersOf(item['additionalOperations'])].flatMap(([method, found]) => {
    const node = document.follow({ value: found, file });
    const operation = asObject(node.value);
    return operation === undefined
      ? []
      : [readOperation(document, { method, path, shared }, operation, node.file)];
  });
}

function readOperation(
  document: RawDocument,
  { method, path, shared }: { method: string; path: string; shared: ReadonlyMap<string, RawNode> },
  operation: RawObject,
  file: string,
): DocumentOperation {
  const own = parametersOf(document, { value: operation['parameters'], file });
  const parameters = [...new Map([...shared, ...own]).values()];
  const inBody = parameters.filter((node) => ['body', 'formData'].includes(placeOf(node)));
  const elsewhere = parameters.filter((node) => !inBody.includes(node) && !isIgnored(node));
  const { operationId } = operation;
  return {
    method: method.toUpperCase(),
    path,
    operationId: typeof operationId === 'string' ? operationId : undefined,
    parameters: elsewhere.map((node) => ({ in: placeOf(node), name: nameOf(node) })),
    bodies:
      inBody.length > 0
        ? new Map([['*', inBody.flatMap((node) => membersOfBodyParameter(document, node))]])
        : requestBodies(document, { value: operation['requestBody'], file }),
  };
}

/** Parameter Objects by place and name: what makes two of them the same. */
function parametersOf(document: RawDocument, { value, file }: RawNode): ReadonlyMap<string, RawNode> {
  const nodes = itemsOf(value).map((item) => document.follow({ value: item, file }));
  const readable = nodes.filter((node) => placeOf(node) !== '' && nameOf(node) !== '');
  return new Map(readable.map((node) => [JSON.stringify([placeOf(node), nameOf(node)]), node]));
}

function membersOfBodyParameter(document: RawDocument, node: RawNode): readonly string[] {
  if (placeOf(node) === 'formData') return [nameOf(node)];
  return sendableMembers(document, { value: asObject(node.value)?.['schema'], file: node.file });
}

function requestBodies(document: RawDocument, node: RawNode): ReadonlyMap<string, readonly string[]> {
  const { value, file } = document.follow(node);
  return new Map(
    membersOf(asObject(value)?.['content']).map(([range, mediaType]) => {
      const found = document.follow({ value: mediaType, file });
      return [
        range,
        sendableMembers(document, { value: asObject(found.value)?.['schema'], file: found.file }),
      ];
    }),
  );
}

/** Names of the properties of a body schema and of what it is combined from, but for those that are read-only. */
function sendableMembers(document: RawDocument, schema: RawNode): readonly string[] {
  const sendable = new Map<string, boolean>();
  for (const { value, file } of combinedSchemas(document, schema)) {
    for (const [name, property] of membersOf(asObject(value)?.['properties'])) {
      const given = sendable.get(name) ?? true;
      sendable.set(name, given && !isReadOnly(document, { value: property, file }));
    }
  }
  return [...sendable].filter(([, given]) => given).map(([name]) => name);
}

function isReadOnly(document: RawDocument, property: RawNode): boolean {
  if (property.value === false) return true;
  return combinedSchemas(document, property, ['allOf']).some(
    ({ value }) => asObject(value)?.['readOnly'] === true,
  );
}

/** The schema and all that it refers to or is combined from at the same place of an instance; each once. */
function combinedSchemas(document: RawDocument, schema: RawNode, keywords = applicators): readonly RawNode[] {
  const found = new Map<RawObject, RawNode>();
  const waiting = [schema];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const object = asObject(node.value);
    if (object === undefined || found.has(object)) continue;
    found.set(object, node);
    const { file } = node;
    if (referenceOf(object) !== undefined) waiting.push(document.target(node));
    for (const keyword of keywords)
      waiting.push(...itemsOf(object[keyword]).map((value) => ({ value, file })));
  }
  return [...found.values()];
}

function placeOf({ value }: RawNode): string {
  const place = asObject(value)?.['in'];
  return typeof place === 'string' ? place : '';
}

function nameOf({ value }: RawNode): string {
  const name = asObject(value)?.['name'];
  return typeof name === 'string' ? name : '';
}

function isIgnored(node: RawNode): boolean {
  return placeOf(node) === 'header' && ignoredHeaders.includes(nameOf(node).toLowerCase());
}
