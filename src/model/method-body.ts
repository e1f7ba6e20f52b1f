import { child, type Located } from '../load/located.js';
import type { Reading } from './reading.js';

/** Methods whose request HTTP gives a body no meaning in (RFC 7231 4.3, RFC 9110 9.3). */
const vague: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);

/** Those of them that are safe: without their body they ask for more than was meant, but change nothing. */
const safe: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Whether an operation's request body is not sent. A TRACE request never has one (RFC 9110 9.3.8). OpenAPI 3.0 has
 * consumers ignore a body where HTTP gives it no meaning; 3.1 and 3.2 advise against it, and 2.0 says nothing. Still that
 * of a DELETE is sent in 3.0 too: it often names what to delete, and without it more than that could go.
 */
export function isBodyIgnored(operation: Located, method: string, { rules, diagnostics }: Reading): boolean {
  const body = child(operation, 'requestBody');
  if (body.value === undefined) return false;
  const report = (done: string): void =>
    diagnostics.report('request-body-of-method', { method, done }, body.origin);
  if (method === 'TRACE') {
    report('HTTP forbids it (RFC 9110), so it is not sent.');
    return true;
  }
  if (!rules.ignoresVagueBodies || !vague.has(method)) return false;
  report(
    safe.has(method)
      ? 'OpenAPI 3.0 has it ignored, so it is not sent.'
      : 'OpenAPI 3.0 has it ignored, but it may say what is meant, so it is sent.',
  );
  return safe.has(method);
}
