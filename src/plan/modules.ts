import type { PlannedTool, ToolModule } from './plan.js';
import { cleanLine, cleanText } from './texts/text.js';
import { cutWords, digestOf, groupBy, wordsOf } from './names/words.js';

/** A tool with what decides its module. */
export interface Placed {
  readonly tool: PlannedTool;
  /** The first tag, or what someone put in its place. */
  readonly tag: string | undefined;
  readonly path: string;
}

/** What is known of the tools of one tag. */
export interface TagTexts {
  readonly name: string;
  /** In place of the name, for people. */
  readonly title?: string | undefined;
  readonly description: string | undefined;
}

const longestName = 40;
const mostTools = 100;

// Windows takes no file of these names, whatever their ending; `schemas.ts` holds the shared types.
const taboo = /^(?:con|prn|aux|nul|com\d|lpt\d|schemas)$/;

/** Tools by their first tag, in order of appearance; large modules are split by path. */
export function planModules(placed: readonly Placed[], tags: readonly TagTexts[]): readonly ToolModule[] {
  const texts = new Map(tags.map((tag) => [tag.name, tag]));
  const nameFile = createFileNames(placed.some(({ tag }) => tag === undefined));
  return [...groupBy(placed, ({ tag }) => tag)].flatMap(([tag, members]) => {
    const told = tag === undefined ? undefined : texts.get(tag);
    const title = cleanLine(told?.title ?? '') || cleanLine(tag ?? '') || 'Untagged';
    const description = cleanText(told?.description ?? '') || undefined;
    return splitByPath(members).map(([segment, part]): ToolModule => {
      const isWhole = segment === undefined;
      return {
        fileName: `${tag === undefined && isWhole ? untagged : nameFile(tag ?? untagged, segment)}.ts`,
        title: isWhole ? title : `${title}: ${cleanLine(segment)}`,
        description,
        tools: part.map(({ tool }) => tool),
      };
    });
  });
}

const untagged = 'untagged';

/** Names files so that no two are alike, ignoring case. */
function createFileNames(isUntaggedTaken: boolean): (tag: string, segment: string | undefined) => string {
  const taken = new Set(isUntaggedTaken ? [untagged] : []);
  return (tag, segment) => {
    const words = [tag, segment ?? ''].map((text) => wordsOf(text).join('-')).filter((text) => text !== '');
    const name = cutWords(words.join('-'), longestName);
    const legal = taboo.test(name) ? `${name}-tools` : name;
    const whole = segment === undefined ? tag : `${tag}/${segment}`;
    const ends = [legal, ...[6, 12, 64].map((digits) => `tag-${digestOf(whole, digits)}`)];
    const free = ends.find((end) => end !== '' && !taken.has(end)) ?? `tag-${taken.size}`;
    taken.add(free);
    return free;
  };
}

/** The tools of one tag by the first path segment in which they differ, where they are too many for one file. */
function splitByPath(
  placed: readonly Placed[],
): readonly (readonly [string | undefined, readonly Placed[]])[] {
  if (placed.length <= mostTools) return [[undefined, placed]];
  const paths = placed.map(({ path }) => path.split('/').filter((segment) => segment !== ''));
  const depth = Math.max(...paths.map((path) => path.length));
  for (let at = 0; at < depth; at += 1) {
    if (new Set(paths.map((path) => path[at])).size < 2) continue;
    return [...groupBy(placed, ({ path }) => path.split('/').filter((segment) => segment !== '')[at] ?? '')];
  }
  return [[undefined, placed]];
}
