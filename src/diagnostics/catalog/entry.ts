/** One kind of finding. */
export interface Entry {
  /** `error` forbids writing; `warning` costs an operation, a schema or a keyword; `note` costs nothing. */
  readonly severity: 'error' | 'warning' | 'note';
  /** What is wrong and what was done about it, in one sentence. */
  // The parameter type differs per entry; `Details` recovers it.
  readonly message: (details: never) => string;
  /** What to change. */
  readonly help: string;
  /** Whether it is only told, to whoever asks for everything: nothing has to be done about it. */
  readonly needsNothing?: true;
}
