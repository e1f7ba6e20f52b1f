import { didYouMean } from '../diagnostics/did-you-mean.js';
import { Diagnostics, type Origin } from '../diagnostics/diagnostics.js';
import { keyOf, pointerTo } from '../diagnostics/pointer.js';
import type { ApiOutline, OperationHead } from '../model/model.js';
import { curateOperations } from './curation/curate.js';
import type { Curation } from './curation/curation.js';
import { filterKinds, readFilter, type Filter } from './filters.js';
import type { PlanOptions } from './plan.js';
import { reportUnknownSettings } from './unknown-settings.js';

/** The operations that become tools if they can, and why the others do not; both in document order. */
export interface Selection<Head extends OperationHead = OperationHead> {
  readonly operations: readonly Head[];
  /** What excluded each of the others: `filter`, `config`, `x-internal`, `deprecated`. */
  readonly leftOut: ReadonlyMap<Head, string>;
}

/**
 * Tells the operations that are wanted from the others. The configuration's `include` decides before the filters,
 * these before what the document says of itself, and `deprecated` comes last. `undefined` where more are wanted than
 * the limit allows, which is reported.
 */
export function selectOperations<Head extends OperationHead>(
  outline: ApiOutline<Head>,
  { filter, filterOrigin, deprecated, settings, mostOperations }: PlanOptions,
  diagnostics: Diagnostics,
): Selection<Head> | undefined {
  reportUnknownSettings(outline, settings, diagnostics);
  const filters = filter.map(readFilter).filter((one) => typeof one !== 'string');
  reportUnmatched(filters, filterOrigin, outline.operations, diagnostics);
  const isFiltered = filterOf(filters);
  const operations: Head[] = [];
  const leftOut = new Map<Head, string>();
  // What is wrong with the words on an operation is told when its tool is planned: nobody asks for the others.
  for (const [operation, { include }] of curateOperations(outline, settings, new Diagnostics())) {
    const reason = reasonAgainst(operation, include, isFiltered, deprecated);
    if (reason === undefined) operations.push(operation);
    else leftOut.set(operation, reason);
    const unclear = reason === include?.reason ? include?.unclear : undefined;
    if (unclear === undefined) continue;
    const { path, origin, meant } = unclear;
    diagnostics.report('unclear-visibility', { field: path, meant }, origin);
  }
  const excess = operations[mostOperations];
  if (excess === undefined) return { operations, leftOut };
  const problem = `more than ${mostOperations} operations would become tools.`;
  diagnostics.report('limit-exceeded', { limit: 'operations', problem }, excess.origin);
  return undefined;
}

/** The Operation Objects that were left out and are at no other path one that is wanted. */
export function placesLeftOut({ operations, leftOut }: Selection): readonly Origin[] {
  const wanted = new Set(operations.map(({ origin }) => keyOf(origin)));
  return [...leftOut.keys()].map(({ origin }) => origin).filter((origin) => !wanted.has(keyOf(origin)));
}

function reasonAgainst(
  operation: OperationHead,
  include: Curation['include'],
  isFiltered: (operation: OperationHead) => boolean,
  deprecated: boolean,
): string | undefined {
  if (include?.reason === 'config') return include.wanted ? undefined : include.reason;
  if (isFiltered(operation)) return 'filter';
  if (include?.wanted === false) return include.reason;
  return operation.deprecated && !deprecated ? 'deprecated' : undefined;
}

/** Several filters of one kind are alternatives, those of different kinds must all match, and `!` takes away. */
function filterOf(filters: readonly Filter[]): (operation: OperationHead) => boolean {
  const excluding = filters.filter(({ excludes }) => excludes);
  const taking = Object.keys(filterKinds)
    .map((kind) => filters.filter((filter) => !filter.excludes && filter.kind === kind))
    .filter((group) => group.length > 0);
  return (operation) => {
    const matches = (filter: Filter): boolean => filter.matches(operation);
    return excluding.some(matches) || !taking.every((group) => group.some(matches));
  };
}

function reportUnmatched(
  filters: readonly Filter[],
  list: Origin | undefined,
  operations: readonly OperationHead[],
  diagnostics: Diagnostics,
): void {
  for (const [at, { text, kind, pattern, matches }] of filters.entries()) {
    if (operations.some(matches)) continue;
    const names = new Set(operations.flatMap((operation) => filterKinds[kind].namesOf(operation)));
    const meant = didYouMean(pattern, [...names]);
    const origin = list && { file: list.file, pointer: pointerTo(list.pointer, String(at)) };
    diagnostics.report('filter-matches-nothing', { filter: text, kind, meant }, origin);
  }
}
