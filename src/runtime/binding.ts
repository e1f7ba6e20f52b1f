import type { ParameterLocation, ParameterStyle } from './request/parameters.js';
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
  /** Values of `parameters` that are no arguments. */
  readonly fixed?: readonly FixedArgument[];
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

/** Sends the same value in every call as the parameter that `property` is bound to, whatever the arguments are. */
export type FixedArgument = { readonly property: string } & FixedValue;

/** A value that is known beforehand, or the text of an environment variable of the server. */
export type FixedValue =
  | { readonly value: unknown }
  | {
      readonly env: string;
      /** Nothing is called while it is not set; missing: the parameter is then not sent. */
      readonly required?: true;
      /** What the text is read as; missing for text. */
      readonly type?: FixedType;
      /** It is taken out of answers and errors. */
      readonly secret?: true;
    };

/** What the text of a variable can be read as: all but a number and a boolean is JSON. */
export type FixedType = 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'json';

/** Sends the argument `property` as the request body. */
export interface BodyBinding {
  readonly property: string;
  readonly mediaType: string;
  /** Sent as base64 text: `format: byte` of OpenAPI 3.0, `contentEncoding` since 3.1. */
  readonly base64?: true;
  /** Encoding Objects by property, for form and multipart bodies. */
  readonly encoding?: Readonly<Record<string, PropertyEncoding>>;
  /** What the value becomes as XML; missing where an XML document is given as text. */
  readonly xml?: XmlBinding;
}

/** Sends a value as an XML document, by the XML Objects of its schema. */
export interface XmlBinding {
  readonly root: XmlNode;
  /** Contents that several nodes have, or that hold themselves: nodes name them as `type`. */
  readonly types?: Readonly<Record<string, XmlContent>>;
}

/** The `nodeType` of an XML Object (OpenAPI 3.2); earlier versions say `attribute` and `wrapped`. */
export type XmlNodeType = 'element' | 'attribute' | 'text' | 'cdata' | 'none';

/** The node of an XML document that a value becomes. */
export interface XmlNode extends XmlContent {
  /** Missing: an array has no node of its own, its items stand in its place; any other value is an element. */
  readonly nodeType?: XmlNodeType;
  /** Missing: the name of the property; for an item that of its array. */
  readonly name?: string;
  readonly prefix?: string;
  readonly namespace?: string;
  /** Null is an element with `xsi:nil`; elsewhere it is left out. */
  readonly nil?: true;
  /** The entry of `types` that says what it holds. */
  readonly type?: string;
}

/** What a node holds; text where nothing is said. */
export interface XmlContent {
  /** Nodes of an object's members, in the order in which they are written. */
  readonly members?: Readonly<Record<string, XmlNode>>;
  /** The node of every other member; missing: an element of whatever there is. */
  readonly additional?: XmlNode;
  readonly items?: XmlNode;
  /** Nodes of the first items, by position. */
  readonly prefixItems?: readonly XmlNode[];
  /** Text is taken beside members or items. */
  readonly text?: true;
  /** The schema says nothing: whatever there is. */
  readonly open?: true;
  /** The one node within, which stands for the same value (a `$ref` that is an element itself). */
  readonly inner?: XmlNode;
}

/** An Encoding Object. */
export interface PropertyEncoding {
  readonly contentType?: string;
  /** Sent as base64 text. */
  readonly base64?: true;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: true;
  /** As of a parameter. */
  readonly itemSeparators?: readonly string[];
}
