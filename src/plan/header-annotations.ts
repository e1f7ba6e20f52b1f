import type { JsonSchema } from '../runtime/json-schema.js';
import { wordsOf } from './words.js';

/** A property of an input schema, which may ask to be mirrored in a header. */
interface HeaderWish {
  readonly property: string;
  /** The parameter's own name. */
  readonly name: string;
  /** The value of `x-mcp-header`; `undefined` for none. */
  readonly header: unknown;
  /** The property as it is listed. */
  readonly listed: JsonSchema;
  /** The property as the document has it. */
  readonly schema: JsonSchema | boolean;
  /** Whether a security scheme sends its credential under this name. */
  readonly isCredential: boolean;
}

interface Rule {
  /** What the MCP specification asks, as a reader of the report needs it. */
  readonly asks: string;
  readonly holds: (wish: HeaderWish, taken: ReadonlySet<string>) => boolean;
}

// Words that are told apart, so that `author` and `className` are no secrets.
const secretWords =
  /passw(?:or)?d|passphrase|passcode|secret|token|credential|apikey|authori[sz]ation|\b(?:auth|authz|cookie|session|pin|ssn|jwt)\b|\b(?:api|access|private|signing|auth) key\b/;

/** What MCP asks of `x-mcp-header` (revision 2026-07-28, Streamable HTTP, Schema Extension; Tools, warning). */
const rules: readonly Rule[] = [
  {
    asks: 'MCP takes a non-empty string of token characters (RFC 9110)',
    holds: ({ header }) => typeof header === 'string' && /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(header),
  },
  {
    asks: 'MCP takes it on a property of type string, integer or boolean alone',
    holds: ({ listed }) => ['string', 'integer', 'boolean'].includes(String(listed['type'])),
  },
  {
    asks: 'MCP asks that integers stay within 2^53 - 1, so `minimum` and `maximum` have to say so',
    holds: ({ listed, schema }) =>
      listed['type'] !== 'integer' || formatOf(schema) === 'int32' || isSafeRange(listed),
  },
  {
    asks: 'MCP asks that passwords, keys, tokens and personal data are never mirrored in headers',
    holds: ({ name, header, schema, isCredential }) =>
      !isCredential && formatOf(schema) !== 'password' && ![name, textOf(header)].some(isSecretName),
  },
  {
    asks: 'MCP asks that it is unique in the input schema, ignoring case',
    holds: ({ header }, taken) => !taken.has(textOf(header).toLowerCase()),
  },
];

const unreachable =
  'MCP takes it at places that `properties` alone lead to, and only parameters can have it here.';

/** The annotations that may stand, by property. Of the others `refuse` hears, deep ones included; the tool stays. */
export function planHeaders<Wish extends HeaderWish>(
  wishes: readonly Wish[],
  refuse: (wish: Wish, problem: string, isDeep: boolean) => void,
): ReadonlyMap<string, JsonSchema> {
  const headers = new Map<string, JsonSchema>();
  const taken = new Set<string>();
  for (const wish of wishes) {
    if (hasDeepAnnotation(wish.schema)) refuse(wish, unreachable, true);
    if (wish.header === undefined) continue;
    const broken = rules.find(({ holds }) => !holds(wish, taken));
    if (broken !== undefined) {
      refuse(wish, `${broken.asks}.`, false);
      continue;
    }
    headers.set(wish.property, { 'x-mcp-header': wish.header });
    taken.add(textOf(wish.header).toLowerCase());
  }
  return headers;
}

/** Whether a name is one of a password, a key, a token or the like. */
export function isSecretName(name: string): boolean {
  return secretWords.test(wordsOf(name).join(' '));
}

function textOf(header: unknown): string {
  return typeof header === 'string' ? header : '';
}

function formatOf(schema: JsonSchema | boolean): unknown {
  return typeof schema === 'boolean' ? undefined : schema['format'];
}

function isSafeRange({ minimum, maximum }: JsonSchema): boolean {
  const limit = Number.MAX_SAFE_INTEGER;
  return typeof minimum === 'number' && typeof maximum === 'number' && minimum >= -limit && maximum <= limit;
}

const mostNodes = 2000;

/** Whether a schema has `x-mcp-header` below its own level, where the annotation would cost the whole tool. */
function hasDeepAnnotation(schema: unknown): boolean {
  const open: { readonly value: unknown; readonly isTop: boolean }[] = [{ value: schema, isTop: true }];
  for (let seen = 0; seen < mostNodes; seen += 1) {
    const next = open.pop();
    if (next === undefined) return false;
    const { value, isTop } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (!isTop && !Array.isArray(value) && Object.hasOwn(value, 'x-mcp-header')) return true;
    open.push(...Object.values(value).map((inner: unknown) => ({ value: inner, isTop: false })));
  }
  return false;
}
