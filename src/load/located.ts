import type { Origin } from '../diagnostics/diagnostics.js';

/** A value in an OpenAPI document, together with where it was written. */
export interface Located<T = unknown> {
  readonly value: T;
  readonly origin: Origin;
}
