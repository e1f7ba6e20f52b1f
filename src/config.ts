import type { ProfileName } from './plan/hosts/profile-names.js';
import type { OperationSettings, ServerSettings } from './plan/settings.js';
import type { AuthMode } from './runtime/authorization/variables.js';

/** The settings of `openapi2mcp.config.*`; `src/cli/config.schema.json` says the same to editors. */
export interface Config {
  /** For editors: where `openapi2mcp schema` was saved. */
  readonly $schema?: string;
  /** Path, URL, or `-` for standard input. Like all paths here it is relative to the configuration's folder. */
  readonly document?: string;
  /** The project's folder. */
  readonly output?: string;
  /** Name of the package and the server. */
  readonly name?: string;
  /** First part of the names of environment variables. */
  readonly envPrefix?: string;
  /** Base URL of the API, in place of the document's servers. */
  readonly serverUrl?: string;
  /** OpenAPI Overlay Documents, by path or URL, in the order in which they are applied. */
  readonly overlays?: readonly string[];
  /** Which operations become tools: `tag:pets`, `!method:DELETE`. */
  readonly filter?: readonly string[];
  /** Whether deprecated operations become tools; they do unless it is `false`. */
  readonly deprecated?: boolean;
  /** Whether a warning forbids writing. */
  readonly strict?: boolean;
  /** Where references may lead to, beside the document's own folder. */
  readonly references?: {
    /** The folder that references stay in. */
    readonly root?: string;
    /** Hosts: `example.com`, `example.com:8443`. */
    readonly hosts?: readonly string[];
  };
  /** Whether files may be fetched by http from other computers. */
  readonly allowHttp?: boolean;
  /** What the document may cost, by the name of the limit. */
  readonly limits?: Readonly<Record<string, number>>;
  /** How all tools are named and listed. */
  readonly tools?: ToolChoices;
  /** Who may call the server over HTTP, as whom it calls the API, and which scopes that takes. */
  readonly server?: ServerChoices;
  /** By operationId or `METHOD /path`. */
  readonly operations?: Readonly<Record<string, OperationSettings>>;
  /** By tag: counts for all operations that have it, below what is said of one of them. */
  readonly tags?: Readonly<Record<string, TagSettings>>;
}

/** What a configuration says of all tools. */
export interface ToolChoices {
  /** `preserve` keeps a legal operationId as the name; `snake_case` writes it like made names. */
  readonly naming?: 'preserve' | 'snake_case';
  /** Characters of a tool's name, from 16 to 64. */
  readonly maxToolNameLength?: number;
  /** Stands before the name of every tool. */
  readonly toolNamePrefix?: string;
  /** Whom tools are listed for, beside the hosts that all listings please. */
  readonly profiles?: readonly ProfileName[];
  /** What tools may cost, by the name of the budget; more is a warning. */
  readonly budgets?: Readonly<
    Partial<Record<'tools' | 'tokens' | 'toolTokens' | 'descriptionCharacters', number>>
  >;
}

/** What a configuration says of the server; its variables, such as `MCP_AUTH`, count above. */
export interface ServerChoices extends ServerSettings {
  /** How clients prove who they are over HTTP: not at all, by a static token, or by one of an issuer. */
  readonly auth?: AuthMode;
}

/** What a configuration says of all operations of a tag; title and description are those of the group. */
export type TagSettings = Omit<OperationSettings, 'name' | 'aliases'>;

export type { OperationSettings };

/** Gives a configuration its type: `export default defineConfig({ … })`. */
export function defineConfig(config: Config): Config {
  return config;
}
