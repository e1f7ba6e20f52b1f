import { bounded, createLines, type WriteLine } from './audit-lines.js';
import type { Finding } from './verdict.js';

/** Takes note of a token that is refused, for whoever runs the server; it neither throws nor waits. */
export type NoteRefusal = (finding: Finding) => void;

const windowMs = 1_000;

/** Whoever tries many tokens fills no disk. */
const mostInWindow = 10;

/** Makes what writes a line of JSON for each refused token; those beyond ten a second are counted in a later line. */
export function createRefusals(write: WriteLine = createLines(), now: () => number = Date.now): NoteRefusal {
  let windowEnd = -Infinity;
  let written = 0;
  let uncounted = 0;
  return (finding) => {
    const time = now();
    // A clock that was set back opens a window too.
    if (time >= windowEnd || time < windowEnd - windowMs) {
      windowEnd = time + windowMs;
      written = 0;
    }
    if (written === mostInWindow) {
      uncounted += 1;
      return;
    }
    written += 1;
    write({
      time: new Date(time).toISOString(),
      event: 'refused',
      ...told(finding),
      unwritten: uncounted === 0 ? undefined : uncounted,
    });
    uncounted = 0;
  };
}

/** Claims and header parameters that tell nothing of whoever the token is for. */
const shown: ReadonlySet<string> = new Set(['aud', 'iss', 'typ']);

function told({ of, got, expected }: Finding): Readonly<Record<string, unknown>> {
  if (!shown.has(of)) return { reason: of };
  return { reason: of, got: valueOf(got), expected: expected && bounded(expected) };
}

const mostValues = 5;

/** A value as far as a line shows it; `null` where there is none, or none of a kind that counts. */
function valueOf(value: unknown): unknown {
  if (typeof value === 'string') return bounded(value);
  if (!Array.isArray(value)) return null;
  return value.slice(0, mostValues).map((each: unknown) => (typeof each === 'string' ? bounded(each) : null));
}
