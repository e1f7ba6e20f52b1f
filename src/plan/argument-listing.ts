import type { JsonSchema, ObjectSchema } from '../runtime/json-schema.js';
import type { Inliner, Listing } from './schema-inline.js';
import type { Json } from './schema-shape.js';
import { unlessRestating } from './schema-write.js';

/** An argument of a tool, as much of it as listing it takes. */
export interface ListableArgument {
  readonly property: string;
  readonly schema: Json;
  readonly description: string | undefined;
  readonly required: boolean;
  readonly isNullListed: boolean;
  /** The value of `x-mcp-header`. */
  readonly header: unknown;
}

/** A host drops tools whose input schema is larger, without a word. */
const mostBytes = 16_000;
/** Subschemas that one listing may take. */
export const mostNodes = 5000;

type Spelling = Omit<Listing, 'profile' | 'direction'>;

/** How a tool is listed, the fullest way first; the first that fits is taken. A top-level property is never left out. */
const listings: readonly Spelling[] = [
  { depth: 5, descriptions: [160, 80] },
  { depth: 4, descriptions: [160, 80] },
  { depth: 3, descriptions: [160, 80] },
  { depth: 2, descriptions: [160, 80] },
  { depth: 2, descriptions: [160, 0] },
  { depth: 1, descriptions: [160, 80] },
  { depth: 1, descriptions: [160, 0] },
  { depth: 1, descriptions: [0, 0] },
  { depth: 0, descriptions: [0, 0] },
];

/** The listed schemas of the arguments, and what they leave out, in words. */
export interface ListedArguments {
  readonly properties: ReadonlyMap<string, JsonSchema>;
  readonly cut: string | undefined;
}

/** Lists arguments as fully as the size of an input schema allows. */
export function listArguments(
  args: readonly ListableArgument[],
  inlinerOf: (listing: Spelling) => Inliner,
): ListedArguments {
  const annotations = args.map(({ header }) => header).filter((header) => header !== undefined);
  const room = mostBytes - Buffer.byteLength(JSON.stringify(annotations)) - 20 * annotations.length;
  const cut = new Set<string>();
  const earlier = new Map<string, ReadonlyMap<string, JsonSchema>>();
  let smallest: ListedArguments = { properties: new Map(), cut: undefined };
  for (const listing of listings) {
    const inliner = inlinerOf(listing);
    const properties = new Map(
      args.map((argument) => [
        argument.property,
        unlessRestating(argument.property, inliner.list(argument.schema, argument)),
      ]),
    );
    const alike = String(listing.descriptions);
    for (const name of changedIn(properties, earlier.get(alike))) cut.add(name);
    earlier.set(alike, properties);
    const text = JSON.stringify(objectOf(args, ({ property }) => properties.get(property) ?? {}));
    const bytes = Buffer.byteLength(text);
    const isFitting = !inliner.isOver() && bytes <= room;
    smallest = { properties, cut: wordsOf([...cut], listing.depth, isFitting ? undefined : bytes) };
    if (isFitting) break;
  }
  return smallest;
}

/** The arguments that are listed in another way than in a listing that differs in its depth alone. */
function changedIn(
  properties: ReadonlyMap<string, JsonSchema>,
  deeper: ReadonlyMap<string, JsonSchema> | undefined,
): readonly string[] {
  if (deeper === undefined) return [];
  return [...properties]
    .filter(([name, schema]) => JSON.stringify(schema) !== JSON.stringify(deeper.get(name)))
    .map(([name]) => name);
}

const mostNamed = 5;

/** `bytes` are those of an input schema that is still too large. */
function wordsOf(cut: readonly string[], depth: number, bytes: number | undefined): string | undefined {
  const named = cut
    .slice(0, mostNamed)
    .map((name) => `'${name}'`)
    .join(', ');
  const names = cut.length > mostNamed ? `${named} and ${cut.length - mostNamed} others` : named;
  const where = depth === 0 ? 'nothing inside' : `nothing below level ${depth} of`;
  const left = cut.length === 0 ? [] : [`${where} ${names} is listed`];
  const over = bytes === undefined ? [] : [`it takes ${bytes} bytes, and hosts may drop the tool`];
  return left.length + over.length === 0 ? undefined : `${[...left, ...over].join('; ')}.`;
}

/** The input schema of a tool with these arguments. */
export function objectOf<Argument extends ListableArgument>(
  args: readonly Argument[],
  schemaOf: (argument: Argument) => JsonSchema,
): ObjectSchema {
  const required = args.filter((argument) => argument.required).map(({ property }) => property);
  return {
    type: 'object',
    properties: Object.fromEntries(args.map((argument) => [argument.property, schemaOf(argument)])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}
