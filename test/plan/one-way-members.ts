import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { itemSchemas, listOf, memberSchemas, recordOf, referred } from './schema-instances.js';
import type { Json, Pool } from './schema-judge.js';

/** The annotation of members that never go one of the two ways (Validation 9.4). */
export type OneWay = 'readOnly' | 'writeOnly';

/** Whether a schema applies to its place in any case, or may do so as a branch of a choice. */
type Reach = 'surely' | 'maybe';

/** What is left out of values. */
interface LeavingOut {
  readonly mark: OneWay;
  readonly reach: Reach;
  readonly pool: Pool;
  /** Whether the marked member at this JSON Pointer stays all the same. */
  readonly isSpared: (pointer: string) => boolean;
}

/** The value without the members that a schema marks: OpenAPI speaks of properties that are declared. */
export function withoutMarked(
  value: unknown,
  schemas: readonly Json[],
  leaving: LeavingOut,
  at = '',
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { mark, reach, pool, isSpared } = leaving;
  const applied = appliedSchemas(schemas, reach, pool);
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      withoutMarked(item, itemSchemas(applied, index), leaving, `${at}/${index}`),
    );
  }
  const kept = Object.entries(value).flatMap(([name, member]): (readonly [string, unknown])[] => {
    const declared = applied.flatMap(({ properties }) => {
      const own = recordOf(properties);
      return Object.hasOwn(own, name) ? listOf([own[name]]) : [];
    });
    const isMarked = appliedSchemas(declared, reach, pool).some((schema) => schema[mark] === true);
    const place = `${at}/${name}`;
    const inner = memberSchemas(applied, name);
    return isMarked && !isSpared(place) ? [] : [[name, withoutMarked(member, inner, leaving, place)]];
  });
  return Object.fromEntries(kept);
}

const inPlace = { surely: ['allOf'], maybe: ['allOf', 'anyOf', 'oneOf'] } as const;
const conditions = { surely: [], maybe: ['if', 'then', 'else'] } as const;

/** The schemas with all that they apply to the same value. */
function appliedSchemas(schemas: readonly Json[], reach: Reach, pool: Pool): readonly JsonSchema[] {
  const found = new Set<JsonSchema>();
  const open = [...schemas];
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    if (typeof schema === 'boolean' || found.has(schema)) continue;
    const { [reach]: lists } = inPlace;
    found.add(schema);
    for (const keyword of lists) open.push(...listOf(schema[keyword]));
    for (const keyword of conditions[reach]) open.push(...listOf([schema[keyword]]));
    open.push(...referred(schema, pool));
  }
  return [...found];
}
