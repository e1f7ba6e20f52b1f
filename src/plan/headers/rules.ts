import type { JsonSchema } from '../../runtime/json-schema.js';
import type { ListedPlace } from './listing.js';
import type { HeaderPlace } from './places.js';
import { isSecretName } from './secret-names.js';
import type { Shape } from '../schemas/shape.js';
import { typeBits } from '../schemas/types.js';

/** An annotation of a property, with all that decides whether it may stand. */
export interface JudgedHeader extends Pick<HeaderPlace, 'header' | 'behind'> {
  /** The document's name of the parameter or member. */
  readonly name: string;
  /** What the document takes there. */
  readonly shapes: readonly Shape[];
  readonly listed: ListedPlace;
  /** Whether a security scheme sends its credential under this name. */
  readonly isCredential: boolean;
  /** The property that has the same header already. */
  readonly twin: string | undefined;
}

interface Rule {
  /** What the MCP specification asks, as a reader of the report needs it. */
  readonly asks: string;
  readonly holds: (header: JudgedHeader) => boolean;
  /** What is there instead, where the rule does not tell. */
  readonly found?: (header: JudgedHeader) => string;
}

/** What MCP asks of `x-mcp-header` (revision 2026-07-28, Streamable HTTP, Schema Extension; Tools, warning). */
const rules: readonly Rule[] = [
  {
    asks: 'MCP takes the name of a header, which is text',
    holds: ({ header }) => typeof header === 'string',
  },
  { asks: 'MCP takes no empty name of a header', holds: ({ header }) => header !== '' },
  {
    asks: 'MCP takes token characters alone (RFC 9110), no blanks, colons or letters beyond ASCII',
    holds: ({ header }) => /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(String(header)),
  },
  {
    asks: 'MCP takes it at places that `properties` alone lead to',
    holds: ({ behind, listed }) => behind === undefined && 'schema' in listed,
    found: ({ behind, listed }) =>
      behind !== undefined ? `it stands under \`${behind}\`` : 'detour' in listed ? listed.detour : '',
  },
  {
    asks: 'MCP takes it on a property of type string, integer or boolean alone',
    holds: ({ shapes, listed }) => {
      const kind = kindOf(shapes);
      return kind !== undefined && (takesNull(shapes) || typeIn(listed) === kind);
    },
  },
  {
    asks: 'MCP takes it on a property of one type, and null is allowed beside it',
    holds: ({ shapes }) => !takesNull(shapes),
  },
  {
    asks: 'MCP asks that integers stay within 2^53 - 1, so `minimum` and `maximum`, or a format such as int32, have to say so',
    holds: ({ shapes }) => kindOf(shapes) !== 'integer' || shapes.every(isSafe),
  },
  {
    asks: 'MCP asks that passwords, keys, tokens and personal data are never mirrored in headers',
    holds: ({ name, header, shapes, isCredential }) =>
      !isCredential &&
      !shapes.some(({ limits }) => limits['format'] === 'password') &&
      ![name, String(header)].some(isSecretName),
  },
  {
    asks: 'MCP asks that it is unique in the input schema, ignoring case',
    holds: ({ twin }) => twin === undefined,
    found: ({ twin = '' }) => `'${twin}' has it already`,
  },
];

/** The rule of MCP that an annotation breaks, in words; `undefined` for none. */
export function brokenHeaderRule(header: JudgedHeader): string | undefined {
  const broken = rules.find(({ holds }) => !holds(header));
  if (broken === undefined) return undefined;
  const { asks, found } = broken;
  return found === undefined ? `${asks}.` : `${asks}; ${found(header)}.`;
}

const kinds: ReadonlyMap<number, string> = new Map([
  [typeBits.string, 'string'],
  [typeBits.integer, 'integer'],
  [typeBits.boolean, 'boolean'],
]);

function kindOf(shapes: readonly Shape[]): string | undefined {
  return kinds.get(shapes.reduce((bits, { types }) => bits | types, 0) & ~typeBits.null);
}

function takesNull(shapes: readonly Shape[]): boolean {
  return shapes.some(({ types }) => (types & typeBits.null) !== 0);
}

function typeIn(listed: ListedPlace): unknown {
  return 'schema' in listed ? (listed.schema satisfies JsonSchema)['type'] : undefined;
}

/** Formats of integers that a double holds, of OpenAPI's registry. */
const safeFormats: ReadonlySet<unknown> = new Set([
  'int8',
  'int16',
  'int32',
  'uint8',
  'uint16',
  'uint32',
  'double-int',
]);

function isSafe({ types, values, limits }: Shape): boolean {
  if (types === typeBits.null) return true;
  if (values !== undefined) return values.every((value) => value === null || Number.isSafeInteger(value));
  if (safeFormats.has(limits['format'])) return true;
  const lower = [limits['minimum'], limits['exclusiveMinimum']];
  const upper = [limits['maximum'], limits['exclusiveMaximum']];
  return (
    lower.some((bound) => typeof bound === 'number' && bound >= Number.MIN_SAFE_INTEGER) &&
    upper.some((bound) => typeof bound === 'number' && bound <= Number.MAX_SAFE_INTEGER)
  );
}
