import type { Origin } from '../diagnostics/diagnostics.js';
import type { OpenApiVersion } from '../load/version.js';
import type { ParameterEncoding, PropertyEncoding } from '../runtime/binding.js';
import type { JsonSchema } from '../runtime/json-schema.js';
import type { ParameterLocation } from '../runtime/request/parameters.js';
import type { SchemeShape, SecurityRequirement } from '../runtime/security.js';

/** What operations are chosen by: an OpenAPI document without what its operations take and give. */
export interface ApiOutline<Head extends OperationHead = OperationHead> {
  /** The document's root. */
  readonly origin: Origin;
  readonly version: OpenApiVersion;
  readonly title: string;
  readonly apiVersion: string;
  readonly description: string | undefined;
  readonly tags: readonly Tag[];
  /** In document order: paths, then methods in the order of the Path Item Object's fields. */
  readonly operations: readonly Head[];
  /** Of the document's root. */
  readonly extensions: Extensions;
}

/** An OpenAPI document with its versions, defaults and references evened out. It knows nothing of MCP. */
export interface ApiModel extends ApiOutline<Operation> {
  /** In document order; empty where the document names none that can be used. */
  readonly servers: readonly Server[];
  readonly securitySchemes: ReadonlyMap<string, NamedScheme>;
  readonly schemas: SchemaPool;
}

/** A Server Object. */
export interface Server {
  readonly origin: Origin;
  /** Absolute URL template; as written where nothing tells the base of a relative one. */
  readonly url: string;
  readonly variables: Readonly<
    Record<string, { readonly default: string; readonly enum?: readonly string[] }>
  >;
}

/** A Tag Object. */
export interface Tag {
  readonly origin: Origin;
  readonly name: string;
  /** What people read: `Parent › Child`. */
  readonly title: string;
  readonly description: string | undefined;
  /** Whether operations belong to it, and do not only wear it: its `kind` is `nav`, or is not told. */
  readonly isGroup: boolean;
  readonly extensions: Extensions;
}

/** A Security Scheme Object that can be satisfied. */
export interface NamedScheme {
  readonly scheme: SchemeShape;
  readonly description: string | undefined;
  /** OpenAPI 3.2 can say so. */
  readonly isDeprecated?: true;
  /** The scopes that the flows of OAuth 2.0 name, where any of them says which there are. */
  readonly declaredScopes?: readonly string[];
}

/** Schemas that have a name. Inside them, and everywhere else, a reference reads `#/$defs/<name>` (name escaped by RFC 6901). */
export type SchemaPool = ReadonlyMap<string, Schema>;

/** A Schema Object as JSON Schema 2020-12: never an AST of our own, so no keyword is lost. */
export interface Schema {
  readonly origin: Origin;
  readonly json: JsonSchema | boolean;
}

/** An Operation Object without what it takes and gives. */
export interface OperationHead {
  readonly origin: Origin;
  /** Upper case, but for methods that OpenAPI 3.2 leaves to the document. */
  readonly method: string;
  /** The path that a request has: a query or fragment of the document's key is taken off, a query becoming parameters. */
  readonly path: string;
  /** `METHOD key` as the document has it, where that tells more than method and path. */
  readonly key?: string;
  /** As the document has it, even where it is empty. */
  readonly operationId: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  /** The first tag that groups operations. */
  readonly group: string | undefined;
  readonly deprecated: boolean;
  readonly extensions: Extensions;
  /** Of the Path Item Object. */
  readonly pathExtensions: Extensions;
}

/** An Operation Object. */
export interface Operation extends OperationHead {
  /** Those of the Path Item Object included; header parameters that the Specification ignores are left out. */
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  readonly responses: readonly OperationResponse[];
  /** The document's own `security` where the operation has none; only alternatives that can be satisfied, `{}` last. */
  readonly security: readonly SecurityRequirement[];
  /** Empty where the document's servers apply. */
  readonly servers: readonly Server[];
  /** Why no right request can be made of this operation (a path parameter that cannot be read, no security alternative left), where that is so. */
  readonly unusable: string | undefined;
}

/** A Parameter Object. */
export interface Parameter {
  readonly origin: Origin;
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string | undefined;
  readonly schema: Schema;
  readonly encoding: ParameterEncoding;
  readonly extensions: Extensions;
}

/** A Request Body Object. */
export interface RequestBody {
  readonly origin: Origin;
  readonly required: boolean;
  readonly description: string | undefined;
  /** In document order; never empty. */
  readonly content: readonly MediaType[];
}

/** A Response Object. */
export interface OperationResponse {
  readonly origin: Origin;
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  readonly description: string;
  readonly content: readonly MediaType[];
  /** Those that hand on a part of the response's body. */
  readonly links?: readonly Link[];
}

/** A Link Object: an operation that takes values of a response as parameters. */
export interface Link {
  readonly operationId: string | undefined;
  readonly operationRef: string | undefined;
  /** Names of the parameters whose values are parts of the response's body. */
  readonly fromBody: readonly string[];
}

/** A Media Type Object. */
export interface MediaType {
  readonly origin: Origin;
  /** `application/json`, `image/*`. */
  readonly range: string;
  readonly schema: Schema | undefined;
  readonly encoding: Readonly<Record<string, PropertyEncoding>>;
  /** Of the first parts of a multipart content that is a list (OpenAPI 3.2). */
  readonly prefixEncoding?: readonly PropertyEncoding[];
  /** Of its further parts. */
  readonly itemEncoding?: PropertyEncoding;
}

/** The `x-` fields of one object. */
export type Extensions = ReadonlyMap<string, unknown>;
