import type { CallToolResult } from '@modelcontextprotocol/server';

/** What can go wrong with a call. Public: a code is never renamed or reused. */
export type ToolErrorCode =
  | 'cancelled'
  | 'insufficient-scope'
  | 'internal-error'
  | 'invalid-argument'
  | 'invalid-base-url'
  | 'invalid-claim'
  | 'invalid-credentials'
  | 'invalid-header'
  | 'invalid-setting'
  | 'missing-base-url'
  | 'missing-claim'
  | 'missing-credentials'
  | 'missing-header'
  | 'missing-setting'
  | 'refused-origin'
  | 'refused-redirect'
  | 'token-unavailable'
  | 'unreadable-response'
  | 'upstream-status'
  | 'upstream-timeout'
  | 'upstream-unreachable';

/** A call that failed, in words for the model and its user: what to do about it, and never a secret. */
export class ToolError extends Error {
  readonly code: ToolErrorCode;
  /** That of the API's answer, where `code` is `upstream-status`. */
  readonly status: number | undefined;

  constructor(code: ToolErrorCode, message: string, status?: number) {
    super(message);
    this.name = 'ToolError';
    this.code = code;
    this.status = status;
  }
}

const errors = new WeakMap<CallToolResult, ToolError>();

/** The error that a result tells of. */
export function errorOf(result: CallToolResult): ToolError | undefined {
  return errors.get(result);
}

/** The tool result that tells of a failed call. */
export function errorResult(error: ToolError): CallToolResult {
  const [summary = '', ...details] = error.message.split('\n');
  const text = [`${summary} [${error.code}]`, ...details].join('\n');
  const result: CallToolResult = { isError: true, content: [{ type: 'text', text }] };
  errors.set(result, error);
  return result;
}
