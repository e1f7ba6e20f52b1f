import { didYouMean } from '../diagnostics/did-you-mean.js';
import type { Diagnostics, Origin } from '../diagnostics/diagnostics.js';
import { pointerOf, tokensOf } from '../diagnostics/pointer.js';
import type { OpenApiDocument } from './document.js';
import type { Unread } from './file-reading.js';
import { isObject, valueAt } from './json.js';

/** Findings after which nobody reads suggestions any more, which are looked for in long lists of names. */
const mostSuggestions = 1_000;

/** Reports a reference at its place that leads nowhere; those into a map that is missing as a whole are told once. */
export function reportBroken(
  reference: string,
  { code, problem }: Unread,
  origin: Origin,
  { files }: OpenApiDocument,
  diagnostics: Diagnostics,
): void {
  const { file } = origin;
  const gap = code === 'unresolved-reference' ? gapOf(reference, files.get(file)?.value) : undefined;
  if (gap === undefined || diagnostics.all.length > mostSuggestions) {
    diagnostics.report(code, { reference, problem }, origin);
    return;
  }
  const { around, missing, isMap } = gap;
  const siblings = valueAt(files.get(file)?.value, pointerOf(around));
  const meant = didYouMean(missing, Object.keys(siblings ?? {}));
  if (!isMap) {
    const hint = meant === undefined ? '' : ` Did you mean '${meant}'?`;
    diagnostics.report(code, { reference, problem: problem + hint }, origin);
    return;
  }
  const section = [...around, missing].join('.');
  const instead = meant === undefined ? 'no' : `\`${meant}\` in place of`;
  const details = { reference, problem: `There is ${instead} \`${section}\`.` };
  const cause = meant === undefined ? origin : { file, pointer: pointerOf([...around, meant]) };
  diagnostics.repeat('unresolved-reference', `${file} ${section}`, details, origin, cause);
}

/** Where the pointer of a local reference stops leading to something. */
interface Gap {
  readonly around: readonly string[];
  readonly missing: string;
  /** Whether it is one of the maps that hold what documents refer to. */
  readonly isMap: boolean;
}

function gapOf(reference: string, root: unknown): Gap | undefined {
  // What is percent-encoded, or relative to a schema with an `$id`, gets no suggestion.
  if (!/^#\/[^%]*$/.test(reference) || !isObject(root)) return undefined;
  const tokens = tokensOf(reference.slice(1));
  const at = tokens.findIndex(
    (_, index) => valueAt(root, pointerOf(tokens.slice(0, index + 1))) === undefined,
  );
  const missing = tokens[at];
  if (missing === undefined) return undefined;
  const around = tokens.slice(0, at);
  const isMap =
    at < tokens.length - 1 && maps.has(tokens[0] ?? '') && at <= (tokens[0] === 'components' ? 1 : 0);
  return at === tokens.length - 1 || isMap ? { around, missing, isMap } : undefined;
}

const maps: ReadonlySet<string> = new Set(['components', 'definitions', 'parameters', 'responses']);
