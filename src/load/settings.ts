import type { Limits } from './limits.js';

/** What the loader takes from the process that runs it. */
export interface LoadEnvironment {
  /** The folder that relative paths are taken from. */
  readonly cwd: string;
  readonly stdin: () => Promise<Uint8Array>;
  /** Environment variables: those that name proxies are read. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What the person who runs the generator chose about reading. */
export interface LoadChoices {
  /** HTTP header fields, name and value, sent to the document's own origin alone. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Whether the document may be fetched by http from another computer. */
  readonly allowHttp: boolean;
  /** The folder that references stay in; `undefined` for the document's own. */
  readonly refRoot: string | undefined;
  /** Hosts that references may lead to: `example.com` or `example.com:8443`. */
  readonly refHosts: readonly string[];
  /** Overlay Documents, by path or URL, in the order in which they are applied. */
  readonly overlays: readonly string[];
  readonly limits: Limits;
}

/** Where and how a document is read. */
export type LoadSettings = LoadEnvironment & LoadChoices;
