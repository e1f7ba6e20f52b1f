import { child, entries, items, type Located } from '../load/located.js';
import { isToken } from '../runtime/parameters.js';
import type { Operation, Parameter } from './model.js';
import { operationsOf, readPathItem, type PathItem, type PathItemOperation } from './path-item.js';
import { readPathTemplate, type PathTemplate } from './path-template.js';
import { extensionsOf, followObject, textOf, type Reading } from './reading.js';
import { placeOf, readSecurity, type OperationSecurity } from './security.js';
import type { SecuritySchemes } from './security-schemes.js';

/** What operations name that stands elsewhere in the document. */
export interface Declarations {
  readonly schemes: SecuritySchemes;
  /** Names of tags that group no operations. */
  readonly badges: ReadonlySet<string>;
}

/** The operations of a document, in its order. */
export function readOperations(declarations: Declarations, reading: Reading): readonly Operation[] {
  const operations = entries(child(reading.document.root, 'paths')).flatMap(([key, item]) =>
    key.startsWith('x-') ? [] : readPath(key, item, declarations, reading),
  );
  reportRepeatedIds(operations, reading);
  return operations;
}

interface Path {
  /** As it stands in the Paths Object. */
  readonly key: string;
  readonly template: PathTemplate;
  readonly item: PathItem;
}

function readPath(
  key: string,
  written: Located,
  declarations: Declarations,
  reading: Reading,
): readonly Operation[] {
  const item = readPathItem(written, reading);
  if (item === undefined) return [];
  if (!key.startsWith('/')) {
    const problem = `The path '${key}' does not begin with a slash; it is read as if it did.`;
    reading.diagnostics.report('invalid-document', { problem }, written.origin);
  }
  const path = { key, template: readPathTemplate(key), item };
  return operationsOf(item, reading).flatMap(
    (operation) => readOperation(operation, path, declarations, reading) ?? [],
  );
}

function readOperation(
  { method, operation }: PathItemOperation,
  { key, template, item }: Path,
  { schemes, badges }: Declarations,
  reading: Reading,
): Operation | undefined {
  const object = followObject(operation, 'An operation', reading);
  if (object === undefined) return undefined;
  const { value, origin, description } = object;
  const security = readSecurity(object, reading.document.root, schemes, reading);
  const message = reading.rules.readMessage(object, { method, item, template }, reading);
  const { servers, unusable } = reading.rules.readOperationServers(object, item, reading);
  const tags = items(child(object, 'tags')).flatMap(({ value: tag }) => textOf(tag) ?? []);
  const isSendable = isToken(method) && method.toUpperCase() !== 'CONNECT';
  return {
    origin,
    method,
    path: template.path,
    ...(key === template.path ? {} : { key: `${method} ${key}` }),
    operationId: textOf(value.operationId),
    summary: textOf(value.summary),
    description,
    tags,
    group: tags.find((tag) => !badges.has(tag)),
    deprecated: value.deprecated === true,
    parameters: withoutCredentials(message.parameters, security, schemes, reading),
    requestBody: message.requestBody,
    responses: message.responses,
    security: security.requirements,
    servers,
    extensions: extensionsOf(value),
    pathExtensions: item.extensions,
    unusable: isSendable
      ? (message.unusable ?? security.unusable ?? unusable)
      : `no request has the method '${method}'.`,
  };
}

/** A parameter in the place of a credential is no argument: credentials come from the server's settings alone. */
function withoutCredentials(
  parameters: readonly Parameter[],
  { requirements }: OperationSecurity,
  { supported }: SecuritySchemes,
  { diagnostics }: Reading,
): readonly Parameter[] {
  const names = new Set(requirements.flatMap((requirement) => Object.keys(requirement)));
  const places = new Set(
    [...supported].flatMap(([name, { scheme }]) => (names.has(name) ? [placeOf(scheme)] : [])),
  );
  return parameters.filter((parameter) => {
    const { name, in: location, origin } = parameter;
    if (location === 'path' || location === 'querystring') return true;
    if (!places.has(placeOf({ type: 'apiKey', name, in: location }))) return true;
    const problem = 'it is where a security scheme puts the credential.';
    diagnostics.report('parameter-skipped', { name, location, problem }, origin);
    return false;
  });
}

function reportRepeatedIds(operations: readonly Operation[], { diagnostics }: Reading): void {
  const seen = new Set<string>();
  for (const { operationId: id, origin } of operations) {
    if (id === undefined) continue;
    const place = { file: origin.file, pointer: `${origin.pointer}/operationId` };
    if (seen.has(id)) diagnostics.report('duplicate-operation-id', { id }, place);
    seen.add(id);
  }
}
