import { CORE_SCHEMA, load, Type, YAMLException, type LoadOptions, type State } from 'js-yaml';
import type { Diagnostic, Diagnostics } from '../diagnostics/diagnostics.js';
import type { Limits } from './limits.js';

/** The value of a YAML text, and what its aliases stand for. */
export interface YamlValue {
  readonly value: unknown;
  readonly aliased: ReadonlySet<object>;
}

// YAML 1.2's core schema knows no merge key, but documents use it. The type only has to be named: the loader does the rest.
const merge = new Type('tag:yaml.org,2002:merge', {
  kind: 'scalar',
  resolve: (data: unknown) => data === '<<' || data === null,
});
const schema = CORE_SCHEMA.extend({ implicit: [merge] });

/** Reads a YAML text by the core schema and merge keys; `undefined` where it cannot be, which is reported. */
export async function parseYaml(
  text: string,
  file: string,
  limits: Limits,
  diagnostics: Diagnostics,
): Promise<YamlValue | undefined> {
  const aliased = new Set<object>();
  // The types of js-yaml do not know its two limits yet.
  const options: LoadOptions & { readonly maxDepth: number; readonly maxTotalMergeKeys: number } = {
    schema,
    maxDepth: limits.depth,
    maxTotalMergeKeys: limits.nodes,
    listener: (event, state) => {
      if (event === 'close') noteAlias(state, aliased);
    },
  };
  try {
    return { value: load(text, options), aliased };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    await reportYaml(error, text, { file, limits }, diagnostics);
    return undefined;
  }
}

/** An alias is the one node that has a value and no kind. */
function noteAlias(state: State, aliased: Set<object>): void {
  const { kind, result } = state as { readonly kind: string | null; readonly result: unknown };
  if (kind === null && typeof result === 'object' && result !== null) aliased.add(result);
}

async function reportYaml(
  error: YAMLException,
  text: string,
  { file, limits }: { readonly file: string; readonly limits: Limits },
  diagnostics: Diagnostics,
): Promise<void> {
  const origin = { file, pointer: '' };
  const position = positionOf(error);
  const limit = limitNames.find(([name]) => error.reason.includes(name));
  if (limit !== undefined) {
    const [, name, problemOf] = limit;
    diagnostics.report('limit-exceeded', { limit: name, problem: problemOf(limits) }, origin, position);
    return;
  }
  if (error.reason === 'duplicated mapping key') {
    const { duplicateKeys } = await import('./yaml-duplicates.js');
    const duplicates = duplicateKeys(text);
    for (const { key, first, position: second } of duplicates) {
      diagnostics.report('duplicate-key', { key, first: String(first) }, origin, second);
    }
    if (duplicates.length > 0) return;
  }
  diagnostics.report('invalid-syntax', { format: 'YAML', problem: `${error.reason}.` }, origin, position);
}

/** js-yaml's names for its limits, and ours. */
const limitNames = [
  ['maxDepth', 'depth', ({ depth }: Limits) => `it is nested more than ${depth} levels deep.`],
  ['maxTotalMergeKeys', 'nodes', ({ nodes }: Limits) => `its merge keys copy more than ${nodes} members.`],
] as const;

function positionOf({ mark }: YAMLException): Diagnostic['position'] {
  // A stream of several documents is refused as a whole, without a place.
  const place = mark as YAMLException['mark'] | undefined;
  return place && { line: place.line + 1, column: place.column + 1 };
}
