/** One step of a glob: what it takes, whether it takes more of the same, and how many steps may be left out from here. */
interface Step {
  readonly takes: (character: string) => boolean;
  readonly repeats: boolean;
  readonly skips: number;
}

/** Tells whether a text has the form that a glob describes. */
export type Matcher = (text: string) => boolean;

const takesAll = (): boolean => true;
const takesName = (character: string): boolean => character !== '/';
const anything: Step = { takes: takesAll, repeats: true, skips: 1 };

/**
 * Reads a glob whose only signs are `?` for one character, `*` for any within a segment of a path and `**` for any:
 * braces and parentheses are ordinary in OpenAPI's paths. `/**` also stands for nothing: `/pets/**` takes `/pets`.
 */
export function pathGlob(glob: string): Matcher {
  return matcherOf(stepsOf(glob, takesName));
}

/** Reads a glob for names that are no paths: `*` stands for any characters, a slash included. */
export function nameGlob(glob: string): Matcher {
  return matcherOf(stepsOf(glob, takesAll));
}

function stepsOf(glob: string, takesOne: Step['takes']): readonly Step[] {
  const parts = glob.match(/\/\*\*+(?=\/|$)|\*+|[^]/gu) ?? [];
  return parts.flatMap((part): readonly Step[] => {
    if (part.startsWith('/*')) return [{ ...literal('/'), skips: 2 }, anything];
    if (part === '*') return [{ ...anything, takes: takesOne }];
    if (part.startsWith('**')) return [anything];
    return [part === '?' ? { takes: takesOne, repeats: false, skips: 0 } : literal(part)];
  });
}

function literal(part: string): Step {
  return { takes: (character) => character === part, repeats: false, skips: 0 };
}

/** All ways through the steps are followed at once: a document's names cannot make it slow, as they can a pattern. */
function matcherOf(steps: readonly Step[]): Matcher {
  return (text) => {
    let states = withSkips(new Set([0]), steps);
    for (const character of text) {
      const next = new Set<number>();
      for (const state of states) {
        const step = steps[state];
        if (step?.takes(character) === true) next.add(step.repeats ? state : state + 1);
      }
      states = withSkips(next, steps);
      if (states.size === 0) return false;
    }
    return states.has(steps.length);
  };
}

function withSkips(states: Set<number>, steps: readonly Step[]): ReadonlySet<number> {
  // A set that grows while it is walked is walked to its end.
  for (const state of states) {
    const skips = steps[state]?.skips ?? 0;
    if (skips > 0) states.add(state + skips);
  }
  return states;
}
