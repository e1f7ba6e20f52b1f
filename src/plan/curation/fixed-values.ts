import type { Parameter } from '../../model/model.js';
import type { AuthMode } from '../../runtime/authorization/variables.js';
import type { FixedType, FixedValue } from '../../runtime/binding.js';
import { isSendable } from '../../runtime/request/fixed-arguments.js';
import { inboundHeaderProblem } from '../../runtime/request/inbound-headers.js';
import type { Flattener } from '../schemas/flatten.js';
import { isSecretName } from '../headers/secret-names.js';
import type { Json } from '../schemas/shape.js';
import { typeBits } from '../schemas/types.js';
import type { ParameterWish } from './curation.js';
import { valueFits } from './value-fits.js';

/** What is known about all operations of a document. */
export interface ParameterFacts {
  readonly flattener: Flattener;
  /** Names under which security schemes send their credentials, in lower case. */
  readonly credentials: ReadonlySet<string>;
  /** How clients prove who they are. */
  readonly auth: AuthMode | undefined;
}

/** What becomes of a parameter: an argument, a value that is always sent, or nothing. */
export interface Decision {
  readonly listed: boolean;
  readonly fixed?: FixedValue;
  /** Why the wish is not followed. */
  readonly refused?: string;
}

const refused = (problem: string): Decision => ({ listed: true, refused: problem });

/** A wish of one kind. */
type Wish<Kind extends ParameterWish['kind']> = Extract<ParameterWish, { readonly kind: Kind }>;

/** What becomes of a parameter by each kind of wish. */
const deciders: {
  readonly [Kind in ParameterWish['kind']]: (
    parameter: Parameter,
    wish: Wish<Kind>,
    facts: ParameterFacts,
  ) => Decision;
} = {
  const: (parameter, { value }, facts) => fixTo(parameter, value, facts),
  env: takeFromEnvironment,
  claim: takeFromClaim,
  header: takeFromHeader,
  hidden: hide,
};

/** Decides what becomes of a parameter by what somebody wishes. */
export function decideParameter(parameter: Parameter, wish: ParameterWish, facts: ParameterFacts): Decision {
  if (facts.credentials.has(parameter.name.toLowerCase())) {
    return refused('a security scheme sends its credential under this name, and its settings decide.');
  }
  // A wish's own kind chose the decider, which the compiler cannot follow through the union.
  const decide = deciders[wish.kind] as (of: Parameter, by: ParameterWish, facts: ParameterFacts) => Decision;
  return decide(parameter, wish, facts);
}

function hide(parameter: Parameter, _: Wish<'hidden'>, facts: ParameterFacts): Decision {
  const { schema, required } = parameter;
  if (!required) return { listed: false };
  const preset = facts.flattener.flatten(schema.json).annotations.default ?? soleValue(schema.json, facts);
  if (preset !== undefined) return fixTo(parameter, preset, facts);
  return refused('it is required, and no default says what is sent in its place.');
}

function fixTo(parameter: Parameter, value: unknown, { flattener }: ParameterFacts): Decision {
  const { schema, in: location, name, encoding } = parameter;
  if (isSecret(parameter)) {
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

function takeFromEnvironment(
  parameter: Parameter,
  { variable }: Wish<'env'>,
  facts: ParameterFacts,
): Decision {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable)) {
    return refused(`'${variable}' is no name of an environment variable.`);
  }
  const fixed: FixedValue = {
    env: variable,
    ...requiredMark(parameter),
    ...typeMark(parameter, facts),
    ...(isSecret(parameter) ? { secret: true } : {}),
  };
  return { listed: false, fixed };
}

const secretOfClient =
  'it holds a secret, which never comes from a client; name a variable of the server with `env`.';

function takeFromClaim(parameter: Parameter, { claim }: Wish<'claim'>, facts: ParameterFacts): Decision {
  if (facts.auth !== 'oauth') {
    return refused(
      "claims are in tokens of an issuer, which clients of this server do not have; write `auth: 'oauth'` under `server`.",
    );
  }
  if (isSecret(parameter)) return refused(secretOfClient);
  return { listed: false, fixed: { claim, ...typeMark(parameter, facts) } };
}

function takeFromHeader(parameter: Parameter, { header }: Wish<'header'>, facts: ParameterFacts): Decision {
  const problem = inboundHeaderProblem(header);
  if (problem !== undefined) return refused(problem);
  if (isSecret(parameter)) return refused(secretOfClient);
  const fixed: FixedValue = {
    header: header.toLowerCase(),
    ...requiredMark(parameter),
    ...typeMark(parameter, facts),
  };
  return { listed: false, fixed };
}

function requiredMark({ required }: Parameter): { readonly required?: true } {
  return required ? { required } : {};
}

function typeMark({ schema }: Parameter, { flattener }: ParameterFacts): { readonly type?: FixedType } {
  const { alternatives } = flattener.flatten(schema.json);
  const type = typeFor(alternatives.reduce((bits, { types }) => bits | types, 0));
  return type === undefined ? {} : { type };
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

/** How a text is read: as it is where the parameter takes text. */
function typeFor(bits: number): FixedType | undefined {
  const types = bits & ~typeBits.null;
  return types === 0 || (types & typeBits.string) !== 0 ? undefined : (fixedTypes.get(types) ?? 'json');
}

/** The value of a schema that takes only one. */
function soleValue(schema: Json, { flattener }: ParameterFacts): unknown {
  const [only, ...more] = flattener.flatten(schema).alternatives.flatMap(({ values = [] }) => values);
  return more.length === 0 ? only : undefined;
}

function isSecret({ name, schema: { json } }: Parameter): boolean {
  return isSecretName(name) || (typeof json === 'object' && json['format'] === 'password');
}
