import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A case that is known to fail. */
export interface PendingCase {
  readonly id: string;
  /** The issue that will mend it. */
  readonly issue: number;
  readonly reason: string;
}

/** More than this may not be put off. */
export const mostPending = 26;

/** Reads `pending.txt` of a folder of cases: `<id> <issue number> <reason>` a line. None is an empty list. */
export function readPending(folder: string, ids: readonly string[]): ReadonlyMap<string, PendingCase> {
  const file = join(folder, 'pending.txt');
  return existsSync(file) ? parsePending(readFileSync(file, 'utf8'), ids) : new Map();
}

/** Reads the text of `pending.txt`; an entry must name a case, once, with a reason. */
export function parsePending(text: string, ids: readonly string[]): ReadonlyMap<string, PendingCase> {
  const pending = new Map<string, PendingCase>();
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const [, id = '', issue, reason = ''] = /^(\S+) (\d+) (\S.*)$/.exec(line) ?? [];
    if (!ids.includes(id)) throw new Error(`pending.txt: '${line}' names no case, issue and reason.`);
    if (pending.has(id)) throw new Error(`pending.txt: '${id}' stands there twice.`);
    pending.set(id, { id, issue: Number(issue), reason });
  }
  if (pending.size > mostPending) {
    throw new Error(`pending.txt: ${pending.size} cases are put off, more than ${mostPending}.`);
  }
  return pending;
}
