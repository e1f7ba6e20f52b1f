import { grouped } from '../figures.js';
import type { Entry } from './entry.js';

/** A URL of an OAuth Flow Object, or of a Security Scheme Object, that is not asked. */
export interface UnusableUrl {
  readonly field: string;
  readonly url: string;
  readonly name: string;
  /** The last words of the variable that stands in for it; none where nobody asks for it. */
  readonly variable: string | undefined;
  readonly problem: string;
}

/** A scope that is asked for and not declared. */
export interface UndeclaredScope {
  readonly scope: string;
  /** The security scheme. */
  readonly name: string;
  readonly meant: string | undefined;
  /** Places that it is asked for at. */
  readonly uses?: number;
}

/** What is found while operations, parameters, content and schemas are read. */
export const modelFindings = {
  'parameter-skipped': {
    severity: 'warning',
    message: ({ name, location, problem }: { name: string; location: string; problem: string }) =>
      `The ${location} parameter '${name}' is left out: ${problem}`,
    help: 'Correct what the reason names, or remove the parameter.',
  },
  'parameter-ignored': {
    severity: 'note',
    message: ({ name, instead }: { name: string; instead: string }) =>
      `The header parameter '${name}' is ignored, as OpenAPI asks: ${instead} say what is sent.`,
    help: 'Nothing needs to change if they do; otherwise describe it there.',
  },
  'undeclared-path-parameter': {
    severity: 'warning',
    message: ({ name, path, instead }: { name: string; path: string; instead: string | undefined }) =>
      instead === undefined
        ? `The path '${path}' names '{${name}}', which no parameter declares; it is taken as required text.`
        : `The path '${path}' says '{${name}}', but the parameter is '${instead}'; '${name}' is taken as required text.`,
    help: 'Declare a parameter with `in: path` and this name, or rename the one that is meant.',
  },
  'duplicate-operation-id': {
    severity: 'warning',
    message: ({ id }: { id: string }) =>
      `The operationId '${id}' is used more than once; the tools are told apart by method and path.`,
    help: 'Give every operation its own operationId.',
  },
  'unsupported-parameter-style': {
    severity: 'warning',
    message: ({ name, style, location }: { name: string; style: string; location: string }) =>
      `Parameter '${name}' is in ${location}, where OpenAPI has no style '${style}'; the default style is used.`,
    help: 'Set `style` to one that OpenAPI defines for this location.',
  },
  'unsupported-media-type': {
    severity: 'warning',
    message: ({ mediaType, problem }: { mediaType: string; problem: string }) =>
      `Media type '${mediaType}': ${problem}`,
    help: 'Describe the content with a media type that can be sent: JSON, a form, text or binary.',
  },
  'part-header-not-sent': {
    severity: 'note',
    message: ({ name, part }: { name: string; part: string }) =>
      `The header '${name}' of the part '${part}' has no single value that can be sent; the part goes without it.`,
    help: 'If the API needs it, give its schema a `const` or a `default`.',
  },
  'request-body-of-method': {
    severity: 'note',
    message: ({ method, done }: { method: string; done: string }) => `The request body of ${method}: ${done}`,
    help: 'If the API takes no body here, remove `requestBody`; if it does, say so in OpenAPI 3.1 or later.',
  },
  'unsupported-security-scheme': {
    severity: 'warning',
    message: ({ name, problem }: { name: string; problem: string }) =>
      `Security scheme '${name}' cannot be satisfied: ${problem}`,
    help: 'Correct what the reason names; the types are apiKey, http, oauth2, openIdConnect and mutualTLS.',
  },
  'security-scheme-needs-code': {
    severity: 'warning',
    message: ({ name, scheme }: { name: string; scheme: string }) =>
      `The HTTP scheme '${scheme}' of the security scheme '${name}' is not built in: tools that need it send nothing and answer with an error until code of yours authenticates their requests.`,
    help: 'Write an entry of `authenticate` in src/hooks.ts of the written project; basic, bearer and digest need none.',
  },
  'unusable-oauth-url': {
    severity: 'warning',
    message: ({ field, url, name, variable, problem }: UnusableUrl) =>
      `\`${field}\` of the security scheme '${name}', '${url}', is left out: ${problem}.${
        variable === undefined ? '' : ` The variable that ends in _${variable} has to say it.`
      }`,
    help: 'Write an https URL (http to this machine alone), or one relative to the server, without user, fragment or placeholder.',
  },
  'undefined-security-scheme': {
    severity: 'warning',
    message: ({ name, meant }: { name: string; meant: string | undefined }) =>
      `The security scheme '${name}' is required but not defined${meant === undefined ? '.' : `; did you mean '${meant}'?`}`,
    help: 'Define it under components.securitySchemes.',
  },
  'undeclared-scope': {
    severity: 'note',
    message: ({ scope, name, meant, uses = 1 }: UndeclaredScope) =>
      `The scope '${scope}' is asked of the security scheme '${name}'${uses === 1 ? '' : ` in ${grouped(uses)} places`}, and no flow there declares it${meant === undefined ? '.' : `; did you mean '${meant}'?`}`,
    help: 'Correct the scope, or name it under `scopes` of the flows that grant it; it is asked for as it is.',
  },
  'unused-security-schemes': {
    severity: 'warning',
    message: ({ names }: { names: string }) =>
      `The document declares security schemes (${names}) but no operation asks for one, so no credentials are sent.`,
    help: 'Add `security` to the document or its operations.',
  },
  'conflicting-security-schemes': {
    severity: 'warning',
    message: ({ first, second, place }: { first: string; second: string; place: string }) =>
      `The security schemes '${first}' and '${second}' are required together, but both need ${place}; this alternative is left out.`,
    help: 'Require one of the two, or list them as alternatives.',
  },
  'unsupported-schema-keyword': {
    severity: 'warning',
    message: ({ keyword, problem }: { keyword: string; problem: string }) =>
      `The schema keyword '${keyword}' is left out: ${problem}`,
    help: 'Correct the keyword or remove it.',
  },
  'mistyped-values': {
    severity: 'warning',
    message: ({ keyword, values, type }: { keyword: string; values: string; type: string }) =>
      `The schema's \`type\` is ${type}, so of its \`${keyword}\` this is left out: ${values}.`,
    help: 'Correct the type, or quote what is meant as text: unquoted, YAML reads 1.0 and 2024 as numbers.',
  },
  'unsupported-dialect': {
    severity: 'warning',
    message: ({ dialect }: { dialect: string }) =>
      `The schema dialect '${dialect}' is not known; it is read as JSON Schema 2020-12.`,
    help: 'Name the dialect of OpenAPI or a draft of JSON Schema, or name none.',
  },
  'misplaced-reference': {
    severity: 'warning',
    message: ({ field, isMerged }: { field: string; isMerged: boolean }) =>
      isMerged
        ? `\`${field}\` has a \`$ref\`, and OpenAPI has none in its place; both are read, and what stands beside it counts first.`
        : `The whole of \`${field}\` is a reference, and OpenAPI has none in its place; it is followed.`,
    help: 'Refer from each member by itself, or bundle the files into one document first.',
  },
  'ignored-reference-siblings': {
    severity: 'note',
    message: ({ fields }: { fields: string }) => `Beside \`$ref\` the Specification has ${fields} ignored.`,
    help: 'Move it to what the reference leads to; in a schema, put the reference into `allOf`, or use OpenAPI 3.1.',
  },
  'ineffective-overlay-update': {
    severity: 'warning',
    message: ({ fields }: { fields: string }) =>
      `This update has no effect: its target is a \`$ref\`, and beside it the Specification has ${fields} ignored.`,
    help: 'Update what the reference leads to, or use `operations` in the configuration.',
  },
  'extension-not-read': {
    severity: 'note',
    message: ({ extension }: { extension: string }) =>
      `\`${extension}\` describes operations, but is no field of OpenAPI; they became no tools.`,
    help: 'Describe them under `paths`, with a path and a method of their own.',
  },
  'not-called': {
    severity: 'note',
    message: ({ what }: { what: string }) => `${what} became no tools: the API makes these requests itself.`,
    help: 'Nothing needs to change: tools are made of the operations under `paths`.',
    needsNothing: true,
  },
} satisfies Record<string, Entry>;
