import type { Origin } from '../../diagnostics/diagnostics.js';
import type { HintName, Hints } from '../annotations.js';

/** Whether an operation becomes a tool, and what says so. */
export interface Inclusion {
  readonly wanted: boolean;
  /** For the report: `config`, `x-mcp`, `x-internal`. */
  readonly reason: string;
  /** There where nobody can tell what was meant. */
  readonly unclear?: UnclearField;
}

/** A field that was to show or hide something and says neither; it is taken to hide: nobody asked for more. */
interface UnclearField {
  /** `x-mcp.hidden`. */
  readonly path: string;
  readonly origin: Origin;
  /** The name that it was likely to have. */
  readonly meant: string | undefined;
}

/** What becomes of a parameter: no argument, with a value that is always sent or with none. */
export type ParameterWish =
  | { readonly kind: 'hidden' }
  | { readonly kind: 'const'; readonly value: unknown }
  | { readonly kind: 'env'; readonly variable: string }
  | { readonly kind: 'claim'; readonly claim: string }
  | { readonly kind: 'header'; readonly header: string };

/** A wish with the place that it came from. */
export interface Sourced<Value> {
  readonly value: Value;
  /** `config`, `x-mcp`. */
  readonly field: string;
  /** For the report: `x-mcp.parameters.limit`, `operations.listPets.parameters.limit`. */
  readonly path: string;
  /** `undefined` for a configuration that is no file. */
  readonly origin: Origin | undefined;
  /** Whether it was said for this very operation, so that it has to fit. */
  readonly isOwn: boolean;
}

/** A wish on the parameter that has this name. */
export interface ParameterWord<Value> extends Sourced<Value> {
  /** `id`, or `query:id` where several are called so. */
  readonly name: string;
}

/** The name that a tool is to have. */
export interface NameWord extends Sourced<string> {
  /** It is the name of an SDK's method, which nobody chose for a tool. */
  readonly isOfMethod: boolean;
}

/** All that people said of one operation, the nearest word for each thing; `undefined` where nobody did. */
export interface Curation {
  readonly include: Inclusion | undefined;
  readonly name: NameWord | undefined;
  /** Further names of the tool, from all places. */
  readonly aliases: readonly Sourced<string>[];
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** Stands behind the description. */
  readonly descriptionAppend: string | undefined;
  /** In place of the first tag. */
  readonly group: string | undefined;
  readonly annotations: Hints;
  /** Hints that the team wrote for this server: they are listed even where they say what their absence says. */
  readonly ownHints: ReadonlySet<HintName>;
  /** How long a call may take, in milliseconds. */
  readonly timeoutMs: number | undefined;
  /** What a client's token has to allow, all of it; empty for nothing. */
  readonly scopes: Sourced<readonly string[]> | undefined;
  /** Why nobody can tell what a client's token has to allow. */
  readonly unreadable: string | undefined;
  /** Names of `Mcp-Param-*` headers, the nearest first. */
  readonly headers: readonly ParameterWord<string>[];
  /** The nearest first. */
  readonly parameters: readonly ParameterWord<ParameterWish>[];
}

/** What one place says. */
export interface Wishes {
  readonly include?: boolean;
  /** Why `include` is `false` though nobody said so. */
  readonly unclear?: UnclearField;
  readonly name?: string;
  readonly aliases?: readonly string[];
  /** Name of an SDK's method: better than nothing where an operation has no id. */
  readonly methodName?: string;
  readonly title?: string;
  readonly description?: string;
  readonly descriptionAppend?: string;
  readonly group?: string;
  readonly annotations?: Hints;
  readonly timeoutMs?: number;
  readonly scopes?: readonly string[];
  /** Why the scopes that it has are none. */
  readonly unreadable?: string;
  readonly headers?: ReadonlyMap<string, string>;
  readonly parameters?: ReadonlyMap<string, ParameterWish>;
}

/** The objects that can say something of an operation, the nearest first. */
export type Level = 'parameter' | 'operation' | 'path' | 'tag' | 'root';
