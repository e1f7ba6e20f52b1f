import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import type { Operation, Parameter } from '../../model/model.js';
import type { FixedType, FixedValue } from '../../runtime/binding.js';
import { isSendable } from '../../runtime/request/fixed-arguments.js';
import { isBodyName } from '../names/member-names.js';
import type { Flattener } from '../schemas/flatten.js';
import { isSecretName } from '../headers/secret-names.js';
import type { Json } from '../schemas/shape.js';
import { typeBits } from '../schemas/types.js';
import type { Curation, ParameterWish, ParameterWord, Sourced } from './curation.js';
import { wishOfParameter } from './parameter-extensions.js';
import { assignWords, namesOfParameter, type AssignedWords } from './parameter-words.js';
import { reportUnusable } from './refusal.js';
import { valueFits } from './value-fits.js';

/** What becomes of the parameters of an operation; those that are nowhere in it are never sent. */
export interface CuratedParameters {
  /** Arguments of the tool. */
  readonly listed: readonly Parameter[];
  /** Sent without being asked for. */
  readonly fixed: ReadonlyMap<Parameter, FixedValue>;
  /** Names of `Mcp-Param-*` headers. */
  readonly headers: ReadonlyMap<Parameter, Sourced<string>>;
  /** Those of the request body and its members: `body.region`, the nearest first. */
  readonly memberHeaders: readonly ParameterWord<string>[];
}

/** What is known about all operations of a document. */
interface ParameterFacts {
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
  const wishes = assignWords(curation.parameters, operation.parameters);
  const memberHeaders = curation.headers.filter(({ name }) => isOfBody(name, operation));
  const headers = assignWords(
    curation.headers.filter((word) => !memberHeaders.includes(word)),
    operation.parameters,
  );
  for (const parameter of operation.parameters) {
    const wish = wishes.words.get(parameter) ?? wishOfParameter(parameter, diagnostics);
    const decision = wish === undefined ? { listed: true } : decide(parameter, wish.value, facts);
    if (decision.fixed !== undefined) fixed.set(parameter, decision.fixed);
    else if (decision.listed) listed.push(parameter);
    if (wish !== undefined && decision.refused !== undefined) {
      reportUnusable(wish, decision.refused, parameter, diagnostics);
    }
  }
  reportUnfit(operation, wishes, headers, listed, diagnostics);
  return { listed, fixed, headers: headers.words, memberHeaders };
}

/** Whether a word names the request body or a member of it; a parameter that is called so goes first. */
function isOfBody(name: string, { requestBody, parameters }: Operation): boolean {
  if (requestBody === undefined || !isBodyName(name)) return false;
  return !parameters.some((parameter) => namesOfParameter(parameter).includes(name));
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
  const { schema, in: location, name, encoding } = parameter;
  if (isSecret(name, schema.json)) {
    return refused('it holds a secret, which no file of the project may; name a variable with `env`.');
  }
  const shown = JSON.stringify(value)?.slice(0, 80) ?? 'nothing';
  if (!valueFits(value, schema.json, flattener)) {
    return refused(`${shown} does not fit the schema of the parameter.`);
  }
  if (value === null || value === undefined) return refused('null cannot be sent as a parameter.');
  if (!isSendable(value, { property: name, name, in: location, ...encoding })) {
    return refused(`${shown} cannot be sent as a ${location} parameter.`);
  }
  return { listed: false, fixed: { value } };
}

function readFrom(
  { name, schema, required }: Parameter,
  variable: string,
  { flattener }: ParameterFacts,
): FixedValue {
  const type = typeFor(
    flattener.flatten(schema.json).alternatives.reduce((bits, { types }) => bits | types, 0),
  );
  return {
    env: variable,
    ...(required ? { required } : {}),
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

/** Reports what is said of parameters that the operation has not, that are several, or that are no arguments. */
function reportUnfit(
  operation: Operation,
  parameters: AssignedWords<ParameterWish>,
  headers: AssignedWords<string>,
  listed: readonly Parameter[],
  diagnostics: Diagnostics,
): void {
  for (const { word, problem, isUnknown } of [...parameters.unfit, ...headers.unfit]) {
    // The configuration was looked at as a whole, and what is said of many operations need not fit each.
    if (isUnknown && (!word.isOwn || word.field === 'config')) continue;
    reportUnusable(word, problem, operation, diagnostics);
  }
  for (const [parameter, word] of headers.words) {
    if (!word.isOwn || listed.includes(parameter)) continue;
    reportUnusable(word, 'the parameter is no argument.', operation, diagnostics);
  }
}
