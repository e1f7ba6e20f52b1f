import type { JsonSchema } from '../runtime/json-schema.js';
import { unlessRestating } from './texts/restating.js';
import { inclusiveBounds, tellingFormats, tellingLimits } from './schemas/bounds.js';
import { impliedLengths, portablePatterns } from './schemas/patterns.js';
import { withoutReadOnly, type Annotations } from './schemas/flatten.js';
import { onceDescribed, plainNull, withoutSoleDefault } from './schemas/repeats.js';
import type { Shape } from './schemas/shape.js';
import { toldOnce } from './schemas/retold.js';
import { parameterText } from './texts/text.js';
import { dropTaken, joinCostly, joinNumbers, type UnionCost } from './schemas/unions.js';
import { describedValues, readableEnums, toldMeanings } from './schemas/values.js';

/**
 * From a document's schema to the one that is listed. The step before the passes is no pass, for nothing can be listed
 * without it: `flatten` makes of each place its alternatives, without references and combinators (`allOf` is merged,
 * what `anyOf` and `oneOf` choose from stands side by side), and `inline` spells those out, cut where they come back to
 * themselves or lie too deep.
 */
type Step =
  /** Whether a member is listed, by what its schema says of itself. */
  | { readonly on: 'offer'; readonly apply: (annotations: Annotations) => boolean }
  /** On a description, with the characters that it may take. */
  | { readonly on: 'text'; readonly apply: (text: string, limit: number) => string }
  /** On one alternative of a place. */
  | { readonly on: 'shape'; readonly apply: (shape: Shape) => Shape }
  /** On all alternatives of a place. */
  | { readonly on: 'choice'; readonly apply: (shapes: readonly Shape[]) => readonly Shape[] }
  /** Whether the objects among the alternatives are listed as one. */
  | { readonly on: 'cost'; readonly apply: (cost: UnionCost) => boolean }
  /** On a schema as it is written, its parts included. */
  | { readonly on: 'written'; readonly apply: (schema: JsonSchema) => JsonSchema }
  /** On a member as it is written, by its name and those of the schemas that it is a member of. */
  | { readonly on: 'member'; readonly apply: MemberPass }
  /** On an argument as it is written, as a whole. */
  | { readonly on: 'argument'; readonly apply: (schema: JsonSchema) => JsonSchema };

type MemberPass = (name: string, schema: JsonSchema, enclosing?: readonly string[]) => JsonSchema;

/** One step from the document's schema to the schema that is listed, which takes the same values or more. */
export type Pass = Step & {
  /** Whether it takes no more values than before: what it drops decides nothing. */
  readonly isExact?: true;
};

/** Every pass, by name. Each is pure, and widens. */
export const passes = {
  withoutReadOnly: { on: 'offer', apply: withoutReadOnly },
  shortTexts: { on: 'text', apply: parameterText },
  inclusiveBounds: { on: 'shape', apply: inclusiveBounds },
  portablePatterns: { on: 'shape', apply: portablePatterns },
  impliedLengths: { on: 'shape', isExact: true, apply: impliedLengths },
  tellingFormats: { on: 'shape', isExact: true, apply: tellingFormats },
  tellingLimits: { on: 'shape', isExact: true, apply: tellingLimits },
  joinNumbers: { on: 'choice', apply: joinNumbers },
  dropTaken: { on: 'choice', isExact: true, apply: dropTaken },
  toldMeanings: { on: 'shape', isExact: true, apply: toldMeanings },
  describedValues: { on: 'shape', apply: describedValues },
  readableEnums: { on: 'shape', apply: readableEnums },
  joinCostly: { on: 'cost', apply: joinCostly },
  plainNull: { on: 'written', isExact: true, apply: plainNull },
  onceDescribed: { on: 'written', isExact: true, apply: onceDescribed },
  withoutSoleDefault: { on: 'written', isExact: true, apply: withoutSoleDefault },
  unlessRestating: { on: 'member', apply: unlessRestating },
  toldOnce: { on: 'argument', apply: toldOnce },
} satisfies Record<string, Pass>;

/** The name of a pass. */
export type PassName = keyof typeof passes;

/** The passes of the profile `portable`, which is the default: all of them, in the order of the table. */
export const portable: readonly PassName[] = Object.keys(passes) as PassName[];

/** Passes, ready to be applied. */
export interface PassSet {
  readonly offers: (annotations: Annotations) => boolean;
  readonly toText: (text: string, limit: number) => string;
  readonly toShapes: (shapes: readonly Shape[]) => readonly Shape[];
  readonly joins: (cost: UnionCost) => boolean;
  readonly toWritten: (schema: JsonSchema) => JsonSchema;
  readonly toMember: MemberPass;
  readonly toArgument: (schema: JsonSchema) => JsonSchema;
}

/** Applies the passes of these names, in their order. */
export function passSetOf(names: readonly PassName[]): PassSet {
  const chosen: readonly Pass[] = names.map((name) => passes[name]);
  const onOffer = chosen.filter((pass) => pass.on === 'offer');
  const onText = chosen.filter((pass) => pass.on === 'text');
  const onShapes = chosen.filter(({ on }) => on === 'shape' || on === 'choice');
  const onCost = chosen.filter((pass) => pass.on === 'cost');
  const onWritten = chosen.filter((pass) => pass.on === 'written');
  const onMember = chosen.filter((pass) => pass.on === 'member');
  const onArgument = chosen.filter((pass) => pass.on === 'argument');
  return {
    offers: (annotations) => onOffer.every((pass) => pass.apply(annotations)),
    toText: (text, limit) => onText.reduce((told, pass) => pass.apply(told, limit), text),
    toShapes: (shapes) => onShapes.reduce(applyToShapes, shapes),
    joins: (cost) => onCost.some((pass) => pass.apply(cost)),
    toWritten: (schema) => onWritten.reduce((written, pass) => pass.apply(written), schema),
    toMember: (name, schema, enclosing) =>
      onMember.reduce((written, pass) => pass.apply(name, written, enclosing), schema),
    toArgument: (schema) => onArgument.reduce((written, pass) => pass.apply(written), schema),
  };
}

function applyToShapes(shapes: readonly Shape[], pass: Pass): readonly Shape[] {
  if (pass.on === 'choice') return shapes.length < 2 ? shapes : pass.apply(shapes);
  if (pass.on !== 'shape') return shapes;
  const [only] = shapes;
  if (only === undefined) return shapes;
  if (shapes.length > 1) return shapes.map((shape) => pass.apply(shape));
  // Most places have one alternative that most passes leave as it is.
  const passed = pass.apply(only);
  return passed === only ? shapes : [passed];
}
