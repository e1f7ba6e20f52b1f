import type { JsonSchema } from '../../runtime/json-schema.js';

/** What a branch or the items of a list say of themselves is not said again where the whole says it. */
export function onceDescribed(schema: JsonSchema): JsonSchema {
  const { description, anyOf, items } = schema;
  if (Array.isArray(anyOf)) {
    const said = new Set([description]);
    const branches = (anyOf as readonly JsonSchema[]).map((branch) => unlessSaid(branch, said));
    return branches.every((branch, at) => branch === anyOf[at]) ? schema : { ...schema, anyOf: branches };
  }
  if (typeof items !== 'object' || description === undefined) return schema;
  const once = unlessSaid(items as JsonSchema, new Set([description]));
  return once === items ? schema : { ...schema, items: once };
}

/** Null means what the whole says: a description of its own is one of the other branches' words. */
export function plainNull(schema: JsonSchema): JsonSchema {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const branches = anyOf as readonly JsonSchema[];
  if (branches.every(({ type, description }) => type !== 'null' || description === undefined)) return schema;
  return {
    ...schema,
    anyOf: branches.map((branch) => (branch['type'] === 'null' ? { type: 'null' } : branch)),
  };
}

/** The schema without the description that was said already; what it says is said from then on. */
function unlessSaid(schema: JsonSchema, said: Set<unknown>): JsonSchema {
  const { description, ...rest } = schema;
  if (description === undefined) return schema;
  if (said.has(description)) return rest;
  said.add(description);
  return schema;
}

/** The one value of an enum is its default anyway. */
export function withoutSoleDefault(schema: JsonSchema): JsonSchema {
  const { default: value, ...rest } = schema;
  const values = rest['enum'];
  return Array.isArray(values) && values.length === 1 && values[0] === value ? rest : schema;
}
