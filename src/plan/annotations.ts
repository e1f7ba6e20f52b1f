import type { OperationHead } from '../model/model.js';
import type { ToolAnnotations } from '../runtime/manifest.js';
import type { Curation } from './curation/curation.js';
import { isDestructive } from './destructive-words.js';
import type { ProfileName } from './hosts/profile-names.js';

/** MCP's hints that are true or false. */
export type Hints = Omit<ToolAnnotations, 'title'>;

/** Hints in the order in which they are listed. */
export const hintNames = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** The name of a hint. */
export type HintName = (typeof hintNames)[number];

type MethodHints = Required<Pick<Hints, 'readOnlyHint' | 'destructiveHint' | 'idempotentHint'>>;

// What reads only can be repeated, and destroys nothing.
const reads: MethodHints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
const replaces: MethodHints = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };
const changes: MethodHints = { readOnlyHint: false, destructiveHint: true, idempotentHint: false };
const adds: MethodHints = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };

/** What a method says of its effects (RFC 9110 9.2, RFC 5789 2). */
const byMethod: ReadonlyMap<string, MethodHints> = new Map([
  ['GET', reads],
  ['HEAD', reads],
  ['QUERY', reads],
  ['OPTIONS', reads],
  ['TRACE', reads],
  ['PUT', replaces],
  ['DELETE', replaces],
  ['PATCH', changes],
  ['POST', adds],
]);

/** Whether a method only reads, by what HTTP says of it. */
export function isSafeMethod(method: string): boolean {
  return byMethod.get(method)?.readOnlyHint === true;
}

/** How the annotations of tools are written. */
export interface AnnotationStyle {
  /** Whether every hint is there, even one that says what its absence says. */
  readonly full: boolean;
  /** Stands in the annotations too; `undefined` for none. */
  readonly title: string | undefined;
}

/** Hosts that want each hint spelt out: directories of theirs refuse a server that leaves one open. */
const spelling: ReadonlySet<ProfileName> = new Set(['claude', 'chatgpt', 'openai', 'openai-strict']);

/** How the annotations of a tool with this title are written for these profiles. */
export function annotationStyle(profiles: readonly ProfileName[], title: string): AnnotationStyle {
  return {
    full: profiles.some((profile) => spelling.has(profile)),
    title: profiles.includes('claude') ? title : undefined,
  };
}

/** What an operation says of its effects. */
export type Effects = Pick<OperationHead, 'method' | 'path' | 'operationId' | 'summary' | 'description'>;

/** MCP's ToolAnnotations of the tool of an operation, under what people said of it. */
export function annotationsOf(
  operation: Effects,
  { annotations, ownHints }: Pick<Curation, 'annotations' | 'ownHints'>,
  { full, title }: AnnotationStyle,
): ToolAnnotations {
  const hints = hintsOf(operation, annotations);
  const written = hintNames.filter(
    (name) => full || ownHints.has(name) || tellsSomething[name](hints[name], hints),
  );
  return {
    ...(title === undefined ? {} : { title }),
    ...Object.fromEntries(written.map((name) => [name, hints[name]])),
  };
}

/** All hints of a tool. Of a method that nobody knows the worst is assumed, as of a safe one that is said to do more. */
function hintsOf(operation: Effects, said: Hints): Required<Hints> {
  const { method } = operation;
  const { destructiveHint, readOnlyHint = destructiveHint === true ? false : isSafeMethod(method) } = said;
  const byWord = method === 'POST' && isDestructive(operation) ? changes : undefined;
  const known = byWord ?? byMethod.get(method) ?? changes;
  const usual = readOnlyHint ? reads : known.readOnlyHint ? changes : known;
  return { ...usual, openWorldHint: true, ...said, readOnlyHint };
}

/**
 * Whether a hint tells more than its absence. MCP's defaults are readOnlyHint false, destructiveHint true, idempotentHint
 * false and openWorldHint true; what is destroyed or repeated means something only where a tool does more than read.
 */
const tellsSomething: Readonly<Record<HintName, (value: boolean, hints: Required<Hints>) => boolean>> = {
  readOnlyHint: (value) => value,
  destructiveHint: (_, { readOnlyHint }) => !readOnlyHint,
  idempotentHint: (value, { readOnlyHint }) => value && !readOnlyHint,
  openWorldHint: (value) => !value,
};
