import type { DocumentOperation } from './document-inputs.js';
import { asObject, itemsOf, membersOf, type RawObject } from './raw-document.js';

/** What a manifest says about one tool, as far as it is looked at here. */
export interface ToolBinding {
  readonly name: string;
  readonly operationId?: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly parameters: readonly { readonly property: string; readonly name: string; readonly in: string }[];
    readonly body?: { readonly property: string; readonly mediaType: string };
  };
}

/** How much of what a document takes its tools can be given. */
export interface Coverage {
  readonly named: number;
  readonly total: number;
  /** `METHOD /path in name`, for each input that no listed schema names. */
  readonly missing: readonly string[];
}

/**
 * Counts the parameters and first-level body members that the listed schemas name. An operation without a tool
 * counts as one more missing input, so that it is seen even where it takes none.
 */
export function measureCoverage(
  operations: readonly DocumentOperation[],
  bindings: readonly ToolBinding[],
  schemas: ReadonlyMap<string, RawObject>,
): Coverage {
  const missing: string[] = [];
  let total = 0;
  for (const operation of operations) {
    const label = `${operation.method} ${operation.path}`;
    const binding = bindingOf(operation, bindings);
    const schema = binding && schemas.get(binding.name);
    const wanted = [
      ...(schema === undefined ? ['has no tool'] : []),
      ...operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`),
      ...bodyFor(operation, binding).map((name) => `body ${name}`),
    ];
    const listed =
      binding === undefined || schema === undefined ? new Set<string>() : inputsOf(binding, schema);
    total += wanted.length;
    missing.push(...wanted.filter((input) => !listed.has(input)).map((input) => `${label} ${input}`));
  }
  return { named: total - missing.length, total, missing };
}

function bindingOf(operation: DocumentOperation, bindings: readonly ToolBinding[]): ToolBinding | undefined {
  const sameMethod = bindings.filter(({ request }) => request.method === operation.method);
  return (
    sameMethod.find(({ request }) => request.path === operation.path) ??
    sameMethod.find(({ operationId }) => operationId !== undefined && operationId === operation.operationId)
  );
}

/** The body of the media type that the tool sends; the largest one where the document does not name that type. */
function bodyFor({ bodies }: DocumentOperation, binding: ToolBinding | undefined): readonly string[] {
  const sent = binding?.request.body && bodies.get(binding.request.body.mediaType);
  return (
    sent ?? [...bodies.values()].reduce((most, names) => (names.length > most.length ? names : most), [])
  );
}

/** Every input that a listed schema names, by its place and name in the document. */
function inputsOf({ request }: ToolBinding, schema: RawObject): ReadonlySet<string> {
  const properties = new Map(membersOf(schema['properties']));
  const parameters = request.parameters.filter(({ property }) => properties.has(property));
  const body = request.body && properties.get(request.body.property);
  return new Set([
    ...parameters.map((parameter) => `${parameter.in} ${parameter.name}`),
    ...listedMembers(schema, body).map((name) => `body ${name}`),
  ]);
}

/** Names of the properties of a listed schema and of what it is combined from; references point into `root`. */
function listedMembers(root: RawObject, schema: unknown): readonly string[] {
  const names = new Set<string>();
  const seen = new Set<RawObject>();
  const waiting = [schema];
  while (waiting.length > 0) {
    const object = asObject(waiting.pop());
    if (object === undefined || seen.has(object)) continue;
    seen.add(object);
    for (const [name] of membersOf(object['properties'])) names.add(name);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) waiting.push(...itemsOf(object[keyword]));
    waiting.push(localTarget(root, object['$ref']));
  }
  return [...names];
}

function localTarget(root: RawObject, reference: unknown): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined;
  return decodeURIComponent(reference.slice(2))
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, key) => new Map(membersOf(at)).get(key), root);
}
