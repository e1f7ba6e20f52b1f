import type { Located } from '../located.js';
import type { Query } from './queries.js';

/** The versions of the Overlay Specification that can be applied. */
export type OverlayVersion = '1.0' | '1.1';

/** An Overlay Object that is valid. */
export interface Overlay {
  readonly version: OverlayVersion;
  /** The document that it was written for, and where it says so. */
  readonly extends: Located<string> | undefined;
  /** In the order in which they are applied. */
  readonly actions: readonly Action[];
}

/** An Action Object. */
export interface Action {
  readonly target: Query;
  readonly modifier: Modifier;
}

/** What an Action Object does to each value that its target selects. */
export type Modifier =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'remove' }
  | { readonly kind: 'update'; readonly update: Located }
  | { readonly kind: 'copy'; readonly copy: Query };
