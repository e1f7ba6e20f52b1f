import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import { reportUnusable } from '../curation/refusal.js';
import { longestToolName, type Naming } from './naming.js';
import { isLegal, routeOf, type NameMaker, type NameWish } from './tool-names.js';
import { groupBy } from './words.js';

/** How a tool came to its name. */
export interface GivenName {
  readonly wish: NameWish;
  readonly name: string;
  /** Whether others want the name too, and it has it because it had it in the last run. */
  readonly isByLock: boolean;
}

/** Reports each tool that is not called as the document or the configuration says, and why. */
export function reportNames(
  given: readonly GivenName[],
  maker: NameMaker,
  naming: Naming,
  diagnostics: Diagnostics,
): void {
  for (const { wish, name, isByLock } of given) {
    const { id, operation, chosen } = wish;
    const own = maker.ownName(wish);
    if (chosen !== undefined) continue;
    if (name !== own) diagnostics.report('tool-renamed', { name: own, renamed: name }, operation.origin);
    else {
      if (isByLock) diagnostics.report('tool-name-kept', { name }, operation.origin);
      if (id !== undefined && id !== name) {
        const problem = whyMade(id, naming);
        diagnostics.report('tool-name-made', { id, name, problem }, operation.origin);
      }
    }
  }
  reportChosen(given, maker, diagnostics);
}

function whyMade(id: string, { longest }: Naming): string {
  if (!isLegal(id, longestToolName)) return 'is no legal tool name';
  return id.length > longest
    ? `is longer than the ${longest} characters of tools.maxToolNameLength`
    : 'is changed as the settings in `tools` say';
}

/** Reports chosen names that cannot be had; those of a configuration also where another operation would lose its own. */
function reportChosen(given: readonly GivenName[], maker: NameMaker, diagnostics: Diagnostics): void {
  for (const rivals of groupBy(given, ({ wish }) => maker.ownName(wish)).values()) {
    const losing = rivals.filter(({ wish }) => maker.isKept(wish));
    for (const { wish, name } of rivals) {
      const { chosen, operation } = wish;
      if (chosen === undefined) continue;
      const isFirm = chosen.field === 'config';
      const rival = losing.find((other) => other.wish !== wish);
      if (name === chosen.value && !(isFirm && rival !== undefined)) continue;
      const problem =
        rival === undefined || !maker.isKept(wish)
          ? 'a tool name has 1 to 64 letters, digits, `_` and `-`'
          : `'${chosen.value}' is the name of ${routeOf(rival.wish.operation)} too`;
      const outcome = isFirm ? '.' : `; the tool is named '${name}'.`;
      reportUnusable(chosen, `${problem}${outcome}`, operation, diagnostics);
    }
  }
}
