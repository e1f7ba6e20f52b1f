import {
  asObject,
  itemsOf,
  membersOf,
  type RawDocument,
  type RawNode,
  type RawObject,
} from '../corpus/raw-document.js';
import type { Json } from '../plan/schema-judge.js';
import type { DocumentSchemas } from './document-schemas.js';

/** An operation as its document has it, by what decides which requests it allows. */
export interface JudgedOperation {
  /** As the document writes it. */
  readonly path: string;
  readonly parameters: readonly JudgedParameter[];
  /** Missing where the operation takes no body. */
  readonly body?: JudgedBody;
}

/** A Parameter Object that is no part of the body. */
export interface JudgedParameter {
  readonly in: string;
  readonly name: string;
  readonly required: boolean;
  readonly schema: Json;
  /** Whether it is written as a whole by a media type instead of by a style. */
  readonly hasContent: boolean;
  readonly style: string | undefined;
}

/** A Request Body Object, or the parameters that make the body in 2.0. */
export interface JudgedBody {
  readonly required: boolean;
  /** Schemas by media type; `*` stands for any where the document does not tell them apart. */
  readonly schemas: ReadonlyMap<string, Json>;
  /** By media type: the properties that an Encoding Object writes in a style. */
  readonly styled: ReadonlyMap<string, readonly string[]>;
}

/** What an operation is found by. */
export interface Wanted {
  readonly method: string;
  /** As it is requested: without a fragment, by which documents tell operations of one path apart. */
  readonly path: string;
  readonly operationId: string | undefined;
}

/** Reads an operation; `undefined` where the document has no such one. */
export function readOperation(
  document: RawDocument,
  schemas: DocumentSchemas,
  { method, path, operationId }: Wanted,
): JudgedOperation | undefined {
  const { value, file } = document.root;
  const found = membersOf(asObject(value)?.['paths'])
    .filter(([written]) => written.split('#', 1)[0] === path)
    .flatMap(([written, pathItem]) => {
      const item = document.follow({ value: pathItem, file });
      const node = document.follow({ value: asObject(item.value)?.[method.toLowerCase()], file: item.file });
      return asObject(node.value) === undefined ? [] : [{ written, item, node }];
    });
  const [first] = found;
  const same = found.find(({ node }) => asObject(node.value)?.['operationId'] === operationId) ?? first;
  return same === undefined ? undefined : operationOf(document, schemas, same);
}

function operationOf(
  document: RawDocument,
  schemas: DocumentSchemas,
  { written, item, node }: { readonly written: string; readonly item: RawNode; readonly node: RawNode },
): JudgedOperation {
  const parameters = parametersOf(document, [
    { value: asObject(item.value)?.['parameters'], file: item.file },
    { value: asObject(node.value)?.['parameters'], file: node.file },
  ]);
  const requestBody = { value: asObject(node.value)?.['requestBody'], file: node.file };
  const body = readBody(document, schemas, requestBody, parameters);
  return {
    path: written,
    parameters: parameters
      .filter(({ object }) => object['in'] !== 'body' && object['in'] !== 'formData')
      .map((parameter) => readParameter(schemas, parameter)),
    ...(body === undefined ? {} : { body }),
  };
}

interface ParameterNode {
  readonly object: RawObject;
  readonly file: string;
}

/** An operation's own parameters replace those of its path with the same name and place. */
function parametersOf(document: RawDocument, lists: readonly RawNode[]): readonly ParameterNode[] {
  const found = lists.flatMap(({ value, file }) =>
    itemsOf(value).flatMap((item): readonly (readonly [string, ParameterNode])[] => {
      const node = document.follow({ value: item, file });
      const object = asObject(node.value);
      return object === undefined
        ? []
        : [[JSON.stringify([object['in'], object['name']]), { object, file: node.file }]];
    }),
  );
  return [...new Map(found).values()];
}

function readParameter(schemas: DocumentSchemas, { object, file }: ParameterNode): JudgedParameter {
  const [content] = membersOf(object['content']);
  const written = asObject(content?.[1]) ?? object;
  return {
    in: String(object['in']),
    name: String(object['name']),
    required: object['required'] === true || object['in'] === 'path',
    // In 2.0 the Parameter Object is the schema itself.
    schema: schemas.read({ value: written['schema'] ?? schemaOfParameter(object), file }),
    hasContent: content !== undefined,
    style: typeof object['style'] === 'string' ? object['style'] : undefined,
  };
}

/** The Schema Object in a Parameter Object of 2.0, whose `required` says something else. */
function schemaOfParameter(object: RawObject): RawObject {
  return Object.fromEntries(membersOf(object).filter(([keyword]) => keyword !== 'required'));
}

function readBody(
  document: RawDocument,
  schemas: DocumentSchemas,
  node: RawNode,
  parameters: readonly ParameterNode[],
): JudgedBody | undefined {
  const { value, file } = document.follow(node);
  const object = asObject(value);
  if (object !== undefined) {
    const contents = membersOf(object['content']).map(([range, mediaType]): readonly [string, Json] => {
      const found = document.follow({ value: mediaType, file });
      return [range, schemas.read({ value: asObject(found.value)?.['schema'] ?? {}, file: found.file })];
    });
    const styled = membersOf(object['content']).map(
      ([range, mediaType]): readonly [string, readonly string[]] => {
        const found = document.follow({ value: mediaType, file });
        return [range, styledIn(asObject(found.value)?.['encoding'])];
      },
    );
    return { required: object['required'] === true, schemas: new Map(contents), styled: new Map(styled) };
  }
  const whole = parameters.find((parameter) => parameter.object['in'] === 'body');
  if (whole !== undefined) {
    const schema = schemas.read({ value: whole.object['schema'] ?? {}, file: whole.file });
    return {
      required: whole.object['required'] === true,
      schemas: new Map([['*', schema]]),
      styled: new Map(),
    };
  }
  const fields = parameters.filter((parameter) => parameter.object['in'] === 'formData');
  return fields.length === 0 ? undefined : formBody(schemas, fields);
}

/** The properties whose Encoding Object has one of the fields that make it a style. */
function styledIn(encoding: unknown): readonly string[] {
  return membersOf(encoding)
    .filter(([, own]) => membersOf(own).some(([field]) => styleFields.includes(field)))
    .map(([name]) => name);
}

const styleFields = ['style', 'explode', 'allowReserved'];

function formBody(schemas: DocumentSchemas, fields: readonly ParameterNode[]): JudgedBody {
  const properties = fields.map(({ object, file }) => [
    String(object['name']),
    schemas.read({ value: schemaOfParameter(object), file }),
  ]);
  const required = fields
    .filter(({ object }) => object['required'] === true)
    .map(({ object }) => object['name']);
  const schema = { type: 'object', properties: Object.fromEntries(properties) as unknown, required };
  return { required: required.length > 0, schemas: new Map([['*', schema]]), styled: new Map() };
}
