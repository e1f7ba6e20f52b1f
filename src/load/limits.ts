/** What a document may cost. Every limit is named in the diagnostic that it causes. */
export const limits = {
  /** Of the document itself. */
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
  milliseconds: 30_000,
  redirects: 5,
} as const;
