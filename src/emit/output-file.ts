/** `generated` files are replaced on every run. `scaffolded` files are written once, then belong to the user. */
export type Ownership = 'generated' | 'scaffolded';

/** One file of an emitted project. */
export interface OutputFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly ownership: Ownership;
  readonly contents: string;
}
