import type { Limits } from '../limits.js';
import { weigh, type Weight, type Weights } from './weights.js';

/** The limits that applying overlays can exceed. */
export type OverlayLimit = 'overlaySteps' | 'nodes' | 'depth';

/** What applying the overlays of a run may still cost: they could make any document grow without end. */
export interface Budget {
  /** Counts values that are looked at or copied. */
  readonly spend: (steps: number) => void;
  /** The size of a value. */
  readonly weigh: (value: unknown) => Weight;
  /** Stops where a value is too large for a document. */
  readonly admit: (value: unknown) => void;
}

/** Thrown from inside a query, which has no other way to stop. */
export class LimitReached extends Error {
  readonly limit: OverlayLimit;

  constructor(limit: OverlayLimit) {
    super(limit);
    this.limit = limit;
  }
}

/** The budget of a run. */
export function budgetOf(limits: Limits): Budget {
  const weights: Weights = new WeakMap();
  let left = limits.overlaySteps;
  return {
    spend: (steps) => {
      left -= steps;
      if (left < 0) throw new LimitReached('overlaySteps');
    },
    weigh: (value) => weigh(value, weights),
    admit: (value) => {
      const { nodes, depth } = weigh(value, weights);
      if (nodes > limits.nodes) throw new LimitReached('nodes');
      if (depth > limits.depth) throw new LimitReached('depth');
    },
  };
}
