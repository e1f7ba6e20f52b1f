import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { ApiModel, Operation } from '../model/model.js';
import type { Curation } from './curation/curation.js';
import { planWithNames, type NamesByMeaning } from './environment.js';
import { reportTakenVariables } from './fixed-variables.js';
import type { PlanOptions } from './plan.js';
import { planUpstream, type PlannedUpstream } from './upstream.js';

/** What is called, and how. */
interface Wanted {
  readonly operations: readonly Operation[];
  readonly curations: ReadonlyMap<Operation, Curation>;
  /** First part of the names of variables. */
  readonly prefix: string;
}

/** The API as an emitted server sees it, with the names that the next run keeps its variables by. */
export function planNamedUpstream(
  model: ApiModel,
  { operations, curations, prefix }: Wanted,
  options: PlanOptions,
  diagnostics: Diagnostics,
): PlannedUpstream & { readonly variableNames: NamesByMeaning } {
  const { planned, names } = planWithNames(prefix, options.variables ?? {}, diagnostics, (taking, found) => {
    const upstream = planUpstream(model, operations, options, taking, found);
    reportTakenVariables(curations, taking, found);
    return upstream;
  });
  return { ...planned, variableNames: names };
}
