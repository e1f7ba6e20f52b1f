import type { Entry } from './catalog-entry.js';

/** How much a finding costs. */
export type Severity = Entry['severity'];

/** Every diagnostic. A new one is an entry here and a folder in test/diagnostics. */
export const catalog = {
  'invalid-option': {
    severity: 'error',
    message: ({ option, problem }: { option: string; problem: string }) => `Option ${option}: ${problem}`,
    help: 'Run `openapi2mcp generate --help` for the options.',
  },
  'unreadable-document': {
    severity: 'error',
    message: ({ problem }: { problem: string }) => `The document cannot be read: ${problem}`,
    help: 'Give the path or the URL of an OpenAPI document, or - for standard input.',
  },
  'invalid-syntax': {
    severity: 'error',
    message: ({ format, problem }: { format: string; problem: string }) =>
      `This is not valid ${format}: ${problem}`,
    help: 'Correct the syntax; a YAML or JSON linter shows the same place.',
  },
  'duplicate-key': {
    severity: 'error',
    message: ({ key, first }: { key: string; first: string }) =>
      `The key '${key}' stands twice in one mapping (first on line ${first}).`,
    help: 'Remove or rename one of the two.',
  },
  'not-openapi': {
    severity: 'error',
    message: ({ problem }: { problem: string }) => `This is no OpenAPI document: ${problem}`,
    help: 'An OpenAPI document starts with `openapi: 3.x.y` or `swagger: "2.0"`.',
  },
  'unsupported-version': {
    severity: 'error',
    message: ({ version }: { version: string }) => `OpenAPI version '${version}' is not known.`,
    help: 'Supported are 2.0, 3.0, 3.1 and 3.2.',
  },
  'limit-exceeded': {
    severity: 'error',
    message: ({ limit, problem }: { limit: string; problem: string }) => `Limit '${limit}': ${problem}`,
    help: 'Split or simplify the document.',
  },
  'inexact-number': {
    severity: 'warning',
    message: ({ value }: { value: string }) =>
      `A number beyond 2^53 cannot be kept exactly; it is read as ${value}.`,
    help: 'Write the number as text, or use one that a double holds.',
  },
  'invalid-document': {
    severity: 'warning',
    message: ({ problem }: { problem: string }) => problem,
    help: 'Correct the document as the OpenAPI Specification says.',
  },
  'unresolved-reference': {
    severity: 'warning',
    message: ({ reference, problem }: { reference: string; problem: string }) =>
      `The reference '${reference}' leads nowhere: ${problem}`,
    help: 'Correct the reference or add what it refers to.',
  },
  'refused-reference': {
    severity: 'warning',
    message: ({ reference, problem }: { reference: string; problem: string }) =>
      `The reference '${reference}' is not followed: ${problem}`,
    help: "Only the document's own folder is read, and nothing from the network: copy the file into that folder.",
  },
  'parameter-skipped': {
    severity: 'warning',
    message: ({ name, location, problem }: { name: string; location: string; problem: string }) =>
      `The ${location} parameter '${name}' is left out: ${problem}`,
    help: 'Correct what the reason names, or remove the parameter.',
  },
  'undeclared-path-parameter': {
    severity: 'warning',
    message: ({ name, path }: { name: string; path: string }) =>
      `The path '${path}' names '{${name}}', which no parameter declares; it is taken as required text.`,
    help: 'Declare a parameter with `in: path` and this name.',
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
  'unsupported-security-scheme': {
    severity: 'warning',
    message: ({ name, problem }: { name: string; problem: string }) =>
      `Security scheme '${name}' cannot be satisfied: ${problem}`,
    help: 'Use apiKey, http basic, http bearer, oauth2 or openIdConnect.',
  },
  'undefined-security-scheme': {
    severity: 'warning',
    message: ({ name }: { name: string }) => `The security scheme '${name}' is required but not defined.`,
    help: 'Define it under components.securitySchemes.',
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
  'unusable-server-url': {
    severity: 'warning',
    message: ({ url, problem, env }: { url: string; problem: string; env: string }) =>
      url === ''
        ? `The document names no server URL; set ${env} when the server is started.`
        : `The server URL '${url}' cannot be used (${problem}); set ${env} when the server is started.`,
    help: 'Name an https URL under servers, or generate with --server-url.',
  },
  'unsupported-schema-keyword': {
    severity: 'warning',
    message: ({ keyword, problem }: { keyword: string; problem: string }) =>
      `The schema keyword '${keyword}' is left out: ${problem}`,
    help: 'Correct the keyword or remove it.',
  },
  'no-operations': {
    severity: 'error',
    message: ({ problem }: { problem: string }) => `There is nothing to make a tool of: ${problem}`,
    help: 'Describe at least one operation under paths.',
  },
  'operation-skipped': {
    severity: 'warning',
    message: ({ operation, reason }: { operation: string; reason: string }) =>
      `${operation} is left out: ${reason}`,
    help: 'Correct what the reason names; the other operations are not affected.',
  },
  'tool-renamed': {
    severity: 'warning',
    message: ({ name, renamed }: { name: string; renamed: string }) =>
      `Several operations give the tool name '${name}'; this one is named '${renamed}'.`,
    help: 'Give the operation its own operationId.',
  },
  'tool-name-made': {
    severity: 'note',
    message: ({ id, name }: { id: string; name: string }) =>
      `'${id}' is no legal tool name; the tool is named '${name}'.`,
    help: 'Use 1 to 64 letters, digits, `_` and `-` in an operationId to keep it as it is.',
  },
  'argument-renamed': {
    severity: 'note',
    message: ({ name, location, renamed }: { name: string; location: string; renamed: string }) =>
      `The ${location} parameter '${name}' is the argument '${renamed}': hosts or another parameter do not allow its own name.`,
    help: 'Nothing needs to change: the request carries the own name.',
  },
  'variable-renamed': {
    severity: 'note',
    message: ({ name, renamed }: { name: string; renamed: string }) =>
      `The environment variable '${name}' has another use already; this one is named '${renamed}'.`,
    help: 'Nothing needs to change: .env.example tells what each variable is for.',
  },
  'header-annotation-refused': {
    severity: 'warning',
    message: ({ property, problem }: { property: string; problem: string }) =>
      `x-mcp-header of '${property}' is left out: ${problem}`,
    help: 'See the rules for x-mcp-header in the MCP specification, revision 2026-07-28, Streamable HTTP.',
  },
  'output-schema-omitted': {
    severity: 'note',
    message: ({ tool, problem }: { tool: string; problem: string }) =>
      `Tool '${tool}' lists no outputSchema: ${problem}`,
    help: 'Nothing needs to change: results carry the structured content all the same.',
  },
  'other-document': {
    severity: 'error',
    message: ({ path, document }: { path: string; document: string }) =>
      `${path} was generated from '${document}', with which this document has no tool in common; nothing was written.`,
    help: 'Name another folder with --output, or use --force to turn this one into a server of another API.',
  },
  'edited-file': {
    severity: 'error',
    message: ({ path }: { path: string }) =>
      `${path} was edited since it was generated; nothing was written.`,
    help: 'Move the edit to src/overrides.ts, or use --force to replace the file.',
  },
  'foreign-file': {
    severity: 'error',
    message: ({ path }: { path: string }) =>
      `${path} stands where a generated file belongs, and openapi2mcp did not write it; nothing was written.`,
    help: 'Move it elsewhere, or use --force to replace the file (a folder is never replaced).',
  },
  'foreign-directory': {
    severity: 'error',
    message: ({ path, problem }: { path: string; problem: string }) =>
      `${path} ${problem}; nothing was written.`,
    help: 'Name an empty or new folder with --output.',
  },
  'unreadable-lock': {
    severity: 'error',
    message: ({ path, problem }: { path: string; problem: string }) =>
      `${path} cannot be used: ${problem}; nothing was written.`,
    help: 'Restore the file from version control; after a merge conflict either side will do.',
  },
  'dependency-kept': {
    severity: 'warning',
    message: ({ path, name, problem }: { path: string; name: string; problem: string }) =>
      `${path}: ${name} is left as it is: ${problem}`,
    help: 'Correct package.json by hand.',
  },
  'query-not-kept': {
    severity: 'note',
    message: ({ lock }: { lock: string }) =>
      `The query of the document's URL is not kept in ${lock}, since it may hold a secret.`,
    help: 'Give the whole URL again when you generate again.',
  },
  'folder-busy': {
    severity: 'error',
    message: ({ path, holder }: { path: string; holder: string }) =>
      `${path} is being written by ${holder}; nothing was written.`,
    help: 'Wait until the other run has ended, and run again.',
  },
  'out-of-date': {
    severity: 'error',
    message: ({ path, change }: { path: string; change: string }) => `${path} would be changed (${change}).`,
    help: 'Run `openapi2mcp generate` and commit the result.',
  },
  'write-failed': {
    severity: 'error',
    message: ({ path, problem }: { path: string; problem: string }) =>
      `${path} cannot be written: ${problem}`,
    help: 'Make room or give the right to write, and run again.',
  },
} satisfies Record<string, Entry>;

/** The code of a diagnostic: public, never renamed or reused. */
export type Code = keyof typeof catalog;

/** What the message of a code is made from. */
export type Details<C extends Code> = Parameters<(typeof catalog)[C]['message']>[0];
