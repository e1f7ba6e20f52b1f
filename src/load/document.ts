import type { Located } from './located.js';

/** The versions of the OpenAPI Specification that can be read. */
export type OpenApiVersion = '2.0' | '3.0' | '3.1' | '3.2';

/** A document whose files have all been read. References are kept, so every value knows where it was written. */
export interface OpenApiDocument {
  readonly version: OpenApiVersion;
  readonly root: Located<Readonly<Record<string, unknown>>>;
  /** The URL it was read from; `undefined` for a file or standard input. Relative server URLs are taken from it. */
  readonly url: string | undefined;
  /** Every file that the root reaches through references, by absolute path or URL. */
  readonly files: ReadonlyMap<string, SourceFile>;
}

/** One file of a document. */
export interface SourceFile {
  /** As the user wrote it, or relative to the current folder: what diagnostics show. */
  readonly name: string;
  readonly text: string;
  readonly value: unknown;
}
