import type { ToolDefinition } from './manifest.js';

/** Methods that change nothing (RFC 9110 9.2.1, and QUERY). */
const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE']);

/** Methods that change no more when they are repeated (RFC 9110 9.2.2), beside those that change nothing. */
const idempotent: ReadonlySet<string> = new Set(['PUT', 'DELETE']);

/** What of a tool tells of its effects: what people said of it counts above what its method says. */
export type Effects = Pick<ToolDefinition, 'annotations'> & {
  readonly request: Pick<ToolDefinition['request'], 'method'>;
};

/** Whether a call changes nothing. */
export function isReadOnly({ request: { method }, annotations }: Effects): boolean {
  return annotations?.readOnlyHint ?? (annotations?.destructiveHint !== true && safe.has(method));
}

/** Whether making a call twice does no more than making it once. */
export function isRepeatable(tool: Effects): boolean {
  return tool.annotations?.idempotentHint ?? (isReadOnly(tool) || idempotent.has(tool.request.method));
}

/** Whether HTTP says of a method that its requests can be repeated. */
export function isRepeatableMethod(method: string): boolean {
  return safe.has(method) || idempotent.has(method);
}
