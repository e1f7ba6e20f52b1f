/** What a document may cost. Each limit is an option, and is named in the diagnostic that it causes. */
export const defaultLimits = {
  /** Of the document itself and of each overlay. */
  documentBytes: 20 * 1024 * 1024,
  /** Files that the document refers to. */
  files: 5_000,
  /** All referenced files together. */
  fileBytes: 64 * 1024 * 1024,
  /** Aliases of one YAML file, counted where they stand once it is spelt out. */
  aliases: 100,
  /** Values of one file, aliases and merge keys spelt out. */
  nodes: 2_000_000,
  /** Objects and arrays in each other. */
  depth: 200,
  /** Values that all overlays together look at or copy. */
  overlaySteps: 50_000_000,
  /** Operations that become tools. */
  operations: 5_000,
  /** For each file that is fetched. */
  milliseconds: 30_000,
  redirects: 5,
} as const;

/** The limits of one run, by name. */
export type Limits = { readonly [Name in keyof typeof defaultLimits]: number };
