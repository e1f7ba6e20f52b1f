import type { JsonSchema } from '../../src/runtime/json-schema.js';

const keywords = new Set(
  (
    'type additionalProperties properties items required enum anyOf description default minimum maximum minLength ' +
    'maxLength minItems maxItems pattern format contentEncoding x-mcp-header'
  ).split(' '),
);

interface HostRule {
  readonly says: string;
  readonly holds: (schema: JsonSchema, depth: number) => boolean;
}

/** What hosts ask of every subschema of an input schema. */
const hostRules: readonly HostRule[] = [
  {
    says: 'only portable keywords',
    holds: (schema) => Object.keys(schema).every((keyword) => keywords.has(keyword)),
  },
  { says: 'one type', holds: ({ type }) => type === undefined || typeof type === 'string' },
  {
    says: 'objects have properties',
    holds: ({ type, properties }) => type !== 'object' || properties !== undefined,
  },
  { says: 'arrays have items', holds: ({ type, items }) => type !== 'array' || typeof items === 'object' },
  {
    says: 'enums are of strings',
    holds: ({ type, enum: list }) =>
      list === undefined ||
      (type === 'string' &&
        Array.isArray(list) &&
        list.length > 0 &&
        list.every((value) => typeof value === 'string')),
  },
  {
    says: 'at most six branches, below the root',
    holds: ({ anyOf }, depth) =>
      anyOf === undefined || (depth > 0 && (anyOf as readonly unknown[]).length <= 6),
  },
  {
    says: 'defaults are scalars, and not beside anyOf',
    holds: (schema) =>
      !('default' in schema) ||
      (schema['anyOf'] === undefined && !['object', 'undefined'].includes(typeof schema['default'])),
  },
  {
    says: 'patterns are short and ASCII',
    holds: ({ pattern }) =>
      pattern === undefined || (typeof pattern === 'string' && /^[ -~]{1,120}$/.test(pattern)),
  },
];

/** The first host rule that an input schema breaks, and where; `undefined` for none. */
export function brokenHostRule(schema: JsonSchema, path = '', depth = 0): string | undefined {
  const broken = hostRules.find(({ holds }) => !holds(schema, depth));
  if (broken !== undefined) return `${path}: ${broken.says}`;
  const children: (readonly [string, unknown])[] = [
    ...Object.entries(schema['properties'] ?? {}),
    ...((schema['anyOf'] ?? []) as readonly unknown[]).map((branch, at) => [String(at), branch] as const),
    ['items', schema['items']],
    ['additionalProperties', schema['additionalProperties']],
  ];
  for (const [key, child] of children) {
    const found =
      typeof child === 'object'
        ? brokenHostRule(child as JsonSchema, `${path}/${key}`, depth + 1)
        : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
