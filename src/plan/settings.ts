import type { Origin } from '../diagnostics/diagnostics.js';
import { pointerOf } from '../diagnostics/pointer.js';

/** What a configuration says of one operation, or of all operations of a tag. */
export interface OperationSettings {
  /** `false` leaves the operation out; `true` takes it even where the document hides it. */
  readonly include?: boolean;
  /** Name of the tool. */
  readonly name?: string;
  /** Further names by which the tool can be called, such as earlier ones; they are not listed. */
  readonly aliases?: readonly string[];
  readonly title?: string;
  /** In place of the document's summary and description. */
  readonly description?: string;
  /** In place of the first tag: the module and the group of the tool. */
  readonly group?: string;
  readonly annotations?: Readonly<Partial<Record<HintName, boolean>>>;
  /**
   * Names of `Mcp-Param-*` headers, by the name of the parameter (`id`, or `query:id` where several are called so) or by
   * member of the request body (`body.region`).
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long a call may take, in milliseconds, in place of the server's limit. */
  readonly timeoutMs?: number;
  /** What is sent in place of an argument, by the name of the parameter, which is written like that too. */
  readonly parameters?: Readonly<Record<string, ParameterSetting>>;
}

// Not the runtime's type: users' compilers read this file with the package, and the runtime's have imports of its own.
/** MCP's `ToolAnnotations`. */
type HintName = 'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint';

/** A parameter that is no argument: always the same value, or one from the environment of the server. */
export type ParameterSetting = { readonly const: unknown } | { readonly env: string };

/** Everything that a configuration says of tools. */
export interface ToolSettings {
  /** Absolute path of the configuration, for findings. */
  readonly file?: string;
  /** By operationId or `METHOD /path`. */
  readonly operations: Readonly<Record<string, OperationSettings>>;
  /** By the name of the tag. */
  readonly tags: Readonly<Record<string, OperationSettings>>;
}

/** Where a setting stands; `undefined` where it is in no file. */
export function originOfSetting({ file }: ToolSettings, keys: readonly string[]): Origin | undefined {
  return file === undefined ? undefined : { file, pointer: pointerOf(keys) };
}
