import { load, YAMLException, type LoadOptions, type State } from 'js-yaml';
import type { Diagnostic, Diagnostics } from '../diagnostics/diagnostics.js';
import type { Limits } from './limits.js';
import { coreSchema, isWrittenScalar, unwrapScalars } from './yaml-scalars.js';

/** The value of a YAML text, and what its aliases stand for. */
interface YamlValue {
  readonly value: unknown;
  readonly aliased: ReadonlySet<object>;
}

/** Reads a YAML text by the core schema and merge keys; `undefined` where it cannot be, which is reported. */
export async function parseYaml(
  text: string,
  file: string,
  limits: Limits,
  diagnostics: Diagnostics,
): Promise<YamlValue | undefined> {
  const watch: Watch = { aliased: new Set(), hasWrittenScalars: false, explicitKeys: [], looked: -1 };
  // The types of js-yaml do not know its two limits yet.
  const options: LoadOptions & { readonly maxDepth: number; readonly maxTotalMergeKeys: number } = {
    schema: coreSchema,
    maxDepth: limits.depth,
    maxTotalMergeKeys: limits.nodes,
    listener: (event, state) => {
      if (event === 'close') noteNode(state, watch);
      else watch.explicitKeys.push(isExplicitKey(state.input, state.position));
    },
  };
  try {
    const value = load(text, options);
    return { value: watch.hasWrittenScalars ? unwrapScalars(value) : value, aliased: watch.aliased };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    await reportYaml(error, text, { file, limits }, diagnostics);
    return undefined;
  }
}

/** What is noted while a text is read. */
interface Watch {
  readonly aliased: Set<object>;
  hasWrittenScalars: boolean;
  /** Of each node that is being read, whether it stands behind a question mark. */
  readonly explicitKeys: boolean[];
  /** The end of the last list or mapping after which a colon was looked for. */
  looked: number;
}

function noteNode(state: State, watch: Watch): void {
  // The types of js-yaml leave out the fields that a node has.
  const { kind, result } = state as { readonly kind: string | null; readonly result: unknown };
  const isKey = watch.explicitKeys.pop() === true;
  if (typeof result !== 'object' || result === null) return;
  if (isWrittenScalar(result)) {
    watch.hasWrittenScalars = true;
    return;
  }
  // An alias is the one node that has a value and no kind.
  if (kind === null) watch.aliased.add(result);
  if (!isKey) {
    // Nested blocks all end at the same place.
    if (state.position === watch.looked) return;
    watch.looked = state.position;
    if (!isColonNext(state.input, state.position)) return;
  }
  const mark = { line: state.line, column: state.position - state.lineStart };
  throw new YAMLException('a list or a mapping is no key', mark as YAMLException['mark']);
}

/** Whether a question mark that begins a key stands before a node; the key can have no colon behind it. */
export function isExplicitKey(input: string, from: number): boolean {
  let at = from - 1;
  while (at >= 0 && isBlank(input.charCodeAt(at))) at -= 1;
  return input.charAt(at) === '?' && /^[\s,[{]?$/.test(input.charAt(at - 1));
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** Whether the next sign, comments and line ends passed over, is the colon behind a key. */
function isColonNext(input: string, from: number): boolean {
  let at = from;
  for (;;) {
    const sign = input.charAt(at);
    if (sign === '#') {
      const end = input.indexOf('\n', at);
      if (end < 0) return false;
      at = end;
    } else if (!/^[ \t\r\n]$/.test(sign)) break;
    at += 1;
  }
  return input.charAt(at) === ':' && /^[\s\0]?$/.test(input.charAt(at + 1));
}

async function reportYaml(
  error: YAMLException,
  text: string,
  { file, limits }: { readonly file: string; readonly limits: Limits },
  diagnostics: Diagnostics,
): Promise<void> {
  const origin = { file, pointer: '' };
  const position = positionOf(error) ?? secondDocumentIn(text);
  const limit = limitNames.find(([name]) => error.reason.includes(name));
  if (limit !== undefined) {
    const [, name, problemOf] = limit;
    diagnostics.report('limit-exceeded', { limit: name, problem: problemOf(limits) }, origin, position);
    return;
  }
  if (error.reason === 'duplicated mapping key') {
    const { duplicateKeys } = await import('./yaml-duplicates.js');
    const duplicates = duplicateKeys(text, limits);
    for (const { key, first, position: second } of duplicates) {
      diagnostics.report('duplicate-key', { key, first: String(first) }, origin, second);
    }
    if (duplicates.length > 0) return;
  }
  diagnostics.report(
    'invalid-syntax',
    { format: 'YAML', problem: `${error.reason.replace(/\.$/, '')}.` },
    origin,
    position,
  );
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

/** The line that begins the second document of a stream. */
function secondDocumentIn(text: string): Diagnostic['position'] {
  let isInside = false;
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const isStart = /^---(?:\s|$)/.test(line);
    if (isStart && isInside) return { line: index + 1, column: 1 };
    // Before the first document there can be directives and comments.
    isInside ||= isStart || !/^(?:%.*|\s*#.*|\s*)$/.test(line);
  }
  return undefined;
}
