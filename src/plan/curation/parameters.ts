import { didYouMean } from '../../diagnostics/did-you-mean.js';
import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import type { Operation, Parameter } from '../../model/model.js';
import type { FixedType, FixedValue } from '../../runtime/binding.js';
import { isSecretName } from '../header-annotations.js';
import type { Flattener } from '../schema-flatten.js';
import { typeBits, type Json } from '../schema-shape.js';
import type { Curation, ParameterWish, Sourced } from './curation.js';
import { wishOfParameter } from './parameter-extensions.js';
import { valueFits } from './value-fits.js';

/** What becomes of the parameters of an operation; those that are nowhere in it are never sent. */
export interface CuratedParameters {
  /** Arguments of the tool. */
  readonly listed: readonly Parameter[];
  /** Sent without being asked for. */
  readonly fixed: ReadonlyMap<Parameter, FixedValue>;
}

/** What is known about all operations of a document. */
export interface ParameterFacts {
  readonly flattener: Flattener;
  /** Names under which security schemes send their credentials, in lower case. */
  readonly credentials: ReadonlySet<string>;
}

/** Decides which parameters are arguments, and what is sent for the others. */
export function curateParameters(
  operation: Operation,
  curation: Curation,
  facts: ParameterFacts,
  diagnostics: Diagnostics,
): CuratedParameters {
  const listed: Parameter[] = [];
  const fixed = new Map<Parameter, FixedValue>();
  for (const parameter of operation.parameters) {
    const wish = curation.parameters.get(parameter.name) ?? wishOfParameter(parameter, diagnostics);
    const decision = wish === undefined ? { listed: true } : decide(parameter, wish.value, facts);
    if (decision.fixed !== undefined) fixed.set(parameter, decision.fixed);
    else if (decision.listed) listed.push(parameter);
    if (wish !== undefined && decision.refused !== undefined) {
      reportRefused(parameter, wish, decision.refused, diagnostics);
    }
  }
  reportUnfit(operation, listed, curation, diagnostics);
  return { listed, fixed };
}

interface Decision {
  readonly listed: boolean;
  readonly fixed?: FixedValue;
  /** Why the wish is not followed. */
  readonly refused?: string;
}

const refused = (problem: string): Decision => ({ listed: true, refused: problem });

function decide(parameter: Parameter, wish: ParameterWish, facts: ParameterFacts): Decision {
  const { name, schema, required } = parameter;
  if (facts.credentials.has(name.toLowerCase())) {
    return refused('a security scheme sends its credential under this name, and its settings decide.');
  }
  if (wish.kind === 'const') return fixTo(parameter, wish.value, facts);
  if (wish.kind === 'env' && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(wish.variable)) {
    return refused(`'${wish.variable}' is no name of an environment variable.`);
  }
  if (wish.kind === 'env') return { listed: false, fixed: readFrom(parameter, wish.variable, facts) };
  if (!required) return { listed: false };
  const preset = facts.flattener.flatten(schema.json).annotations.default ?? soleValue(schema.json, facts);
  if (preset !== undefined) return fixTo(parameter, preset, facts);
  return refused('it is required, and no default says what is sent in its place.');
}

function fixTo(parameter: Parameter, value: unknown, { flattener }: ParameterFacts): Decision {
  const { schema, in: location, name } = parameter;
  const shown = JSON.stringify(value)?.slice(0, 80) ?? 'nothing';
  if (!valueFits(value, schema.json, flattener)) {
    return refused(`${shown} does not fit the schema of the parameter.`);
  }
  if (value === null || value === undefined) return refused('null cannot be sent as a parameter.');
  if (location === 'path' && ['', '.', '..'].includes(value as string)) {
    return refused(`${shown} cannot be a part of a path.`);
  }
  if (isSecret(name, schema.json)) {
    return refused('it holds a secret, which no file of the project may; name a variable with `env`.');
  }
  return { listed: false, fixed: { value } };
}

function readFrom({ name, schema }: Parameter, variable: string, { flattener }: ParameterFacts): FixedValue {
  const type = typeFor(
    flattener.flatten(schema.json).alternatives.reduce((bits, { types }) => bits | types, 0),
  );
  return {
    env: variable,
    ...(type === undefined ? {} : { type }),
    ...(isSecret(name, schema.json) ? { secret: true } : {}),
  };
}

const { object, array, integer, fraction, boolean } = typeBits;

const fixedTypes: ReadonlyMap<number, FixedType> = new Map([
  [object, 'object'],
  [array, 'array'],
  [integer, 'integer'],
  [fraction, 'number'],
  [integer | fraction, 'number'],
  [boolean, 'boolean'],
]);

/** How the text of a variable is read: as it is where the parameter takes text. */
function typeFor(bits: number): FixedType | undefined {
  const types = bits & ~typeBits.null;
  return types === 0 || (types & typeBits.string) !== 0 ? undefined : (fixedTypes.get(types) ?? 'json');
}

/** The value of a schema that takes only one. */
function soleValue(schema: Json, { flattener }: ParameterFacts): unknown {
  const [only, ...more] = flattener.flatten(schema).alternatives.flatMap(({ values = [] }) => values);
  return more.length === 0 ? only : undefined;
}

function isSecret(name: string, schema: Json): boolean {
  return isSecretName(name) || (typeof schema === 'object' && schema['format'] === 'password');
}

function reportRefused(
  { origin }: Parameter,
  wish: Sourced<ParameterWish>,
  problem: string,
  diagnostics: Diagnostics,
): void {
  const place = wish.origin ?? origin;
  if (wish.field === 'config') diagnostics.report('unusable-setting', { setting: wish.path, problem }, place);
  else diagnostics.report('unusable-curation', { field: wish.path, problem }, place);
}

/** Reports what the operation's own extensions say of parameters that it has not, or not as arguments. */
function reportUnfit(
  { parameters }: Operation,
  listed: readonly Parameter[],
  curation: Curation,
  diagnostics: Diagnostics,
): void {
  const names = parameters.map(({ name }) => name);
  const open = new Set(listed.map(({ name }) => name));
  for (const member of ['parameters', 'headers'] as const) {
    for (const [name, { field, path, origin, isOwn }] of curation[member]) {
      // The configuration was looked at as a whole.
      if (!isOwn || field === 'config') continue;
      const problem =
        unfitness(name, names) ?? (member === 'headers' && !open.has(name) ? hiddenArgument : undefined);
      if (problem === undefined) continue;
      diagnostics.report('unusable-curation', { field: path, problem }, origin);
    }
  }
}

const hiddenArgument = 'the parameter is no argument.';

function unfitness(name: string, names: readonly string[]): string | undefined {
  if (names.includes(name)) return undefined;
  const meant = didYouMean(name, names);
  const end = meant === undefined ? '.' : `; did you mean '${meant}'?`;
  return `the operation has no parameter of this name${end}`;
}
