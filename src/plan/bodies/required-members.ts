import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import type { Operation } from '../../model/model.js';
import type { Flattener } from '../schemas/flatten.js';
import type { Json, Shape } from '../schemas/shape.js';

/** Methods of which a body is what they are about (RFC 9110 9.3, RFC 5789, QUERY). */
const methodsOfBodies: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'QUERY']);

/** Names that a sentence can hold. */
const mostNamed = 3;

/** Notes a Request Body Object that can be left out, though every value of its schema has members that are required. */
export function reportOptionalBody(
  { method, requestBody }: Operation,
  schema: Json,
  flattener: Flattener,
  diagnostics: Diagnostics,
): void {
  if (requestBody === undefined || requestBody.required || !methodsOfBodies.has(method)) return;
  const required = flattener.flatten(schema).alternatives.map((shape) => requiredOf(shape, flattener));
  const [first = []] = required;
  if (required.length === 0 || required.some((names) => names.length === 0)) return;
  const named = first.slice(0, mostNamed).map((name) => `'${name}'`);
  const more = first.length > mostNamed ? [`${first.length - mostNamed} more`] : [];
  const members = new Intl.ListFormat('en').format([...named, ...more]);
  diagnostics.report('body-not-required', { members }, requestBody.origin);
}

/** The members that a request has to have; what is readOnly only ever comes back. */
function requiredOf({ members }: Shape, flattener: Flattener): readonly string[] {
  return [...(members?.required ?? [])].filter((name) => {
    const schema = members?.properties.get(name) ?? true;
    return schema === true || schema === false || flattener.annotationsOf(schema).readOnly !== true;
  });
}
