import type { Outcome, Problems } from './documents.js';
import type { ServerTrace } from './live-server.js';
import { callsDocument, readPayload, type PayloadFile } from './payloads.js';
import { allCredentials, sentProblems, withUpstream, type RecordedCall } from './recorded-calls.js';
import { serveBuilt } from './run-documents.js';

interface Line {
  readonly value: unknown;
  /** `ERROR`, a path, or words for one; several are joined by ` or `. */
  readonly expect: string;
}

/** Values of a path argument: exactly the path that is expected, or an error and nothing sent. */
export const pathValues: PayloadFile = {
  id: 'args-path-values',
  document: callsDocument.id,
  judge: async (project) => {
    const traces: ServerTrace[] = [];
    const serve = serveBuilt(project, traces);
    const outcomes: Outcome[] = [];
    await withUpstream({ ...project, serve }, allCredentials(project.manifest), async ({ call }) => {
      for (const [index, line] of readPayload<Line>('args-path-values').entries()) {
        const recorded = await call('path', { id: line.value });
        outcomes.push({ check: `line ${index + 1}`, problems: pathProblems(line, recorded) });
      }
    });
    return [...outcomes, { check: 'ends well', problems: traces.flatMap(({ problems }) => problems) }];
  },
};

/** Whether a call did what its line expects. */
export function pathProblems({ value, expect }: Line, { called, requests }: RecordedCall): Problems {
  const alternatives = expect.split(' or ');
  if (called.isError) {
    const isClean = alternatives.includes('ERROR');
    return isClean
      ? sentProblems({ called, requests }, 'an error')
      : [`failed: ${called.line.slice(0, 200)}`];
  }
  const paths = requests.map(({ target }) => target.split('?')[0]);
  const expected = alternatives.flatMap((alternative) => pathOf(alternative, value));
  const [path = 'nowhere'] = paths;
  return paths.length === 1 && expected.includes(path)
    ? []
    : [`${JSON.stringify(value).slice(0, 60)} went to ${path.slice(0, 100)}`];
}

function pathOf(alternative: string, value: unknown): readonly string[] {
  if (alternative.startsWith('/')) return [alternative];
  // A value that may be sent but has no path in its line: only wholly encoded does it stay one segment.
  const isSent = alternative === 'fully encoded' || alternative === '414 shown cleanly';
  return isSent && typeof value === 'string' ? [`/v1/users/${encodeURIComponent(value)}/posts`] : [];
}
