import type { ParameterLocation, ParameterStyle } from './parameters.js';
import type { SecurityRequirement } from './security.js';

/** A Server Variable Object, with the environment variable that sets it. */
export interface ServerVariable {
  readonly default: string;
  readonly enum?: readonly string[];
  readonly env: string;
}

/** An OpenAPI Server Object: the API that an emitted server calls. */
export interface UpstreamServer {
  /** URL template: `https://{region}.example.com/v1`. Missing where the document names no usable one. */
  readonly url?: string;
  readonly variables: Readonly<Record<string, ServerVariable>>;
  /** The environment variable that replaces the whole URL. */
  readonly env: string;
}

/** How a tool's arguments become an HTTP request. */
export interface RequestBinding {
  /** Upper case. */
  readonly method: string;
  /** OpenAPI path template: `/pets/{petId}`. */
  readonly path: string;
  /** Present where the operation does not use the manifest's upstream server. */
  readonly server?: UpstreamServer;
  readonly parameters: readonly ParameterBinding[];
  readonly body?: BodyBinding;
  /** Media types declared for a successful response, best first. */
  readonly accept: readonly string[];
  /** Any one of these is enough, tried in this order; `{}` stands last; an empty list sends no credentials. */
  readonly security: readonly SecurityRequirement[];
}

/** Sends the argument `property` as the parameter `name`. */
export type ParameterBinding = {
  readonly property: string;
  readonly name: string;
  readonly in: ParameterLocation;
} & ParameterEncoding;

/** How a value is written: by a style of the Parameter Object, or as the one media type of its `content`. */
export type ParameterEncoding =
  | {
      readonly style: ParameterStyle;
      readonly explode: boolean;
      readonly allowReserved?: true;
      /** What stands between the items of arrays inside the array, the outer ones first: Swagger 2.0 alone has it. */
      readonly itemSeparators?: readonly string[];
    }
  | {
      readonly mediaType: string;
      /** Encoding Objects by property, where a form is the whole query. */
      readonly encoding?: Readonly<Record<string, PropertyEncoding>>;
    };

/** Sends the argument `property` as the request body. */
export interface BodyBinding {
  readonly property: string;
  readonly mediaType: string;
  /** Sent as base64 text: `format: byte` of OpenAPI 3.0, `contentEncoding` since 3.1. */
  readonly base64?: true;
  /** Encoding Objects by property, for form and multipart bodies. */
  readonly encoding?: Readonly<Record<string, PropertyEncoding>>;
}

/** An Encoding Object. */
export interface PropertyEncoding {
  readonly contentType?: string;
  /** Sent as base64 text. */
  readonly base64?: true;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: true;
}
