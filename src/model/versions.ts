import type { Located } from '../load/located.js';
import type { OpenApiVersion } from '../load/version.js';
import type { ParameterLocation } from '../runtime/request/parameters.js';
import { readOpenApiMessage, type Message, type OperationPlace } from './message.js';
import type { Server } from './model.js';
import type { PathItem } from './path-item.js';
import type { Reading } from './reading.js';
import type { SchemaRules } from './schema.js';
import { readDocumentServers, readOperationServers, type OperationServers } from './servers.js';
import { readSwagger2Message } from './swagger2.js';
import { readSwagger2OperationServers, readSwagger2Servers } from './swagger2-servers.js';

/** Where the versions of the OpenAPI Specification differ. */
export interface VersionRules {
  /** Fields of a Path Item Object that hold operations, in the Specification's order. */
  readonly methods: readonly string[];
  /** Whether a Path Item Object can hold operations of other methods too. */
  readonly hasAdditionalOperations: boolean;
  /** Where a parameter can be. */
  readonly locations: readonly ParameterLocation[];
  /** Where a parameter's `allowReserved` counts. */
  readonly reservedIn: readonly ParameterLocation[];
  readonly hasCallbacks: boolean;
  readonly hasWebhooks: boolean;
  /** Whether a Tag Object has a `kind`, a `parent` and a `summary`. */
  readonly hasTagKinds: boolean;
  /** Whether a Security Requirement Object can name a scheme by its URI. */
  readonly hasSchemeUris: boolean;
  /** Whether a Security Scheme Object says that it is deprecated, and where the metadata of its issuer are. */
  readonly hasSchemeMetadata: boolean;
  /** Whether the `description` of a Reference Object stands for that of its target. */
  readonly describesReferences: boolean;
  /** Whether a part of a multipart body whose schema has no type is bytes. */
  readonly hasUntypedFiles: boolean;
  /** Whether parts of `multipart/form-data` can be written by a style, as fields of urlencoded forms can. */
  readonly hasStyledParts: boolean;
  /** Whether a request body "SHALL be ignored" where HTTP gives it no meaning. */
  readonly ignoresVagueBodies: boolean;
  /** The keys that lead to the Security Scheme Objects. */
  readonly securitySchemes: readonly string[];
  readonly schema: SchemaRules;
  readonly readServers: (root: Located, reading: Reading) => readonly Server[];
  readonly readOperationServers: (operation: Located, item: PathItem, reading: Reading) => OperationServers;
  readonly readMessage: (operation: Located, place: OperationPlace, reading: Reading) => Message;
}

const locations = ['path', 'query', 'header', 'cookie'] as const;

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

const openApi30: VersionRules = {
  methods,
  hasAdditionalOperations: false,
  locations,
  reservedIn: ['query'],
  hasCallbacks: true,
  hasWebhooks: false,
  hasTagKinds: false,
  hasSchemeUris: false,
  hasSchemeMetadata: false,
  describesReferences: false,
  hasUntypedFiles: false,
  hasStyledParts: false,
  ignoresVagueBodies: true,
  securitySchemes: ['components', 'securitySchemes'],
  schema: { hasReferenceSiblings: false, hasDialects: false },
  readServers: readDocumentServers,
  readOperationServers,
  readMessage: readOpenApiMessage,
};

const openApi31: VersionRules = {
  ...openApi30,
  hasWebhooks: true,
  describesReferences: true,
  hasUntypedFiles: true,
  hasStyledParts: true,
  ignoresVagueBodies: false,
  schema: { hasReferenceSiblings: true, hasDialects: true },
};

/** The rules of every version. A new one is an entry here and in the table of src/load/version.ts. */
export const versionRules: { readonly [Version in OpenApiVersion]: VersionRules } = {
  '2.0': {
    ...openApi30,
    methods: methods.filter((method) => method !== 'trace'),
    hasCallbacks: false,
    securitySchemes: ['securityDefinitions'],
    readServers: readSwagger2Servers,
    readOperationServers: readSwagger2OperationServers,
    readMessage: readSwagger2Message,
  },
  '3.0': openApi30,
  '3.1': openApi31,
  '3.2': {
    ...openApi31,
    methods: [...methods, 'query'],
    hasAdditionalOperations: true,
    locations: [...locations, 'querystring'],
    reservedIn: ['path', 'query', 'cookie'],
    hasTagKinds: true,
    hasSchemeUris: true,
    hasSchemeMetadata: true,
  },
};
