import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Operation } from '../model/model.js';
import type { ToolDefinition } from '../runtime/manifest.js';
import type { Curation } from './curation/curation.js';
import { reportUnusable } from './curation/refusal.js';
import type { VariableNames } from './environment.js';
import type { EnvironmentVariable } from './plan.js';
import { cleanLine } from './texts/text.js';
import { groupBy } from './names/words.js';

/**
 * Reports settings that name a variable with another use: its value, which can be a credential, would be sent as a
 * parameter. `names` has given out all others by then.
 */
export function reportTakenVariables(
  curations: ReadonlyMap<Operation, Curation>,
  names: VariableNames,
  diagnostics: Diagnostics,
): void {
  const all = [...curations].flatMap(([operation, { parameters }]) =>
    parameters.flatMap(({ value, ...word }) =>
      value.kind === 'env' ? [{ operation, word, variable: value.variable }] : [],
    ),
  );
  const named = new Set(all.map(({ variable }) => variable));
  for (const { operation, word, variable } of all) {
    if (names.isTaken(variable)) {
      const problem = `${variable} is a setting or a credential of the server itself, or names its file.`;
      reportUnusable(word, problem, operation, diagnostics);
    } else if (variable.endsWith('_FILE') && named.has(variable.slice(0, -'_FILE'.length))) {
      const problem = `${variable} is the file of another variable that is named here.`;
      reportUnusable(word, problem, operation, diagnostics);
    }
  }
}

/** The variables whose values tools send in place of arguments, in order of appearance. */
export function planFixedVariables(tools: readonly ToolDefinition[]): readonly EnvironmentVariable[] {
  const uses = tools.flatMap(({ request: { parameters, fixed = [] } }) =>
    fixed.flatMap((value) => {
      const parameter = parameters.find(({ property }) => property === value.property);
      return parameter === undefined || !('env' in value) ? [] : [{ value, parameter }];
    }),
  );
  return [...groupBy(uses, ({ value }) => value.env)].map(([name, group]) => {
    const places = group.map(({ parameter }) => `${parameter.in} parameter '${cleanLine(parameter.name)}'`);
    return {
      name,
      purpose: `Sent as the ${[...new Set(places)].join(' and the ')}`,
      default: undefined,
      required: group.some(({ value }) => value.required === true),
      secret: group.some(({ value }) => value.secret === true),
    };
  });
}
