import { catalog, type Code, type Details, type Severity } from './catalog.js';
import { keyOf } from './pointer.js';

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
  /** Where a finding is about several places: all of them. */
  readonly places?: readonly Origin[];
}

interface Repeated {
  readonly at: number;
  readonly details: Details<RepeatedCode>;
  readonly places: Origin[];
}

/** The codes of findings that say how many places they are about. */
export type RepeatedCode = {
  [C in Code]: Details<C> extends { readonly uses?: number }
    ? 'uses' extends keyof Details<C>
      ? C
      : never
    : never;
}[Code];

/** Collects what the stages find. A finding never stops a stage by itself: the pipeline looks at `hasErrors`. */
export class Diagnostics {
  readonly #found: Diagnostic[] = [];
  readonly #seen = new Set<string>();
  readonly #repeated = new Map<string, Repeated>();

  /** Adds a finding; the same finding at the same place counts once. */
  report<C extends Code>(
    code: C,
    details: Details<C>,
    origin?: Origin,
    position?: Diagnostic['position'],
  ): void {
    const finding = inWords(code, details, origin);
    const key = JSON.stringify([code, origin?.file, origin?.pointer, position, finding.message]);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#found.push(position === undefined ? finding : { ...finding, position });
  }

  /**
   * Adds a finding that a group of places shares: told once, as the first was and at `cause`, with how many they are.
   * The same place counts once.
   */
  repeat<C extends RepeatedCode>(
    code: C,
    group: string,
    details: Details<C>,
    place: Origin,
    cause: Origin = place,
  ): void {
    const key = JSON.stringify([code, group]);
    if (this.#seen.has(`${key} ${keyOf(place)}`)) return;
    this.#seen.add(`${key} ${keyOf(place)}`);
    const known = this.#repeated.get(key);
    const repeated = known ?? { at: this.#found.length, details, places: [] };
    repeated.places.push(place);
    if (known === undefined) this.#repeated.set(key, repeated);
    // The key holds the code, so the details are those of this one.
    const counted = { ...(repeated.details as Details<C>), uses: repeated.places.length };
    const finding = inWords(code, counted, this.#found[repeated.at]?.origin ?? cause);
    const { places } = repeated;
    this.#found[repeated.at] = places.length === 1 ? finding : { ...finding, places };
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

function inWords<C extends Code>(code: C, details: Details<C>, origin: Origin | undefined): Diagnostic {
  const { severity, message, help } = catalog[code];
  // The catalog's entries differ in their details only; `Details<C>` is what this entry's message takes.
  const words = (message as (details: Details<C>) => string)(details);
  return { code, severity, message: words, help, origin };
}
