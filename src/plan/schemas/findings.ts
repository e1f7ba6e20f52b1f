import type { Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import type { Operation, SchemaPool } from '../../model/model.js';
import type { JsonSchema } from '../../runtime/json-schema.js';
import type { Flattener } from './flatten.js';
import { fateOf } from './patterns.js';
import { inputSchemas } from './places.js';
import { isSame } from './same.js';
import type { Shape } from './shape.js';
import { typeOf } from './types.js';
import { cutCharacters } from '../texts/cut.js';
import { cleanLine } from '../texts/text.js';

/** Characters of the document's own words in a finding. */
const longestShown = 100;

/** Reports what the Schema Objects of arguments say that is not listed, each once. */
export function reportSchemas(
  operations: readonly Operation[],
  pool: SchemaPool,
  flattener: Flattener,
  diagnostics: Diagnostics,
): void {
  for (const { schema, origin } of inputSchemas(operations, pool)) {
    if (typeof schema['pattern'] === 'string') reportPattern(schema['pattern'], origin, diagnostics);
    if (Object.hasOwn(schema, 'default')) reportDefault(schema, origin, flattener, diagnostics);
  }
}

function reportPattern(text: string, { file, pointer }: Origin, diagnostics: Diagnostics): void {
  // An empty pattern forbids nothing, and is listed nowhere.
  if (text === '') return;
  const fate = fateOf(text);
  const origin = { file, pointer: `${pointer}/pattern` };
  const pattern = shown(text);
  if ('listed' in fate) {
    if (fate.foreign.length === 0) return;
    const foreign = fate.foreign.map(shown).join(' and ');
    diagnostics.report('pattern-translated', { pattern, foreign, listed: fate.listed }, origin);
  } else {
    const code = fate.isLegal ? 'pattern-not-listed' : 'pattern-not-checked';
    diagnostics.report(code, { pattern, problem: shown(fate.problem) }, origin);
  }
}

function reportDefault(
  schema: JsonSchema,
  { file, pointer }: Origin,
  flattener: Flattener,
  diagnostics: Diagnostics,
): void {
  const value = schema['default'];
  // Documents write null where there is no default.
  if (value === null) return;
  const { alternatives } = flattener.flatten(schema);
  const problem = alternatives.length === 0 ? undefined : problemOf(value, alternatives);
  if (problem === undefined) return;
  const details = { value: shown(JSON.stringify(value)), problem };
  diagnostics.report('default-not-listed', details, { file, pointer: `${pointer}/default` });
}

/** Why no alternative takes a default; what limits it beside its type and values is not looked at. */
function problemOf(value: unknown, alternatives: readonly Shape[]): string | undefined {
  const typed = alternatives.filter(({ types }) => (types & typeOf(value)) !== 0);
  if (typed.length === 0) return 'it is not of the type that the schema asks for';
  const isListed = typed.some(({ values }) => values?.some((each) => isSame(each, value)) ?? true);
  return isListed ? undefined : 'it is none of the values that the schema lists';
}

function shown(text: string): string {
  return cutCharacters(cleanLine(text), longestShown);
}
