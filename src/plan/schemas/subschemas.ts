import type { JsonSchema } from '../../runtime/json-schema.js';
import { partsOf, pointerToPart, type Part } from './holders.js';

/** A schema within a tool's input schema, and the way that leads to it. */
export interface Subschema {
  readonly schema: JsonSchema;
  /** `undefined` for the input schema itself. */
  readonly parent: Subschema | undefined;
  /** The place in the parent; `undefined` for the input schema itself. */
  readonly part: Pick<Part, 'keyword' | 'key'> | undefined;
  /** How many objects and arrays hold a value of it, itself included: the arguments as a whole are the first. */
  readonly level: number;
}

/** A schema and all within it, the outer ones first. */
export function* subschemasOf(schema: JsonSchema): Generator<Subschema> {
  // A work list: rich schemas are as deep as their document.
  const open: Subschema[] = [placed(schema, undefined, undefined)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    const inner = innerOf(next);
    for (let at = inner.length - 1; at >= 0; at--) {
      const subschema = inner[at];
      if (subschema !== undefined) open.push(subschema);
    }
  }
}

/** The pointer to a subschema from the input schema. */
export function pointerToSubschema(subschema: Subschema): string {
  const parts: Pick<Part, 'keyword' | 'key'>[] = [];
  for (let at: Subschema | undefined = subschema; at?.part !== undefined; at = at.parent) parts.push(at.part);
  return parts.reduceRight(pointerToPart, '');
}

function innerOf(parent: Subschema): readonly Subschema[] {
  // Schemas that are `true` or `false` have nothing in them.
  return partsOf(parent.schema).flatMap((part) =>
    typeof part.schema === 'boolean' ? [] : [placed(part.schema, parent, part)],
  );
}

function placed(schema: JsonSchema, parent: Subschema | undefined, part: Part | undefined): Subschema {
  const isBeside = part?.isDeeper === false && parent !== undefined && isContainer(parent.schema);
  const around = (parent?.level ?? 0) - (isBeside ? 1 : 0);
  return { schema, parent, part, level: around + (isContainer(schema) ? 1 : 0) };
}

/** Whether a schema says something of what is in an object or array, be it that it takes other values too. */
export function isContainer({ type, properties, items }: JsonSchema): boolean {
  return type === 'object' || type === 'array' || properties !== undefined || items !== undefined;
}
