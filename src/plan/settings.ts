import type { Origin } from '../diagnostics/diagnostics.js';
import { pointerOf } from '../diagnostics/pointer.js';
import type { Visibility } from '../runtime/authorization/variables.js';
import type { Identity } from '../runtime/caller.js';

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
  /** What a client's token has to allow, all of it, in place of what the document says; none: every client may call it. */
  readonly scopes?: readonly string[];
  /** How long a call may take, in milliseconds, in place of the server's limit. */
  readonly timeoutMs?: number;
  /** What is sent in place of an argument, by the name of the parameter, which is written like that too. */
  readonly parameters?: Readonly<Record<string, ParameterSetting>>;
}

// Not the runtime's type: users' compilers read this file with the package, and the runtime's have imports of its own.
/** MCP's `ToolAnnotations`. */
type HintName = 'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint';

/**
 * A parameter that is no argument: always the same value, or one from the environment of the server, from a claim of the
 * client's token, or from a header of its HTTP request.
 */
export type ParameterSetting =
  | { readonly const: unknown }
  | { readonly env: string }
  | { readonly claim: string }
  | { readonly header: string };

/** What a configuration says of who calls the server over HTTP, and as whom it calls the API. */
export interface ServerSettings {
  /** As whom the API is called: as this server, or as the client, whose token is exchanged (RFC 8693). */
  readonly identity?: Identity;
  /** Which tools a client is shown: those that its token allows, or all. */
  readonly visibility?: Visibility;
  /** The security schemes of the alternative to take, where operations have several. */
  readonly security?: readonly string[];
  readonly scopes?: ScopeSettings;
}

/** How the scopes of clients' tokens relate to those that the document names. */
export interface ScopeSettings {
  /** By a scope of the document, what tokens for this server call it. */
  readonly rename?: Readonly<Record<string, string>>;
  /** By a scope, the narrower ones that it implies. */
  readonly implies?: Readonly<Record<string, readonly string[]>>;
}

/** Everything that a configuration says of tools, and of their server. */
export interface ToolSettings {
  /** Absolute path of the configuration, for findings. */
  readonly file?: string;
  /** By operationId or `METHOD /path`. */
  readonly operations: Readonly<Record<string, OperationSettings>>;
  /** By the name of the tag. */
  readonly tags: Readonly<Record<string, OperationSettings>>;
  readonly server?: ServerSettings;
}

/** Where a setting stands; `undefined` where it is in no file. */
export function originOfSetting({ file }: ToolSettings, keys: readonly string[]): Origin | undefined {
  return file === undefined ? undefined : { file, pointer: pointerOf(keys) };
}
