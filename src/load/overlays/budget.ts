import { isContainer } from '../json.js';
import type { Limits } from '../limits.js';

/** The limits that applying overlays can exceed. */
export type OverlayLimit = 'overlaySteps' | 'nodes' | 'depth';

/** How large a value is, shared parts counted wherever they stand. */
interface Weight {
  /** Members of all objects and arrays together. */
  readonly nodes: number;
  /** Objects and arrays in each other. */
  readonly depth: number;
}

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

/** The weights of objects and arrays that have been weighed: they never change. */
type Weights = WeakMap<object, Weight>;

/** Weighs a value without looking again at parts that are known. */
function weigh(root: unknown, known: Weights): Weight {
  if (!isContainer(root)) return weightless;
  const open: object[] = [root];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const before = open.length;
    for (const member of Object.values(top) as readonly unknown[]) {
      if (isContainer(member) && !known.has(member)) open.push(member);
    }
    if (open.length > before) continue;
    known.set(top, sumOf(top, known));
    open.pop();
  }
  return known.get(root) ?? weightless;
}

const weightless: Weight = { nodes: 0, depth: 0 };

function sumOf(container: object, known: Weights): Weight {
  const members = Object.values(container) as readonly unknown[];
  let nodes = members.length;
  let depth = 0;
  for (const member of members) {
    const weight = isContainer(member) ? known.get(member) : undefined;
    if (weight === undefined) continue;
    nodes += weight.nodes;
    depth = Math.max(depth, weight.depth);
  }
  return { nodes, depth: depth + 1 };
}
