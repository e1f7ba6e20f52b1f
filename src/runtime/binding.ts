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
  /** What is read of answers in XML, by the name of their root; missing where they are text alone. */
  readonly answerXml?: readonly XmlBinding[];
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

/** A value that is known beforehand, or a text from the environment, the caller's token or its HTTP request. */
export type FixedValue =
  | { readonly value: unknown }
  | {
      /** A claim of the caller's token: nothing is called for a caller that has none. */
      readonly claim: string;
      readonly type?: FixedType;
    }
  | {
      /** A header of the caller's HTTP request, in lower case. */
      readonly header: string;
      /** Nothing is called without it; missing: the parameter is then not sent. */
      readonly required?: true;
      readonly type?: FixedType;
    }
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
export interface BodyBinding extends ContentEncoding {
  readonly property: string;
  /** Present where the body can be of another media type too. */
  readonly choice?: ContentChoice;
}

/** The further media types that a body can have; the binding's own is the one where nothing tells another. */
export interface ContentChoice {
  /** The argument that names the media type; missing where only a `data:` URL tells it. */
  readonly property?: string;
  /** The forms of a value of the binding's own media type; missing where nothing is told of them. */
  readonly forms?: readonly ContentForm[];
  readonly others: readonly OtherContent[];
}

/** What of a value tells at its first level whether it can be sent as a media type. */
export interface ContentForm {
  /** Types of JSON; `integer` and `null` are none of their own. */
  readonly types: readonly string[];
  /** Members that an object has to have. */
  readonly required?: readonly string[];
  /** The only members that an object can have. */
  readonly only?: readonly string[];
}

/** A further media type, with what tells a value of it where no argument does. */
export interface OtherContent extends ContentEncoding {
  /** Members that only a value of this media type has. */
  readonly members?: readonly string[];
  /** Types of JSON that only a value of this media type has. */
  readonly types?: readonly string[];
  /** Members that only in a value of this media type are text. */
  readonly texts?: readonly string[];
  /** As of the binding's own media type. */
  readonly forms?: readonly ContentForm[];
}

/** A Media Type Object: how a value becomes bytes. */
export interface ContentEncoding extends PartEncodings {
  readonly mediaType: string;
  /** Sent as base64 text: `format: byte` of OpenAPI 3.0, `contentEncoding` since 3.1. */
  readonly base64?: true;
  /** Texts are bytes, given in base64 or as a `data:` URL, although the media type is one of text. */
  readonly bytes?: true;
  /** What the value becomes as XML; missing where an XML document is given as text. */
  readonly xml?: XmlBinding;
}

/** The Encoding Objects of a form, of a multipart content, or of a part that is multipart itself. */
export interface PartEncodings {
  /** By property; those of a multipart content that is no form stand in the order of its parts. */
  readonly encoding?: Readonly<Record<string, PropertyEncoding>>;
  /** Of properties that `encoding` does not name, by a pattern of their names; the first that matches. */
  readonly patternEncoding?: Readonly<Record<string, PropertyEncoding>>;
  /** Of every other property. */
  readonly otherEncoding?: PropertyEncoding;
  /** Of the first parts of a list, by position. */
  readonly prefixEncoding?: readonly PropertyEncoding[];
  /** Of the further parts of a list. */
  readonly itemEncoding?: PropertyEncoding;
}

/** Writes a value as an XML document, or reads it from one, by the XML Objects of its schema. */
export interface XmlBinding {
  readonly root: XmlNode;
  /** Contents that several nodes have, or that hold themselves: nodes name them as `type`. */
  readonly types?: Readonly<Record<string, XmlContent>>;
}

/** The `nodeType` of an XML Object (OpenAPI 3.2); earlier versions say `attribute` and `wrapped`. */
export type XmlNodeType = 'element' | 'attribute' | 'text' | 'cdata' | 'none';

/** What a text of an XML document stands for; `any`: a number or a truth value. */
export type XmlScalar = 'number' | 'boolean' | 'any';

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
  /** In answers: an array without a node of its own is there even where it has no items. */
  readonly required?: true;
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
  /** In answers: what text stands for; missing for text itself. */
  readonly scalar?: XmlScalar;
  /** The schema says nothing: whatever there is. */
  readonly open?: true;
  /** The one node within, which stands for the same value (a `$ref` that is an element itself). */
  readonly inner?: XmlNode;
}

/** An Encoding Object. */
export interface PropertyEncoding extends PartEncodings {
  /** A media type or a range of them, or several, separated by commas. */
  readonly contentType?: string;
  /** Texts are bytes, given in base64 or as a `data:` URL: all of them, or those of certain objects and every `data:` URL. */
  readonly bytes?: true | readonly ObjectSigns[];
  /** Beside `bytes`: the texts that are none. */
  readonly texts?: readonly string[];
  /** Bytes are sent as base64 text. */
  readonly base64?: true;
  /** As of a body. */
  readonly xml?: XmlBinding;
  /** Header fields of the part, which are the same in every call. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: true;
  /** As of a parameter. */
  readonly itemSeparators?: readonly string[];
}

/** The members by which an object is known to be of one branch of a union: each is there, with one of these values where some are listed. */
export type ObjectSigns = Readonly<Record<string, readonly unknown[]>>;
