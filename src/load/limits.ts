/** What a document may cost. Each limit is an option, and is named in the diagnostic that it causes. */
export const defaultLimits = {
  /** Of the document itself and of each overlay. */
  documentBytes: 20 * 1024 * 1024,
  /** Files that the document refers to. */
  files: 5_000,
  /** All referenced files together. */
  fileBytes: 64 * 1024 * 1024,
  /**
   * Aliases in what one YAML alias stands for, spelt out: each level of them multiplies the one below. Aliases that
   * hold no others are only more values, which `nodes` counts, so a document can have as many of them as it likes.
   */
  aliases: 100,
  /** Values of one file, aliases and merge keys spelt out. */
  nodes: 2_000_000,
  /** Objects and arrays in each other. */
  depth: 200,
  /** Characters of all keys on the way to a value: every report of the value holds them. */
  pointerLength: 10_000,
  /** Values that all overlays together look at or copy. */
  overlaySteps: 50_000_000,
  /** Operations that become tools. */
  operations: 5_000,
  /** For each file that is fetched. */
  fetchMilliseconds: 30_000,
  fetchRedirects: 5,
} as const;

/** The limits of one run, by name. */
export type Limits = { readonly [Name in keyof typeof defaultLimits]: number };
