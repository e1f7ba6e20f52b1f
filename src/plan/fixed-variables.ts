import type { ToolDefinition } from '../runtime/manifest.js';
import type { Curation } from './curation/curation.js';
import type { EnvironmentVariable } from './plan.js';
import { cleanLine } from './text.js';
import { groupBy } from './words.js';

/** The variables that a configuration names: no other setting may have one of these names. */
export function namedVariables(curations: Iterable<Curation>): readonly string[] {
  const wishes = [...curations].flatMap(({ parameters }) => [...parameters.values()]);
  return wishes.flatMap(({ value }) => (value.kind === 'env' ? [value.variable] : []));
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
      required: true,
      secret: group.some(({ value }) => value.secret === true),
    };
  });
}
