import { didYouMean } from '../diagnostics/did-you-mean.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Operation } from '../model/model.js';
import type { Curation } from './curation/curation.js';
import { filterKinds, readFilter, type Filter } from './filters.js';
import type { LeftOut, PlanOptions } from './plan.js';
import { routeOf } from './tool-names.js';

/** The operations that become tools if they can, and why the others do not; both in document order. */
export interface Selection {
  readonly operations: readonly Operation[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Tells the operations that are wanted from the others. The configuration's `include` decides before the filters,
 * these before what the document says of itself, and `deprecated` comes last.
 */
export function selectOperations(
  curations: ReadonlyMap<Operation, Curation>,
  { filter, deprecated }: Pick<PlanOptions, 'filter' | 'deprecated'>,
  diagnostics: Diagnostics,
): Selection {
  const filters = filter.map(readFilter).filter((one) => typeof one !== 'string');
  reportUnmatched(filters, [...curations.keys()], diagnostics);
  const isFiltered = filterOf(filters);
  const operations: Operation[] = [];
  const leftOut: LeftOut[] = [];
  for (const [operation, { include }] of curations) {
    const reason = reasonAgainst(operation, include, isFiltered, deprecated);
    if (reason === undefined) operations.push(operation);
    else leftOut.push({ operation: routeOf(operation), operationId: operation.operationId, reason });
  }
  return { operations, leftOut };
}

function reasonAgainst(
  operation: Operation,
  include: Curation['include'],
  isFiltered: (operation: Operation) => boolean,
  deprecated: boolean,
): string | undefined {
  if (include?.reason === 'config') return include.wanted ? undefined : include.reason;
  if (isFiltered(operation)) return '--filter';
  if (include?.wanted === false) return include.reason;
  return operation.deprecated && !deprecated ? 'deprecated' : undefined;
}

/** Several filters of one kind are alternatives, those of different kinds must all match, and `!` takes away. */
function filterOf(filters: readonly Filter[]): (operation: Operation) => boolean {
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
  operations: readonly Operation[],
  diagnostics: Diagnostics,
): void {
  for (const { text, kind, pattern, matches } of filters) {
    if (operations.some(matches)) continue;
    const names = new Set(operations.flatMap((operation) => filterKinds[kind].namesOf(operation)));
    const meant = didYouMean(pattern, [...names]);
    diagnostics.report('filter-matches-nothing', { filter: text, kind, meant });
  }
}
