import { asObject, itemsOf } from '../corpus/raw-document.js';
import type { Exchange } from './recorder.js';

/** One thing that Prism finds wrong with a request. */
export interface Violation {
  /** `query.limit`, `body.tags.0`; empty where the whole request is refused. */
  readonly at: string;
  readonly code: string;
  readonly message: string;
}

// What Prism answers for a request it does not take. Its other errors are about answers that it cannot make up.
const refusingProblems = [
  'UNPROCESSABLE_ENTITY',
  'INVALID_CONTENT_TYPE',
  'NOT_ACCEPTABLE',
  'UNAUTHORIZED',
  'NO_PATH_MATCHED_ERROR',
  'NO_METHOD_MATCHED_ERROR',
  'NO_SERVER_MATCHED_ERROR',
];

/**
 * What Prism finds wrong with a request: in the header that it adds to every answer, since it answers with the document's
 * own 4xx where there is one, or in its problem document.
 */
export function violationsOf({ answerHeaders, answerBody, status }: Exchange): readonly Violation[] {
  if (status === 0) return [{ at: '', code: 'died', message: answerBody }];
  const told = answerHeaders['sl-violations'];
  const inHeader = told === undefined ? [] : requestViolations(String(told));
  if (inHeader.length > 0) return inHeader;
  const problem = status < 400 ? undefined : asObject(parsed(answerBody));
  const { type, title, detail, validation } = problem ?? {};
  const [, code = ''] = /^https:\/\/stoplight\.io\/prism\/errors#(\w+)$/.exec(String(type)) ?? [];
  if (!refusingProblems.includes(code)) return [];
  const listed = itemsOf(validation).map((item) => violationOf(item, 0));
  return listed.length > 0 ? listed : [{ at: '', code, message: `${String(title)}: ${String(detail)}` }];
}

function requestViolations(text: string): readonly Violation[] {
  const cut = /^Too many violations! /.test(text);
  if (cut) return /"request"/.test(text) ? [{ at: '', code: 'many', message: text }] : [];
  return itemsOf(parsed(text))
    .filter((item) => itemsOf(asObject(item)?.['location'])[0] === 'request')
    .filter((item) => asObject(item)?.['severity'] === 'Error')
    .map((item) => violationOf(item, 1));
}

function violationOf(item: unknown, leading: number): Violation {
  const { location, code, message } = asObject(item) ?? {};
  return { at: itemsOf(location).slice(leading).join('.'), code: String(code), message: String(message) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
