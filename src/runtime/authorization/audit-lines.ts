import { inAscii } from '../request/value-text.js';

/** Writes a record on stderr as one line of JSON. */
export type WriteLine = (record: Readonly<Record<string, unknown>>) => void;

/** Text that a slow reader of stderr may leave unread before lines are dropped. */
const unreadLimit = 256 * 1024;

/** Makes what writes lines; while nobody reads there, it drops and counts them. */
export function createLines(): WriteLine {
  let dropped = 0;
  return (record) => {
    if (process.stderr.writableLength > unreadLimit) {
      dropped += 1;
      return;
    }
    const line = { ...record, dropped: dropped === 0 ? undefined : dropped };
    // The console, since it lives on when stderr is closed.
    console.error(inAscii(JSON.stringify(line)));
    dropped = 0;
  };
}

const textLimit = 200;

/** As much of a text as a line shows. */
export function bounded(text: string): string {
  return text.length > textLimit ? `${text.slice(0, textLimit)}…` : text;
}
