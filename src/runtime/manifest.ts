import type { AuthMode, Visibility } from './authorization/variables.js';
import type { RequestBinding, UpstreamServer } from './binding.js';
import type { Identity } from './caller.js';
import type { JsonSchema, ObjectSchema } from './json-schema.js';
import type { SecurityScheme } from './security.js';

/** Everything an emitted server knows about its API. Written by the generator, read by `createServerFactory`. */
export interface Manifest {
  readonly manifestVersion: 1;
  readonly server: { readonly name: string; readonly version: string; readonly title?: string };
  /** Told to the client at connection: what the API is for. */
  readonly instructions?: string;
  readonly upstream: UpstreamServer;
  /** The environment variable that lists further origins to which requests may go, separated by commas. */
  readonly allowedOriginsEnv: string;
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  /** The variable that names the schemes of the alternative to take, where operations have several. */
  readonly securityEnv?: string;
  /** What holds where that variable is not set: names of schemes. */
  readonly securityPreset?: readonly string[];
  /** Who may call the server over HTTP, as whom, and what they see; its variables win. */
  readonly access?: Access;
  readonly tools: readonly ToolDefinition[];
}

/** What a server presets of the authorization of its clients. */
export interface Access {
  readonly auth?: AuthMode;
  readonly identity?: Identity;
  readonly visibility?: Visibility;
  /** By scope, the narrower ones that it implies. */
  readonly implies?: Readonly<Record<string, readonly string[]>>;
}

/** One MCP tool and the upstream request that it makes. */
export interface ToolDefinition {
  readonly name: string;
  /** Further names by which clients may call it, such as earlier ones; they are not listed. */
  readonly aliases?: readonly string[];
  /** As the document has it; for logs, traces and tests. */
  readonly operationId?: string;
  readonly title?: string;
  readonly description?: string;
  /** The first tag of the operation: its heading in `api://operations`. */
  readonly group?: string;
  /** Properties, and those in them, may carry `x-mcp-header`. */
  readonly inputSchema: ObjectSchema;
  /** What `tools/list` shows in place of `inputSchema`, for hosts that read schemas in a way of their own. */
  readonly listedSchema?: ObjectSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: ToolAnnotations;
  /** Hints that hosts read under names of their own. */
  readonly _meta?: Readonly<Record<string, unknown>>;
  /** How long a call may take, in milliseconds, in place of the server's limit. */
  readonly timeoutMs?: number;
  /** What a client's token has to allow: any one of these sets is enough. Missing: every client may call it. */
  readonly scopes?: readonly (readonly string[])[];
  readonly request: RequestBinding;
}

/** MCP's `ToolAnnotations`: hints about what a tool does. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}
