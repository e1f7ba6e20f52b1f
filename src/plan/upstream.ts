import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { ApiModel, Operation } from '../model/model.js';
import type { UpstreamServer } from '../runtime/binding.js';
import type { Manifest } from '../runtime/manifest.js';
import { planCredentials } from './credentials.js';
import type { VariableNames } from './environment.js';
import type { EnvironmentVariable, PlannedScheme, PlanOptions } from './plan.js';
import { planServers } from './servers.js';

/** The API as an emitted server sees it. */
export interface PlannedUpstream {
  readonly manifest: Pick<Manifest, 'upstream' | 'allowedOriginsEnv' | 'securitySchemes' | 'securityEnv'>;
  /** Of operations that do not use the manifest's server. */
  readonly byOperation: ReadonlyMap<Operation, UpstreamServer>;
  readonly securitySchemes: readonly PlannedScheme[];
  readonly variables: readonly EnvironmentVariable[];
}

/** Where requests go, with what credentials, and the variables that say so. */
export function planUpstream(
  model: ApiModel,
  operations: readonly Operation[],
  { serverUrl }: PlanOptions,
  names: VariableNames,
  diagnostics: Diagnostics,
): PlannedUpstream {
  const { upstream, byOperation, variables } = planServers(model, operations, serverUrl, names, diagnostics);
  const allowedOriginsEnv = names.take({ of: 'allowed origins' }, 'allowed', 'origins');
  const requirements = operations.map(({ security }) => security);
  const { schemes, choice } = planCredentials(model.securitySchemes, requirements, names);
  const securitySchemes = Object.fromEntries(schemes.map(({ name, scheme }) => [name, scheme]));
  const choices = choice === undefined ? [] : [choice];
  const ofSchemes = [...schemes.flatMap((scheme) => scheme.variables), ...choices];
  return {
    manifest: {
      upstream,
      allowedOriginsEnv,
      securitySchemes,
      ...(choice === undefined ? {} : { securityEnv: choice.name }),
    },
    byOperation,
    securitySchemes: schemes,
    variables: [...variables, ...ofSchemes, allowedOrigins(allowedOriginsEnv)],
  };
}

function allowedOrigins(name: string): EnvironmentVariable {
  const purpose = 'Further origins that requests and credentials may go to, separated by commas';
  return { name, purpose, default: undefined, required: false, secret: false };
}
