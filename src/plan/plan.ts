import type { Origin } from '../diagnostics/diagnostics.js';
import type { Identity } from '../runtime/caller.js';
import type { JsonSchema, ObjectSchema } from '../runtime/json-schema.js';
import type { ToolSettings } from './settings.js';
import type { AuthMode } from '../runtime/authorization/variables.js';
import type { Manifest, ToolDefinition } from '../runtime/manifest.js';
import type { SecurityScheme } from '../runtime/security.js';
import type { Budgets } from './hosts/budgets.js';
import type { NamesByMeaning } from './environment.js';
import type { Feature } from './features.js';
import type { HostRule } from './hosts/rules.js';
import type { Naming } from './names/naming.js';
import type { ProfileName } from './hosts/profile-names.js';
import type { PassName } from './schema-profile.js';

/** Everything that the emitted project will say, decided. Emitters only write it down. */
export interface ServerPlan {
  readonly packageName: string;
  /** The name under which hosts are told of the server: 16 letters and hyphens at most. */
  readonly serverKey: string;
  /** Whom tools are listed for; none for the default hosts. */
  readonly profiles: readonly ProfileName[];
  /** The API's title, as text. */
  readonly title: string;
  readonly description: string | undefined;
  readonly manifest: Manifest;
  readonly modules: readonly ToolModule[];
  /** The document's component schemas that the printed types refer to, by name: `src/tools/schemas.ts`. */
  readonly schemas: ReadonlyMap<string, JsonSchema | boolean>;
  /** Headers in which clients repeat arguments: `Mcp-Param-Region`. */
  readonly mirroredHeaders: readonly string[];
  /** What the server needs libraries for beside those that every one needs. */
  readonly features: readonly Feature[];
  /** The schemes of `manifest`, in its order. */
  readonly securitySchemes: readonly PlannedScheme[];
  /** What a person may or must supply before the server can call its API. */
  readonly variables: readonly EnvironmentVariable[];
  /** The names of variables by what they stand for: what the next run keeps them by. */
  readonly variableNames: NamesByMeaning;
  /** Who may call the server over HTTP, for the person who sets it up. */
  readonly clients: PlannedClients;
  /** What else a person may set: the limits of a call, which every server has. */
  readonly limits: readonly EnvironmentVariable[];
}

/** A security scheme that tools need, for the person who sets the server up. */
export interface PlannedScheme {
  /** As the document names it. */
  readonly name: string;
  readonly scheme: SecurityScheme;
  /** What it is and where it is sent: `API key, sent as the header 'X-Key'`. */
  readonly what: string;
  readonly description: string | undefined;
  /** Scopes that tools ask for, each once. */
  readonly scopes: readonly string[];
  /** Sets of variables, each of which is enough, the usual one first; none where only code can do it. */
  readonly ways: readonly (readonly string[])[];
  /** Those that are enough where tokens of callers are exchanged for its own; missing where it issues none to clients. */
  readonly exchangeWays?: readonly (readonly string[])[];
  /** One for each part, in the order in which they are set. */
  readonly variables: readonly EnvironmentVariable[];
  /** Whether the script `login` can obtain a token. */
  readonly hasLogin: boolean;
}

/** What the clients of a server over HTTP have to prove. */
export interface PlannedClients {
  /** What `MCP_AUTH` is preset to. */
  readonly auth: AuthMode;
  /** As whom the API is called, where that is chosen already. */
  readonly identity: Identity | undefined;
  /** Whether the tokens of an issuer can be checked: the libraries for it are there. */
  readonly hasIssuer: boolean;
  /** In the order in which they are set. */
  readonly variables: readonly ClientVariable[];
}

/** A setting of the authorization of clients, and the modes in which it counts. */
export interface ClientVariable extends EnvironmentVariable {
  readonly modes: readonly AuthMode[];
}

/** The tools of one tag: one file in `src/tools`. */
export interface ToolModule {
  readonly fileName: string;
  /** The tag, or what else the tools have in common. */
  readonly title: string;
  readonly description: string | undefined;
  readonly tools: readonly PlannedTool[];
}

/** One tool, with what its typed module says of it. */
export interface PlannedTool {
  readonly origin: Origin;
  readonly definition: ToolDefinition;
  /** There where nobody wrote what the tool does. */
  readonly isUndescribed?: true;
  /** The exported constant; its types are this in PascalCase, plus `Input` and `Output`. Unique over all modules, ignoring case. */
  readonly identifier: string;
  /** The document's own schemas, not the listed ones: types are printed from them. A reference reads `#/$defs/<name>`. */
  readonly types: { readonly input: ObjectSchema; readonly output: JsonSchema | boolean | undefined };
}

/** One setting of the emitted server. */
export interface EnvironmentVariable {
  readonly name: string;
  /** One line: what it is and where its value comes from. */
  readonly purpose: string;
  /** The value used where it is not set. */
  readonly default: string | undefined;
  /** Whether tools cannot be called without it. */
  readonly required: boolean;
  /** Whether it is a credential: it can also be given as a file, `<NAME>_FILE`. */
  readonly secret: boolean;
}

/** What the person who runs the generator chose about the plan. */
export interface PlanOptions {
  readonly name: string | undefined;
  readonly serverUrl: string | undefined;
  /** First part of the names of environment variables; `undefined` makes one from the name. */
  readonly envPrefix: string | undefined;
  /** Which operations are wanted: `tag:pets`, `!method:DELETE`; none for all. */
  readonly filter: readonly string[];
  /** Where a configuration lists them; `undefined` where they are flags. */
  readonly filterOrigin?: Origin | undefined;
  /** Whether deprecated operations become tools. */
  readonly deprecated: boolean;
  readonly settings: ToolSettings;
  /** How clients of the server prove who they are over HTTP; `undefined` leaves it to its variable. */
  readonly auth?: AuthMode | undefined;
  /** How many operations may become tools. */
  readonly mostOperations: number;
  /** Tool names by `METHOD /path` of the last run: who keeps a name in a collision. */
  readonly names: Readonly<Record<string, string>>;
  /** `METHOD /path` by the aliases of the last run: whose tool answered to them. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Names of variables by what they stood for in the last run: they keep them. */
  readonly variables?: NamesByMeaning;
  readonly naming: Naming;
  /** Whom tools are listed for: what is listed pleases all of them; none for the default hosts. */
  readonly profiles: readonly ProfileName[];
  readonly budgets: Budgets;
  /** In place of the passes of the profile `portable`: what each saves is measured by leaving it out. */
  readonly passes?: readonly PassName[] | undefined;
  /** What is known of hosts. */
  readonly hostRules: readonly HostRule[];
}
