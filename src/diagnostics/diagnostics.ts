import { catalog, type Code, type Details, type Severity } from './catalog.js';

/** Where a value was written: a file and an RFC 6901 pointer into it. */
export interface Origin {
  /** Absolute path, URL, or `<stdin>`: a key of `OpenApiDocument.files`. */
  readonly file: string;
  /** `''` for the whole file. */
  readonly pointer: string;
}

/** One finding, in words. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  readonly message: string;
  /** What to change. */
  readonly help: string;
  readonly origin: Origin | undefined;
  /** Line and column, from 1, where the reader of a file already knows them (syntax errors). */
  readonly position?: { readonly line: number; readonly column: number };
}

/** Collects what the stages find. A finding never stops a stage by itself: the pipeline looks at `hasErrors`. */
export class Diagnostics {
  readonly #found: Diagnostic[] = [];
  readonly #seen = new Set<string>();

  /** Adds a finding; the same finding at the same place counts once. */
  report<C extends Code>(
    code: C,
    details: Details<C>,
    origin?: Origin,
    position?: Diagnostic['position'],
  ): void {
    const entry = catalog[code];
    // The catalog's entries differ in their details only; `Details<C>` is what this entry's message takes.
    const message = (entry.message as (details: Details<C>) => string)(details);
    const key = JSON.stringify([code, origin?.file, origin?.pointer, position, message]);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#found.push({
      code,
      severity: entry.severity,
      message,
      help: entry.help,
      origin,
      ...(position === undefined ? {} : { position }),
    });
  }

  /** All findings, in the order in which they were made. */
  get all(): readonly Diagnostic[] {
    return this.#found;
  }

  /** Whether any finding forbids writing. */
  get hasErrors(): boolean {
    return this.#found.some(({ severity }) => severity === 'error');
  }
}
