import { isToken } from '../runtime/request/encoding.js';
import { createPlaces } from './credential-places.js';
import type { Operation, Parameter } from './model.js';
import type { OutlinedOperation } from './outline.js';
import { reportDoubled } from './path-item.js';
import type { Reading } from './reading.js';
import { readSecurity, type OperationSecurity } from './security.js';
import type { SecuritySchemes } from './security-schemes.js';

/** Reads what operations take and give. */
export function readOperations(
  outlined: readonly OutlinedOperation[],
  schemes: SecuritySchemes,
  reading: Reading,
): readonly Operation[] {
  const operations = outlined.map((operation) => readOperation(operation, schemes, reading));
  reportRepeatedIds(operations, reading);
  reportAlikePaths(operations, reading);
  return operations;
}

function readOperation(
  { object, template, item, ...head }: OutlinedOperation,
  schemes: SecuritySchemes,
  reading: Reading,
): Operation {
  const { method } = head;
  reportDoubled(item, method, reading);
  const security = readSecurity(object, reading.document.root, schemes, reading);
  const message = reading.rules.readMessage(object, { method, item, template }, reading);
  const { servers, unusable } = reading.rules.readOperationServers(object, item, reading);
  const isSendable = isToken(method) && method.toUpperCase() !== 'CONNECT';
  return {
    ...head,
    parameters: withoutCredentials(message.parameters, security, schemes, reading),
    requestBody: message.requestBody,
    responses: message.responses,
    security: security.requirements,
    servers,
    unusable: isSendable
      ? (message.unusable ?? security.unusable ?? unusable)
      : `no request has the method '${method}'.`,
  };
}

/** A parameter in the place of a credential is no argument: credentials come from the server's settings alone. */
function withoutCredentials(
  parameters: readonly Parameter[],
  { requirements }: OperationSecurity,
  { schemeOf }: SecuritySchemes,
  { diagnostics }: Reading,
): readonly Parameter[] {
  const names = new Set(requirements.flatMap((requirement) => Object.keys(requirement)));
  const places = createPlaces();
  for (const name of names) {
    const named = schemeOf(name);
    if (named !== undefined) places.add(name, named.scheme);
  }
  return parameters.filter((parameter) => {
    const { name, in: location, origin } = parameter;
    if (location === 'path' || location === 'querystring') return true;
    const scheme = places.rivalOf({ type: 'apiKey', name, in: location });
    if (scheme === undefined) return true;
    const problem = `the security scheme '${scheme}' puts its credential there.`;
    diagnostics.report('parameter-skipped', { name, location, problem }, origin);
    return false;
  });
}

/** OpenAPI 3 calls paths identical that differ in the names of their parameters alone, and forbids them. */
function reportAlikePaths(operations: readonly Operation[], { document, diagnostics }: Reading): void {
  if (document.version === '2.0') return;
  const byShape = new Map<string, Set<string>>();
  for (const { path, origin } of operations) {
    const shape = path.replace(/\{[^{}]*\}/g, '{}');
    const alike = byShape.get(shape) ?? new Set();
    const [first] = alike;
    if (first !== undefined && !alike.has(path)) {
      const problem = `The path '${path}' is identical to '${first}' but for the names of parameters; both are read.`;
      diagnostics.report('invalid-document', { problem }, origin);
    }
    byShape.set(shape, alike.add(path));
  }
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
